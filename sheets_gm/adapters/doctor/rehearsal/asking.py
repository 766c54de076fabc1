"""Asking: the rows of a table are tried one after another, and whatever is answered otherwise is a difference."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from sheets_gm.adapters.doctor.rehearsal.stage import TITLE, Exchange, Stage
from sheets_gm.adapters.google.calls.api import SHEETS, Body
from sheets_gm.adapters.google.calls.cell_requests import tab_id
from sheets_gm.gm.ports.sheets import SheetsDown, SheetsRefused

Kept: TypeAlias = dict[str, Any]
"""What later calls of a row need of earlier answers, by name."""


class Some:
    """Each of *wanted* should be held by one of the values that are answered, in whatever order they come."""

    def __init__(self, *wanted: Any) -> None:
        self.wanted = wanted


@dataclass(frozen=True, slots=True)
class Ask:
    """One call, and what the service should answer: *status*, and what holds at least *answer*.

    *what* names it. “<name>” stands for what an earlier call of the row has kept: *keep* returns what is kept of the
    answer, by name. *makes*: the answer has the id of a file that must be deleted. *within*: the seconds for which it
    is asked again until the answer is right. *measure* names its seconds. *leaves* is why the row is left out after a
    403. *bears*: play goes on if the answer is another one.
    """

    what: str
    method: str
    address: str
    body: Body | None = None
    params: Body | None = None
    status: int = 200
    answer: Any = None
    keep: Callable[[Any], Kept] | None = None
    makes: bool = False
    within: float = 0.0
    measure: str = ""
    leaves: str = ""
    bears: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Something that the person at the keyboard does or sees; the answer should be yes."""

    text: str


@dataclass(frozen=True, slots=True)
class Do:
    """What no single call shows: *do* tries it, and should return *answer*."""

    what: str
    do: Callable[[Stage], Any]
    answer: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table: *asks* are tried in their order, on a tab of its own of so many rows and columns, if any.

    *does* describes them; *means* and *advice* describe what a difference means to a GM, and what to do.
    *bears*: the program bears any difference. Without the option *needs* the row is left out; one that needs --invite
    is asked for each address.
    """

    name: str
    does: str
    means: str
    advice: str
    asks: Sequence[Ask | Question | Do]
    tab: tuple[int, int] | None = None
    bears: bool = False
    needs: str = ""


@dataclass(frozen=True, slots=True)
class Difference:
    """What was answered otherwise; *breaks* is whether it breaks play."""

    fact: str
    expected: Any
    found: Any
    breaks: bool


@dataclass(frozen=True, slots=True)
class Tried:
    """A row that was tried. *left_out* is the reason why it was not."""

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
    """A row cannot be tried with this account, as is expected of it; the message states why."""


FAILED = "failed"
"""The fact that a row could not be tried to its end."""

PAUSE = 5.0
"""Seconds between two looks at what may take a while."""


@dataclass
class Rehearsal:
    """The rehearsal of *rows* on *stage*. After `run`, *left* has what could not be removed, a line each."""

    stage: Stage
    rows: Sequence[Row]
    begins: Callable[[Row], None] = lambda _row: None
    left: tuple[str, ...] = ()

    def run(self) -> Iterator[Tried]:
        """Try one row after another. What was made is removed at the end, however it ends."""
        try:
            for row in self.rows:
                self.begins(row)
                yield self._try(row)
        finally:
            self.left = self.stage.close()

    def _try(self, row: Row) -> Tried:
        stage = self.stage
        if not _has(stage, row.needs):
            return Tried(row, left_out=f"needs {row.needs}")
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
            differences.append(Difference(FAILED, "done", f"{type(error).__name__}: {error}", not row.bears))
        calls = Counter(stage.sheets.calls) - before
        seconds, exchanges = stage.clock() - started, tuple(stage.exchanges[first:])
        return Tried(row, tuple(differences), seconds, dict(calls), dict(stage.measures), exchanges, why)


def _has(stage: Stage, option: str) -> bool:
    """Whether a rehearsal was given what *option* gives."""
    given = {
        "": True,
        "--invite": bool(stage.guests),
        "--second": stage.second is not None,
        "--by-hand": stage.ask is not None,
        "--quota": stage.exhausts,
    }
    return given[option]


def asked(stage: Stage, row: Row) -> Iterator[Difference]:
    """What is answered otherwise than *row* says. After a refusal, what comes after it is not asked. `LeftOut`."""
    guests = stage.guests if row.needs == "--invite" else ("",)
    for number, guest in enumerate(guests, start=1):
        kept: Kept = {"document": stage.document, "link": stage.sheets.link(stage.document)}
        kept |= {"guest": guest, "title": f"{TITLE} {row.name}"}
        prefix = f"address {number} " if guest else ""
        sheet = tab_id(f"rehearsal {row.name}")
        if row.tab:
            grid = {"rowCount": row.tab[0], "columnCount": row.tab[1]}
            stage.batch(
                {"addSheet": {"properties": {"sheetId": sheet, "title": kept["title"], "gridProperties": grid}}}
            )
        try:
            for ask in row.asks:
                found = list(_differences(stage, row, ask, kept))
                yield from (_named(prefix, each) for each in found)
                if any(each.fact == ask.what for each in found if isinstance(ask, Ask)):
                    break
        finally:
            if row.tab:
                stage.batch({"deleteSheet": {"sheetId": sheet}})


def _named(prefix: str, each: Difference) -> Difference:
    return Difference(f"{prefix}{each.fact}", each.expected, each.found, each.breaks)


def _differences(stage: Stage, row: Row, ask: Ask | Question | Do, kept: Kept) -> Iterator[Difference]:
    breaks = not row.bears
    if isinstance(ask, Question):
        question = _filled(ask.text, kept)
        said = stage.ask(f"{question} (y/n)?").strip().lower()[:1] if stage.ask else ""
        if said != "y":
            yield Difference(question, "y", said, breaks)
        return
    if isinstance(ask, Do):
        try:
            found = ask.do(stage)
        except (SheetsRefused, SheetsDown) as error:
            found = str(error)
        yield from (Difference(*each, breaks) for each in unequal(ask.what, ask.answer, found))
        return
    breaks = breaks and not ask.bears
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
        yield Difference(ask.what, ask.status, _reason(status, answer), breaks)
        return
    yield from (Difference(*each, breaks) for each in wrong)
    if ask.makes:
        kept["file"] = str(answer.get("id") or answer["spreadsheetId"])
        stage.made.append(kept["file"])
    if ask.method == "delete" and kept.get("file") in stage.made:
        stage.made.remove(kept["file"])
    try:
        kept.update(ask.keep(answer) if ask.keep else {})
    except (LookupError, TypeError):
        yield Difference(ask.what, "an answer that is understood", answer, breaks)


def _call(stage: Stage, ask: Ask, kept: Kept) -> tuple[int, Any]:
    """The status and the answer of one call."""
    before = len(stage.exchanges)
    try:
        stage.sheets.call(ask.method, *(_filled(each, kept) for each in (ask.address, ask.body, ask.params)))
    except (SheetsRefused, SheetsDown) as error:
        if len(stage.exchanges) == before:
            return 0, str(error)
    last = stage.exchanges[-1]
    return (200 if last.status == 204 else last.status), last.answer or {}


def _filled(value: Any, kept: Kept) -> Any:
    """*value* with what was kept in the place of its names."""
    if isinstance(value, dict):
        return {key: _filled(each, kept) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_filled(each, kept) for each in value]
    if isinstance(value, Some):
        return Some(*_filled(value.wanted, kept))
    if isinstance(value, str) and value[:1] == "<" and value[1:-1] in kept:
        return kept[value[1:-1]]
    if isinstance(value, str) and "<" in value:
        for name, each in kept.items():
            value = value.replace(f"<{name}>", str(each))
    return value


def _reason(status: int, answer: Any) -> str:
    """The status and reason of an answer: "200", "403 sharingRateLimitExceeded", "400 INVALID_ARGUMENT"."""
    error = answer.get("error") if isinstance(answer, dict) else answer
    if not isinstance(error, dict):
        return f"{status} {error or ''}".strip()
    words = (each["reason"] for each in error.get("errors", ()) if "reason" in each)
    return f"{status} {next(words, error.get('status', ''))}".strip()


def unequal(path: str, wanted: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost places where *found* does not hold what is *wanted*; what is false, zero or empty may be absent."""
    if wanted is None or (not wanted and not found):
        return
    if isinstance(wanted, Some):
        for one in wanted.wanted:
            if not any(not [*unequal(path, one, each)] for each in found or ()):
                yield path, one, found
    elif isinstance(wanted, dict) and isinstance(found, dict):
        for key, each in wanted.items():
            yield from unequal(f"{path}.{key}", each, found.get(key))
    elif isinstance(wanted, list | tuple) and isinstance(found, list | tuple) and len(wanted) == len(found):
        for at, (left, right) in enumerate(zip(wanted, found, strict=True)):
            yield from unequal(f"{path}[{at}]", left, right)
    elif isinstance(wanted, float) and isinstance(found, int | float):
        if abs(wanted - found) > ROUNDED:
            yield path, wanted, found
    elif wanted != found or isinstance(wanted, bool) is not isinstance(found, bool):
        yield path, wanted, found


