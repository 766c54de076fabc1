"""The form of movement: a row for each army that may move, typed as a line or in columns (rulebook 4)."""

from __future__ import annotations

from functools import cached_property

from sheets_gm.games.war_game.data.numbers import RAID_BELOW, RAID_SQUAD, RANGE
from sheets_gm.games.war_game.data.words import ENGAGE, GARRISON, INTERCEPT, LEADERS, RAID, REPLACE, SUPPORT, TRANSFER
from sheets_gm.games.war_game.data.world import plane_of, square_of
from sheets_gm.games.war_game.position.opening import Opening, opening_of
from sheets_gm.games.war_game.position.orders import Move
from sheets_gm.games.war_game.position.state import Army, Match
from sheets_gm.games.war_game.rules.healing import structure_at
from sheets_gm.games.war_game.views.descriptions import rank_name
from sheets_gm.kernel.forms import Counting, Field, Form, FormRow, Idle, Kind, Naming, Typed, Who, form_of_rows

LINE_LETTERS = 300
OF_TEAM, BY_ROW = Who(team=True), Naming(distinct=True)
"""Forms of a side, and of armies or battles, which have one name each."""

_STAYING = Counting(idle=Idle("your armies stay where they are", "your armies stayed where they were"))
VERBS = (ENGAGE, INTERCEPT, REPLACE, SUPPORT, RAID, GARRISON)
"""The orders of the drop-down. A transfer is typed in the line, or follows from its troops."""


def moves_form(match: Match, side: str) -> Form:
    """Build the form of *side*, with its highest ranks first.

    The player to whom an army is assigned orders it; the leader may do so for an absent player (CPW-23).
    """
    opening = opening_of(match)
    rows = tuple(_row(opening, army) for army in match.side(side) if army.name not in opening.engaged)
    who = Who(team=True, helpers=(LEADERS[side],))
    return form_of_rows("moves", side, Move, rows, who=who, naming=BY_ROW, counted=_STAYING)


def _row(opening: Opening, army: Army) -> FormRow:
    there = _Reach(opening, army)
    fields = (
        Field("line", Kind.TEXT, most=LINE_LETTERS),
        Field("order", choices=there.verbs, known=(*VERBS, TRANSFER)),
        Field("to", choices=there.squares, known=tuple(opening.world.planes[plane_of(army.place)].terrain)),
        Field("via", Kind.TEXT, most=40),
        Field("target", choices=there.targets, known=tuple(opening.names)),
        Field("troops", Kind.TEXT, most=200),
    )
    shown: dict[str, Typed] = {
        "at": army.place,
        "rank": rank_name(opening.world, army),
        "units": f"{army.size:,}",
        "status": status(opening, army),
    }
    player = opening.match.assigned.get(army.name)
    return FormRow(army.name, fields, shown, {"army": army.name}, there.given, authors=(player,) if player else ())


def status(opening: Opening, army: Army) -> str:
    """Describe where the army is, and how many turns it has been there."""
    structure = structure_at(opening.match, army.place)
    if structure is None:
        return opening.world.terrain[army.place]
    return f"{structure.name}, turn {army.turns}" if army.turns else structure.name


class _Reach:
    """The squares in reach of an army. Occupied ones come first, so that players find them at once."""

    def __init__(self, opening: Opening, army: Army) -> None:
        self.opening, self.army = opening, army
        near = [place for place in opening.world.near(army.place, RANGE) if self._open(place)]
        self.enemies = {place: other for place in near if (other := self._other(place)) and other.side != army.side}
        self.allies = {place: other for place in near if (other := self._other(place)) and other.side == army.side}
        self.portals = [place for place in near if opening.world.portal(place)]
        busy = (*self.enemies, *self.allies, *(place for place in self.portals if place not in self.enemies))
        ordered = dict.fromkeys((*busy, *near))
        self.places = [place for place in ordered if place != army.place or place in self.portals]

    def _open(self, place: str) -> bool:
        """Whether the army can go to *place*: it is not a battle, and not a portal with a battle at its other end."""
        portal = self.opening.world.portal(place)
        ends = {place} if portal is None else {place, portal.leads_to}
        return not ends & self.opening.battles.keys()

    def _other(self, place: str) -> Army | None:
        there = self.opening.here.get(place)
        return None if there is self.army else there

    @property
    def squares(self) -> tuple[str, ...]:
        """The squares that the army may go to."""
        return tuple(square_of(place) for place in self.places)

    @cached_property
    def by_verb(self) -> dict[str, dict[str, Army | None]]:
        """Return, for each order, the places where it makes sense, each with the army to name."""
        match, rank = self.opening.match, self.opening.world.ranks[self.army.level]
        open_field = {place: other for place, other in self.enemies.items() if not self.opening.structure(place)}
        may_raid = rank.raids and self.army.top >= RAID_SQUAD
        may_join = rank.joins and match.settings.joint_side > 1
        empty = {place: None for place in self.portals if self._other(place) is None}
        return {
            ENGAGE: dict(self.enemies),
            REPLACE: dict(self.allies),
            SUPPORT: {p: other for p, other in self.allies.items() if may_join and not self.opening.structure(p)},
            RAID: {place: other for place, other in open_field.items() if may_raid and other.size < RAID_BELOW},
            GARRISON: dict(empty),
        }

    @property
    def verbs(self) -> tuple[str, ...]:
        """Return the orders that the army can have now."""
        possible = self.by_verb
        return tuple(verb for verb in VERBS if verb == INTERCEPT or possible[verb])

    @property
    def targets(self) -> tuple[str, ...]:
        """The armies that an order can name."""
        near = [*self.enemies.values(), *self.allies.values()]
        return tuple(dict.fromkeys([*(other.name for other in near), *self._others()]))

    def _others(self) -> list[str]:
        """Return the names of enemies that could pass."""
        return [other.name for other in self.opening.match.armies if other.side != self.army.side and not other.hired]

    @property
    def given(self) -> dict[tuple[str, Typed], dict[str, tuple[str, ...]]]:
        """Return how a chosen order limits the squares and armies, and how a chosen square limits the rest."""
        possible = self.by_verb
        limits_by_choice: dict[tuple[str, Typed], dict[str, tuple[str, ...]]] = {
            ("order", verb): {
                "to": tuple(square_of(place) for place in places),
                "target": tuple(other.name for other in places.values() if other is not None),
            }
            for verb, places in possible.items()
        }
        limits_by_choice["order", INTERCEPT] = {"to": (), "target": tuple(self._others())}
        verbs: dict[str, tuple[str, ...]] = {}
        for verb, places in possible.items():
            verbs |= {place: (*verbs.get(place, ()), verb) for place in places}
        for place in self.places:
            other = self._other(place)
            limits = {"order": verbs.get(place, ()), "target": (other.name,) if other else ()}
            limits_by_choice["to", square_of(place)] = limits
        return limits_by_choice
