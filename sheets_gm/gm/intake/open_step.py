"""The step for which rows are read, and what a running match adds to it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from sheets_gm.games.contract import Game
from sheets_gm.gm.intake.checked_rows import FormatTime, Heading
from sheets_gm.gm.known_answers import KnownAnswers
from sheets_gm.gm.match_record.drafts import Draft
from sheets_gm.gm.side_jobs import Report
from sheets_gm.kernel.defaults import nothing
from sheets_gm.kernel.forms import Form, Reply, Typed
from sheets_gm.kernel.outcome import Order, Remark
from sheets_gm.sheet.reading import Key


class DeskRules(NamedTuple):
    """The rules of the desk forms.

    `check(seat, order, is_asked)`: what is wrong with a row; *is_asked*: its owner was asked to tick it once more.
    `answer(seat, order)`: the answer to a row that asks.
    """

    check: Callable[[str, Order, bool], Remark | None]
    answer: Callable[[str, Order], Reply | Remark]


class Absent(NamedTuple):
    """The seats and teams that are *excused* or *away*, and the seats that have a deputy."""

    excused: frozenset[str] = frozenset()
    away: frozenset[str] = frozenset()
    deputized: frozenset[str] = frozenset()


NOBODY = Absent()


def name_as_heading(_form: str, field: str) -> str:
    """Return the name of the field as the heading of its column, if no template is known."""
    return field


@dataclass(frozen=True, slots=True)
class RunningMatch:
    """What a running match adds to a step.

    *entry* is the number of the entry that led to the position: a row that asks and was answered since then is not
    answered again. Without the rules of the *desk*, its forms are not supported. *heading* returns the headings of
    columns. *answers* are cached answers about this position.
    """

    entry: int | None = None
    desk: DeskRules | None = None
    heading: Heading = name_as_heading
    format_time: FormatTime = str
    report: Report = nothing
    answers: KnownAnswers = field(default_factory=KnownAnswers)


@dataclass(frozen=True, slots=True)
class OpenStep:
    """The step for which rows are read: its position and forms, the drafts of the last poll, who is *absent*.

    *locked* are the cells of a lock whose step is not played yet. *now* is when the rows are read.
    """

    game: Game[Any, Any]
    state: Any
    forms: Sequence[Form]
    drafts: Mapping[Key, Draft] = field(default_factory=dict)
    absent: Absent = NOBODY
    locked: Mapping[Key, Mapping[str, Typed]] | None = None
    now: float = 0.0
    match: RunningMatch = field(default_factory=RunningMatch)
