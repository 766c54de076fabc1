"""The public beacon: relays that publish its rounds, and the check of their signatures.

A relay is not trusted: only the signature of a round makes it count.
"""
