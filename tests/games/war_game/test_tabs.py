"""Tabs: what the maps and lists show."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import pytest

from sheets_gm.adapters.installation.templates import template
from sheets_gm.games.play_out import bot_dice
from sheets_gm.games.war_game.data.settings import Settings
from sheets_gm.games.war_game.data.words import FACTIONS, JUDGE, TERRAINS, who_meets_whom
from sheets_gm.games.war_game.forms.all_forms import open_forms, seating
from sheets_gm.games.war_game.position.orders import Judge, Move, Strategy
from sheets_gm.games.war_game.position.state import BumpRequest, Match
from sheets_gm.games.war_game.rules.turn import resolve
from sheets_gm.games.war_game.tabs.all_tabs import draw_list, draw_marches, draw_plane, draw_texts, tabs, tally
from sheets_gm.games.war_game.tabs.how_to_play import CHOICES, lines_of
from sheets_gm.games.war_game.tabs.listings import Row, all_armies, all_structures, battle_results, marches
from sheets_gm.games.war_game.tabs.squares import GROUNDS, fitted
from sheets_gm.games.war_game.views.visible import View, view
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.sheet.grid import Cell, Grid
from sheets_gm.sheet.reading import lines_of as lines_of_forms
from sheets_gm.sheet.reading import row_name
from sheets_gm.sheet.tabs import FormTab
from sheets_gm.sheet.template import TabTemplate
from tests.games.war_game.table import battle, position
from tests.gm.table import Evening

PLAIN = TabTemplate(title="Tab", words={"legend": "legend", "none": "none", "moves": "Movement"})


def table(key: str) -> TabTemplate:
    return template("war_game").tabs[key]


def plane(match: Match, name: str) -> Grid:
    return draw_plane(view(match, None), PLAIN, name)


def square(match: Match, name: str, column: int, row: str) -> Cell:
    """A square as the map of its plane shows it."""
    return plane(match, name).at(3 + ord(row) - ord("A"), column)


MATCH = position(
    {"Ann": "C5 3A", "Xan": "P5 4B", "Guard": "M6 6C", "Bob": "C5 9D", "Yul": "P5 9D"},
    Settings(),
    battles=(battle("vs.", "Dominaria 9D", ["Bob"], ["Yul"]),),
    destroyed=("Wrath",),
    notes={"Vesuva": "It has a hidden harbour."},
)


@pytest.mark.clause("CPW-19", "CPW-22")
def test_the_map_shows_battles_armies_with_their_side_s_symbol_and_structures() -> None:
    assert square(MATCH, "Dominaria", 3, "A")[:2] == ("⚜\nAnn", "map.coalition")
    assert square(MATCH, "Dominaria", 4, "B")[:2] == ("🎭\nXan", "map.phyrexia")
    assert square(MATCH, "Dominaria", 6, "C")[:2] == ("⛑\nGuard", "map.mercenaries")
    assert square(MATCH, "Dominaria", 9, "D")[:2] == ("⚔ 1\n⚜🎭", "map.battle")
    assert square(MATCH, "Dominaria", 1, "A") == Cell("1A ≈", "terrain.ocean", None)
    assert square(MATCH, "Phyrexia", 3, "G")[:2] == ("♜\nSheila's\nLair", "map.stronghold")


def test_each_terrain_has_a_sign_of_its_own_and_only_squares_with_something_on_them_have_notes() -> None:
    assert len(set(GROUNDS.values())) == len(GROUNDS) == len(TERRAINS)
    cells = [cell for row in plane(MATCH, "Dominaria").rows for cell in row]
    forests = [cell for cell in cells if cell.style == "terrain.forest"]
    *squares, legend = forests
    assert all(str(cell.value).endswith(" ♣") and cell.note is None for cell in squares)
    assert legend[:3] == ("♣ forest", "terrain.forest", "home of Green armies")
    noted = [cell for cell in cells if cell.note and not cell.style.startswith("terrain.")]
    assert {cell.style.split(".")[0] for cell in noted} == {"map"}


@pytest.mark.clause("CPW-135", "CPW-140")
def test_the_name_of_each_terrain_has_room_in_the_legend() -> None:
    grid, widths = plane(MATCH, "Dominaria"), table("plane").widths
    assert len(grid.merges) > 3
    for area in grid.merges:
        text = str(grid.at(area.top, area.left).value)
        assert 8 * len(text) <= sum(widths[area.left : area.right]), text


def test_bases_wear_their_colour_until_they_are_destroyed() -> None:
    colours = {cell.style for each in ("Dominaria", "Mirrodin") for row in plane(MATCH, each).rows for cell in row}
    assert {f"map.base.{letter}" for letter in FACTIONS if letter != "W"} <= colours
    assert square(MATCH, "Dominaria", 5, "D").style == "map.ruin"


@pytest.mark.clause("CPW-21", "CPW-125", "CPW-150")
def test_the_note_of_a_square_says_what_is_known_of_it() -> None:
    assert square(MATCH, "Dominaria", 3, "A").note == (
        "Dominaria 3A: forest (home of Green armies)\nAnn: Lieutenant Commander of the Coalition, 10,000 units"
    )
    assert square(MATCH, "Dominaria", 18, "F").note == (
        "Dominaria 18F: islands (home of Blue armies)\nVesuva (blue base)\nIt has a hidden harbour."
    )
    assert "leads to Phyrexia 12A" in (square(MATCH, "Dominaria", 8, "C").note or "")


@pytest.mark.clause("CPW-24")
def test_everybody_sees_what_an_army_is_made_of() -> None:
    rows = draw_list(all_armies)(view(MATCH, None), table("armies")).rows
    texts = [str(cell.value) for row in rows for cell in row]
    assert "⚜ Ann" in texts
    assert "5,000 Memnite, 2,500 Alpha Myr, 1,500 Cathodion, 1,000 Myr Enforcer" in texts
    assert "Dominaria 9D ⚔" in texts


def test_structures_are_listed_with_their_state() -> None:
    rows = draw_list(all_structures)(view(MATCH, None), table("structures")).rows
    wrath = next(row for row in rows if str(row[0].value) == "⌂ Wrath")
    assert [str(cell.value) for cell in wrath] == [
        "⌂ Wrath", "white base", "Dominaria 5D", "The Coalition", "", "", "destroyed", "",
    ]  # fmt: skip


def rows_of(match: Match, rows: Callable[[View], Iterable[Row]]) -> list[Row]:
    return list(rows(view(match, None)))


def test_the_state_of_a_structure_tells_how_far_its_destruction_is() -> None:
    rows = rows_of(MATCH.but(razing={"Vesuva": 2}), all_structures)
    assert next(row["state"] for row in rows if row["name"] == "⌂ Vesuva") == "being destroyed, turn 2 of 4"


@pytest.mark.clause("CPW-27")
def test_movement_and_results_of_the_last_turn_are_listed_for_everybody() -> None:
    before = position(
        {"Ann": "C5 3A", "Xan": "P5 7A", "Bob": "C5 9D", "Yul": "P5 9D", "Cat": "C5 3C", "Dot": "C1 4C"},
        battles=(battle("attacks", "Dominaria 9D", ["Bob"], ["Yul"]),),
        phase="judging",
        sent=(Strategy(battle=1, army="Bob", text="Charge!"),),
        pending={"coalition": (Move(army="Ann", line="3A > 4A"), Move(army="Cat", line="3C > 4C - replace Dot"))},
        members={"coalition": ("c1",), "phyrexia": ("p1",)},
    )
    after = resolve(before, {JUDGE: (Judge(battle=1, first=3, reason="A fine charge."),)}, bot_dice("x")).state
    assert [(row["army"], row["what"], row["way"]) for row in rows_of(after, marches)] == [
        ("⚜ Cat", "stays: Dot stays", ""), ("⚜ Ann", "moves", "Dominaria 3A > 4A"),
    ]  # fmt: skip
    (result,) = rows_of(after, battle_results)
    assert result["battle"] == "Bob attacks Yul, 9D"
    assert "strategy +10" in str(result["first"])
    assert str(result["result"]).startswith("Bob wins without a strategy against them by ")
    assert "Yul is forced back" in str(result["after"])
    assert "Yul loses" in str(result["losses"])
    assert result["ruling"] == "A fine charge."
    assert rows_of(before, marches) == rows_of(before, battle_results) == []


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("The Weatherlight Host", "Weatherlight\nHost"),
        ("Order of the Lance", "Order of the\nLance"),
        ("Frank, the Intergalactic Space Toad", "Frank, the\nIntergalac…"),
        ("The", "The"),
    ],
)
def test_a_name_is_fitted_into_its_square_by_whole_words(name: str, shown: str) -> None:
    assert fitted(name) == shown


@pytest.mark.clause("CPW-163")
def test_the_judge_reads_each_strategy_below_its_title() -> None:
    sent = (Strategy(battle=1, army="Bob", text="Charge!", kill=True, author="c1"),)
    match = MATCH.but(phase="judging", sent=sent)
    texts = [str(row[0].value) for row in draw_texts(view(match, JUDGE), PLAIN).rows if row]
    assert "1 · Bob · c1: Bob vs. Yul (Kill Attempt)" in texts
    assert "Charge!" in texts
    assert "Charge!" not in [str(row[0].value) for row in draw_texts(view(match, "p1"), PLAIN).rows if row]


def test_how_to_play_has_a_sentence_for_every_value_of_every_choice() -> None:
    words = table("rules").words
    for name, values in CHOICES.items():
        assert [value for value in values if f"{name}_{value}" not in words] == []
    for settings in (Settings(), Settings(joint_side=1, joint_on_vs=True, diagonal="none", vp_target=150)):
        lines = [str(cell[0]) for line in lines_of(settings, table("rules").words) for cell in line]
        assert not [line for line in lines if "{" in line]
    assert any("150 victory points" in line for line in lines)


@pytest.mark.clause("CPW-R17", "CPW-R18")
def test_joint_battles_are_asked_for_and_explained_only_where_there_are_any() -> None:
    settings = Settings(joint_side=1, joint_on_vs=True)
    lines = "\n".join(str(cell[0]) for line in lines_of(settings, table("rules").words) for cell in line)
    assert "There are no joint battles in this match." in lines
    assert [word for word in ("Support", "Bump", "joint victory", "join a battle") if word in lines] == []
    assert lines.count("joint battle") == 1
    (remark,) = (each for each in seating(settings, ()) if not each.field)
    assert remark.text.startswith("joint_on_vs asks for joint battles, and joint_side 1 allows none")
    assert all(each.field for each in seating(Settings(joint_side=1), ()))


@pytest.mark.parametrize(
    ("points", "sentence"), [(0, ""), (1, "Some features pay 1 point each."), (2, "Some features pay 2 points each.")]
)
def test_what_features_pay_is_said_where_they_pay(points: int, sentence: str) -> None:
    found = [str(cell[0]) for line in lines_of(Settings(vp_feature=points), table("rules").words) for cell in line]
    assert [line for line in found if line.startswith("Some features pay")] == ([sentence] if sentence else [])


@pytest.mark.clause("CPW-100", "CPW-101", "CPW-102", "CPW-127", "CPW-149", "CPW-190", "CPW-194", "CPW-R28")
def test_how_to_play_says_what_is_easily_missed() -> None:
    for settings in (Settings(), Settings(joint_side=1)):
        shown = " ".join(str(cell[0]) for line in lines_of(settings, table("rules").words) for cell in line)
        for sentence in (
            "On Mirrodin a way that leaves at one edge goes on at the opposite one.",
            "before all other moves, but not in a structure. The raided army does not move, and nobody else can enter",
            "the attempt adds 1 for each 250 units beyond the squad, up to 2, and 3 in a raid.",
            "Both are a d20 with the judge's mark and 1 for a single colour",
            "What it loses in the turn in which it heals stays lost.",
            "If no square around is free, it is forced into an enemy's square there, and the enemy intercepts it.",
            "If both sides are as close, or there is a battle on it, nobody controls it.",
            "It fails if the sender is in a structure, if either is in battle or raided, or if the troops do not fit",
            "Blue: islands and ocean, Black: swamp, Red: mountains, Green: forest, Phyrexia: swamp; the primary",
        ):
            assert sentence in shown


def test_the_score_counts_points_and_armies() -> None:
    found = tally(view(MATCH.but(points={"coalition": 7, "phyrexia": 3}), None))
    assert (found.turn, found.values) == (
        0, {"coalition": 7, "phyrexia": 3, "coalition_armies": 2, "phyrexia_armies": 2},
    )  # fmt: skip


# -- widths ------------------------------------------------------------------------------------------------------------

DESK = 1240
"""The pixels that a window of 1280 shows."""

RARE = {"via", "losses", "adjust", "first_joint", "second_joint"}
"""What few rows need, which may lie to the right of the answer."""

LOOKS = template("war_game").tabs
FORMS = [tab for tab in tabs(Settings()) if isinstance(tab, FormTab)]


@pytest.mark.parametrize("tab", FORMS, ids=lambda tab: tab.key)
def test_what_a_row_is_decided_by_and_its_answer_fit_beside_each_other(tab: FormTab) -> None:
    columns = LOOKS[tab.key].columns
    needed = {*tab.fields, "ready", "receipt"} - (RARE if tab.key in ("moves", "judging") else set())
    last = max(at for at, column in enumerate(columns) if column.field in needed)
    assert sum(column.width for column in columns[: last + 1]) <= DESK


def test_a_row_names_its_army_and_not_its_side() -> None:
    lines = lines_of_forms([form for form in open_forms(MATCH) if form.key == "moves"])
    assert [row_name(key, form) for _, key, form in lines] == ["Ann", "Xan"]


@pytest.mark.parametrize(
    ("first", "kind", "words"),
    [
        (["Ann"], "attacks", "Ann attacks Xan"),
        (["Ann", "Bob"], "attacks", "Ann and Bob attack Xan"),
        (["Ann", "Bob"], "vs.", "Ann and Bob vs. Xan"),
    ],
)
def test_a_joint_battle_is_announced_in_the_plural(first: list[str], kind: str, words: str) -> None:
    assert who_meets_whom(first, kind, ["Xan"]) == words


@pytest.mark.clause("CPW-181", "CPW-183")
def test_bump_requests_stand_with_the_texts_of_those_who_may_read_them() -> None:
    armies = {"Ann": "C5 5E", "Bob": "C5 5E", "Xan": "P5 5E"}
    fight = battle("attacks", "Dominaria 5E", ["Ann", "Bob"], ["Xan"])
    wanted = BumpRequest(battle=1, army="Ann", place="Dominaria 6E")
    match = position(armies, battles=(fight,), phase="judging", bumps=(wanted,))
    for eyes, there in ((JUDGE, True), ("coalition", True), ("phyrexia", False), (None, False)):
        cells = [str(cell.value) for row in draw_texts(view(match, eyes), table("texts")).rows for cell in row]
        assert ("1 · Joint engage bump: Ann > 6E" in cells) is there, eyes
        assert ("Bump requests" in cells) is there
        assert ("No strategy was sent." in cells) is not there


@pytest.mark.clause("CPW-27", "CPW-28")
def test_the_last_movement_is_that_of_the_last_turn_in_which_something_moved() -> None:
    match = position({"Boss": "C1 1A", "Evil": "P1 24A", "Ann": "C5 5E"})

    def turn(match: Match, *orders: Move) -> Match:
        return resolve(match, {"coalition": orders}, bot_dice("x")).state

    def rows(match: Match) -> list[str]:
        return [f"{row['army']} {row['end']}" for row in marches(view(match, None))]

    def title(match: Match) -> str:
        return str(draw_marches(view(match, None), template("war_game").tabs["marches"]).rows[0][0].value)

    still = turn(match)
    assert (rows(still), still.marched) == ([], None)
    moved = turn(still, Move(army="Ann", line="5E > 6E"))
    assert len(rows(moved)) == 1
    assert title(moved) == "Last movement · Turn 3: orders"
    later = turn(turn(moved))
    assert rows(later) == rows(moved)
    assert title(later) == "Last movement · Turn 2"
    again = turn(later, Move(army="Ann", line="6E > 7E"))
    assert (rows(again) != rows(moved), again.marched) == (True, None)


def test_the_judge_reads_until_when_the_players_are_waited_for_and_they_until_when_the_judge_is() -> None:
    evening = Evening(plays="war_game", policy=Policy(every=3600.0, layout="sealed", gm=("gm@table",)))
    evening.tick()
    title, stand = (evening.values("judging", f"seat.{JUDGE}")[row][0] for row in (0, 1))
    assert "until Fri 09:00 UTC" in title
    assert stand.startswith("Waiting for others\n")
    while "judge" not in evening.game.label(evening.table.session.state):
        evening.play(but=[JUDGE])
    assert "due Fri 09:00 UTC" in str(evening.values("judging", f"seat.{JUDGE}"))
    judge = next(seat.player for seat in evening.seats if seat.id == JUDGE)
    title, stand = (evening.values("plane.dominaria", "team.coalition")[row][0] for row in (0, 1))
    assert "until Fri 09:00 UTC" in title
    assert stand.startswith(f"Waiting for {judge}\n")
