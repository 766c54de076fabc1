"""What is signed of a match, and how its key is named.

Whoever has the record of a match that is over has all its revealed secrets, and can write another record that
recomputes. Nobody can sign it without the private key, which follows from the seed of the match and never leaves its
store. The signature itself is made elsewhere.
"""

from __future__ import annotations

import hashlib

from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.model import canonical

FINGERPRINT_DIGITS = 16


def fingerprint(key: str) -> str:
    """The short name of a public *key* (hexadecimal): the first 16 digits of its SHA-256."""
    return _digest(key)[:FINGERPRINT_DIGITS]


def is_named(key: str, name: str) -> bool:
    """Whether *name* is the public *key*, or at least `FINGERPRINT_DIGITS` digits of its fingerprint from the start."""
    return name == key or (len(name) >= FINGERPRINT_DIGITS and _digest(key).startswith(name))


def _digest(key: str) -> str:
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()


def signed_message(charter: Charter, entry: Entry) -> bytes:
    """What is signed for *entry*: its seal, which binds all before it, with the name of the match and its number."""
    return canonical({"match": charter.match, "entry": entry.number, "seal": entry.seal})
