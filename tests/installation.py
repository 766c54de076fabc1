"""An installation in a folder of its own: settings, a token, and a local spreadsheet server to talk to."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sheets_gm.adapters import settings
from sheets_gm.adapters.private import write_private
from sheets_gm.localsheets import server
from sheets_gm.localsheets.service import Service


@contextmanager
def installation(home: Path) -> Iterator[Service]:
    """Make *home* one, with a server that runs until the block ends."""
    held = server.listen(server.LOOPBACK, 0)
    base = f"http://{server.LOOPBACK}:{held.getsockname()[1]}"
    service = server.open_service(home / "sheets", address=base)
    threading.Thread(target=server.serve_quietly, args=(service, held), daemon=True).start()
    write_private(home / "token", service.add_account("sync@table"))
    named = settings.Settings(google=settings.Google(endpoint=base, token_file="token"))
    (home / settings.FILE).write_text(settings.dump(named), encoding="utf-8")
    yield service
    held.close()
