"""Accounts with their tokens, keys of service accounts, granted consents and issued access tokens.

Only the digests of tokens and client secrets, and the public halves of keys, are stored. Every lookup reads the
database, so changes by other processes take effect at once. Issued access tokens are kept only in memory; after a
restart they are answered with 401, and the client requests a new one.
"""

from __future__ import annotations

import hashlib
import json
import secrets
import sqlite3
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from sheets_gm.localsheets.errors import CommandFailed, DataBroken

ISSUED = "ya29."
"""The prefix of issued access tokens, as on Google."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS accounts (email TEXT PRIMARY KEY, token TEXT UNIQUE, name TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS keys (
    id TEXT PRIMARY KEY, email TEXT NOT NULL, client TEXT NOT NULL, project TEXT NOT NULL, public TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS grants (
    token TEXT PRIMARY KEY, email TEXT NOT NULL, client TEXT NOT NULL, secret TEXT NOT NULL, scopes TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
WEB_PUSH_ENDS = """
DROP TABLE IF EXISTS pushes;
DROP TABLE IF EXISTS told;
DELETE FROM settings WHERE name='push key';
"""
"""Drops what earlier versions kept to reach browsers by web push."""

FILE = "accounts.db"


class NoAccount(CommandFailed):
    """There is no such account or key; the message lists the existing ones."""


@dataclass(frozen=True, slots=True)
class Caller:
    """The sender of a request: the account ("" for nobody), the *scopes* of its token (None: all), and the app.

    *client* is the OAuth client or service account, to which `drive.file` refers; *project* is the project whose quotas
    apply.
    """

    account: str
    scopes: frozenset[str] | None = None
    client: str = "local"
    project: str = "local"


@dataclass(frozen=True, slots=True)
class Key:
    """The public half of a service account's key: id, account, client id, project and PEM."""

    id: str
    email: str
    client: str
    project: str
    public: str


@dataclass(frozen=True, slots=True)
class Grant:
    """A user's consent for an app: account, OAuth client id, digest of the client secret, scopes."""

    email: str
    client: str
    secret: str
    scopes: frozenset[str]


NOBODY = Caller("", client="", project="")


CALENDAR, MAIL = "calendar", "mail"
"""What an account has a secret address for: its deadlines, and an end of its mail.

Of each, one setting has the account by the digest of the secret, another the secret itself.
"""

MAIL_STOPPED = "mail stopped "
"""How the setting begins that says whether an account has ended its mail."""


