"""A vocabulary for positions and commands: who stands where, what is ordered, what the dice show, what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sheets_gm.games import files
from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.tables import FILES, pack
from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, NAME, RED, SEATS, TEAL
from sheets_gm.games.win_or_die.position.orders import Answer, Command, React
from sheets_gm.games.win_or_die.position.state import Lasting, Match, Player, Unit
from sheets_gm.games.win_or_die.rules.commands.reading import read
from sheets_gm.games.win_or_die.rules.laws import LAWS
from sheets_gm.games.win_or_die.rules.turn import resolve
from sheets_gm.games.win_or_die.views.descriptions import describe
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Order, Remark
from tests.scripted_dice import Scripted

MISS = 1
"""What a die shows that a case does not name."""

MORALE = 20
"""The morale of a legion of which a case does not say it."""

LETTERS = {"R": RED, "T": TEAL}


@dataclass(frozen=True)
class After:
    """What came of some commands."""

    match: Match
    events: tuple[Event, ...]
    remark: Remark | None = None

    def events_of(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.kind == kind]

    def unit(self, name: str) -> Unit | None:
        return self.match.field.by_id.get(name)


def tables_with(**lines: Sequence[str]) -> str:
    """The template's tables, with more lines; the keys are the names of the files without ".csv"."""
    texts = {name: files.read(NAME, name) for name in FILES}
    for name, more in lines.items():
        texts[f"{name}.csv"] = texts[f"{name}.csv"].rstrip("\n") + "\n" + "\n".join(more) + "\n"
    return pack(texts)


def position(
    units: Mapping[str, str],
    *,
    acting: str = RED,
    turn: int = 5,
    players: Mapping[str, Mapping[str, Any]] | None = None,
    morale: Mapping[str, int] | None = None,
    settings: Mapping[str, Any] | None = None,
) -> Match:
    """A position in a battle.

    Units are "card space", with enhancements, "hidden", and "damage N", "tokens N", "moves N", "steps N" behind.
    *morale* is that of the whole legion.
    """
    made = Settings.model_validate(dict(settings or {}))
    stand = tuple(_unit(name, words) for name, words in units.items())
    people = tuple(_player(seat, (players or {}).get(seat, {}), stand) for seat in SEATS)
    match = Match(settings=made, phase="battle", first=RED, acting=acting, turn=turn, players=people, units=stand)
    for seat in SEATS:
        wanted = (morale or {}).get(seat, MORALE)
        bonus = wanted - match.field.morale(seat)
        match = match.but(
            players=tuple(p.but(morale_bonus=p.morale_bonus + bonus) if p.seat == seat else p for p in match.players)
        )
    return match


def _player(seat: str, words: Mapping[str, Any], units: Sequence[Unit]) -> Player:
    own = tuple(unit for unit in units if unit.seat == seat)
    region = "Yaveil Alliance" if seat == RED else "Annihilation Horde"
    given = {"region": region, "tokens": 7, "bases": max((unit.rank for unit in own), default=0), **words}
    given.setdefault("raised", tuple(unit.card for unit in own))
    return Player.model_validate({"seat": seat, **given})


def _unit(name: str, words: str) -> Unit:
    card, at, *rest = words.split()
    marks = {word: rest[number + 1] for number, word in enumerate(rest[:-1]) if word in _NUMBERS}
    return Unit(
        id=name,
        seat=LETTERS[name[0]],
        card=card,
        at=at,
        enhancements=tuple(each for each in ENHANCEMENTS if each in rest),
        exposed="hidden" not in rest,
        **{_NUMBERS[word]: int(number) for word, number in marks.items()},
    )


_NUMBERS = {"damage": "damage", "tokens": "tokens", "moves": "moves", "steps": "steps"}


def order(words: Mapping[str, Any]) -> Order:
    """A command or an answer; `{}` is the end of the turn."""
    if "answer" in words:
        return Answer.model_validate(dict(words))
    return Command.model_validate(dict(words) or {"command": "End turn"})


def standing(rows: Mapping[str, Sequence[Mapping[str, Any]]] | None) -> dict[str, tuple[Order, ...]]:
    """Standing orders by seat."""
    return {seat: tuple(React.model_validate(dict(row)) for row in given) for seat, given in (rows or {}).items()}


def play(
    match: Match,
    *acts: Mapping[str, Any] | None,
    rolls: Mapping[str, Sequence[int]] | None = None,
    reactions: Mapping[str, Sequence[Mapping[str, Any]]] | None = None,
) -> After:
    """Resolve *acts*, one step each. Rolls are by who does what: "R1 attacks T1", "T1 counters R1".

    An act is of whoever is due; None lets a step go without an order. Every law is checked after each.
    """

    script = Scripted(
        {f"{why} #{n}": die for why, dice in (rolls or {}).items() for n, die in enumerate(dice, start=1)},
        lambda sides, why, hidden: MISS,
    )
    rows = standing(reactions)
    events: list[Event] = []
    for act in acts:
        seat = match.question.seat if match.question else match.acting
        given = dict(rows)
        if act is not None:
            made = order(act)
            if isinstance(made, Command):
                wrong = read(match, seat, made)
                assert not isinstance(wrong, Remark), wrong
            given[seat] = (made, *rows.get(seat, ()))
        outcome = resolve(match, given, Dice(script))
        for law in LAWS:
            assert law(outcome.state) is None, law(outcome.state)
        assert all(describe(event, {}).strip() for event in outcome.events)
        match = outcome.state
        events += outcome.events
    assert not script.left, f"nobody rolled {sorted(script.left)}"
    return After(match, tuple(events))


def remark(match: Match, act: Mapping[str, Any]) -> Remark | None:
    """What the rules say of a command of the player whose turn it is."""
    found = read(match, match.acting, Command.model_validate(dict(act)))
    return found if isinstance(found, Remark) else None


def lasting(what: str, amount: int = 0, ends: Any = "end", turn: int = 5) -> Lasting:
    """Something that lasts on a unit."""
    return Lasting(what=what, amount=amount, ends=ends, turn=turn)
