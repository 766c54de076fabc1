"""The set-up of games, and what needs more than a case: time that is up, simultaneous defeats, the order of seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from sheets_gm.games.win_or_die.data.settings import Settings
from sheets_gm.games.win_or_die.data.words import ENHANCEMENTS, ENTERS, RED, SAME, SEATS, TEAL
from sheets_gm.games.win_or_die.forms.all_forms import open_forms
from sheets_gm.games.win_or_die.position.orders import ChooseBarrack, ChooseLineUp, Command, Deploy, Enlist
from sheets_gm.games.win_or_die.position.resolution import Halt, Occasion, begin
from sheets_gm.games.win_or_die.position.state import Match
from sheets_gm.games.win_or_die.rules.combat.reactions import react
from sheets_gm.games.win_or_die.rules.commands.allies import LETTER
from sheets_gm.games.win_or_die.rules.laws import LAWS
from sheets_gm.games.win_or_die.rules.series import ending
from sheets_gm.games.win_or_die.rules.setup import legions
from sheets_gm.games.win_or_die.rules.setup.barracks import check as check_barrack
from sheets_gm.games.win_or_die.rules.setup.deployment import check as check_place
from sheets_gm.games.win_or_die.rules.setup.deployment import fits as fits_places
from sheets_gm.games.win_or_die.rules.turn import resolve, start
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.outcome import Event, Order
from tests.games.win_or_die.table import position, standing
from tests.scripted_dice import Scripted


def dice(**rolls: int) -> Dice:
    """Dice that show 1, or what *rolls* says by a word of the reason."""
    return Dice(lambda sides, why, hidden: min(sides, next((v for word, v in rolls.items() if word in why.split()), 1)))


class Setup:
    """A match from its beginning, step by step."""

    def __init__(self, *, rolls: Mapping[str, int] | None = None, **settings: Any) -> None:
        self.rolls: Mapping[str, int] = {RED: 6, TEAL: 2, **(rolls or {})}
        outcome = start(Settings.model_validate(settings), (), dice(**self.rolls))
        self.match: Match = outcome.state
        self.events: tuple[Event, ...] = outcome.events

    def go(self, **orders: Sequence[Order]) -> Setup:
        outcome = resolve(self.match, {seat: tuple(given) for seat, given in orders.items()}, dice(**self.rolls))
        self.match, self.events = outcome.state, outcome.events
        for law in LAWS:
            assert law(self.match) is None
        return self

    def events_of(self, kind: str) -> list[Any]:
        return [event for event in self.events if event.kind == kind]


def pick(region: str, *mercenaries: str) -> tuple[Order, ...]:
    first, second = (*mercenaries, None, None)[:2]
    return (ChooseBarrack(region=region, mercenary_1=first, mercenary_2=second),)


def picked(**settings: Any) -> Setup:
    return Setup(**settings).go(
        red=pick("Yaveil Alliance", "Ogre Hireling", "Sellsword"), teal=pick("Annihilation Horde")
    )


def enlist(*names: str, **kinds: Sequence[int]) -> tuple[Enlist, ...]:
    """Rows of a legion, the Leader first; *kinds* are the slots that have each enhancement."""
    return tuple(
        Enlist(slot=slot, card=name, **{kind: slot in slots for kind, slots in kinds.items()})
        for slot, name in enumerate(names)
    )


LEGION = (
    *("Marshal Corvane", "Lord Bastion", "Ironclad Knight", "Ogre Hireling", "Shieldbearer"),
    *("Levy Spearman", "Levy Spearman"),
)
"""A Leader and six units for 17 crystals."""


# -- the Barrack -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WOD-2", "WOD-8", "WOD-19", "WOD-37", "WOD-39", "WOD-R23")
def test_both_players_pick_a_region_in_secret_and_the_picks_are_shown_at_once() -> None:
    setup = picked()
    assert [(e.seat, e.region, e.audience) for e in setup.events_of("region_chosen")] == [
        (RED, "Yaveil Alliance", None),
        (TEAL, "Annihilation Horde", None),
    ]
    assert setup.match.player(RED).mercenaries == ("mer-M1", "mer-M4")
    assert [e.audience for e in setup.events_of("barrack_set")] == [(RED,), (TEAL,)]
    assert setup.match.phase == "legion"


@pytest.mark.clause("WOD-39", "WOD-R23")
def test_both_may_pick_the_same_region_and_the_random_card_stays_face_down() -> None:
    setup = Setup().go(red=pick("Random"), teal=pick("Yaveil Alliance"))
    assert [(e.seat, e.region) for e in setup.events_of("region_chosen")] == [(TEAL, "Yaveil Alliance"), (RED, "")]
    assert setup.match.player(RED).drawn
    assert setup.match.player(RED).region == "Annihilation Horde"
    setup = Setup().go(red=pick("Yaveil Alliance"), teal=pick("Yaveil Alliance"))
    assert [player.region for player in setup.match.players] == ["Yaveil Alliance"] * 2


@pytest.mark.clause("WOD-R23")
def test_without_mirror_a_die_decides_who_picks_again() -> None:
    setup = Setup(mirror=False).go(red=pick("Yaveil Alliance"), teal=pick("Yaveil Alliance"))
    assert (setup.match.phase, setup.match.picking) == ("barrack", RED)
    assert [player.region for player in setup.match.players] == ["", "Yaveil Alliance"]
    order = ChooseBarrack(region="Yaveil Alliance")
    remark = check_barrack(setup.match, RED, order)
    assert remark is not None
    assert remark.instead == "Ivy Republic"
    setup.go(red=pick("Chaos Realm"))
    assert [player.region for player in setup.match.players] == ["Chaos Realm", "Yaveil Alliance"]
    assert setup.match.phase == "legion"


@pytest.mark.clause("WOD-38")
def test_with_one_copy_a_random_player_picks_first_and_the_other_from_the_rest() -> None:
    setup = Setup(copies="one", rolls={"who": 2})
    assert setup.match.picking == TEAL
    assert check_barrack(setup.match, RED, ChooseBarrack(region="Chaos Realm")) is not None
    setup.go(teal=pick("Chaos Realm"))
    assert setup.match.picking == RED
    for region in ("Chaos Realm", "Random"):
        assert check_barrack(setup.match, RED, ChooseBarrack(region=region)) is not None
    setup.go(red=pick("Ivy Republic"))
    assert setup.match.phase == "legion"


@pytest.mark.clause("WOD-R22")
def test_the_two_mercenary_cards_must_be_different_and_known() -> None:
    match = Setup().match
    for second, says in (("Sellsword", "must be different"), ("Dragon", "no Mercenary card “Dragon”")):
        order = ChooseBarrack(region="Chaos Realm", mercenary_1="Sellsword", mercenary_2=second)
        remark = check_barrack(match, RED, order)
        assert remark is not None
        assert says in remark.text
    form = next(form for form in open_forms(match) if form.seat == RED)
    offered = {field.name: field.choices for field in form.offered({"mercenary_1": "Sellsword"})}
    assert "Sellsword" in offered["mercenary_1"]
    assert "Sellsword" not in offered["mercenary_2"]


@pytest.mark.clause("WOD-40", "WOD-53")
def test_the_higher_die_begins_and_ties_are_rolled_again() -> None:
    setup = Setup()
    rolls = {
        f"game 1: roll {number} for the first turn, {seat}": value
        for number, pair in ((1, (4, 4)), (2, (3, 5)))
        for seat, value in zip(SEATS, pair, strict=True)
    }
    outcome = resolve(setup.match, {}, Dice(Scripted(rolls, lambda *_: 1)))
    (event,) = [event for event in outcome.events if event.kind == "first_player"]
    assert (event.seat, event.rolls) == (TEAL, ((4, 4), (3, 5)))  # type: ignore[attr-defined]
    assert outcome.state.first == TEAL


# -- the legion --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WOD-4", "WOD-41", "WOD-42", "WOD-43", "WOD-45", "WOD-46", "WOD-47", "WOD-48", "WOD-52", "WOD-R21")
def test_a_legion_of_a_leader_and_six_units_is_bought_for_20_crystals() -> None:
    rows = enlist(*LEGION, morale=[1])
    setup = picked().go(red=rows)
    assert legions.cost(setup.match, setup.match.player(RED).legion) == 18
    assert [e.audience for e in setup.events_of("legion_set")] == [(RED,), (TEAL,)]
    assert setup.match.player(RED).crystals == 2
    setup.go().go()
    assert setup.match.field.morale(RED) == 20
    assert setup.match.player(RED).fatigue == 0
    assert all(not unit.exposed and not unit.damage for unit in setup.match.units)


@pytest.mark.clause("WOD-3", "WOD-41")
def test_who_builds_no_legion_that_can_stand_gets_the_line_up_of_the_region() -> None:
    for rows in ((), enlist(*LEGION[:4]), enlist(*LEGION, attack=[1, 2, 3, 4]), enlist(*LEGION, "Lancer")):
        setup = picked().go(red=rows)
        assert [e.lineup for e in setup.events_of("legion_set")] == ["Ironclad Defense", "Firepower Suppression"]
        assert setup.match.player(RED).crystals == 0


@pytest.mark.clause("WOD-41", "WOD-96")
def test_outside_the_advanced_mode_legions_are_line_ups() -> None:
    setup = picked(mode="core").go(red=(ChooseLineUp(lineup="Ironclad Defense"),), teal=enlist(*LEGION))
    assert [e.lineup for e in setup.events_of("legion_set")] == ["Ironclad Defense", "Firepower Suppression"]
    match = picked(mode="core").match
    assert legions.check(match, RED, enlist("Marshal Corvane")[0]) is not None
    wrong = legions.check_lineup(match, RED, ChooseLineUp(lineup="Iron Discipline"))
    assert wrong is not None
    assert wrong.instead == "Ironclad Defense"


@pytest.mark.clause("WOD-6", "WOD-7", "WOD-20", "WOD-22", "WOD-42", "WOD-43", "WOD-R21", "WOD-R22")
@pytest.mark.parametrize(
    ("row", "says"),
    [
        (Enlist(slot=0, card="Lord Bastion"), "Lord Bastion cannot lead"),
        (Enlist(slot=1, card="Marshal Corvane"), "Marshal Corvane is a Leader, and a legion has one"),
        (Enlist(slot=1, card="Tusk Whelp"), "Tusk Whelp is not in your Barrack"),
        (Enlist(slot=1, card="Griffon Courier"), "Griffon Courier is not in your Barrack"),
        (Enlist(slot=1, card="Dragon"), "There is no unit “Dragon”"),
        (Enlist(slot=1), "Choose a unit"),
        (Enlist(slot=10, card="Lord Bastion"), "a Leader and up to 9 units"),
        (Enlist(slot=0, card="Marshal Corvane", attack=True), "A Leader has no enhancements"),
    ],
)
def test_a_row_of_a_legion_that_cannot_stand_says_why(row: Enlist, says: str) -> None:
    remark = legions.check(picked().match, RED, row)
    assert remark is not None
    assert says in remark.text


@pytest.mark.clause("WOD-R21")
def test_a_leader_has_enhancements_if_a_setting_says_so() -> None:
    match = picked(leader_enhance=True).match
    assert legions.check(match, RED, Enlist(slot=0, card="Marshal Corvane", attack=True)) is None


@pytest.mark.clause("WOD-22", "WOD-41", "WOD-44")
def test_rows_that_do_not_fit_together_say_why() -> None:
    match = picked(budget=60).match
    texts = [
        r.text if r else "" for r in legions.fits(match, enlist("Marshal Corvane", "Lord Bastion", "Lord Bastion"))
    ]
    assert texts == ["", "", "The Barrack has only 1 of Lord Bastion"]
    many = enlist("Marshal Corvane", *["Levy Spearman"] * 3, *["Shieldbearer"] * 3, "Crossbowman", attack=range(1, 8))
    texts = [r.text if r else "" for r in legions.fits(match, many)]
    assert texts == [*[""] * 7, f"The legion has {SAME} attack enhancements already"]
    texts = [r.text if r else "" for r in legions.fits(picked().match, enlist(*LEGION, "Lancer"))]
    assert texts[-1] == "Lancer costs 4 Titan Crystals, and only 3 are left"


@pytest.mark.clause("WOD-41", "WOD-42", "WOD-43", "WOD-44", "WOD-45")
@pytest.mark.parametrize(
    ("rows", "stands", "says"),
    [
        (enlist(*LEGION), True, "6 units, 17 of 20 Titan Crystals, morale 17"),
        (enlist(*LEGION, morale=[1, 2]), True, "6 units, 19 of 20 Titan Crystals, morale 23"),
        (
            enlist(*LEGION, health=range(1, 7)),
            False,
            "3 Titan Crystals too many. Empty a row or an enhancement. 6 units, 23 of 20 Titan Crystals, morale 17",
        ),
        (enlist(*LEGION)[1:], False, "Choose a Leader"),
        (enlist(*LEGION[:-2]), False, "Choose at least 2 more units"),
    ],
)
def test_the_running_sum_of_a_legion_says_what_is_missing(rows: Sequence[Enlist], stands: bool, says: str) -> None:
    remark = legions.total(picked().match, rows)
    assert remark.refuses is not stands
    assert says in remark.text


@pytest.mark.clause("WOD-44")
def test_one_unit_can_have_six_different_enhancements() -> None:
    every = Enlist.model_validate({"slot": 1, "card": "Lord Bastion", **dict.fromkeys(ENHANCEMENTS, True)})
    assert len(every.enhancements) == 6
    match = picked().match
    assert legions.check(match, RED, every) is None
    assert legions.cost(match, legions.recruits_of(match, [every])) == 11


# -- deployment --------------------------------------------------------------------------------------------------------


def deployed(**settings: Any) -> Setup:
    places = ("I1", "I9", "I2", "H1", "H2", "H3", "H4")
    red = [Deploy(place=number, at=at) for number, at in enumerate(places, start=1)]
    return picked(**settings).go(red=enlist(*LEGION)).go(red=red).go()


@pytest.mark.clause("WOD-49", "WOD-50", "WOD-51", "WOD-53", "WOD-R16", "WOD-R24")
def test_the_first_player_deploys_then_the_second_and_the_first_turn_has_five_tokens() -> None:
    setup = picked().go(red=enlist(*LEGION))
    assert (setup.match.phase, setup.match.picking) == ("deployment", RED)
    assert check_place(setup.match, TEAL, Deploy(place=1, at="A1")) is not None
    setup.go(red=[Deploy(place=1, at="I5"), Deploy(place=2, at="H1")])
    assert setup.match.picking == TEAL
    by_card = {unit.card: unit.at for unit in setup.match.units}
    assert (by_card["yav-L1"], by_card["yav-H1"]) == ("I5", "H1")
    assert {unit.at for unit in setup.match.units} <= set(setup.match.board.deployment[RED])
    setup.go()
    assert (setup.match.phase, setup.match.acting, setup.match.turn) == ("battle", RED, 1)
    assert [setup.match.player(seat).tokens for seat in SEATS] == [5, 7]


@pytest.mark.clause("WOD-51", "WOD-75", "WOD-R17")
def test_vector_3_the_second_turn_of_the_first_player_has_seven() -> None:
    setup = deployed()
    assert [setup.go().match.player(setup.match.acting).tokens for _ in range(2)] == [7, 7]
    assert setup.match.acting == RED
    setup = deployed(first_turn_tokens=3, second_player_tokens=4, command_tokens=6)
    assert [setup.match.player(seat).tokens for seat in SEATS] == [3, 4]
    assert [setup.go().match.player(setup.match.acting).tokens for _ in range(2)] == [4, 6]


@pytest.mark.clause("WOD-R16")
def test_the_numbers_of_bases_follow_from_their_places_alone() -> None:
    units = deployed().match.field.units_of(RED)
    assert [unit.id for unit in units] == [f"{LETTER[RED]}{number}" for number in range(1, 8)]
    assert [unit.at for unit in units] == ["H1", "H2", "H3", "H4", "I1", "I2", "I9"]


@pytest.mark.clause("WOD-49")
def test_units_that_nobody_places_are_placed_by_hidden_dice() -> None:
    setup = picked().go(red=enlist(*LEGION))
    rolled = Dice(lambda sides, why, hidden: 1)
    resolve(setup.match, {RED: (Deploy(place=1, at="I5"),)}, rolled)
    assert rolled.rolls
    assert all(roll.hidden for roll in rolled.rolls)


@pytest.mark.clause("WOD-28", "WOD-49", "WOD-R24")
def test_a_place_is_a_plain_in_the_first_two_rows_for_one_unit() -> None:
    match = picked(map="eastern_mist_forest").go(red=enlist(*LEGION)).match
    for at, instead in (("H6", "H5"), ("G1", "H1"), ("A1", "H1"), ("Z9", "H1")):
        remark = check_place(match, RED, Deploy(place=1, at=at))
        assert remark is not None
        assert remark.instead == instead
    first, second = fits_places(match, RED, [Deploy(place=1, at="I1"), Deploy(place=2, at="I1")])
    assert first is None
    assert second is not None
    assert check_place(match, RED, Deploy(place=8, at="I1")) is not None


# -- modes and the series ----------------------------------------------------------------------------------------------


@pytest.mark.clause("WOD-91", "WOD-92", "WOD-93", "WOD-94")
@pytest.mark.parametrize("name", ["basic_map", "eastern_mist_forest"])
def test_the_first_game_is_ironclad_defense_against_firepower_suppression(name: str) -> None:
    setup = Setup(mode="first", map=name)
    assert [(e.seat, e.lineup) for e in setup.events_of("legion_set")] == [
        (RED, "Ironclad Defense"),
        (TEAL, "Firepower Suppression"),
    ]
    assert (setup.match.phase, setup.match.settings.wins_needed) == ("deployment", 1)
    setup.go().go()
    assert [setup.match.field.morale(seat) for seat in SEATS] == [18, 17]


@pytest.mark.clause("WOD-107", "WOD-R36")
@pytest.mark.parametrize(
    ("mode", "name"), [("dark_lord", "Dark Lord"), ("mission", "Mission"), ("alliance", "Alliance")]
)
def test_modes_that_the_rulebook_does_not_have_yet_are_refused(mode: str, name: str) -> None:
    with pytest.raises(ValueError, match=f"the rulebook's {name} Mode is work in progress"):
        Settings.model_validate({"mode": mode})


@pytest.mark.clause("WOD-95")
def test_the_number_of_games_can_be_set() -> None:
    made = [Settings.model_validate(each) for each in ({}, {"best_of": 5}, {"best_of": 1}, {"mode": "core"})]
    assert [each.wins_needed for each in made] == [2, 3, 1, 1]
    with pytest.raises(ValueError, match="1, 3 or 5"):
        Settings(best_of=2)


@pytest.mark.clause("WOD-95", "WOD-R29")
@pytest.mark.parametrize(("rule", "first"), [("loser", TEAL), ("winner", RED), ("die", RED)])
def test_the_loser_begins_the_next_game_unless_a_setting_says_otherwise(rule: str, first: str) -> None:
    match = position({"R1": "yav-U1 I5", "T1": "ann-U1 A5"}, acting=TEAL, settings={"next_first": rule})
    setup = Setup()
    setup.match = match
    setup.go(teal=[Command(command="Surrender")])
    assert (setup.match.game, setup.match.winner) == (2, RED)
    setup.go(red=pick("Chaos Realm"), teal=pick("Chaos Realm"))
    assert setup.match.first == first
    assert [e.rolls for e in setup.events_of("first_player")] == [((6, 2),) if rule == "die" else ()]


# -- in a battle -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("WOD-R31", "WOD-85")
def test_when_the_time_is_up_the_turn_ends() -> None:
    setup = deployed().go()
    assert setup.match.acting == TEAL
    assert [event.seat for event in setup.events_of("turn_ended")] == [RED]


@pytest.mark.clause("WOD-84", "WOD-R27")
@pytest.mark.parametrize("acting", SEATS)
def test_where_both_legions_are_defeated_at_once_the_current_player_wins(acting: str) -> None:
    match = position({"R1": "yav-U1 I5", "T1": "ann-U1 A5"}, acting=acting, morale={RED: 3, TEAL: 3})
    match = match.but(players=tuple(player.but(fatigue=3, wins=1) for player in match.players))
    step = begin(match, dice())
    with pytest.raises(Halt):
        ending.check(step)
    assert step.result is not None
    assert step.result.winners == (acting,)


@pytest.mark.clause("WOD-R33", "WOD-84")
@pytest.mark.parametrize("acting", SEATS)
def test_of_triggers_of_both_players_at_once_the_current_players_come_first(acting: str) -> None:
    match = position({"R1": "ann-H1 G5", "T1": "ann-H1 G6"}, acting=acting)
    step = begin(match, dice(), standing({seat: [{"reaction": "Trample"}] for seat in SEATS}))  # type: ignore[arg-type]
    react(step, (Occasion(TEAL, ENTERS, actor="R1"), Occasion(RED, ENTERS, actor="T1")))
    users = [event.unit.split()[0] for event in step.events if event.kind == "ability_used"]  # type: ignore[attr-defined]
    assert users == (["R1", "T1"] if acting == RED else ["T1", "R1"])


@pytest.mark.clause("WOD-R23", "WOD-39")
def test_a_random_region_is_shown_with_the_first_unit_of_it_that_is_revealed() -> None:
    match = position({"R1": "yav-U1 G5 hidden", "R2": "mer-M1 G4 hidden", "T1": "ann-U7 F5"})
    match = match.but(players=tuple(player.but(drawn=player.seat == RED) for player in match.players))
    step = begin(match, dice())
    step.reveal("R2")
    assert step.players[RED].drawn
    step.reveal("R1")
    assert not step.players[RED].drawn
    assert [event.region for event in step.events] == ["", "Yaveil Alliance"]  # type: ignore[attr-defined]
