"""Credential files for Google's own libraries: the key of a service account, the consent of a user.

The secret half is written to the file, which only its owner can read, and nowhere else.
"""

from __future__ import annotations

import json
import os
import re
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias
from urllib.parse import quote

from sheets_gm.localsheets.errors import CommandFailed
from sheets_gm.localsheets.identity.accounts import Accounts, Key, new_token
from sheets_gm.localsheets.identity.token_endpoint import PATH

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPrivateKey

Json: TypeAlias = dict[str, Any]

PROJECT = "local-sheets"
BITS = 2048


class FileExists(CommandFailed):
    """The file exists and is not overwritten; the message names it."""


def service_account_email(name: str, project: str = PROJECT) -> str:
    """Return the address of the service account *name*; an address is returned unchanged. Raises ValueError
    for others.
    """
    if "@" in name:
        return name
    if not re.fullmatch(r"[a-z]([-a-z0-9]{0,61}[a-z0-9])?", name):
        raise ValueError(f"“{name}” is not a name for a service account: use lower-case letters, digits and hyphens.")
    return f"{name}@{project}.iam.gserviceaccount.com"


def new_private_key() -> RSAPrivateKey:
    """Return a new private key for a service account."""
    from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key

    return generate_private_key(public_exponent=65537, key_size=BITS)


def service_account_key(accounts: Accounts, name: str, base: str, project: str = PROJECT) -> Json:
    """Create a key of the service account *name*, as the JSON of Google's key files. Tokens come from *base*/token."""
    from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

    email = service_account_email(name, project)
    held = accounts.keys(email)
    client = held[0].client if held else str(10**20 + secrets.randbelow(9 * 10**20))
    private = new_private_key()
    public = private.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode("ascii")
    key = Key(secrets.token_hex(20), email, client, project, public)
    accounts.add_key(key)
    return {
        "type": "service_account",
        "project_id": project,
        "private_key_id": key.id,
        "private_key": private.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()).decode("ascii"),
        "client_email": email,
        "client_id": client,
        "auth_uri": "https://accounts.google.com/o/oauth2/auth",
        "token_uri": f"{base}{PATH}",
        "auth_provider_x509_cert_url": "https://www.googleapis.com/oauth2/v1/certs",
        "client_x509_cert_url": f"https://www.googleapis.com/robot/v1/metadata/x509/{quote(email, safe='')}",
        "universe_domain": "googleapis.com",
    }


def authorized_user(accounts: Accounts, email: str, base: str, scopes: Iterable[str]) -> Json:
    """Create a consent of the user *email* to *scopes*, as the JSON that `gspread.oauth` stores."""
    client = f"{10**11 + secrets.randbelow(9 * 10**11)}-{secrets.token_hex(16)}.apps.googleusercontent.com"
    secret = f"GOCSPX-{new_token()}"
    granted = sorted(scopes)
    return {
        "type": "authorized_user",
        "client_id": client,
        "client_secret": secret,
        "refresh_token": accounts.add_grant(email, client, secret, granted),
        "token_uri": f"{base}{PATH}",
        "scopes": granted,
        "account": email,
        "universe_domain": "googleapis.com",
    }


def write(path: Path, credential: Json) -> None:
    """Write a credential file that only its owner can read. Raises `FileExists`."""
    try:
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError as error:
        raise FileExists(f"{path} already exists: name another file, or remove it first.") from error
    with os.fdopen(handle, "w", encoding="utf-8") as file:
        file.write(json.dumps(credential, indent=2) + "\n")
