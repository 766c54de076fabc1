"""The site of the documentation is built."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def test_the_site_is_built_with_a_search_and_no_link_that_leads_nowhere() -> None:
    done = subprocess.run([ROOT / "scripts" / "site"], capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode == 0, done.stderr[-3000:]
    built = ROOT / "build" / "site"
    assert (built / "search" / "search_index.json").is_file()
    page = (built / "running.html").read_text(encoding="utf-8")
    assert '<meta name="viewport" content="width=device-width' in page
    fetched = re.findall(r'(?:src|href)="(https?://[^"]+\.(?:js|css|woff2?))"', page)
    assert fetched == []
