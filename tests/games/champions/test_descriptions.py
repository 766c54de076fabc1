"""The sentence of every event, word by word."""

from __future__ import annotations

import pytest

from sheets_gm.games.champions.position import battle_events, events
from sheets_gm.games.champions.position.battle_events import Added, Chance, Fighter
from sheets_gm.games.champions.position.events import EVENTS
from sheets_gm.kernel.outcome import Event, Result
from tests.games.champions.table import CHAMPIONS

ANA, BEN = Fighter(seat="ana", champion="Rogue", health=40), Fighter(seat="ben", champion="Mage", health=30)
MAGE = Fighter(seat="ana", champion="Mage", health=30)
C = "CBR-1"


def added(**message: object) -> Added:
    usual = {"clause": C, "what": "War Drum", "side": "attack", "throw": "1d10", "dice": (4,), "amount": 4, "total": 9}
    return Added.model_validate({**usual, **message})


def supported(**message: object) -> battle_events.Supported:
    usual = {"clause": C, "by": ANA, "item": "War Drum", "effect": "attack_up", "targets": (MAGE,), "dice": (4,)}
    return battle_events.Supported.model_validate({**usual, "amount": 4, **message})


def healed(**message: object) -> battle_events.Healed:
    usual = {"clause": C, "by": ANA, "target": ANA, "die": 7, "dice": (7,), "parts": (), "bracket": 7, "percent": 100}
    return battle_events.Healed.model_validate({**usual, "amount": 7, **message})


def struck(**message: object) -> battle_events.Struck:
    usual = {"clause": C, "by": ANA, "target": BEN, "bracket": 16, "percent": 100, "why": (), "damage": 16}
    return battle_events.Struck.model_validate({**usual, **message})