def digest(token: str) -> str:
    """Return the digest of a token, which is stored instead of it."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def _secret_of(what: str, email: str) -> str:
    """Return the name of the setting with the secret of *email* for *what*."""
    return f"{what} of {email}"


def _account_by(what: str, secret: str) -> str:
    """Return the name of the setting with the account that has this *secret* for *what*."""
    return f"{what} {digest(secret)}"


def new_token() -> str:
    """Return a random token."""
    return secrets.token_urlsafe(24)


@dataclass
class Accounts:
    """The accounts of one data folder, or in memory only (*folder* is None). Raises `DataBroken`."""

    folder: Path | None = None
    _db: sqlite3.Connection = field(init=False)
    _lock: threading.Lock = field(init=False, default_factory=threading.Lock)
    _issued: dict[str, tuple[Caller, float]] = field(init=False, default_factory=dict)

    def __post_init__(self) -> None:
        try:
            if self.folder is not None:
                self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
                (self.folder / FILE).touch(mode=0o600)
            where = ":memory:" if self.folder is None else str(self.folder / FILE)
            self._db = sqlite3.connect(where, check_same_thread=False, isolation_level=None, timeout=10)
            self._db.execute("PRAGMA journal_mode=WAL")
            self._db.executescript(SCHEMA + WEB_PUSH_ENDS)
        except (OSError, sqlite3.Error) as error:
            raise DataBroken(
                f"The accounts in {self.folder} cannot be used: {error}. Choose another folder with --data."
            ) from error

    # -- accounts --------------------------------------------------------------------------------------------------

    def add(self, email: str, token: str | None = None) -> str:
        """Create a token for *email*. It replaces an earlier one."""
        token = token or new_token()
        self._run(
            "INSERT INTO accounts VALUES (?, ?, ?) ON CONFLICT (email) DO UPDATE SET token=excluded.token",
            email,
            digest(token),
            email.partition("@")[0],
        )
        return token

    def add_without_token(self, email: str) -> None:
        """Add an account that uses only the token endpoint. An existing token is kept."""
        self._run("INSERT OR IGNORE INTO accounts VALUES (?, NULL, ?)", email, email.partition("@")[0])

    def remove(self, email: str) -> None:
        """Delete an account with its keys and grants. Raises `NoAccount`."""
        self.must_know(email)
        for table in ("keys", "grants", "accounts"):
            self._run(f"DELETE FROM {table} WHERE email=?", email)  # noqa: S608 - fixed names
        self._run("DELETE FROM settings WHERE name=?", f"{MAIL_STOPPED}{email}")
        for what in (CALENDAR, MAIL):
            self._forget_secret(what, email)

    def emails(self) -> tuple[str, ...]:
        """The e-mail addresses of all accounts."""
        return tuple(row[0] for row in self._run("SELECT email FROM accounts ORDER BY email"))

    def knows(self, email: str) -> bool:
        """Whether the account exists."""
        return bool(self._run("SELECT 1 FROM accounts WHERE email=?", email))

    def must_know(self, email: str) -> None:
        """Raise `NoAccount`, with the existing accounts, if there is no such account."""
        if not self.knows(email):
            raise NoAccount(f"There is no account {email}. The accounts are: {', '.join(self.emails()) or 'none'}.")

    # -- tokens ----------------------------------------------------------------------------------------------------

    def bearer(self, token: str, now: float) -> Caller | None:
        """Return the caller with this token at *now* (seconds since 1970); None for an unknown or expired token."""
        if token.startswith(ISSUED):
            caller, ends = self._issued.get(digest(token), (NOBODY, 0.0))
            return caller if now < ends and self.knows(caller.account) else None
        rows = self._run("SELECT email FROM accounts WHERE token=?", digest(token))
        return Caller(rows[0][0]) if rows else None

    def issue(self, caller: Caller, ends: float, now: float) -> str:
        """Issue an access token for *caller* that expires at *ends*."""
        token = f"{ISSUED}{secrets.token_urlsafe(48)}"
        with self._lock:
            self._issued = {held: each for held, each in self._issued.items() if each[1] > now}
            self._issued[digest(token)] = caller, ends
        return token

    # -- keys and grants -------------------------------------------------------------------------------------------

    def add_key(self, key: Key) -> None:
        """Add a key of a service account, which is created if necessary."""
        self.add_without_token(key.email)
        self._run("INSERT INTO keys VALUES (?, ?, ?, ?, ?)", key.id, key.email, key.client, key.project, key.public)

    def keys(self, email: str) -> tuple[Key, ...]:
        """The keys of a service account."""
        return tuple(Key(*row) for row in self._run("SELECT * FROM keys WHERE email=? ORDER BY rowid", email))

    def most_keys(self) -> int:
        """Return the largest number of keys that any service account has."""
        counts = self._run("SELECT COUNT(*) FROM keys GROUP BY email")
        return max((int(row[0]) for row in counts), default=0)

    def revoke_key(self, name: str) -> None:
        """Delete a key. Raises `NoAccount`."""
        if not self._run("SELECT 1 FROM keys WHERE id=?", name):
            held = ", ".join(row[0] for row in self._run("SELECT id FROM keys"))
            raise NoAccount(f"There is no key {name}. The keys are: {held or 'none'}.")
        self._run("DELETE FROM keys WHERE id=?", name)

    def add_grant(self, email: str, client: str, secret: str, scopes: Iterable[str]) -> str:
        """Create a refresh token for a user's consent to an app."""
        self.add_without_token(email)
        token = f"1//{secrets.token_urlsafe(48)}"
        names = json.dumps(sorted(scopes))
        self._run("INSERT INTO grants VALUES (?, ?, ?, ?, ?)", digest(token), email, client, digest(secret), names)
        return token

    def grant(self, token: str) -> Grant | None:
        """Return the consent for a refresh token, None if there is none."""
        rows = self._run("SELECT email, client, secret, scopes FROM grants WHERE token=?", digest(token))
        if not rows:
            return None
        email, client, secret, scopes = rows[0]
        return Grant(email, client, secret, frozenset(json.loads(scopes)))

    # -- secret addresses ------------------------------------------------------------------------------------------

    def secret(self, what: str, email: str, *, anew: bool = False) -> str:
        """Return the secret in the address that *email* has for *what*. With *anew* a new one replaces it."""
        current = self.remembered(_secret_of(what, email))
        if current is not None and not anew:
            return current
        self._forget_secret(what, email)
        token = new_token()
        self.remember(_account_by(what, token), email)
        self.remember(_secret_of(what, email), token)
        return token

    def whose_secret(self, what: str, secret: str) -> str | None:
        """Return the account that has this *secret* for *what*; None if no account has it."""
        email = self.remembered(_account_by(what, secret))
        return email if email is not None and self.knows(email) else None

    def _forget_secret(self, what: str, email: str) -> None:
        secret = self.remembered(_secret_of(what, email))
        if secret is not None:
            for name in (_secret_of(what, email), _account_by(what, secret)):
                self._run("DELETE FROM settings WHERE name=?", name)

    # -- mail ------------------------------------------------------------------------------------------------------

    def stop_mail(self, email: str, *, stopped: bool) -> None:
        """Store whether *email* has ended its mail."""
        self.remember(f"{MAIL_STOPPED}{email}", "yes" if stopped else "")

    def is_mail_stopped(self, email: str) -> bool:
        """Whether *email* has ended its mail."""
        return bool(self.remembered(f"{MAIL_STOPPED}{email}"))

    # -- settings --------------------------------------------------------------------------------------------------

    def remember(self, name: str, value: str) -> None:
        """Store a setting, such as the latest address of the server."""
        self._run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value)

    def remembered(self, name: str) -> str | None:
        """Return a stored setting, None if there is none."""
        rows = self._run("SELECT value FROM settings WHERE name=?", name)
        return str(rows[0][0]) if rows else None

    def close(self) -> None:
        """Close the database."""
        self._db.close()

    def _run(self, statement: str, *values: str) -> list[tuple[str, ...]]:
        with self._lock:
            return self._db.execute(statement, values).fetchall()
