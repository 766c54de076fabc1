"""What a seat or the public can reach in a match: all of it must stay the same when only hidden facts differ.

A game with secrets says how its positions can differ in hidden facts alone. Its folder, or that of its tests, has a
module `other_secrets` with a function of that name: `other_secrets(state, seat, dice)` returns a possible position that
*seat* (its whole team, where teams share their hands; None is the public) cannot tell from *state*.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, get_args, get_origin

from pydantic import BaseModel

from sheets_gm.adapters.export.record import public
from sheets_gm.games.play_out import fill, next_orders, seats_with_standing
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.log.history_rows import history_row
from sheets_gm.gm.log.log_lines import log_lines
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.layout import DICE, PUBLIC, ROSTER, workbook_layouts
from sheets_gm.gm.workbooks.reference_tabs import draw_dice, draw_roster
from sheets_gm.gm.workbooks.snapshot import Snapshot
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.forms import Close, Form, Typed
from sheets_gm.kernel.match.journal import Charter, Entry, seal
from sheets_gm.kernel.match.recorder import Locked, Recorder, Step
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome
from sheets_gm.kernel.rules import remarks_together
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.grid import Grid
from sheets_gm.sheet.reading import Key, RowRead, read_row
from sheets_gm.sheet.tabs import template_for_tabs
from sheets_gm.sheet.template import Template
from tests.games.asked import AnyGame, beside

NONSENSE: tuple[Typed, ...] = ("nonsense", "A1", -1, 1, 999, True)
MOST_TYPED = 12
"""How many values of a cell are tried, spread over all that it lists."""


def variants(game: AnyGame) -> Iterator[BaseModel]:
    """The default settings, and settings that differ from them in one switch, and in what that needs beside it.

    Where a value of a switch cannot stand alone, `BESIDE` of the game's `other_secrets` has what it needs.
    """
    yield game.settings()
    for name, field in game.settings.model_fields.items():
        values: tuple[Any, ...] = (True, False) if field.annotation is bool else ()
        if get_origin(field.annotation) is Literal:
            values = get_args(field.annotation)
        for value in values:
            if value != field.default:
                yield game.settings.model_validate({**beside(game.name).get(name, {}), name: value})


@dataclass(frozen=True)
class Watched:
    """A match of a game with secrets in which somebody watches what changes."""

    game: AnyGame
    template: Template
    seats: tuple[Seat, ...]
    charter: Charter
    seed: bytes

    @cached_property
    def recorder(self) -> Recorder[Any]:
        return Recorder(self.game, self.charter, Secrets(self.seed))

    @property
    def watchers(self) -> tuple[str | None, ...]:
        """Who watches: the first seat of a side and the last one, those that are no side, and the public."""
        sides = [seat.id for seat in self.seats if not seat.neutral]
        neutral = [seat.id for seat in self.seats if seat.neutral]
        return (*dict.fromkeys((sides[0], sides[-1], *neutral)), None)

    # -- in a position ---------------------------------------------------------------------------------------------

    def reachable(self, step: Step[Any], state: Any, seat: str | None) -> dict[str, Any]:
        """What *seat* can see and find out by typing if the match is at *state* after the entry of *step*."""
        forms = self.game.open(state)
        team = next((each.team for each in self.seats if each.id == seat), None)
        own = [form for form in forms if form.seat == (team if form.who.team else seat)]
        typed = [self._typed(own, turn) for turn in range(MOST_TYPED)]
        asks = {form.key for form in own if form.close is Close.ASK}
        filled = [self.filled(state, forms, f"typed {n}") for n in range(2)]
        owners = dict.fromkeys([seat, *(form.seat for form in own)])
        orders = {
            owner: [
                read.order
                for reads in typed
                for key, read in reads.items()
                if read.order and key[1] == owner and key[0] not in asks
            ]
            + [order for each in filled for order in each.get(owner, ())]
            for owner in owners
            if owner
        }
        return {
            "label": self.game.label(state),
            "result": self.game.result(state),
            "views": [self.game.view(state, owner) for owner in owners],
            "forms": own,
            "check": [
                self.game.checks.check(state, owner, order) for owner, given in orders.items() for order in given
            ],
            "fits": [self._fits(state, owner, given) for owner, given in orders.items()],
            "receipts": [self._receipts(state, forms, reads) for reads in typed],
            "tabs": self._tabs(step, state, seat),
        }

    def _typed(self, forms: Sequence[Form], turn: int) -> dict[Key, RowRead]:
        """Every row of *forms* with something in every cell; other *turn*s type something else."""
        reads = {}
        for form in forms:
            for row in range(form.rows):
                at = form.at(row)
                cells: dict[str, Typed] = {"ready": turn % 3 > 0}
                for place, field in enumerate(at.fields):
                    choices = (*_spread(field.choices), *_spread(field.known), None, *NONSENSE)
                    cells[field.name] = choices[(turn * 5 + place * 3 + row) % len(choices)]
                key = (form.key, form.seat, row)
                reads[key] = read_row(key, at, cells, {name: f"{name} {row}" for name in cells})
        return reads

    def _fits(self, state: Any, seat: str, orders: Sequence[Order]) -> list[Any]:
        legal = [order for order in orders if _stands(self.game, state, seat, order)]
        groups = [tuple(legal[at : at + size]) for size in (1, 2, 5) for at in range(0, len(legal), size)]
        return [list(self.game.checks.fits(state, seat, group)) for group in groups]

    def _receipts(self, state: Any, forms: Sequence[Form], reads: Mapping[Key, RowRead]) -> Any:
        """What the sheet answers to *reads*, and everybody's attendance."""
        found = collect(OpenStep(game=self.game, state=state, forms=forms), reads)
        return [row.draft for row in found.rows if row.key in reads], found.attendance

    def _tabs(self, step: Step[Any], state: Any, seat: str | None) -> dict[str, dict[str, Grid]]:
        """Every tab in the workbooks of *seat* and of the public but the Dice tab, which is salted."""
        snapshot = self.snapshot(step, state)
        readers = [each for each in self.seats if each.id == seat]
        layouts = [each for each in self.layouts if each.key == PUBLIC or each.readers(readers)]
        drawn = {layout.key: draw(snapshot, layout) for layout in layouts}
        return {key: {tab: grid for tab, grid in tabs.items() if tab != DICE} for key, tabs in drawn.items()}

    @cached_property
    def layouts(self) -> Any:
        return workbook_layouts(self.game, self.charter.settings, self.seats, Policy(layout="sealed"))

    def snapshot(self, step: Step[Any], state: Any) -> Snapshot:
        """The match at *state*, ready to be drawn."""
        game = self.game
        record = Record(charter=self.charter, seed=self.seed.hex(), policy=Policy(layout="sealed"))
        forms = (*game.open(state), *desk_forms.forms(self.seats))
        row = history_row(game, game.tabs_for(self.charter.settings), state)
        return Snapshot(
            game=game,
            template=template_for_tabs(self.template, game.tabs_for(self.charter.settings)),
            record=record,
            now=step.entry.when,
            entry=step.entry,
            state=state,
            forms=forms,
            attendance=collect(OpenStep(game=game, state=state, forms=forms), {}).attendance,
            log=log_lines(game, record, step.entry, step.events),
            log_start=0,
            seats={seat.id: seat for seat in self.seats},
            roster=draw_roster(self.template.tabs[ROSTER], self.seats, "sealed"),
            history=(row,) if row else (),
        )

    # -- in a step -------------------------------------------------------------------------------------------------

    def filled(self, state: Any, forms: Sequence[Form], luck: str) -> Orders:
        """What random players order in *state*."""
        return next_orders(fill(self.game, state, forms, {}, luck))

    def legal(self, state: Any, orders: Orders) -> Orders:
        """Those of *orders* that are legal in *state*."""
        left: dict[str, tuple[Order, ...]] = {}
        for seat, given in orders.items():
            alone = {at: order for at, order in enumerate(given) if _stands(self.game, state, seat, order)}
            wrong = remarks_together(self.game, state, seat, alone)
            left[seat] = tuple(order for at, order in alone.items() if at not in wrong or not wrong[at].refuses)
        return left

    def played(self, last: Entry, state: Any, orders: Orders) -> Step[Any]:
        """The step after *last* if the match is at *state*."""
        standing = seats_with_standing(self.game.open(state))
        return self.recorder.play(last, state, Locked(orders=orders, standing=standing))

    def published(self, step: Step[Any]) -> dict[str, Any]:
        """What everybody can read about a step while the match goes on, without its salted digests."""
        shown: dict[str, Any] = public(step.entry).model_dump(mode="json", exclude={"after", "seal"})
        dice = draw_dice(self.template.tabs[DICE], self.snapshot(step, step.state))
        return {**shown, "dice": [row[0].value for row in dice.rows]}

    def bare_digests(self, last: Entry, step: Step[Any]) -> list[str]:
        """Published digests that anybody could compare with a guess at the hidden facts behind them."""
        entry = step.entry
        facts = [entry.state, step.state, entry.model_dump(mode="json"), *entry.orders.values()]
        known = {*map(digest, facts), seal(entry, last.seal), seal(entry.but(state_salt=""), last.seal)}
        dice = draw_dice(self.template.tabs[DICE], self.snapshot(step, step.state))
        shown = {str(cell.value) for row in dice.rows for cell in row}
        text = public(entry).model_dump_json()
        return [each for each in known if each in shown or each in text]


def known_events(outcome: Outcome[Any] | Step[Any], *eyes: str) -> list[Event]:
    """The events that a seat and its team may know; without *eyes*, those that everybody may know."""
    return [event for event in outcome.events if event.known_to(*eyes)]


def _stands(game: AnyGame, state: Any, seat: str, order: Order) -> bool:
    remark = game.checks.check(state, seat, order)
    return remark is None or not remark.refuses


def _spread(values: Sequence[str]) -> Sequence[str]:
    return values[:: max(1, len(values) // MOST_TYPED)]