SENTENCES: tuple[tuple[Event, str], ...] = (
    (events.Spawned(clause=C, seat="ana", at="A1"), "ana starts on A1"),
    (events.Moved(clause=C, seat="ana", start="A1", end="B2"), "ana moves from A1 to B2"),
    (events.Crowded(clause=C, counts={"A1": 2, "B2": 1}), "On the map: 2 at A1, 1 at B2"),
    (events.RoomOpened(clause=C, at="A1", seats=("ana", "ben")), "ana and ben meet at A1 for a battle"),
    (events.Looted(clause=C, seat="ana", at="A1", items=("x",), names=("Wand",)), "ana loots A1: Wand"),
    (
        events.Looted(clause=C, seat="ana", at="A1", items=("x", ""), names=("Wand", "")),
        "ana loots A1: Wand, then nothing was left",
    ),
    (events.Looted(clause=C, seat="ana", at="A1", items=("",), names=("",)), "ana loots A1: nothing was left"),
    (events.Equipped(clause=C, seat="ana", champion="Mage", names=("Wand", "Robe")), "ana's Mage wears Wand, Robe"),
    (events.Equipped(clause=C, seat="ana", champion="Mage", names=()), "ana's Mage wears nothing"),
    (events.Paired(clause=C, at="A1", seats=("ana", "ben")), "ana and ben fight at A1"),
    (
        battle_events.BattleBegan(clause=C, at="A1", seats=("ana", "ben"), fighters=(ANA, MAGE, BEN)),
        "⚔ Battle at A1: ana (Rogue 40, Mage 30) against ben (Mage 30)",
    ),
    (
        battle_events.BattleBegan(clause=C, at="", seats=("ana", "ben"), fighters=(ANA, BEN)),
        "⚔ Battle: ana (Rogue 40) against ben (Mage 30)",
    ),
    (
        battle_events.BattleVoid(clause=C, at="A1", seats=("ana", "ben"), missing="ben"),
        "ana and ben do not fight: ben has no Champion left",
    ),
    (battle_events.TurnBegan(clause=C, turn=2), "Turn 2"),
    (
        battle_events.TurnBegan(clause=C, turn=1, passive="ana"),
        "Turn 1: only ana has a Healer, so the Healer's partner is strong and the other side's strengths are void",
    ),
    (battle_events.TurnBegan(clause=C, turn=2, passive="ana"), "Turn 2: only ana has a Healer"),
    (supported(), "ana's Rogue uses War Drum and strengthens the attack of ana's Mage [4] = 4"),
    (
        supported(plus=1, affinity=True, percent=150, amount=8),
        "ana's Rogue uses War Drum and strengthens the attack of ana's Mage [4] + 1 × 1.5 = 8",
    ),
    (supported(item="", targets=(), dice=()), "ana's Rogue uses Assist but has no partner to help"),
    (
        supported(effect="attack_down", targets=(BEN,)),
        "ana's Rogue uses War Drum and weakens the attack of ben's Mage [4] = 4",
    ),
    (supported(effect="defense_up"), "ana's Rogue uses War Drum and protects ana's Mage [4] = 4"),
    (supported(effect="heal"), "ana's Rogue uses War Drum and heals ana's Mage [4] = 4"),
    (
        supported(effect="heal_both", targets=(ANA, MAGE)),
        "ana's Rogue uses War Drum and heals ana's Rogue and ana's Mage [4] = 4",
    ),
    (
        supported(effect="evade_up", dice=(), plus=30, amount=30),
        "ana's Rogue uses War Drum and gives ana's Mage a 30 % chance to evade",
    ),
    (battle_events.Evading(clause=C, by=ANA, percent=50), "ana's Rogue evades: attacks miss with 50 %"),
    (
        battle_events.Evading(clause=C, by=ANA, percent=75, parts=(Chance(what="Evade", percent=75),)),
        "ana's Rogue evades: attacks miss with 75 % (Evade 75)",
    ),
    (
        battle_events.Missed(clause=C, by=ANA, target=BEN, roll=20, percent=50),
        "ana's Rogue attacks ben's Mage and misses (20 of 50)",
    ),
    (
        battle_events.Rolled(clause=C, by=ANA, target=BEN, dice=(3, 16), plus=2, crits=1, total=21),
        "ana's Rogue attacks ben's Mage: Attack [3, 16] + 2 = 21 (1 critical)",
    ),
    (
        battle_events.Rolled(clause=C, by=ANA, target=BEN, evaded=60, percent=50, dice=(3,), crits=0, total=3),
        "ana's Rogue attacks ben's Mage (evasion fails: 60 of 50): Attack [3] = 3",
    ),
    (added(), "· + War Drum 1d10 [4] = 9"),
    (added(throw="1d10+2", amount=6), "· + War Drum 1d10+2 [4] + 2 = 9"),
    (added(amount=-4, side="defence"), "· Defence: − War Drum 1d10 [4] = 9"),
    (added(amount=-4, side="defence", total=0), "· Defence: − War Drum 1d10 [4] = 0"),
    (added(amount=-4, side="defence", total=-1), "· Defence: − War Drum 1d10 [4] = 0 (never below 0)"),
    (added(amount=-4, total=-2), "· − War Drum 1d10 [4] = 0 (never below 0)"),
    (added(amount=6, percent=150), "· + War Drum 1d10 [4] × 1.5 → 6 = 9"),
    (added(crits=2, crit_by="Keen Lens"), "· + War Drum 1d10 [4] = 9 (2 critical, by Keen Lens)"),
    (struck(), "· 16 damage to ben's Mage"),
    (
        struck(percent=105, why=("weak", "affinity"), damage=17),
        "· The target is strong and affinity [16 × 1.05] = 17 damage to ben's Mage",
    ),
    (healed(), "ana's Rogue heals itself: [7] = 7"),
    (
        healed(target=MAGE, dice=(3, 3), plus=1, parts=(added(total=11),), bracket=11, percent=125, amount=14),
        "ana's Rogue heals ana's Mage: [3, 3] + 1 = 7 + War Drum 1d10 [4] = 11; affinity [11 × 1.25] = 14",
    ),
    (
        battle_events.HealthUpdated(clause=C, who=ANA, damage=5, healing=3, after=38),
        "ana's Rogue: 40 − 5 + 3 → 38 health",
    ),
    (
        battle_events.HealthUpdated(clause=C, who=ANA, damage=0, healing=60, after=85, capped=True),
        "ana's Rogue: 40 + 60 → 85 health, the most it can have",
    ),
    (battle_events.Fell(clause=C, who=ANA), "✝ ana's Rogue falls"),
    (
        battle_events.Revived(clause=C, who=ANA, item="Feather", dice=(7,), plus=1, percent=125, health=10),
        "ana's Rogue is saved by Feather, which is used up, and has 10 health ([7] + 1 × 1.25)",
    ),
    (
        battle_events.Revived(clause=C, who=ANA, item="Feather", health=7),
        "ana's Rogue is saved by Feather, which is used up, and has 7 health",
    ),
    (
        battle_events.Lapsed(clause=C, audience=("ana",), who=ANA, turns=(3, 4), why="fell"),
        "ana's Rogue does nothing in turns 3 and 4: it fell before",
    ),
    (
        battle_events.Lapsed(clause=C, audience=("ana",), who=ANA, turns=(4,), why="over"),
        "ana's Rogue does nothing in turn 4: no enemy was left",
    ),
    (
        battle_events.BattleEnded(clause=C, seats=("ana", "ben"), fighters=(ANA, MAGE)),
        "The battle ends: ana has Rogue 40, Mage 30; ben has none left here",
    ),
    (
        battle_events.BattleEnded(clause=C, audience=("ana", "ben"), seats=("ana", "ben"), fighters=(ANA, MAGE)),
        "The battle ends",
    ),
    (
        battle_events.Fought(clause=C, at="B2", seats=("ana", "ben"), fighters=(ANA, MAGE)),
        "⚔ ana and ben fought at B2: nobody fell; ana has Rogue 40, Mage 30; ben has none left here",
    ),
    (
        battle_events.Fought(clause=C, at="", seats=("ana", "ben"), fighters=(), fallen=(ANA, MAGE)),
        ("⚔ ana and ben fought: ana's Rogue and ana's Mage fell; ana has none left here; ben has none left here"),
    ),
    (events.Rested(clause=C, health=5), "All living Champions rest and regain up to 5 health"),
    (
        events.Exhausted(clause=C, health=10, rounds=6),
        "No Champion fell in 6 rounds: exhaustion costs every Champion 10 health",
    ),
    (
        events.Eliminated(clause=C, seat="ana", at="A1", dropped=True),
        "☠ ana has no living Champion and is out; their items are now at A1",
    ),
    (
        events.Eliminated(clause=C, seat="ana", at="", dropped=True),
        "☠ ana has no living Champion and is out; their items are still on its tile",
    ),
    (
        events.Eliminated(clause=C, seat="ana", at="A1", dropped=False),
        "☠ ana has no living Champion and is out; their items are lost",
    ),
    (
        events.GaveUp(clause=C, seat="ana", at="A1", dropped=True),
        "☠ ana leaves the match with all their Champions; their items are now at A1",
    ),
    (
        events.GaveUp(clause=C, seat="ana", at="", dropped=True),
        "☠ ana leaves the match with all their Champions; their items are still on its tile",
    ),
    (
        events.GaveUp(clause=C, seat="ana", at="A1", dropped=False),
        "☠ ana leaves the match with all their Champions; their items are lost",
    ),
    (
        events.Shrunk(clause=C, size=2, why="alive", number=4),
        "The map shrinks to 2×2 (4 players are left): all tiles have new items",
    ),
    (
        events.Shrunk(clause=C, size=1, why="deadlock", number=1),
        "The map shrinks to a single tile (1 round without a fallen Champion): all tiles have new items",
    ),
    (
        events.Ended(clause=C, result=Result(winners=("ana",), reason="so it is", clause=C)),
        "🏆 ana wins the match: so it is",
    ),
    (
        events.Ended(
            clause=C,
            result=Result(winners=(), reason="so it is", clause=C),
            final={"ana": -3, "ben": 0},
            dealt={"ana": 9, "ben": 8},
        ),
        "The match is a draw: so it is (final health: ana −3, ben 0; damage dealt: ana 9, ben 8)",
    ),
)


@pytest.mark.parametrize(("event", "sentence"), SENTENCES, ids=[sentence for _, sentence in SENTENCES])
def test_an_event_is_described_word_by_word(event: Event, sentence: str) -> None:
    assert CHAMPIONS.describe(event, {}) == sentence


def test_every_kind_of_event_is_described_here() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(EVENTS)


@pytest.mark.clause("CBR-R29")
def test_a_battle_of_the_past_is_described_as_before() -> None:
    """Journals of earlier versions lack the newer fields."""
    old = battle_events.Supported.model_validate(
        {
            "clause": C,
            "by": ANA,
            "item": "War Drum",
            "effect": "attack_up",
            "targets": (MAGE,),
            "dice": (4,),
            "affinity": True,
            "amount": 5,
        }
    )
    expected = "ana's Rogue uses War Drum and strengthens the attack of ana's Mage [4] × 1.25 = 5"
    assert CHAMPIONS.describe(old, {}) == expected
