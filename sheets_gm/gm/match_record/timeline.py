"""The timeline: which entries a rewind has undone. They stay in the journal, and another rewind can restore them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sheets_gm.kernel.actions import Concede, Join, Override, Promote, Rewind, read_action
from sheets_gm.kernel.match.journal import Entry

OF_POSITION = (Concede, Join, Override, Promote, Rewind)
"""The acts that change the position. A rewind takes back no others: what was said and who plays stays."""


def rewound_to(entry: Entry) -> int | None:
    """Return the number of the entry that *entry* rewinds to; None if it is not a rewind."""
    action = read_action(entry.act) if entry.act is not None else None
    return action.to if isinstance(action, Rewind) else None


def undone(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the numbers of those of *entries*, the newest of a journal, that a rewind has undone."""
    return _gone([(entry.number, None if entry.act is None else rewound_to(entry)) for entry in entries])


def taken_back(entries: Iterable[Entry]) -> frozenset[int]:
    """Return the numbers of the entries that a rewind has undone, without actions that do not change the position."""
    marks = [
        (entry.number, None, True) if entry.act is None else (entry.number, rewound_to(entry), _is_of_position(entry))
        for entry in entries
    ]
    gone = _gone([(number, back) for number, back, _ in marks])
    return frozenset([number for number, _, is_of_position in marks if is_of_position and number in gone])


def _gone(rewinds: Sequence[tuple[int, int | None]]) -> frozenset[int]:
    """Return the numbers that are undone, from each number and where it rewinds to. No entry is held for it."""
    gone: list[int] = []
    to: int | None = None
    for number, back in reversed(rewinds):
        if to is not None and number > to:
            gone.append(number)
        else:
            to = back
    return frozenset(gone)


def _is_of_position(entry: Entry) -> bool:
    return entry.act is None or isinstance(read_action(entry.act), OF_POSITION)
