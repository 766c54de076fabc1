"""A local server that takes itself for Google, a folder with files for it, and a person with a spreadsheet."""

from __future__ import annotations

import io
import os
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from sheets_gm.adapters.cli import main
from sheets_gm.adapters.google.accounts.credentials import USER_SCOPES
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.google.opening import open_sheets
from sheets_gm.adapters.installation.folders import HOME
from sheets_gm.adapters.installation.settings import FILE, Google, Settings, dump
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.identity import credential_files
from tests.localsheets import real


@dataclass(frozen=True, slots=True)
class Done:
    """The exit code and the output of a command."""

    code: int
    out: str
    err: str


def typed(home: Path, *words: str, out: io.StringIO | None = None) -> Done:
    """The program itself with *words*, in this process, which saves a second for each command. It prints to *out*."""
    out, err = out or io.StringIO(), io.StringIO()
    here, argv = Path.cwd(), sys.argv
    code = 0
    os.environ[HOME], sys.argv = str(home), ["sheets-gm", *words]
    os.chdir(home)
    try:
        with redirect_stdout(out), redirect_stderr(err):
            main()
    except SystemExit as leave:
        code = int(leave.code or 0)
    finally:
        os.chdir(here)
        sys.argv = argv
        del os.environ[HOME]
    return Done(code, out.getvalue(), err.getvalue())


ROBOT = "robot@local-sheets.iam.gserviceaccount.com"


class Place:
    """A local server that takes itself for Google, a folder with files for it, and a person with a spreadsheet."""

    def __init__(self, service: Service, base: str, folder: Path) -> None:
        self.service, self.base, self.folder = service, base, folder
        self.key = credential_files.service_account_key(service.identity, "robot", base)
        credential_files.write(folder / "key.json", self.key)
        self.consent = credential_files.authorized_user(service.identity, "gm@x", base, USER_SCOPES)
        credential_files.write(folder / "user.json", self.consent)
        self.person = real.client(base, service.add_account("gm@x"))
        self.sheet = self.shared("The GM's own")

    def settle(self, **named: Any) -> None:
        """Write the installation's settings."""
        text = dump(Settings(google=Google(endpoint=self.base, **named)))
        (self.folder / FILE).write_text(text, encoding="utf-8")

    def shared(self, title: str, role: str = "writer") -> Any:
        """A new spreadsheet of the person's, shared with the robot."""
        made = self.person.create(title)
        made.share(ROBOT, perm_type="user", role=role, notify=False)
        return made

    def sheets(self, **named: Any) -> GoogleSheets:
        return open_sheets(Google(endpoint=self.base, **named), self.folder)

    def robot(self) -> GoogleSheets:
        return self.sheets(service_account="key.json")

    def ahead(self, **by: float) -> None:
        self.service.clock = lambda: datetime.now(UTC) + timedelta(**by)

    def secrets(self) -> list[str]:
        key = self.key["private_key"].splitlines()[1]
        return [key, self.consent["refresh_token"], self.consent["client_secret"]]
