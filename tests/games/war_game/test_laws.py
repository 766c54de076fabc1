"""The laws: each names what is wrong with a position that breaks it, and is silent about one that does not."""

from __future__ import annotations

from typing import Any

import pytest

from sheets_gm.games.war_game.data.army_lists import MOST_KINDS, SLOTS
from sheets_gm.games.war_game.position.orders import Heal
from sheets_gm.games.war_game.position.state import Match, Units
from sheets_gm.games.war_game.rules.laws import LAWS
from sheets_gm.kernel.outcome import Result
from tests.games.war_game.table import army, battle, position

ARMIES = {"Ann": "C5 4B", "Xan": "P5 4B", "Bob": "C5 3A", "Kim": "P5 6C"}
FIGHT = battle("vs.", "Dominaria 4B", ["Ann"], ["Xan"])
SOUND = position(ARMIES, battles=(FIGHT,), announced=1)
OVER = Result(winners=("coalition",), reason="done", clause="CPW-34")
BASE = next(name for name, each in SOUND.world.structures.items() if each.kind.startswith("base"))
FORT = next(name for name, each in SOUND.world.structures.items() if each.kind.startswith("strong"))
FEATURE = next(name for name, each in SOUND.world.structures.items() if each.kind == "feature")


def broken(match: Match) -> list[str]:
    return [message for law in LAWS if (message := law(match)) is not None]


def with_army(whose: str, **changes: Any) -> Match:
    return SOUND.but(armies=tuple(each.but(**changes) if each.name == whose else each for each in SOUND.armies))


def with_battle(**changes: Any) -> Match:
    return SOUND.but(battles=(FIGHT.but(**changes),))


def units(*counts: int, slot: int = 1, lost: int = 0) -> tuple[Units, ...]:
    return tuple(
        Units(slot=slot, creature=f"Creature {number}", count=count, full=count, lost=lost)
        for number, count in enumerate(counts)
    )


def test_a_sound_position_breaks_no_law() -> None:
    assert broken(SOUND) == []
    assert broken(with_army("Bob", units=units(*[1] * MOST_KINDS))) == []
    assert broken(SOUND.but(destroyed=(BASE, FORT), points={"coalition": 0, "phyrexia": 3})) == []
    assert broken(SOUND.but(phase="over", result=OVER)) == []
    assert broken(SOUND.but(phase="judging", heals=(Heal(army="Bob"),))) == []
    for slot, most in enumerate(SLOTS, start=1):
        assert broken(with_army("Bob", units=units(most, slot=slot))) == []


@pytest.mark.clause("CPW-43", "CPW-62", "CPW-70", "CPW-117", "CPW-119", "CPW-145", "CPW-151")
@pytest.mark.parametrize(
    ("match", "message"),
    [
        (with_army("Bob", name="ann"), "several armies are called"),
        (SOUND.but(battles=(FIGHT, FIGHT.but(number=2))), "two battles are in one square"),
        (with_army("Bob", place="Dominaria 99Z"), "Bob is at Dominaria 99Z"),
        (with_army("Bob", place="Dominaria 6C"), "['Bob', 'Kim'] are at Dominaria 6C"),
        (with_army("Bob", place="Dominaria 4B"), "['Ann', 'Xan', 'Bob'] are at Dominaria 4B"),
        (
            SOUND.but(battles=(FIGHT, FIGHT.but(number=2, place="Dominaria 7C"))),
            "nobody is left in the battle at ['Dominaria 7C']",
        ),
        (with_battle(first=("Ann",), second=("Ann", "Xan")), "are at Dominaria 4B"),
        (with_battle(first=("Ann", "Xan"), second=()), "battle 1 is between"),
        (with_battle(weather=None), "battle 1 has the weather None"),
        (with_battle(number=0), "battle 0 has the weather (3, 3, 3)"),
        *(
            (with_army("Bob", units=units(most + 1, slot=slot)), f"slot {slot} of Bob has too many units")
            for slot, most in enumerate(SLOTS, start=1)
        ),
        (with_army("Bob", units=units(*[1] * (MOST_KINDS + 1))), f"Bob has more than {MOST_KINDS} different units"),
        (with_army("Bob", units=units(5, -1)), "Bob has ("),
        (with_army("Bob", units=units(5, lost=-1)), "Bob has ("),
        (with_army("Bob", units=units(0)), "Bob has ("),
        (SOUND.but(destroyed=(FEATURE,)), f"destroyed are ('{FEATURE}',)"),
        (SOUND.but(destroyed=(BASE, BASE)), "destroyed are ("),
        (SOUND.but(points={"coalition": -1, "phyrexia": 0}), "the points are"),
        (SOUND.but(points={"coalition": 1}), "the points are"),
        (SOUND.but(phase="over"), "the result in the phase over is None"),
        (SOUND.but(result=OVER), "the result in the phase orders is"),
        (SOUND.but(heals=(Heal(army="Bob"),)), "orders of the last turn are left"),
    ],
)
def test_a_broken_law_says_what_is_wrong(match: Match, message: str) -> None:
    said = next(found for law in LAWS if (found := law(match)) is not None)
    assert message in said


@pytest.mark.clause("CPW-119", "CPW-120")
def test_as_many_allies_join_a_battle_as_the_setting_says() -> None:
    names = ("Ann", "Bob", "Cal")
    armies = {name: army(name, "C5 4B") for name in names} | {"Xan": army("Xan", "P5 4B")}
    for count, wrong in ((2, []), (3, ["battle 1 has more than 2 armies on a side"])):
        joined = names[:count]
        match = position(
            {name: words for name, words in armies.items() if name in (*joined, "Xan")},
            battles=(battle("Joint", "Dominaria 4B", joined, ["Xan"]),),
        )
        assert broken(match) == wrong


def test_an_army_is_in_one_battle() -> None:
    second = battle("vs.", "Dominaria 3A", ["Ann"], ["Bob"]).but(number=2)
    assert any(line.startswith("an army is in two battles") for line in broken(SOUND.but(battles=(FIGHT, second))))
