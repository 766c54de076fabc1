"""Where the files of an installation lie.

A folder of matches is one with `sheets-gm.toml` or `matches.db`. In such a folder, and in one that `--home` or
`$SHEETS_GM_HOME` names, everything lies there. Anywhere else it lies in the user's own folder, which the system names
(on Linux `~/.local/share/sheets-gm`, or below `$XDG_DATA_HOME`), so that no folder fills with files by chance.
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
    """Whether *folder* holds settings or matches."""
    return (folder / FILE).exists() or (folder / Settings().store).exists()


def own_folder() -> Path:
    """The user's own folder; it need not be there."""
    return user_data_path("sheets-gm", appauthor=False).resolve()


def make_own_folder() -> None:
    """Make the user's own folder, which only the user may read: it holds the seeds of the dice."""
    folder = own_folder()
    folder.parent.mkdir(parents=True, exist_ok=True)
    folder.mkdir(mode=0o700, exist_ok=True)


def home() -> Path:
    """The home folder of the installation: `$SHEETS_GM_HOME`, the current folder if it is one, else the user's own."""
    if named := os.environ.get(HOME):
        return Path(named).resolve()
    here = Path.cwd()
    return here if is_home(here) or (here / SHEETS / ACCOUNTS).is_file() else own_folder()


def exports() -> Path:
    """The folder in which exported files are written and looked for by default."""
    return own_folder() / EXPORTS if home() == own_folder() else Path(EXPORTS)


def home_of_server(data: Path) -> Path:
    """The folder that gets the settings for a local spreadsheet with its data in *data*."""
    return own_folder() if data == own_folder() / SHEETS else Path()


def defaults() -> dict[str, Any]:
    """What options are by default where the user's own folder is the home, by command, as click takes it."""
    if home() != own_folder():
        return {}
    data, exported = {"folder": str(own_folder() / SHEETS)}, {"folder": str(exports())}
    accounts = dict.fromkeys(("add", "link", "list", "remove", "revoke-key"), data)
    return {"serve": data, "account": accounts, "export": exported, "forget": exported}
