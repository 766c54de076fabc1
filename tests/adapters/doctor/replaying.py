"""Replaying: the calls of a saved rehearsal, made again on a new local spreadsheet; where it answers differently.

A set of saved answers is a folder with a file for each step. Ids that a service chooses are different each time: the
first answer that holds one says which id of the local spreadsheet stands for it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from requests import Session

from sheets_gm.adapters.doctor.rehearsal.fixtures import Scrubber
from sheets_gm.adapters.doctor.rehearsal.table import STEPS
from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.localsheets.api import in_process as inprocess
from sheets_gm.localsheets.api.service import Service
from sheets_gm.localsheets.drive.storage import Storage

CHOSEN = frozenset(
    {"id", "fileId", "spreadsheetId", "tableId", "metadataId", "startPageToken", "newStartPageToken", "nextPageToken"}
)
"""Fields with ids that a service chooses."""

VARYING = frozenset(
    {"createdTime", "modifiedTime", "viewedByMeTime", "time", "spreadsheetUrl", "webViewLink", "version"}
)
"""Fields that are different each time."""

_ACCOUNT = re.compile(r"account-\d+@example\.org")
_DOCUMENT = re.compile(r"document-\d+")


class Found(NamedTuple):
    """A difference: the step, the number and the address of the call, the place in its answer, and both values."""

    step: str
    call: str
    place: str
    saved: Any
    local: Any


@dataclass
class Replay:
    """A replay on *service*, as an account of it. *ids* are the local ids for those in the saved answers."""

    service: Service = field(default_factory=lambda: Service(Storage(None)))
    ids: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.session = Session()
        self.session.headers["authorization"] = f"Bearer {self.service.add_account('replay@example.org')}"
        inprocess.mount(self.session, self.service)

    def step(self, name: str, exchanges: Sequence[Mapping[str, Any]]) -> Iterator[Found]:
        """Make the calls of a step again, and yield what is answered differently."""
        for text in sorted(set(_ACCOUNT.findall(json.dumps(exchanges)))):
            self.service.add_account(text)
        for number, saved in enumerate(exchanges, start=1):
            status, answer = self._call(saved)
            call = f"{number}: {saved['method']} {urlsplit(saved['address']).path}"
            if status != saved["status"]:
                yield Found(name, call, "status", saved["status"], status)
            else:
                for place, left, right in self._unequal("answer", saved["answer"], answer):
                    yield Found(name, call, place, left, right)

    def _call(self, saved: Mapping[str, Any]) -> tuple[int, Any]:
        body = None if saved["body"] is None else self._local(saved["body"])
        params = [(name, self._local(value)) for name, value in saved["params"]]
        address = "/".join(self.ids.get(part) or self._local(part) for part in saved["address"].split("/"))
        answer = self.session.request(saved["method"], address, params=params, json=body)
        return answer.status_code, answer.json() if answer.content else None

    def _local(self, value: Any) -> Any:
        """*value* with the ids of the local spreadsheet; a document that was there before is made."""
        if isinstance(value, dict):
            return {self._local(key): self._local(each) for key, each in value.items()}
        if isinstance(value, list):
            return [self._local(each) for each in value]
        if not isinstance(value, str):
            return value
        if value in self.ids:
            return self.ids[value]
        return _DOCUMENT.sub(lambda found: self.ids.get(found[0]) or self._made(found[0]), value)

    def _made(self, name: str) -> str:
        self.ids[name] = self.session.post(SHEETS, json={}).json()["spreadsheetId"]
        return self.ids[name]

    def _unequal(self, place: str, saved: Any, local: Any) -> Iterator[tuple[str, Any, Any]]:
        name = place.rpartition(".")[2]
        if name in VARYING:
            return
        if isinstance(saved, dict) and isinstance(local, dict):
            local = {key: value for key, value in local.items() if key not in SCRUBBED}
            for key in dict.fromkeys((*saved, *local)):
                yield from self._unequal(f"{place}.{key}", saved.get(key), local.get(key))
        elif isinstance(saved, list) and isinstance(local, list) and len(saved) == len(local):
            for at, (left, right) in enumerate(zip(saved, local, strict=True)):
                yield from self._unequal(f"{place}[{at}]", left, right)
        elif name in CHOSEN and self.ids.setdefault(str(saved), str(local)) == str(local):
            return
        elif isinstance(saved, str) and isinstance(local, str):
            if self._local(saved) != local and not self._is_same_account(saved, local):
                yield place, saved, local
        elif saved != local or isinstance(saved, bool) is not isinstance(local, bool):
            yield place, saved, local

    def _is_same_account(self, saved: str, local: str) -> bool:
        return bool(_ACCOUNT.fullmatch(saved)) and self.ids.setdefault(saved, local) == local


SCRUBBED = frozenset({"displayName", "photoLink", "permissionId"})


def replay(folder: Path) -> list[Found]:
    """What the local spreadsheet answers differently from the set in *folder*, in the order of the steps."""
    again = Replay()
    found: list[Found] = []
    for step in STEPS:
        file = folder / f"{step.name}.json"
        if file.is_file():
            exchanges = json.loads(file.read_text(encoding="utf-8"))["exchanges"]
            found += again.step(step.name, Scrubber().scrub(exchanges))
    again.service.close()
    return found
