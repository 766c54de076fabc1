"""The public beacon: relays that publish its rounds, and the check of their signatures.

Relays are not trusted: a round counts only if its signature is right.
"""
