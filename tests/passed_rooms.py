"""Rooms of tests that stand on their own feet: run whole when what they test has changed since they last passed whole.

The local spreadsheet imports nothing of the rest, and its tests import nothing but it. What they follow from has a
hash, and a run in which all of them pass notes it in a file beside them, which is committed with the change. While the
hash is the noted one, the run of the day leaves the room out; who names the room, or says `--all`, runs it all.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import sampling
from tests.sampling import LENGTH, ROOT

NOTE = "passed.txt"


@dataclass(frozen=True)
class Room:
    """The tests in *folder*, and all that they *follow_from*."""

    folder: str
    follow_from: tuple[str, ...]

    def hash(self, root: Path = ROOT) -> str:
        """The hash of all that the tests of this room follow from: names and bytes."""
        found = hashlib.sha256()
        for path in self._files(root):
            data = path.read_bytes()
            found.update(f"{path.relative_to(root).as_posix()} {len(data)}\n".encode())
            found.update(data)
        return found.hexdigest()[:LENGTH]

    def _files(self, root: Path) -> Iterable[Path]:
        for name in (self.folder, *self.follow_from):
            for path in sorted([root / name, *(root / name).rglob("*")]):
                hidden = any(part.startswith(".") or part == "__pycache__" for part in path.relative_to(root).parts)
                if path.is_file() and not hidden and path != self._note(root):
                    yield path

    def _note(self, root: Path) -> Path:
        return root / self.folder / NOTE

    def has_passed(self, root: Path = ROOT) -> bool:
        """Whether all tests of this room passed with all that they follow from as it is."""
        note = self._note(root)
        return note.is_file() and note.read_text("utf-8").strip() == self.hash(root)

    def note_that_it_passed(self, root: Path = ROOT) -> None:
        """Note that all tests of this room passed; nothing is written where that is noted already."""
        if not self.has_passed(root):
            self._note(root).write_text(f"{self.hash(root)}\n", encoding="utf-8")


ROOMS = (
    Room(
        "tests/localsheets",
        ("sheets_gm/localsheets", "tests/accessibility.py", "tests/browsing.py", "tests/patience.py", "uv.lock"),
    ),
)


def resting(words: Sequence[str]) -> tuple[str, ...]:
    """The folders, each with a "/", of the rooms that passed and rest where *words* name what is run."""
    if sampling.runs_everything():
        return ()
    named = [room for room in ROOMS if any(word.startswith(room.folder) for word in words)]
    return tuple(f"{room.folder}/" for room in ROOMS if room not in named and room.has_passed())


def note_what_passed(words: Sequence[str]) -> None:
    """Note, after a run in which no test failed and nothing was left out by options, which rooms passed whole."""
    for room in ROOMS:
        if any(room.folder.startswith(Path(word).as_posix().rstrip("/")) for word in words):
            room.note_that_it_passed()
