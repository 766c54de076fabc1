"""Settings of an installation: where matches are kept, which spreadsheets are used, how the sync paces itself.

They stand in `sheets-gm.toml` in the home folder of the installation (the current directory, or `$SHEETS_GM_HOME`).
Secrets are never in it: it names the environment variables or files that hold them.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from pydantic import Field, ValidationError

from sheets_gm.kernel.errors import SetupError
from sheets_gm.kernel.model import Model
from sheets_gm.kernel.validation_messages import in_plain_words, place

FILE = "sheets-gm.toml"
_ALL_KEYS = "docs/running.md lists what the file may hold."
HOME = "SHEETS_GM_HOME"


class BadSettings(SetupError, ValueError):
    """The settings file cannot be read; the message names the place."""


class Quota(Model):
    """Calls a minute that Google grants: *reads* and *writes* to a project, and to each account of it.

    The defaults are what every project has; Google raises them on request.
    """

    reads: int = Field(300, ge=1)
    writes: int = Field(300, ge=1)
    account_reads: int = Field(60, ge=1)
    account_writes: int = Field(60, ge=1)


class Google(Model):
    """How to reach spreadsheets.

    *endpoint* is the address of a local spreadsheet server; None is Google. The way in is one of: *service_account*,
    the file of its key; *service_accounts*, several that share the work; *user_credentials*, the file of a user's
    consent (sheets-gm login); *application_default*, what the machine is signed in as; else a bearer token, in the
    variable *token_env* or in *token_file*. *quota* is what may be asked a minute: Google's own where it is not said,
    and nothing that is counted on a local server.
    """

    endpoint: str | None = None
    token_env: str = "SHEETS_GM_TOKEN"  # noqa: S105 - the name of a variable
    token_file: str | None = None
    service_account: str | None = None
    service_accounts: tuple[str, ...] = ()
    user_credentials: str | None = None
    application_default: bool = False
    quota: Quota | None = None

    @property
    def limits(self) -> Quota | None:
        """The quota that calls are held to; None where nobody counts."""
        return self.quota or (None if self.endpoint else Quota())


class Channels(Model):
    """Where a match's notices go, as addresses of apprise: to the whole *table*, and to each of the *seats*.

    What stands after a $ is taken from the environment, so that no secret need stand in the file.
    """

    table: tuple[str, ...] = ()
    seats: dict[str, tuple[str, ...]] = {}


class Settings(Model):
    """The whole file. *store* is a path, a database URL or "sheet"; *every* fixed seconds between polls of a match.

    With "sheet" matches are kept in the spreadsheet *store_sheet* (its address or id), which no player may open. Where
    *every* is not said, each match has the pace that suits it. *notices* says where people are told, by match; "*" is
    every match.
    """

    store: str = "matches.db"
    store_sheet: str | None = None
    every: float | None = Field(None, gt=0)
    google: Google = Google()
    notices: dict[str, Channels] = {}


LOCAL_PORT = 8765
"""Where the local spreadsheet listens unless it is told otherwise."""


def home() -> Path:
    """The folder that an installation lives in."""
    return Path(os.environ.get(HOME) or ".").resolve()


def load(folder: Path) -> Settings:
    """The settings in *folder*; the defaults where there is no file. BadSettings."""
    path = folder / FILE
    try:
        return Settings.model_validate(tomllib.loads(path.read_text(encoding="utf-8")))
    except FileNotFoundError:
        return Settings()
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise BadSettings(f"{path}: {str(error).rstrip('.')}. {_ALL_KEYS}") from error
    except ValidationError as error:
        first = error.errors()[0]
        told = f"{path}: {place(first, 'the file')}: {in_plain_words(first)}"
        raise BadSettings(f"{told.rstrip('.')}. {_ALL_KEYS}") from error


def connection_advice(address: str) -> str:
    """What to do where nobody answers at *address*."""
    at = urlsplit(address)
    if at.hostname not in ("127.0.0.1", "localhost", "::1"):
        return "look at the network, and at $HTTPS_PROXY"
    return "start it: sheets-gm serve" + (f" --port {at.port}" if at.port and at.port != LOCAL_PORT else "")


def dump(settings: Settings) -> str:
    """*settings* as the text of a file."""
    lines = [f"store = {_quoted(settings.store)}"]
    if settings.store_sheet:
        lines.append(f"store_sheet = {_quoted(settings.store_sheet)}")
    if settings.every is not None:
        lines.append(f"every = {settings.every}")
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
