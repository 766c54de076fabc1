"""The contract of a game: one frozen value of plain functions.

Each function gets only what it needs. Only `start` and `resolve` roll dice; only `view` knows which seat is looking.
`check` returns what is wrong with an order instead of raising. All of them are pure: the same arguments give the same
result.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import Any, Generic, TypeVar

from pydantic import BaseModel

from sheets_gm.games.variants import variants
from sheets_gm.kernel.conditions import Condition
from sheets_gm.kernel.defaults import never, no_entries, no_text, no_values, nothing
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.forms import Form, Reply, Typed
from sheets_gm.kernel.model import Model, Shared, canonical
from sheets_gm.kernel.outcome import Event, Order, Orders, Outcome, Remark, Result
from sheets_gm.kernel.report import Paragraph, Report, line_by_line
from sheets_gm.kernel.rules import Secrecy, no_conflicts
from sheets_gm.kernel.seats import Seat
from sheets_gm.kernel.story import Storyteller
from sheets_gm.sheet.tabs import Tab

S = TypeVar("S", bound=Model)
V = TypeVar("V", bound=Model)


@dataclass(frozen=True, slots=True)
class Place:
    """A seat that a match may have. *traits* maps questions of the roster to their choices, the default first.

    A *neutral* seat, such as a judge's or a spectator's, belongs to no side. An *optional* seat is taken only if a line
    of the roster asks for it. A neutral seat that is not optional must be on every roster.
    """

    id: str
    team: str
    captain: bool = False
    traits: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    neutral: bool = False
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Clock:
    """A clock that limits how long a seat or team may take; a match sets its length.

    It runs while a form with its name is due, and stops otherwise. It is refilled for each period of its forms; a
    *bank* is filled once for the whole match. *help* says what the clock is for.
    """

    name: str
    help: str
    bank: bool = False


@dataclass(frozen=True, slots=True)
class Filled:
    """A row as a player fills it in: the form's key, the row number (from 0), and the cells by field name."""

    form: str
    row: int
    cells: Mapping[str, Typed]


class GameSettings(Shared):
    """The settings of a match. Each field has a default and a docstring that explains it to the GM."""

    model_config = {**Model.model_config, "validate_default": True, "use_attribute_docstrings": True}


def no_answer(_view: Any, _seat: str, _order: Order) -> Reply:
    """`answer` for games without questions. It is never read, because no form of theirs is a question."""
    return Reply("")


def nobody_joins(_state: Any, _seat: Seat, _dice: Dice) -> Remark:
    """`join` for games whose rules allow no newcomers during a match."""
    return Remark(text="Nobody joins a match of this game that is played")


@dataclass(frozen=True, slots=True)
class Imported:
    """A table after an import, and notes for the GM: what was imported, and what could not be used."""

    text: str
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Importer:
    """Turns a public data file, which the GM has downloaded, into a table of the game's template.

    *file* is the table, a file of the template. `read(lines, present, only)`: the table after the import; *present* is
    the table before it, *only* the wanted names, None for all. It reads line by line, because such a file may be large,
    and raises SetupError if it cannot.
    """

    file: str
    read: Callable[[Iterable[bytes], str, Collection[str] | None], Imported]


Bot = Callable[[Any, tuple[Form, ...], Dice], tuple[Filled, ...]]
"""`bot(view, forms, dice)`: a computer player. It gets only the view and the forms of its own seat."""


