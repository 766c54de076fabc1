"""Settings of an installation: where matches are stored, which spreadsheets are used, how often the sync polls.

They are in `sheets-gm.toml` in the home folder (`folders.home`). The file holds no secrets, but the names of the
environment variables or files that hold them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, ValidationError

from sheets_gm.adapters.files.bounded import LINE, TooLarge, read_text
from sheets_gm.adapters.files.system_errors import system_cause
from sheets_gm.kernel.errors import SetupError
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.validation_messages import in_plain_words, place

FILE = "sheets-gm.toml"
_ALL_KEYS = "sheets-gm help running lists all settings."


class BadSettings(SetupError, ValueError):
    """The settings file cannot be used. The message says where it is wrong."""


class Quota(Model):
    """How many calls a minute Google allows: *reads* and *writes* of a project, and of each account in it.

    The defaults are those of a new project. Google raises them on request.
    """

    reads: int = Field(300, ge=1)
    writes: int = Field(300, ge=1)
    account_reads: int = Field(60, ge=1)
    account_writes: int = Field(60, ge=1)


class Google(Model):
    """How to reach spreadsheets.

    *endpoint* is the address of a local spreadsheet server; None is Google. The credentials are one of:
    *service_account*, a key file; *service_accounts*, key files of several accounts that share the work;
    *user_credentials*, a file that sheets-gm login writes; *application_default*, the credentials of the machine; else
    a bearer token in the environment variable *token_env* or in *token_file*. *quota* limits the calls a minute; by
    default it is Google's own, and a local server has none. *folder* is the Drive folder (its address or id) that new
    spreadsheets are created in.
    """

    endpoint: str | None = None
    token_env: str = "SHEETS_GM_TOKEN"  # noqa: S105 - the name of a variable
    token_file: str | None = None
    service_account: str | None = None
    service_accounts: tuple[str, ...] = ()
    user_credentials: str | None = None
    application_default: bool = False
    folder: str | None = None
    quota: Quota | None = None

    @property
    def limits(self) -> Quota | None:
        """The quota that applies, or None if calls are not limited."""
        return self.quota or (None if self.endpoint else Quota())


class Channels(Model):
    """Where the notices of a match go, as apprise addresses: to the whole *table*, and to each of the *seats*.

    *followers* watch from outside. They get what happened in each turn, with the delay that the match has set for them.

    A name after a $ is replaced by that environment variable, so that the file holds no secret. Without *pictures*, no
    picture of the board is attached. Without *calendar*, mail to a seat has no calendar file with its deadlines.
    Without *talk*, notices in which somebody only says something are not sent.
    """

    table: tuple[str, ...] = ()
    seats: dict[str, tuple[str, ...]] = {}
    followers: tuple[str, ...] = ()
    pictures: bool = True
    calendar: bool = True
    talk: bool = True


class PublicBeacon(Model):
    """Where rounds of the public beacon are read: addresses of drand relays, which are tried in this order."""

    relays: tuple[str, ...] = (
        "https://api.drand.sh",
        "https://api2.drand.sh",
        "https://api3.drand.sh",
        "https://drand.cloudflare.com",
    )


class Settings(Model):
    """The whole file.

    *store* is a path, a database URL or "sheet". With "sheet", matches are stored in the spreadsheet *store_sheet* (its
    address or id), which no player may open. *every* is the number of seconds between two polls of a match; without it,
    each match is polled as often as it needs. *beacon* says where public rounds come from. *notices* says where notices
    go, by match; "*" stands for every match. *mail* is the apprise address, without a receiver, from which players get
    mail if they ask for it on the tab Seats. In it, too, a name after a $ is replaced by that environment variable.
    """

    store: str = "matches.db"
    store_sheet: str | None = None
    every: float | None = Field(None, gt=0)
    google: Google = Google()
    beacon: PublicBeacon = PublicBeacon()
    notices: dict[str, Channels] = {}
    mail: str = ""


LOCAL_PORT = 8765
"""The default port of the local spreadsheet."""


def load(folder: Path) -> Settings:
    """Return the settings in *folder*, or the defaults if there is no file. Raises BadSettings."""
    path = folder / FILE
    try:
        return _read(path)
    except RecursionError as error:
        raise BadSettings(f"{path}: its brackets are nested too deep. {_ALL_KEYS}") from error


def _read(path: Path) -> Settings:
    """Return the settings in the file *path*. Raises BadSettings and RecursionError (nested too deep)."""
    try:
        return Settings.model_validate(tomllib.loads(read_text(path, LINE)))
    except FileNotFoundError:
        return Settings()
    except OSError as error:
        raise BadSettings(f"{path} cannot be read: {system_cause(error)}.") from error
    except (UnicodeDecodeError, tomllib.TOMLDecodeError, TooLarge) as error:
        raise BadSettings(f"{path}: {str(error).rstrip('.')}. {_ALL_KEYS}") from error
    except ValidationError as error:
        first = error.errors()[0]
        problem = f"{path}: {place(first, 'the file')}: {in_plain_words(first)}"
        raise BadSettings(f"{problem.rstrip('.')}. {_ALL_KEYS}") from error


def connection_advice(address: str) -> str:
    """Return what to do if nothing answers at *address*."""
    at = urlsplit(address)
    if at.hostname not in ("127.0.0.1", "localhost", "::1"):
        return "check the network, and $HTTPS_PROXY"
    return "start it: sheets-gm serve" + (f" --port {at.port}" if at.port and at.port != LOCAL_PORT else "")


def dump(settings: Settings) -> str:
    """Return *settings* as the text of a file."""
    lines = [f"store = {_quoted(settings.store)}"]
    if settings.store_sheet:
        lines.append(f"store_sheet = {_quoted(settings.store_sheet)}")
    if settings.every is not None:
        lines.append(f"every = {settings.every}")
    if settings.mail:
        lines.append(f"mail = {_quoted(settings.mail)}")
    lines += ["", "[google]"]
    for name, value in settings.google:
        if value is True or isinstance(value, str):
            lines.append(f"{name} = {'true' if value is True else _quoted(value)}")
        elif value and isinstance(value, tuple):
            lines.append(f"{name} = [{', '.join(_quoted(each) for each in value)}]")
    if settings.google.quota is not None:
        lines += ["", "[google.quota]", *(f"{name} = {value}" for name, value in settings.google.quota)]
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
