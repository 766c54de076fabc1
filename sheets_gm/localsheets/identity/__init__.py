"""The callers: accounts, access tokens and their scopes, the token endpoint, and the credential files that clients
read.

Only digests of secrets and the public halves of keys are stored.
"""
