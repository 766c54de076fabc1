"""Asking: the rows of a table are tried one after another, and each answer that differs is reported."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheets_gm.adapters.doctor.rehearsal.stage import Exchange, Stage, title_of
from sheets_gm.adapters.google.calls.api import SHEETS, Body
from sheets_gm.adapters.google.calls.cell_requests import tab_id
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

KEY = "rehearsal"
SHEET = tab_id(KEY)
"""The id of the tab of a row: each row adds it and deletes it, as `rebuild` does with a tab that somebody deleted."""

Answers: TypeAlias = dict[str, Any]
"""Values from earlier answers that later calls of a row need, by name."""


class Some:
    """A list of expected values: each of *wanted* must be in one of the returned values, in any order."""

    def __init__(self, *wanted: Any) -> None:
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Ask:
    """One call, and the expected answer: its *status*, and content that includes *answer*.

    *what* names the call. “<name>” stands for a value that an earlier call of the row has kept: *keep* returns the
    values to keep from an answer, by name. *second*: the second account makes the call. *within*: for how many seconds
    it is repeated until the answer is right. *measure* names this time. *leaves*: the reason for skipping the row after
    a 403. *minor*: play continues even if the answer differs.
    """

    what: str
    method: str
    address: str
    body: Body | None = None
    params: Body | None = None
    status: int = 200
    answer: Any = None
    keep: Callable[[Any], Answers] = lambda _answer: {}
    second: bool = False
    within: float = 0.0
    measure: str = ""
    leaves: str = ""
    minor: bool = False


@dataclass(frozen=True, slots=True)
class Do:
    """Something that no single call shows: *do* tries it with the kept values, and should return *answer*."""

    what: str
    do: Callable[[Stage, Answers], Any]
    answer: Any


def question(text: str) -> Do:
    """Return a question to the person at the keyboard, whose answer should be yes."""
    return Do(text, lambda stage, kept: stage.said(f"{_filled(text, kept)} (y/n)?").strip().lower()[:1], "y")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table. Its *asks* are tried in order, on a separate tab of the size *tab*, if given.

    *does* describes them. *means* and *advice* tell a game master what a difference means, and what to do. *minor*:
    play continues despite any difference. *needs* is an option without which the row is skipped; a row that needs
    --invite is tried for each address.
    """

    name: str
    does: str
    means: str
    advice: str
    asks: Sequence[Ask | Do]
    tab: tuple[int, int] | None = None
    minor: bool = False
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """An answer that differs; *breaks* is whether it breaks play."""

    fact: str
    expected: Any
    found: Any
    breaks: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """A row that was tried. *left_out* is the reason if it was skipped."""

    row: Row
    differences: tuple[Difference, ...] = ()
    seconds: float = 0.0
    calls: dict[str, int] = field(default_factory=dict)
    measures: dict[str, Any] = field(default_factory=dict)
    exchanges: tuple[Exchange, ...] = ()
    left_out: str = ""

    @property
    def breaks(self) -> bool:
        """Whether a difference breaks play."""
        return any(each.breaks for each in self.differences)


class LeftOut(Exception):
    """The row cannot be tried with this account, as expected. The message states why."""


FAILED = "failed"
"""The name of the fact that a row could not be completed."""

PAUSE = 5.0
"""Seconds between two looks at something that may take a while."""


def rehearsed(stage: Stage, rows: Sequence[Row], begins: Callable[[Row], None] = lambda _row: None) -> Iterator[Tried]:
    """Try one row after another. Everything that was made is removed at the end, even after an error."""
    try:
        for row in rows:
            begins(row)
            yield _tried(stage, row)
    finally:
        stage.close()


