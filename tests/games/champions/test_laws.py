"""The laws: each names what is wrong with a position that breaks it, and is silent about one that does not."""

from __future__ import annotations

import pytest

from sheets_gm.games.champions.data.numbers import HEALTH
from sheets_gm.games.champions.position.state import Champion, Fight, Match
from sheets_gm.games.champions.rules.laws import LAWS
from sheets_gm.kernel.outcome import Result
from tests.games.champions.table import position

PEOPLE = {"p1": "A1: all", "p2": "A1: all", "p3": "B2: Mage 20 M-C1"}


def broken(match: Match) -> list[str]:
    return [message for law in LAWS if (message := law(match)) is not None]


def with_champion(match: Match, seat: str, champion: Champion) -> Match:
    """*match* with another Champion of its type, at *seat*."""
    players = tuple(
        player.but(champions=tuple(champion if each.type == champion.type else each for each in player.champions))
        if player.seat == seat
        else player
        for player in match.players
    )
    return match.but(players=players)


BATTLE = position(PEOPLE)
MOVING = position(PEOPLE, phase="movement", round=2, size=2)


def test_a_sound_position_breaks_no_law() -> None:
    assert broken(BATTLE) == []
    assert broken(MOVING) == []


@pytest.mark.clause("CBR-2", "CBR-24", "CBR-26", "CBR-R2", "CBR-R12", "CBR-R15", "CBR-R17", "CBR-R29")
@pytest.mark.parametrize(
    ("match", "message"),
    [
        (MOVING.but(round=0), "it is round 0"),
        (BATTLE.but(made=5), "there are 1 items, but 5 were created and 0 are gone"),
        (BATTLE.but(gone=1), "there are 1 items, but 1 were created and 1 are gone"),
        (
            with_champion(BATTLE, "p1", Champion(type="Mage", health=HEALTH["Mage"] + 1)),
            "the Mage of p1 has 86 health",
        ),
        (with_champion(BATTLE, "p1", Champion(type="Mage", health=-1)), "the Mage of p1 has -1 health"),
        (
            with_champion(BATTLE, "p3", Champion(type="Rogue", health=0, items=("P-C1",))).but(made=2),
            "the dead Rogue of p3 wears ('P-C1',)",
        ),
        (
            with_champion(BATTLE, "p1", Champion(type="Mage", health=1, items=("P-C1", "P-C1", "P-C1"))).but(made=4),
            "the Mage of p1 wears ('P-C1', 'P-C1', 'P-C1')",
        ),
        (
            with_champion(BATTLE, "p1", Champion(type="Mage", health=1, armor="D-C3")).but(made=2),
            "p1: A Mage cannot wear Heavy Armor",
        ),
        (BATTLE.but(pools={}), "the pools do not match the tiles of the map"),
        (
            with_champion(BATTLE, "p3", Champion(type="Mage", health=0)).but(made=0),
            "p3 was eliminated in round 0 and has 0 living Champions",
        ),
        (MOVING.but(fights=(Fight(at="A1", seats=("p1", "p2")),)), "there are 1 battles in the phase movement"),
        (BATTLE.but(fights=()), "there are 0 battles in the phase battle"),
        (
            BATTLE.but(fights=(*BATTLE.fights, Fight(at="A1", seats=("p1", "p3")))),
            "('p1', 'p3') fight at A1 but are not there",
        ),
        (
            BATTLE.but(fights=(*BATTLE.fights, *BATTLE.fights)),
            "the players at A1 have [2, 2] battles",
        ),
        (
            MOVING.but(result=Result(winners=("p1",), reason="so", clause="CBR-R29")),
            "3 players are left in the phase movement, and the result is",
        ),
        (position(PEOPLE, phase="movement", round=2, size=4), "3 players are left on a map of size 4"),
    ],
)  # fmt: skip
def test_a_law_says_what_is_wrong(match: Match, message: str) -> None:
    assert any(each.startswith(message) for each in broken(match)), broken(match)
