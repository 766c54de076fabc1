"""Checks signatures of the public beacon: BLS12-381, signatures on G1, drand's scheme bls-unchained-g1-rfc9380.

A signature is right if its pairing with the generator of G2 equals the pairing of the hashed round number with the
beacon's public key. The library is an optional extra, and imported only for a match with a beacon.
"""

from __future__ import annotations

import hashlib
from importlib.util import find_spec

from sheets_gm.adapters.installation.optional_dependencies import MissingExtra, how_to_get
from sheets_gm.kernel.beacon import BeaconRound

CHAIN = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
"""The hash of the chain of quicknet, which names it at every relay."""

PUBLIC_KEY = bytes.fromhex(
    "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c"
    "8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb"
    "5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"
)

SCHEME = b"BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_"


def check_installed() -> None:
    """Raise MissingExtra if the library is not installed."""
    if find_spec("py_arkworks_bls12381") is None:
        raise MissingExtra(f"A public beacon needs py-arkworks-bls12381: {how_to_get('beacon')}")


def is_signed(round: BeaconRound) -> bool:
    """Return whether the beacon signed *round*, in its one valid encoding. Raises MissingExtra."""
    check_installed()
    from py_arkworks_bls12381 import GT, G1Point, G2Point

    given = bytes.fromhex(round.signature)
    try:
        signature = G1Point.from_compressed_bytes(given)
    except ValueError:  # it is not a point of the curve
        return False
    if bytes(signature.to_compressed_bytes()) != given:
        return False
    number = hashlib.sha256(round.round.to_bytes(8, "big")).digest()
    key = G2Point.from_compressed_bytes(PUBLIC_KEY)
    return bool(GT.pairing_check([-signature, G1Point.hash_to_curve(number, SCHEME)], [G2Point(), key]))