def _tried(stage: Stage, row: Row) -> Tried:
    if lacking := next((each for each in row.needs.split() if not stage.has(each)), ""):
        return Tried(row, left_out=f"needs {lacking}")
    before, first, started = Counter(stage.sheets.calls), len(stage.exchanges), stage.clock()
    stage.measures.clear()
    differences: list[Difference] = []
    why = ""
    try:
        differences += asked(stage, row)
    except LeftOut as left_out:
        why = str(left_out)
    except (SheetsRefused, SheetsDown, LookupError, TypeError, ValueError, AttributeError) as error:
        # the rehearsal continues, and the answer is among those that are saved
        differences.append(Difference(FAILED, "done", f"{type(error).__name__}: {error}", not row.minor))
    calls = Counter(stage.sheets.calls) - before
    seconds, exchanges = stage.clock() - started, tuple(stage.exchanges[first:])
    return Tried(row, tuple(differences), seconds, dict(calls), dict(stage.measures), exchanges, why)


def asked(stage: Stage, row: Row) -> Iterator[Difference]:
    """Yield the answers that differ from *row*. If a call fails that should succeed, the rest is skipped."""
    guests = stage.guests if row.needs == "--invite" else ("",)
    for number, guest in enumerate(guests, start=1):
        kept = {**stage.kept(), "guest": guest, "title": title_of(row.name)}
        prefix = f"address {number} " if guest else ""
        with stage.tab(SHEET, kept["title"], row.tab):
            for ask in row.asks:
                differences = list(_differences(stage, ask, kept))
                for fact, expected, answer in differences:
                    breaks = not row.minor and not (isinstance(ask, Ask) and ask.minor)
                    yield Difference(f"{prefix}{fact}", expected, answer, breaks)
                if isinstance(ask, Ask) and ask.status == 200 and any(fact == ask.what for fact, *_ in differences):
                    break


def _differences(stage: Stage, ask: Ask | Do, kept: Answers) -> Iterator[tuple[str, Any, Any]]:
    if isinstance(ask, Ask):
        yield from _answered(stage, ask, kept)
        return
    try:
        answer = ask.do(stage, kept)
    except (SheetsRefused, SheetsDown) as error:
        answer = str(error)
    yield from unequal(ask.what, ask.answer, answer)


def _answered(stage: Stage, ask: Ask, kept: Answers) -> Iterator[tuple[str, Any, Any]]:
    started = stage.clock()
    while True:
        status, answer = _call(stage, ask, kept)
        wrong = [*unequal(ask.what, _filled(ask.answer, kept), answer)] if status == ask.status else []
        if not wrong or stage.clock() - started > ask.within:
            break
        stage.sleep(PAUSE)
    if ask.measure:
        stage.measures[ask.measure] = round(stage.clock() - started, 2)
    if status != ask.status:
        if ask.leaves and status == 403:
            raise LeftOut(f"{ask.leaves} (refused: {_reason(status, answer)})")
        yield ask.what, ask.status, _reason(status, answer)
        return
    yield from wrong
    try:
        kept.update(ask.keep(answer))
    except (LookupError, TypeError):
        yield ask.what, "an answer that is understood", answer


def _call(stage: Stage, ask: Ask, kept: Answers) -> tuple[int, Any]:
    """Return the status and the answer of one call."""
    before = len(stage.exchanges)
    sheets = stage.second if ask.second and stage.second else stage.sheets
    try:
        sheets.call(ask.method, *(_filled(each, kept) for each in (ask.address, ask.body, ask.params)))
    except (SheetsRefused, SheetsDown) as error:
        if len(stage.exchanges) == before:
            return 0, str(error)
    last = stage.exchanges[-1]
    return (200 if last.status == 204 else last.status), last.answer or {}


def _filled(value: Any, named: Answers) -> Any:
    """Return *value* with kept values in place of their names."""
    if isinstance(value, dict):
        return {key: _filled(each, named) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(each, named) for each in value]
    if isinstance(value, Some):
        return Some(*_filled(value.wanted, named))
    if isinstance(value, str) and value[:1] == "<" and value[1:-1] in named:
        return named[value[1:-1]]
    if isinstance(value, str) and "<" in value:
        for name, each in named.items():
            value = value.replace(f"<{name}>", str(each))
    return value