ROUNDED = 0.003
"""By how much a service may round a number: the parts of a colour."""


def batch(what: str, *requests: Body, **more: Any) -> Ask:
    """The call that applies *requests* to the spreadsheet."""
    return Ask(what, "post", f"{SHEETS}/<document>:batchUpdate", {"requests": list(requests)}, **more)


def get(what: str, mask: str, answer: Any = None, **more: Any) -> Ask:
    """The call that reads fields of the spreadsheet."""
    return Ask(what, "get", f"{SHEETS}/<document>", params={"fields": mask}, answer=answer, **more)


def get_tab(what: str, mask: str, tab: Body, area: str = "A1", **more: Any) -> Ask:
    """The call that reads fields of the row's own *tab*, of which *area* is on the answer."""
    params = {"fields": f"sheets.{mask}", "ranges": f"'<title>'!{area}"}
    return Ask(what, "get", f"{SHEETS}/<document>", params=params, answer={"sheets": [tab]}, **more)


def get_list(what: str, area: str, rule: Body) -> Ask:
    """The call that reads the list of the cell *area* of the row's own tab."""
    cells = {"data": [{"rowData": [{"values": [{"dataValidation": rule}]}]}]}
    return get_tab(what, "data.rowData.values.dataValidation", cells, area)


def typing(what: str, area: str, *values: Sequence[Any]) -> Ask:
    """The call by which a person types rows of *values* on the row's own tab."""
    address = f"{SHEETS}/<document>/values/'<title>'!{area}"
    return Ask(what, "put", address, {"values": list(values)}, {"valueInputOption": "USER_ENTERED"})


def reading(what: str, area: str, values: Sequence[Sequence[Any]], **more: Any) -> Ask:
    """The call that reads cells of the row's own tab, which should be *values*; none if they are empty."""
    address = f"{SHEETS}/<document>/values/'<title>'!{area}"
    params = {"valueRenderOption": "UNFORMATTED_VALUE"}
    return Ask(what, "get", address, None, params, answer={"values": [list(each) for each in values]}, **more)
