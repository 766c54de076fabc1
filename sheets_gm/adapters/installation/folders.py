"""Where the files of an installation are.

A folder with `sheets-gm.toml` or `matches.db` is a folder of matches. In such a folder, and in one that `--home` or
`$SHEETS_GM_HOME` names, all files are kept in that folder. Anywhere else they are kept in the user's own folder, which
the system names (on Linux `~/.local/share/sheets-gm`, or below `$XDG_DATA_HOME`). So no folder fills with files by
chance.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from platformdirs import user_data_path

from sheets_gm.adapters.installation.settings import FILE, Settings

HOME = "SHEETS_GM_HOME"
SHEETS, EXPORTS = "sheets", "exports"
ACCOUNTS = "accounts.db"
"""The file of the accounts in the data of a local spreadsheet."""


def is_home(folder: Path) -> bool:
    """Return whether *folder* holds settings or matches."""
    return (folder / FILE).exists() or (folder / Settings().store).exists()


def own_folder() -> Path:
    """Return the user's own folder, which may not exist yet."""
    return user_data_path("sheets-gm", appauthor=False).resolve()


def make_own_folder() -> None:
    """Create the user's own folder. Only the user may read it, because it holds the seeds of the dice."""
    folder = own_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def home() -> Path:
    """Return the home folder: `$SHEETS_GM_HOME`, the current folder if it is a home, or the user's own folder."""
    if named := os.environ.get(HOME):
        return Path(named).resolve()
    here = Path.cwd()
    return here if is_home(here) or (here / SHEETS / ACCOUNTS).is_file() else own_folder()


def exports() -> Path:
    """Return the folder in which exported files are written, and looked for, by default."""
    return own_folder() / EXPORTS if home() == own_folder() else Path(EXPORTS)


def home_of_server(data: Path) -> Path:
    """Return the folder for the settings of a local spreadsheet server whose data is in *data*."""
    return own_folder() if data == own_folder() / SHEETS else Path()


def defaults() -> dict[str, Any]:
    """Return the defaults of options by command, if the home is the user's own folder; else empty."""
    if home() != own_folder():
        return {}
    data, exported = {"folder": str(own_folder() / SHEETS)}, {"folder": str(exports())}
    accounts = dict.fromkeys(("add", "link", "list", "remove", "revoke-key"), data)
    return {"serve": data, "account": accounts, "export": exported, "forget": exported}
