"""Fixtures: the raw answers of each step in a file, without addresses, names and ids of documents.

They are for tests of the local spreadsheet: the same calls should be answered in the same way there.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sheets_gm.adapters.doctor.rehearsal.recording import Exchange
from sheets_gm.adapters.doctor.rehearsal.rehearsal import Tried

_ADDRESS = re.compile(r"[A-Za-z0-9._%+'-]{1,64}(?:@|%40)[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*")
_DOCUMENT = re.compile(
    r"(?<=/spreadsheets/)[A-Za-z0-9_-]{20,}|(?<=/files/)[A-Za-z0-9_-]{20,}|(?<=/d/)[A-Za-z0-9_-]{20,}"
)
REPORT = "report.json"
"""The file that says what was found: steps, differences, seconds, calls."""

_NAMES = frozenset({"displayName", "photoLink", "permissionId"})
"""Fields about a person that are left out."""


class Scrubber:
    """Replaces addresses and ids by words that are the same for the same one."""

    def __init__(self) -> None:
        self._words: dict[str, str] = {}

    def learn(self, exchanges: Iterable[Exchange]) -> None:
        """Learn the ids of the documents that are called."""
        for each in exchanges:
            for found in _DOCUMENT.findall(each.address):
                self._words.setdefault(found, f"document-{len(self._words) + 1}")

    def scrub(self, value: Any) -> Any:
        """*value* (JSON) without what names somebody or something."""
        if isinstance(value, dict):
            return {self._text(key): self.scrub(each) for key, each in value.items() if key not in _NAMES}
        if isinstance(value, list | tuple):
            return [self.scrub(each) for each in value]
        return self._text(value) if isinstance(value, str) else value

    def _text(self, text: str) -> str:
        for known, word in self._words.items():
            text = text.replace(known, word)
        if "@" not in text and "%40" not in text:
            return text
        return _ADDRESS.sub(lambda found: self._address(found[0]), text)

    def _address(self, found: str) -> str:
        key = found.casefold().replace("%40", "@")
        if key.startswith("account-") and key.endswith("@example.org"):
            return found
        if key not in self._words:
            self._words[key] = f"account-{len(self._words) + 1}@example.org"
        return self._words[key]


def save(folder: Path, tried: Tried, scrubber: Scrubber) -> Path:
    """Write the answers of a step into *folder*, and return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    scrubber.learn(tried.exchanges)
    file = folder / f"{tried.step.name}.json"
    made = {
        "step": tried.step.name,
        "does": tried.step.does,
        "differences": [asdict(each) for each in tried.differences],
        "exchanges": [{k: v for k, v in asdict(each).items() if k != "size"} for each in tried.exchanges],
    }
    file.write_text(json.dumps(scrubber.scrub(made), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def save_report(folder: Path, report: Mapping[str, Any], scrubber: Scrubber) -> Path:
    """Write what was found into *folder*, for the maintainers of the program; return the file."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / REPORT
    file.write_text(json.dumps(scrubber.scrub(dict(report)), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return file
