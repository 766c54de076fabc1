"""The text that is signed for a match, and the short name of the key.

Somebody who has the record of a finished match has all its revealed secrets, and could write another record that passes
the proof. But nobody can sign it without the private key. That key follows from the seed of the match and never leaves
its store. The signature itself is made elsewhere.
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
    """Return whether *name* is *key*, or at least `FINGERPRINT_DIGITS` first digits of its fingerprint."""
    return name == key or (len(name) >= FINGERPRINT_DIGITS and _digest(key).startswith(name))


def _digest(key: str) -> str:
    return hashlib.sha256(bytes.fromhex(key)).hexdigest()


def signed_message(charter: Charter, entry: Entry) -> bytes:
    """Return what is signed for *entry*: match, number and its seal, which covers all entries before it."""
    return canonical({"match": charter.match, "entry": entry.number, "seal": entry.seal})
