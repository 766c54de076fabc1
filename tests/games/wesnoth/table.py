"""A vocabulary for positions and actions: who stands where, what is ordered, what the dice show, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games.finding import game
from sheets_gm.games.wesnoth.data.numbers import SEATS
from sheets_gm.games.wesnoth.data.settings import Settings
from sheets_gm.games.wesnoth.forms.all_forms import check
from sheets_gm.games.wesnoth.position.orders import Act, Answer, SetStandingAnswers
from sheets_gm.games.wesnoth.position.state import Match, Player, StandingAnswers, Unit
from sheets_gm.games.wesnoth.rules.laws import LAWS
from sheets_gm.games.wesnoth.rules.turn import resolve
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Order, Remark
from tests.scripted_dice import Scripted

WES = game("wesnoth")

FIELD = """
map Field
columns A  B  C  D  E  F  G  H  I
1       K1 C1 .  .  .  .  .  C2 K2
2       C1 .  .  f  .  f  .  .  C2
3       .  .  f  m  h  .  .  .  .
4       .  v  .  ~  .  .  v  .  .
5       .  .  .  c  .  .  .  .  .
6       .  .  .  .  .  v  .  .  .
7       C3 .  .  .  .  .  .  .  C4
8       K3 C3 .  .  .  .  .  C4 K4
"""
"""A field with some of everything; two castles in the upper corners, two more for a third and fourth player."""

FACTIONS = {"blue": "Loyalists", "red": "Northerners", "teal": "Rebels", "orange": "Undead"}
CAPTAINS = {"Loyalists": "Lieutenant", "Northerners": "Orcish Warrior", "Rebels": "Elvish Captain"}
CAPTAINS |= {"Undead": "Revenant", "Drakes": "Drake Warrior", "Knalgan Alliance": "Dwarvish Steelclad"}
MISS = 1
"""What a die shows that a case does not name."""

TIMES = {"dawn": 1, "morning": 2, "afternoon": 3, "dusk": 4, "first watch": 5, "second watch": 6}


@dataclass(frozen=True)
class After:
    """What came of some actions."""

    match: Match
    events: tuple[Event, ...]
    remark: Remark | None = None

    def events_of(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.kind == kind]

    def unit(self, name: str) -> Unit | None:
        return next((unit for unit in self.match.units if unit.id == name), None)


def position(
    units: Mapping[str, str] | None = None,
    *,
    players: Mapping[str, str] | None = None,
    acting: str = "blue",
    time: str = "dawn",
    round: int | None = None,
    villages: Mapping[str, str] | None = None,
    wishes: Mapping[str, Mapping[str, Any]] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Match:
    """A position on the `FIELD`.

    Units are "Name Tile", with "of Faction", "wounds N", "leader", "spent", "recruiting", "besieging" behind; a player
    without a leader has one on the main tile of its castle, called by its letter and 1, unless it says "leaderless".
    Players are "Faction gold", with "left" or "leaderless" behind.
    """
    made = Settings.model_validate({"map": FIELD, **(settings or {})})
    marks = dict(players or {"blue": "", "red": ""})
    people = [_player(made, seat, words, (wishes or {}).get(seat, {})) for seat, words in marks.items()]
    stand = [_unit(made, name, words, people) for name, words in (units or {}).items()]
    led = {unit.seat for unit in stand if unit.leader}
    for player in people:
        if player.seat not in led and not player.left and "leaderless" not in marks[player.seat]:
            main = made.world.board.mains[player.castle]
            name = CAPTAINS[player.faction]
            head = Unit(
                id=f"{player.seat[0]}1", seat=player.seat, faction=player.faction, name=name, at=main, leader=True
            )
            stand.append(head)
    return Match(
        settings=made,
        round=round or TIMES[time],
        acting=acting,
        units=tuple(stand),
        players=tuple(people),
        villages=dict(villages or {}),
    )


def _player(settings: Settings, seat: str, words: str, wishes: Mapping[str, Any]) -> Player:
    named = next((name for name in settings.world.tables.factions if words.startswith(name)), FACTIONS[seat])
    gold = next((int(word) for word in words.split() if word.isdigit()), 0)
    return Player(
        seat=seat,
        team=settings.team_of[seat],
        faction=named,
        castle=SEATS.index(seat),
        gold=gold,
        raised=90,
        left="left" in words,
        wishes=StandingAnswers.model_validate(dict(wishes)),
    )


def _unit(settings: Settings, name: str, words: str, people: Sequence[Player]) -> Unit:
    owner = next(player for player in people if player.seat[0] == name[0])
    faction = next((each for each in settings.world.tables.factions if f"of {each}" in words), owner.faction)
    rest = words.replace(f"of {faction}", "").split()
    at = next(number for number, word in enumerate(rest) if word in settings.world.terrain)
    marks = rest[at + 1 :]
    spent = "spent" if "spent" in marks else "recruiting" if "recruiting" in marks else ""
    return Unit(
        id=name,
        seat=owner.seat,
        faction=faction,
        name=" ".join(rest[:at]),
        at=rest[at],
        wounds=int(marks[marks.index("wounds") + 1]) if "wounds" in marks else 0,
        leader="leader" in marks,
        spent=spent,
        besieging="besieging" in marks,
    )


def order(words: Mapping[str, Any]) -> Order:
    """An order: an answer, standing answers, else an action. `{}` is the end of the turn."""
    if "answer" in words:
        return Answer.model_validate(dict(words))
    if "wish" in words:
        return SetStandingAnswers.model_validate(dict(words["wish"]))
    return Act.model_validate(dict(words) or {"action": "End turn"})


def play(match: Match, *acts: Mapping[str, Any], rolls: Mapping[str, Sequence[int]] | None = None) -> After:
    """Resolve *acts*, one step each. Rolls are by who does what: "b2 attacks r2", "r2 answers b2", "b2 rests".

    An act is of whoever is due; `None` lets a step go without an order. Every law is checked after each.
    """
    script = Scripted(_named(match, rolls or {}), lambda sides, why, hidden: MISS)
    events: list[Event] = []
    for act in acts:
        seat = due(match)
        given = {seat: (order(act),)} if act is not None else {}
        for each in given.values():
            wrong = check(match, seat, each[0])
            assert wrong is None or not wrong.refuses, wrong
        outcome = resolve(match, given, Dice(script))
        for law in LAWS:
            assert law(outcome.state) is None
        assert all(WES.describe(event, {}) for event in outcome.events)
        match = outcome.state
        events += outcome.events
    assert not script.left, f"nobody rolled {sorted(script.left)}"
    return After(match, tuple(events))


def due(match: Match) -> str:
    """Whom the table waits for."""
    return next(form.seat for form in WES.open(match) if form.due)


def _named(match: Match, rolls: Mapping[str, Sequence[int]]) -> dict[str, int]:
    labels = {unit.id: unit.label for unit in match.units}
    script = {}
    for why, dice in rolls.items():
        reason = " ".join(
            labels.get(word.rstrip(","), word) + ("," if word.endswith(",") else "") for word in why.split()
        )
        if why.endswith("rests"):
            script[reason] = dice[0]
        else:
            script.update({f"{reason} #{number}": die for number, die in enumerate(dice, start=1)})
    return script


def remark(match: Match, act: Mapping[str, Any], seat: str | None = None) -> Remark | None:
    """What the rules say of an order of *seat* (whoever is due)."""
    return check(match, seat or due(match), order(act))
