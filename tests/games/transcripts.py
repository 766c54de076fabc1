"""Transcripts: short matches as texts, with all that they log, show, ask and refuse, turn by turn.

A file `tests/games/<game>/transcripts/<name>.txt` begins with the match that it records: a line of JSON with the
players, the bots, the seed, the number of steps and the settings. Below it stands what happened. Each step has its
label and the digest of its position; each line of the log is there as its readers read it, each refusal and each answer
to an ask as a sentence, and each tab and each form as two short digests (of what it says, and of the styles it is drawn
in), by who sees it. A digest stands only where it changed, a sentence about a row only where it first comes up.

    python -m tests.games.transcripts --write [GAME...]
    python -m tests.games.transcripts --full GAME NAME

The first writes the files anew, after a change that is meant to change them: read the diff before you commit it. The
second prints a transcript with everything in full that a file has as a digest: print it before and after a change, and
compare. A new transcript is a new file that has only its first line; write it then.

Headings, widths and colours of a template change no transcript; its sentences do.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cached_property, partial
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from sheets_gm.games.contract import Bot, Filled
from sheets_gm.games.finding import game, games
from sheets_gm.games.play_out import (
    Row,
    bot_dice,
    charter_of,
    fill,
    next_orders,
    order_of,
    seats_for,
    seats_with_standing,
)
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.questions.played import sees
from sheets_gm.gm.workbooks.drawing import draw_view_tab
from sheets_gm.kernel.dice import Dice, Secrets
from sheets_gm.kernel.forms import Close, Field, Form, FormRow, Typed
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step
from sheets_gm.kernel.outcome import GM, Event, Order, Remark, Uneventful
from sheets_gm.kernel.rules import remarks_together
from sheets_gm.kernel.seats import teams_of
from sheets_gm.sheet.drawn import Drawn
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.tabs import HistoryTab, ViewTab, template_for_tabs
from sheets_gm.sheet.template import TabTemplate
from tests.games.asked import AnyGame, template
from tests.kept import Kept, assert_kept, write

ROWS_TRIED = 3
"""Rows of a form in which something wrong is typed at each step."""

ROWS_TYPED = 2
"""Rows of a form in which a text may be typed in place of what a bot chose."""

ASKS = 3
"""Asks that are put at each step."""

ALIKE = 1
"""Sentences that are written of those that refuse the same of a field; all of them count in the digest."""

IN_FULL = 6
"""At one step in this many, what is asked and answered is written in full."""

LEAVING = 5
"""At one step in this many it is written what would be if a side gave up."""

LONGEST = 240
"""Letters of a sentence; what is longer is cut, and has its digest."""


@dataclass(frozen=True)
class Recorded:
    """A match that a transcript records. *bots* are by seat; a seat that has none plays at random.

    A *brief* transcript has one line for each step, with a digest of everything of one sort.
    *typed* are rows by form that somebody types now and then in place of what a bot chose: cells with texts, in which
    "{to:3}" is one of the first three choices of the row's cell `to`, and "{at.0}" the first word of what it shows at
    `at`. So what is written freely is tried too.
    """

    game: str
    players: int
    seed: int
    steps: int
    bots: Mapping[str, str]
    settings: Mapping[str, Any]
    brief: bool = False
    typed: Mapping[str, Sequence[Mapping[str, Typed]]] = field(default_factory=dict)


def folder(name: str) -> Path:
    return Path(__file__).parent / name / "transcripts"


def transcripts(name: str) -> list[Path]:
    """The files of the game *name*."""
    return sorted(folder(name).glob("*.txt"))


def recorded(path: Path) -> Recorded:
    """The match whose transcript is in the file *path*."""
    with path.open(encoding="utf-8") as file:
        return Recorded(**json.loads(file.readline()))


def text_of(match: Recorded, *, full: bool = False) -> str:
    """The transcript of *match*; *full*: with everything in full that has a digest otherwise."""
    return "\n".join(_Writer(match, full=full).lines()) + "\n"


def assert_unchanged(path: Path) -> None:
    """Play the match again whose transcript is in *path*, and compare; the failure shows where they part."""
    assert_kept(path, _made_again(path))


def _made_again(path: Path) -> str:
    return text_of(recorded(path))


def _short(text: str, letters: int = 4) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:letters]


@dataclass
class _Writer:
    """Plays a match and writes its transcript."""

    match: Recorded
    full: bool = False
    last: dict[tuple[str, str], str] = field(default_factory=dict)
    known: Counter[str] = field(default_factory=Counter)
    noted: dict[str, list[tuple[str, tuple[str, ...]]]] = field(default_factory=dict)
    drawn: Drawn = field(default_factory=Drawn)

    def __post_init__(self) -> None:
        self.game: AnyGame = game(self.match.game)
        self.settings = self.game.settings.model_validate(dict(self.match.settings))
        self.seats = seats_for(self.game, self.settings, self.match.players)
        self.by_id = {seat.id: seat for seat in self.seats}
        self.tabs = self.game.tabs_for(self.settings)
        tables = template_for_tabs(template(self.game.name), self.tabs).tabs
        self.tables = {tab.key: _without_headings(tab.key, tables[tab.key]) for tab in self.tabs}

    @cached_property
    def eyes(self) -> tuple[str | None, ...]:
        """Everybody who looks on: the public, each seat, each team, the GM."""
        return (None, *self.by_id, *teams_of(self.seats), GM)

    def lines(self) -> Iterator[str]:
        match = self.match
        named = {key: value for key, value in vars(match).items() if value or key not in ("brief", "typed")}
        yield json.dumps(named, ensure_ascii=False)
        for number, (step, forms) in enumerate(self._steps()):
            parts = {name: list(lines) for name, lines in self._parts(number, step, forms)}
            heading = f"== {number} {self.game.label(step.state)} · {step.entry.after[:8]}"
            if match.brief and not self.full:
                yield " ".join(
                    [heading, *(f"{name} {_short(''.join(lines))}" for name, lines in parts.items() if lines)]
                )
            else:
                yield from ("", heading, *chain.from_iterable(parts.values()))
        result = self.game.result(step.state)
        yield f"\n== end: {result.model_dump_json() if result else 'goes on'} after {number} steps"

    def _parts(self, number: int, step: Step[Any], forms: Sequence[Form]) -> Iterator[tuple[str, Iterator[str]]]:
        """The lines of a step, by their sort."""
        state = step.state
        for at, law in enumerate(self.game.checks.laws):
            assert law(state) is None, f"law {at}"
        views = {eye: self.game.showing.seated(self.game.view(state, eye), self.by_id) for eye in self.eyes}
        yield "log", self._log(step.events)
        yield "tabs", self._tabs(step, views)
        yield "forms", self._forms(forms)
        yield "checks", self._refusals(number, state, forms)
        yield "answers", self._answers(number, views, forms)
        if number % LEAVING == LEAVING - 1:
            yield "leaving", self._leaving(number, state)

    def _steps(self) -> Iterator[tuple[Step[Any], tuple[Form, ...]]]:
        """Each step with the forms that are open after it."""
        rules, seed = self.game, self.match.seed.to_bytes(32, "big")
        secrets = Secrets(seed)
        recorder = Recorder(rules, charter_of(rules, self.settings, self.seats, seed), secrets)
        bots: dict[str, Bot] = {
            seat: self._typing(rules.people.bots[bot] if bot else random_bot)
            for seat, bot in {**dict.fromkeys(self.by_id, ""), **self.match.bots}.items()
        }
        step = recorder.start()
        for number in range(self.match.steps + 1):
            forms = rules.open(step.state)
            self.rows: tuple[Row, ...] = fill(rules, step.state, forms, bots, f"{self.match.seed} {number}")
            yield step, forms
            if not forms or number == self.match.steps:
                return
            locked = Locked(orders=next_orders(self.rows), standing=seats_with_standing(forms))
            step = recorder.play(step.entry, step.state, locked)

    def _typing(self, bot: Bot) -> Bot:
        """A bot that fills in rows as *bot* does, and now and then types a text of the match instead."""

        def fill_in(view: Any, forms: tuple[Form, ...], dice: Dice) -> tuple[Filled, ...]:
            rows = {(each.form, each.row): each for each in bot(view, forms, dice)}
            for form in forms:
                for row in range(min(form.rows, ROWS_TYPED)):
                    why = f"{form.key} {form.seat} {row}"
                    texts = self.match.typed.get(form.key, ())
                    if texts and dice.roll(3, f"{why} type?") == 1:
                        cells = _typed(dice.pick(texts, f"{why} text"), form.at(row), dice, why)
                        rows[form.key, row] = Filled(form.key, row, {**cells, "ready": True})
            return tuple(rows.values())

        return fill_in if self.match.typed else bot

    # -- what happened ---------------------------------------------------------------------------------------------

    def _log(self, events: Sequence[Event]) -> Iterator[str]:
        """Each event as its readers read it, the headlines of the report, and the arrows on the board."""
        told = [event for event in events if not isinstance(event, Uneventful)]
        for event in told:
            readers = "" if event.audience is None else f"({', '.join(event.audience)}) "
            yield f"{readers}{self._cut(self.game.describe(event, self.by_id))} [{event.clause}]"
        if self.game.showing.report is not None:
            for eye in (None, *self.by_id):
                own = (eye, self.by_id[eye].team) if eye else ()
                known = [event for event in told if event.known_to(*own)]
                if eye is None or len(known) > sum(event.audience is None for event in told):
                    report = [f"{each.weight}: {each.text}" for each in self.game.paragraphs(known, self.by_id)]
                    self._put("report", eye or "all", "\n".join(report))
            yield from self._changes()
        moves = [f"{start}>{end}" for start, end in self.game.showing.moves(told)]
        if moves:
            yield f"arrows: {' '.join(moves)}"

    def _leaving(self, number: int, state: Any) -> Iterator[str]:
        """What would be if the next side gave up."""
        sides = teams_of(seat for seat in self.seats if not seat.neutral)
        if self.game.people.leave is None or self.game.result(state) is not None:
            return
        side = sides[number // LEAVING % len(sides)]
        left = self.game.people.leave(state, side)
        result = self.game.result(left.state)
        yield f"if {side} left: {_short(left.state.model_dump_json())} {result.model_dump_json() if result else ''}"
        for event in left.events:
            yield f"  {self._cut(self.game.describe(event, self.by_id))} [{event.clause}]"

    # -- what is shown ---------------------------------------------------------------------------------------------

    def _tabs(self, step: Step[Any], views: Mapping[str | None, Any]) -> Iterator[str]:
        """The tabs that changed, by who sees them."""
        for tab in self.tabs:
            if isinstance(tab, HistoryTab):
                tally = tab.tally(views[None])
                values = " ".join(f"{name}={value}" for name, value in tally.values.items())
                if self._is_other(tab.key, "", f"{tally.turn} {values}"):
                    yield f"{tab.key}: {tally.turn} {values}"
            elif isinstance(tab, ViewTab):
                for eye in self.eyes:
                    if sees(tab, self.seats, eye):
                        self._put_grid(tab.key, eye or "all", self._draw(tab, eye, views[eye], step))
                yield from self._changes()

    def _draw(self, tab: ViewTab, eye: str | None, view: Any, step: Step[Any]) -> Grid:
        if "arrows" in type(view).model_fields:
            own = (eye, self.by_id[eye].team) if eye in self.by_id and eye else ()
            known = [event for event in step.events if event.known_to(*own) and not isinstance(event, Uneventful)]
            view = view.but(arrows=tuple(self.game.showing.moves(known)))
        return draw_view_tab(self.drawn, tab, {eye: view}, self.tables[tab.key])

    def _put_grid(self, tab: str, eye: str, grid: Grid) -> None:
        """Note what *grid* says, and its styles, if it was drawn anew."""
        if self._is_other(f"grid {tab}", eye, str(id(grid))):
            cells = [[(each.value, each.note, each.pick, each.typed, each.link) for each in row] for row in grid.rows]
            styles = [[each.style for each in row] for row in grid.rows]
            self._put(tab, eye, _rows((*cells, grid.merges, grid.marks)), _rows(styles))

    def _forms(self, forms: Sequence[Form]) -> Iterator[str]:
        """The forms that changed; those that are closed now are not mentioned."""
        for key in dict.fromkeys(form.key for form in forms):
            for form in forms:
                if form.key == key:
                    self._put(f"form {key}", form.seat, _bare(form))
            yield from self._changes()

    def _is_other(self, what: str, whose: str, value: str) -> bool:
        """Whether *value* is another than the last time."""
        is_other = self.last.get((what, whose)) != value
        self.last[what, whose] = value
        return is_other

    def _put(self, what: str, whose: str, *texts: str) -> None:
        """Note the digests of *texts* for the line of *what*, if they are others than the last time."""
        value = "·".join(map(_short, texts))
        if self._is_other(what, whose, value):
            self.noted.setdefault(what, []).append((f"{whose} {value}", texts))

    def _changes(self) -> Iterator[str]:
        """A line for each thing that was noted since the last call."""
        for what, found in self.noted.items():
            yield f"{what}: {', '.join(shown for shown, _ in found)}"
            if self.full:
                for shown, texts in found:
                    yield from (f"    {shown}| {line}" for text in texts for line in text.split("\n"))
        self.noted.clear()

    # -- what is answered ------------------------------------------------------------------------------------------

    def _refusals(self, number: int, state: Any, forms: Sequence[Form]) -> Iterator[str]:
        """What the rules say to rows with something wrong in them, alone and together."""
        new = []
        for form in forms:
            if form.close is Close.ASK:
                continue
            rules, remarks, stand = self.game, list[Remark | None](), list[Order]()
            for order in self._wrong(number, form):
                remark = rules.checks.check(state, form.seat, order)
                remarks.append(remark)
                if remark is None or not remark.refuses:
                    stand.append(order)
            together = remarks_together(rules, state, form.seat, dict(enumerate(stand)))
            total = rules.checks.total(state, form.seat, form.key, tuple(stand)) if stand else None
            found = [*remarks, *together.values(), total]
            self._put(f"checks {form.key}", form.seat, "\n".join(map(_said, found)))
            new += list(self._new(f"{form.key}: ", found))
        yield from self._changes()
        yield from new

    def _wrong(self, number: int, form: Form) -> Iterator[Order]:
        """The rows as somebody filled them in, and each of some of them with another value in one cell."""
        filled = [row for row in self.rows if (row.form.key, row.form.seat) == (form.key, form.seat)]
        for place in range(min(ROWS_TRIED, form.rows)):
            at = (number * 7 + place * 5) % form.rows
            row = form.at(at)
            cells = dict(filled[(number + place) % len(filled)].cells) if filled else {}
            names = {each.name for each in row.fields}
            cells = {name: value for name, value in cells.items() if name in names}
            for turn, each in enumerate(row.fields):
                values = _values(each)
                other = {**cells, each.name: values[(number + turn * 3 + place) % len(values)]}
                order = _readable(row, other)
                if order is not None:
                    yield order
            for turn, text in enumerate(self.match.typed.get(form.key, ())):
                order = _readable(row, _typed(text, row, bot_dice(f"{number} {place}"), f"{turn}"))
                if order is not None:
                    yield order

    def _answers(self, number: int, views: Mapping[str | None, Any], forms: Sequence[Form]) -> Iterator[str]:
        """Some asks, and what is answered to them."""
        asks = [form for form in forms if form.close is Close.ASK and form.seat in views]
        for turn in range(min(ASKS, len(asks))):
            form = asks[(number * ASKS + turn) % len(asks)]
            filled = random_bot(views[form.seat], (form,), bot_dice(f"{self.match.seed} {number} {turn}"))
            for row in filled[:1]:
                order = _readable(form.at(row.row), row.cells)
                if order is None:
                    continue
                reply = self.game.checks.answer(views[form.seat], form.seat, order)
                asked = " ".join(f"{name}={value}" for name, value in row.cells.items() if name != "ready")
                shown = "".join(f"; {name}={value}" for name, value in reply.shown.items())
                self._put("answers", f"{form.key} {form.seat}", f"{asked}: {reply.text}{shown}")
                if number % IN_FULL == 0:
                    yield f"{form.seat} asks {form.key} {asked}: {self._cut(reply.text + shown)}"
        yield from self._changes()

    def _new(self, name: str, remarks: Iterable[Remark | None]) -> Iterator[str]:
        """Those of *remarks* that no line has said yet, nor `ALIKE` lines by the same clause about the same field."""
        for remark in remarks:
            text = _said(remark)
            alike = f"{name}{remark.refuses} {remark.informs} {remark.clause} {remark.field}" if remark else ""
            if remark is not None and (self.full or (text not in self.known and self.known[alike] < ALIKE)):
                self.known.update((text, alike))
                yield f"  {name}{self._cut(text)}"

    def _cut(self, text: str) -> str:
        text = text.replace("\n", " / ")
        return text if self.full or len(text) <= LONGEST else f"{text[:LONGEST]}… {_short(text)}"


def _without_headings(key: str, table: TabTemplate) -> TabTemplate:
    """*table* without what a template calls its tab and columns, so that other names change no transcript."""
    columns = tuple(each.but(heading=each.field, help=None) for each in table.columns)
    return table.but(title=key, help=None, columns=columns)


def _rows(rows: Iterable[object]) -> str:
    return "\n".join(map(repr, rows))


def _bare(value: Any) -> str:
    """A form without what is as usual, so that a new field changes nothing; of the type of its order only the name."""
    if isinstance(value, Form | FormRow | Field):
        parts = [
            f"{name}={_bare(own)}" for name, usual in _USUAL[type(value)] if (own := getattr(value, name)) != usual
        ]
        return f"({', '.join(parts)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_bare, value))}]"
    return value.__name__ if isinstance(value, type) else repr(value)


def _usual(kind: type[Any]) -> list[tuple[str, Any]]:
    """The fields of a type with their defaults, without those that only remember what follows from the others."""
    return [
        (each.name, each.default if each.default_factory is MISSING else each.default_factory())
        for each in fields(kind)
        if each.compare
    ]


_USUAL = {kind: _usual(kind) for kind in (Form, FormRow, Field)}


def _said(remark: Remark | None) -> str:
    if remark is None:
        return ""
    kind = "good to know" if remark.informs else "refused" if remark.refuses else "warned"
    about = ", ".join(f"{name} {value}" for name in ("field", "instead", "clause") if (value := getattr(remark, name)))
    return f"{kind}: {remark.text} ({about})"


def _values(each: Field) -> tuple[Typed, ...]:
    """What may be typed into a cell so that it can be read: choices, legal or not, and numbers inside its limits."""
    numbers = tuple(bound for bound in (each.low, each.high) if bound is not None)
    spread = each.choices[:: max(1, len(each.choices) // 9)]
    strange = each.known[:: max(1, len(each.known) // 9)]
    return (*spread, *strange, *numbers, each.default, 1, True)


_PLACE = re.compile(r"\{(\w+)(?:\.(-?\d+))?(?::(\d+))?\}")


def _typed(texts: Mapping[str, Typed], form: Form, dice: Dice, why: str) -> dict[str, Typed]:
    """The cells that *texts* make in a row, with what its own cells offer and show in their places."""
    cells: dict[str, Typed] = {}
    for name, text in texts.items():
        known = {**form.shown, **form.row.says}
        choices = {each.name: each.choices for each in form.offered(cells)}

        def filled(
            found: re.Match[str], known: Mapping[str, Any] = known, choices: Any = choices, name: str = name
        ) -> str:
            field, word, most = found.groups()
            among = choices.get(field, ())[: int(most) if most else None]
            text = str(known[field]) if field in known else ""
            if among:
                text = dice.pick(among, f"{why} {name} {found.start()}")
            return text.split()[int(word)] if word and text else text

        cells[name] = _PLACE.sub(filled, text) if isinstance(text, str) else text
    return cells


def _readable(form: Form, cells: Mapping[str, Typed]) -> Order | None:
    """The order that *cells* make; None where they make none."""
    try:
        return order_of(form, cells)
    except ValidationError:
        return None


def kept(names: Iterable[str] = ()) -> Kept:
    """The transcripts of the games *names*; of all games by default."""
    return {path: partial(_made_again, path) for name in names or games() for path in transcripts(name)}


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    if what == "--full":
        print(text_of(recorded(folder(rest[0]) / f"{rest[1]}.txt"), full=True))  # noqa: T201
    elif what == "--write":
        write(kept(rest))