def with_players(view: V, seats: Mapping[str, Seat]) -> V:
    """`seated` for games whose views have the players by seat in a field `names`, or show no players."""
    if "names" not in type(view).model_fields:
        return view
    return view.but(names={seat: each.player for seat, each in seats.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class People(Generic[S]):
    """The players of a match: who may play, how long they may take, and who leaves or joins while it is played.

    `bots`: computer players by name; the first plays to win. In a game without bots, legal choices are made at random.
    `clocks`: the clocks that its forms name.
    `seating(settings, seats)`: why a match cannot start with these players, apart from their number. The `field` of
    each remark is a seat's id. `why_not` returns these remarks with the one about the number.
    `leave(state, team)`: the position without a team that gave up, and the events. None: the team stays in the position
    and gets no more forms, which is right for a game of only two sides.
    `join(state, seat, dice)`: the position with a newcomer in a new *seat* of a running match, or why nobody can join
    now. The caller has checked that the game has such a seat: it is one of `places_to_join(settings)` or of `places`,
    and `why_not` accepts it.
    `captains(state)`: for each team, the path to the position's value that names its captain, and the captain's seat.
    `concedes(order)`: whether an order gives up a game or the match, which no deputy may do.
    `out(state)`: the seats that are out of the match while others go on. This is public: a page shows it.
    """

    bots: Mapping[str, Bot] = field(default_factory=lambda: MappingProxyType({}))
    clocks: tuple[Clock, ...] = ()
    seating: Callable[[Any, Sequence[Seat]], tuple[Remark, ...]] = no_values
    leave: Callable[[S, str], Outcome[S]] | None = None
    places_to_join: Callable[[Any], tuple[Place, ...]] | None = None
    join: Callable[[S, Seat, Dice], S | Remark] = nobody_joins
    captains: Callable[[S], Mapping[str, tuple[str, str]]] = no_entries
    concedes: Callable[[Order], bool] = never
    out: Callable[[S], tuple[str, ...]] = no_values


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks(Generic[S, V]):
    """The checks of what players type, and the laws of every position.

    A *seat* may also be a team that owns forms.
    `check(state, seat, order)`: why the order is refused, a warning, or None.
    `fits(state, seat, orders)`: for each order of a seat a remark if it conflicts with the others (two orders that use
    the same thing), or None, in the same order. Refused orders are left out and the rest is checked again.
    `total(state, seat, form, orders)`: one remark about all rows that share a Ready box; *form* is the key of their
    form, *orders* are those of correct rows. The remark informs (the running total), warns (what is left to chance or
    has no effect) or refuses (why the rows of a whole form are illegal together). None if there is nothing to say.
    `answer(view, seat, order)`: the answer to a question. It gets only the view of the seat, so it cannot reveal more.
    `laws`: each returns what is wrong with a position, or None.
    `conditions`: the conditions of planned orders, as the player sees them. The first one that fits a text counts.
    """

    check: Callable[[S, str, Order], Remark | None] = nothing
    fits: Callable[[S, str, tuple[Order, ...]], Sequence[Remark | None]] = no_conflicts
    total: Callable[[S, str, str, tuple[Order, ...]], Remark | None] = nothing
    answer: Callable[[V, str, Order], Reply] = no_answer
    laws: tuple[Callable[[S], str | None], ...] = ()
    conditions: tuple[Condition, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Showing(Generic[S, V]):
    """How a match is shown and described, apart from its views and sentences.

    `seated(view, seats)`: the view with the names of the present players; seats by id. Without it, a view with a field
    `names` gets the players by seat there.
    `report(events, seats)`: the events of a step as a few paragraphs; without it, a paragraph for each event.
    `moves(events)`: the moves among these events, each from one place to another, as the marks of the board name them.
    A view with a field `arrows` gets the moves of the last turn that its seat may know.
    `story`: how the game describes its matches as stories (`Storyteller`). Without it, the columns of the history are
    the figures, and the headlines of the report are the turning points.
    `whereabouts(view, seat)`: where the pieces of *seat* are, in a few words, as the view of that seat or of another
    reader shows them: “Tank · E5”; "" if it shows none.
    `owners(view)`: the seat of each piece that a report calls by a name of its own. Such names get their side's sign.
    `turned(state)`: the teams whose end of the board is at the top. A page turns the board around for them.
    `short`: settings for a demonstration that is too long with the defaults: “best_of=1”.
    """

    seated: Callable[[V, Mapping[str, Seat]], V] = with_players
    report: Report | None = None
    moves: Callable[[Sequence[Event]], Sequence[tuple[str, str]]] = no_values
    story: Storyteller | None = None
    whereabouts: Callable[[V, str], str] = no_text
    owners: Callable[[V], Mapping[str, str]] = no_entries
    turned: Callable[[S], tuple[str, ...]] = no_values
    short: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, V]):
    """A game.

    *settings* is a pydantic model whose defaults are the rulings. *version* names the rules: a match keeps the version
    it began with. *players* are the smallest and the largest number of players under any settings, without neutral
    seats; a match with another number does not start.

    `places(settings)`: the seats of a match, in the order of the roster.
    `start(settings, seats, dice)`: the first position. *seats* includes neutral seats.
    `open(state)`: the forms to fill in now; none when the match is over.
    `resolve(state, orders, dice)`: the next position and the events. All orders have passed `check`; seats without an
    order are missing or empty. For a form that closes at once, `orders` is the one order of that row.
    `view(state, seat)`: what that seat may see; None is the public. If a view has a `heading`, it is `label(state)`;
    the game master adds the winner if all others conceded.
    `label(state)`: the name of the current step ("Turn 12 of 60").
    `describe(event, seats)`: an event as a sentence; seats by id.
    `result(state)`: how the match ended, None while it goes on.
    `tabs`: the tabs that show the forms and views, or a function of the settings that returns them. `tabs_for` returns
    those of a match.
    `people`, `checks`, `showing`: what a game may add: bots, clocks, players who leave and join; checks, and conditions
    of plans; ways of showing a match.
    `importer`: fills a table of the game from a public data file, for `sheets-gm import`.
    """

    name: str
    title: str
    version: str
    settings: type[BaseModel]
    state: type[S]
    orders: tuple[type[Order], ...]
    events: tuple[type[Event], ...]
    secrecy: Secrecy
    players: tuple[int, int]
    places: Callable[[Any], tuple[Place, ...]]
    start: Callable[[Any, Sequence[Seat], Dice], Outcome[S]]
    open: Callable[[S], tuple[Form, ...]]
    resolve: Callable[[S, Orders, Dice], Outcome[S]]
    view: Callable[[S, str | None], V]
    label: Callable[[S], str]
    describe: Callable[[Event, Mapping[str, Seat]], str]
    result: Callable[[S], Result | None]
    tabs: tuple[Tab, ...] | Callable[[Any], tuple[Tab, ...]]
    people: People[S] = field(default_factory=People)
    checks: Checks[S, V] = field(default_factory=Checks)
    showing: Showing[S, V] = field(default_factory=Showing)
    importer: Importer | None = None

    def why_not(self, settings: Any, seats: Sequence[Seat]) -> tuple[Remark, ...]:
        """Return why a match cannot start with these *seats*: the remarks of `seating`, or that they are too few or too
        many.

        The `field` of each remark is a seat's id, "" if there is no seat.
        """
        remarks = self.people.seating(settings, seats)
        playing = [seat for seat in seats if not seat.neutral]
        least, most = self.players
        if least <= len(playing) <= most or any(remark.refuses for remark in remarks):
            return remarks
        needed = f"{least} to {most}" if least < most else f"{least}"
        be = "is" if len(playing) == 1 else "are"
        text = f"There {be} {counted(len(playing), 'player')}; the game needs {needed}"
        return (*remarks, Remark(text=text, field=playing[-1].id if playing else ""))

    def tabs_for(self, settings: BaseModel | Mapping[str, Any]) -> tuple[Tab, ...]:
        """Return the tabs of a match with these *settings*, given as a model or as in the charter."""
        if isinstance(self.tabs, tuple):
            return self.tabs
        stored = settings.model_dump(mode="json") if isinstance(settings, BaseModel) else settings
        return _tabs(self.tabs, self.settings, canonical(stored))

    def all_tabs(self) -> tuple[Tab, ...]:
        """Return the tabs of matches with each of the settings that `variants` gives, those of the default settings
        first.
        """
        if isinstance(self.tabs, tuple):
            return self.tabs
        return tuple(dict.fromkeys(tab for each in variants(self.settings) for tab in self.tabs_for(each)))

    def paragraphs(self, events: Sequence[Event], seats: Mapping[str, Seat]) -> Sequence[Paragraph]:
        """Return the report of a step."""
        return (self.showing.report or line_by_line(self.describe))(events, seats)


@lru_cache(maxsize=64)
def _tabs(tabs: Callable[[Any], tuple[Tab, ...]], settings: type[BaseModel], stored: bytes) -> tuple[Tab, ...]:
    return tabs(settings.model_validate_json(stored))
