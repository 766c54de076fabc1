"""Who calls: accounts with their tokens, the keys of service accounts, what users have granted, what was issued.

Laws: of a token or a client's secret only the digest is kept, and of a key only the public half; everything is looked
up where it is kept, so an account that another process adds or removes counts at once. Access tokens that the token
endpoint has issued live in memory: after a restart they are answered 401, upon which a client asks for a new one.
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

from sheets_gm.localsheets.data_folder import DataBroken

ISSUED = "ya29."
"""How an access token of the token endpoint begins, as Google's do."""

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
FILE = "accounts.db"


class NoAccount(Exception):
    """There is no such account, or no such key; the message says which there are."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who sent a request: the account ("" is nobody), the *scopes* of its token (None: all), the app it came through.

    *client* is the OAuth client or service account, to which `drive.file` is bound; *project* is what quotas count.
    """

    account: str
    scopes: frozenset[str] | None = None
    client: str = "local"
    project: str = "local"


@dataclass(frozen=True, slots=True)
class Key:
    """The public half of a service account's key: its id, its account, the client's id, the project, the PEM."""

    id: str
    email: str
    client: str
    project: str
    public: str


@dataclass(frozen=True, slots=True)
class Grant:
    """What a user has let an app do: the account, the OAuth client's id, the digest of its secret, the scopes."""

    email: str
    client: str
    secret: str
    scopes: frozenset[str]


NOBODY = Caller("", client="", project="")


def digest(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_token() -> str:
    """A token that nobody can guess."""
    return secrets.token_urlsafe(24)


@dataclass
class Accounts:
    """The accounts of one data folder, or of memory only (*folder* is None). `DataBroken`."""

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
            self._db.executescript(SCHEMA)
        except (OSError, sqlite3.Error) as error:
            raise DataBroken(
                f"The accounts in {self.folder} cannot be used: {error}. Choose another --data."
            ) from error

    # -- accounts --------------------------------------------------------------------------------------------------

    def add(self, email: str, token: str | None = None) -> str:
        """A token for *email*, which replaces the one it had."""
        made = token or new_token()
        self._run(
            "INSERT INTO accounts VALUES (?, ?, ?) ON CONFLICT (email) DO UPDATE SET token=excluded.token",
            email,
            digest(made),
            email.partition("@")[0],
        )
        return made

    def add_without_token(self, email: str) -> None:
        """An account that only comes through the token endpoint, unless it has a token already."""
        self._run("INSERT OR IGNORE INTO accounts VALUES (?, NULL, ?)", email, email.partition("@")[0])

    def remove(self, email: str) -> None:
        """Forget an account with all its keys and grants. `NoAccount`."""
        self.must_know(email)
        for table in ("keys", "grants", "accounts"):
            self._run(f"DELETE FROM {table} WHERE email=?", email)  # noqa: S608 - names of ours

    def emails(self) -> tuple[str, ...]:
        """The e-mail addresses of all accounts."""
        return tuple(row[0] for row in self._run("SELECT email FROM accounts ORDER BY email"))

    def knows(self, email: str) -> bool:
        """Whether there is such an account."""
        return bool(self._run("SELECT 1 FROM accounts WHERE email=?", email))

    def must_know(self, email: str) -> None:
        """`NoAccount` names those there are."""
        if not self.knows(email):
            raise NoAccount(f"There is no account {email}. There are: {', '.join(self.emails()) or 'none'}.")

    # -- tokens ----------------------------------------------------------------------------------------------------

    def bearer(self, token: str, now: float) -> Caller | None:
        """Whose token this is at *now* (seconds since 1970); None for a stranger's or one that has run out."""
        if token.startswith(ISSUED):
            caller, ends = self._issued.get(digest(token), (NOBODY, 0.0))
            return caller if now < ends and self.knows(caller.account) else None
        found = self._run("SELECT email FROM accounts WHERE token=?", digest(token))
        return Caller(found[0][0]) if found else None

    def issue(self, caller: Caller, ends: float, now: float) -> str:
        """An access token for *caller* that runs out at *ends*."""
        made = f"{ISSUED}{secrets.token_urlsafe(48)}"
        with self._lock:
            self._issued = {held: each for held, each in self._issued.items() if each[1] > now}
            self._issued[digest(made)] = caller, ends
        return made

    # -- keys and grants -------------------------------------------------------------------------------------------

    def add_key(self, key: Key) -> None:
        """Another key of a service account, which is made if it is new."""
        self.add_without_token(key.email)
        self._run("INSERT INTO keys VALUES (?, ?, ?, ?, ?)", key.id, key.email, key.client, key.project, key.public)

    def keys(self, email: str) -> tuple[Key, ...]:
        """The keys of a service account."""
        return tuple(Key(*row) for row in self._run("SELECT * FROM keys WHERE email=? ORDER BY rowid", email))

    def revoke_key(self, name: str) -> None:
        """Forget a key. `NoAccount`."""
        if not self._run("SELECT 1 FROM keys WHERE id=?", name):
            held = ", ".join(row[0] for row in self._run("SELECT id FROM keys"))
            raise NoAccount(f"There is no key {name}. There are: {held or 'none'}.")
        self._run("DELETE FROM keys WHERE id=?", name)

    def add_grant(self, email: str, client: str, secret: str, scopes: Iterable[str]) -> str:
        """A refresh token for a user's consent to an app."""
        self.add_without_token(email)
        made = f"1//{secrets.token_urlsafe(48)}"
        names = json.dumps(sorted(scopes))
        self._run("INSERT INTO grants VALUES (?, ?, ?, ?, ?)", digest(made), email, client, digest(secret), names)
        return made

    def grant(self, token: str) -> Grant | None:
        """What a refresh token stands for."""
        found = self._run("SELECT email, client, secret, scopes FROM grants WHERE token=?", digest(token))
        if not found:
            return None
        email, client, secret, scopes = found[0]
        return Grant(email, client, secret, frozenset(json.loads(scopes)))

    def revoke_grants(self, email: str) -> None:
        """Take back all that a user has granted."""
        self._run("DELETE FROM grants WHERE email=?", email)

    # -- settings --------------------------------------------------------------------------------------------------

    def remember(self, name: str, value: str) -> None:
        """Keep a setting, such as the address that the server last had."""
        self._run("INSERT OR REPLACE INTO settings VALUES (?, ?)", name, value)

    def remembered(self, name: str) -> str | None:
        """A setting that was kept."""
        found = self._run("SELECT value FROM settings WHERE name=?", name)
        return str(found[0][0]) if found else None

    def close(self) -> None:
        """Give the file back."""
        self._db.close()

    def _run(self, statement: str, *values: str) -> list[tuple[str, ...]]:
        with self._lock:
            return self._db.execute(statement, values).fetchall()