def _reason(status: int, answer: Any) -> str:
    """Return the status and reason of an answer: "200", "403 sharingRateLimitExceeded", "400 INVALID_ARGUMENT"."""
    error = answer.get("error") if isinstance(answer, dict) else answer
    if not isinstance(error, dict):
        return f"{status} {error or ''}".strip()
    words = (each["reason"] for each in error.get("errors", ()) if "reason" in each)
    return f"{status} {next(words, error.get('status', ''))}".strip()


ROUNDED = 0.003
"""The largest rounding error of a number from the service, such as a part of a colour."""


def unequal(path: str, wanted: Any, answer: Any) -> Iterator[tuple[str, Any, Any]]:
    """Yield the innermost places where *answer* lacks what is *wanted*. False, zero and empty values may be absent."""
    if wanted is None or (not wanted and not answer):
        return
    if isinstance(wanted, Some):
        for one in wanted.wanted:
            if not any(not [*unequal(path, one, each)] for each in answer or ()):
                yield path, one, answer
    elif isinstance(wanted, dict) and isinstance(answer, dict):
        for key, each in wanted.items():
            yield from unequal(f"{path}.{key}", each, answer.get(key))
    elif isinstance(wanted, list | tuple) and isinstance(answer, list | tuple) and len(wanted) == len(answer):
        for at, (left, right) in enumerate(zip(wanted, answer, strict=True)):
            yield from unequal(f"{path}[{at}]", left, right)
    elif isinstance(wanted, float) and isinstance(answer, int | float):
        if abs(wanted - answer) > ROUNDED:
            yield path, wanted, answer
    elif wanted != answer or isinstance(wanted, bool) is not isinstance(answer, bool):
        yield path, wanted, answer


def batch(what: str, *requests: Body, **more: Any) -> Ask:
    """Return the call that applies *requests* to the spreadsheet."""
    return Ask(what, "post", f"{SHEETS}/<document>:batchUpdate", {"requests": list(requests)}, **more)


def get(what: str, mask: str, answer: Any = None, **more: Any) -> Ask:
    """Return the call that reads fields of the spreadsheet."""
    return Ask(what, "get", f"{SHEETS}/<document>", params={"fields": mask}, answer=answer, **more)


def get_tab(what: str, mask: str, tab: Body, area: str = "A1", **more: Any) -> Ask:
    """Return the call that reads fields of the row's *tab*, in the cells *area*."""
    params = {"fields": f"sheets.{mask}", "ranges": f"'<title>'!{area}"}
    return Ask(what, "get", f"{SHEETS}/<document>", params=params, answer={"sheets": [tab]}, **more)


def get_list(what: str, area: str, rule: Body) -> Ask:
    """Return the call that reads the drop-down of the cell *area* on the row's tab."""
    cells = {"data": [{"rowData": [{"values": [{"dataValidation": rule}]}]}]}
    return get_tab(what, "data.rowData.values.dataValidation", cells, area)


def typing(what: str, area: str, *values: Sequence[Any]) -> Ask:
    """Return the call with which a person types rows of *values* on the row's tab."""
    address = f"{SHEETS}/<document>/values/'<title>'!{area}"
    return Ask(what, "put", address, {"values": list(values)}, {"valueInputOption": "USER_ENTERED"})


def reading(what: str, area: str, *values: Sequence[Any], **more: Any) -> Ask:
    """Return the call that reads cells of the row's tab, whose rows should be *values*; none if they are empty."""
    address = f"{SHEETS}/<document>/values/'<title>'!{area}"
    params = {"valueRenderOption": "UNFORMATTED_VALUE"}
    return Ask(what, "get", address, None, params, answer={"values": [list(each) for each in values]}, **more)
