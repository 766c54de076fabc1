"""An installation in a folder of its own: settings, a token, and a local spreadsheet server to talk to."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sheets_gm.adapters.files.private_files import write_private
from sheets_gm.adapters.installation import settings
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.http_server import server


@contextmanager
def installation(home: Path) -> Iterator[Service]:
    """Make *home* one, with a server that runs until the block ends."""
    service = server.open_service(home / "sheets")
    with server.running(service) as base:
        write_private(home / "token", service.add_account("sync@table"))
        named = settings.Settings(google=settings.Google(endpoint=base, token_file="token"))
        (home / settings.FILE).write_text(settings.dump(named), encoding="utf-8")
        yield service
    service.close()
