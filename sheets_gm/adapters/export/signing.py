"""Ed25519 signatures of the entries of a match, with the key that follows from its seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.signed import signed_message

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey


def public_key(seed: bytes) -> str:
    """Return the public key, in hexadecimal, of the match with that *seed*."""
    return _private_key(seed).public_key().public_bytes_raw().hex()


class Signer:
    """Signs the entries of one match with the key that follows from its *seed*."""

    def __init__(self, charter: Charter, seed: bytes) -> None:
        self._charter = charter
        self._key = _private_key(seed)

    def __call__(self, entry: Entry) -> str:
        """Return the signature of *entry*, 64 bytes in hexadecimal."""
        return self._key.sign(signed_message(self._charter, entry)).hex()

    def text(self, text: str) -> str:
        """Return the signature of *text*, which must itself say what it is for."""
        return self._key.sign(text.encode()).hex()


def is_text_signed(charter: Charter, text: str, signature: str) -> bool:
    """Return whether *signature* is that of *text* by the key in *charter*."""
    return _is_right(charter, text.encode(), signature)


def is_signed(charter: Charter, entry: Entry, signature: str) -> bool:
    """Return whether *signature* is that of *entry* by the key in *charter*. Neither needs to be well formed."""
    return _is_right(charter, signed_message(charter, entry), signature)


def _is_right(charter: Charter, message: bytes, signature: str) -> bool:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(charter.key))
        key.verify(bytes.fromhex(signature), message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _private_key(seed: bytes) -> Ed25519PrivateKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

    return Ed25519PrivateKey.from_private_bytes(Secrets(seed).signing_key)
