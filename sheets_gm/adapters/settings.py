"""Settings of an installation: where matches are kept, which spreadsheets are used, how the sync paces itself.

They stand in `sheets-gm.toml` in the home folder of the installation (the current directory, or `$SHEETS_GM_HOME`).
Secrets are never in it: it names the environment variables or files that hold them.
"""

from __future__ import annotations

import os
import tomllib
from pathlib import Path

from pydantic import ValidationError

from sheets_gm.kernel.model import Model

FILE = "sheets-gm.toml"
HOME = "SHEETS_GM_HOME"


class BadSettings(ValueError):
    """The settings file cannot be read; the message names the place."""


class Google(Model):
    """How to reach spreadsheets.

    *endpoint* is the address of a local spreadsheet server; None is Google. The way in is one of: *service_account*,
    the file of its key; *user_credentials*, the file of a user's consent (sheets-gm login); *application_default*,
    what the machine is signed in as; else a bearer token, in the variable *token_env* or in *token_file*.
    """

    endpoint: str | None = None
    token_env: str = "SHEETS_GM_TOKEN"  # noqa: S105 - the name of a variable
    token_file: str | None = None
    service_account: str | None = None
    user_credentials: str | None = None
    application_default: bool = False


class Channels(Model):
    """Where a match's notices go, as addresses of apprise: to the whole *table*, and to each of the *seats*.

    What stands after a $ is taken from the environment, so that no secret need stand in the file.
    """

    table: tuple[str, ...] = ()
    seats: dict[str, tuple[str, ...]] = {}


class Settings(Model):
    """The whole file. *store* is a path or a database URL; *every* seconds between polls.

    *notices* says where people are told, by match; "*" is every match.
    """

    store: str = "matches.db"
    every: float = 5.0
    google: Google = Google()
    notices: dict[str, Channels] = {}


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
        raise BadSettings(f"{path}: {error}") from error
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadSettings(f"{path}: {where}: {first['msg']}") from error


def dump(settings: Settings) -> str:
    """*settings* as the text of a file."""
    lines = [f"store = {_quoted(settings.store)}", f"every = {settings.every}", "", "[google]"]
    for name, value in settings.google:
        if value is True or isinstance(value, str):
            lines.append(f"{name} = {'true' if value is True else _quoted(value)}")
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
