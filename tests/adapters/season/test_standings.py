"""A season counts each match once, knows who is one person, and shows nobody who asked to be left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from sheets_gm.adapters.season.page import season_page
from sheets_gm.adapters.season.people import BadPeople, PeopleMap, read_people, unclear
from sheets_gm.adapters.season.standings import season_of
from sheets_gm.adapters.season.tables import tables_of
from tests.adapters.season.made_up_results import duel, player, result


def places(*matches: object, people: PeopleMap | None = None) -> list[tuple[str, float, int, int]]:
    """The name, points, matches and wins of each person in their order."""
    season = season_of(matches, people or PeopleMap())  # type: ignore[arg-type]
    return [(each.name, each.tally.points, each.tally.played, each.tally.won) for each in season.standings]


def test_a_win_is_a_point_and_a_draw_half_a_point_and_a_match_counts_once() -> None:
    first, second = duel(1, "blue"), duel(2, "")
    assert places(first, second, first) == [("Ana", 1.5, 2, 1), ("Ben", 0.5, 2, 0)]


def test_an_account_is_one_person_whatever_the_name_and_a_name_without_account_is_another() -> None:
    one = result(1, "blue", player("Ana", "blue", account="ana@x"), player("Ben", "red"))
    two = result(2, "blue", player("Annie", "blue", account="ANA@x"), player("Ben", "red"))
    three = result(3, "blue", player("Annie", "blue"), player("Ben", "red"))
    assert places(one, two, three) == [("Annie", 2, 2, 2), ("Annie (2)", 1, 1, 1), ("Ben", 0, 3, 0)]
    (line,) = unclear((one, two, three), PeopleMap())
    assert line.startswith("Annie is counted as 2 people")
    mapped = PeopleMap(names={"annie": "Ana", "ana@x": "Ana"})
    assert places(one, two, three, people=mapped) == [("Ana", 3, 3, 3), ("Ben", 0, 3, 0)]
    assert list(unclear((one, two, three), mapped)) == []


def test_whoever_asks_is_left_out_of_all_tables_and_counts_as_an_opponent() -> None:
    matches = [duel(1, "blue"), duel(2, "red", "Ana", "Cleo"), result(3, "blue", player("Ben", "blue", {"Coins": 99}))]
    whole = season_of(matches, PeopleMap())
    season = season_of(matches, PeopleMap(out=frozenset({"ben"})))
    tables = tables_of(season, "UTC")
    assert "Ben" not in season_page("Season", season, tables, "UTC")
    assert "Ben" not in str(tables)
    rated = {each.name: each.rating for each in whole.standings}
    assert [each.rating for each in season.standings] == [rated[each.name] for each in season.standings]
    assert "Some players are left out at their own wish." in season_page("Season", season, tables, "UTC")


def test_nobody_elses_name_tells_that_a_namesake_is_left_out() -> None:
    one = result(1, "blue", player("Ana", "blue", account="ana@x"), player("Ben", "red"))
    two = result(2, "blue", player("Ana", "blue", account="other@x"), player("Ben", "red"))
    people = PeopleMap(out=frozenset({"ana@x"}))
    assert [name for name, *_ in places(one, two, people=people)] == ["Ana", "Ben"]


def test_ratings_move_with_results_and_their_uncertainty_shrinks() -> None:
    season = season_of([duel(number, "blue") for number in range(1, 6)], PeopleMap())
    ana, ben = season.standings
    assert ana.rating.value > 1500 > ben.rating.value
    once = season_of([duel(1, "blue")], PeopleMap()).standings[0]
    assert ana.rating.give_or_take < once.rating.give_or_take < 667
    even = season_of([duel(1, "")], PeopleMap()).standings
    assert even[0].rating == even[1].rating
    assert even[0].rating.value == 1500


def test_games_have_ratings_and_rows_of_their_own() -> None:
    season = season_of([duel(1, "blue"), duel(2, "red", game="Wesnoth")], PeopleMap())
    assert [(each.game, each.name, each.tally.won) for each in season.players] == [
        ("GvG", "Ana", 1), ("GvG", "Ben", 0), ("Wesnoth", "Ben", 1), ("Wesnoth", "Ana", 0),
    ]  # fmt: skip
    ana = season.players[0].rating.value
    assert ana == season_of([duel(1, "blue")], PeopleMap()).standings[0].rating.value


def test_head_to_head_counts_those_on_different_sides() -> None:
    team = result(3, "red", player("Ana", "blue"), player("Ben", "blue"), player("Cleo", "red"))
    season = season_of([duel(1, "blue"), duel(2, ""), team], PeopleMap())
    found = {(each.one, each.other): (each.played, each.won, each.lost, each.drawn) for each in season.pairs}
    assert found == {("Ana", "Ben"): (2, 1, 0, 1), ("Ana", "Cleo"): (1, 0, 1, 0), ("Ben", "Cleo"): (1, 0, 1, 0)}


def test_records_are_the_most_in_one_match_and_the_longest_streak() -> None:
    matches = [
        result(1, "blue", player("Ana", "blue", {"Coins": 5}), player("Ben", "red", {"Coins": 7}), turns=9),
        result(2, "blue", player("Ana", "blue", {"Coins": 7}), player("Ben", "red"), turns=30),
    ]
    found = [(each.what, each.who, each.value, each.match) for each in season_of(matches, PeopleMap()).records]
    assert found == [
        ("Coins", "Ben", 7, "Match 1"),
        ("Longest match in turns", "", 30, "Match 2"),
        ("Shortest match in turns", "", 9, "Match 1"),
        ("Most wins in a row", "Ana", 2, "Match 2"),
    ]


def test_whoever_plays_for_both_sides_neither_wins_nor_loses() -> None:
    both = result(1, "blue", player("Ana", "blue"), player("Ana", "red"), player("Ben", "red"))
    assert places(both) == [("Ben", 0, 1, 0)]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("player,person\nAna,Ana\n", "needs a heading line"),
        ("name,person\nAna,Ana\nana,Zoe\n", "line 3: “ana” is two people"),
        ("name,person\n,Zoe\n", "line 2: the column name is empty"),
    ],
)
def test_a_wrong_map_of_people_says_where(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadPeople, match=says):
        read_people(path)


def test_the_map_takes_accounts_and_names_and_any_word_but_no_leaves_out(tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("Name;Person;Leave out\nana@x;Ana;\nBenny;Ben;please\nCleo;;no\n", encoding="utf-8")
    people = read_people(path)
    assert people.is_out(player("Benny", "red"))
    assert people.is_out(player("Ben", "red")) is True
    assert not people.is_out(player("Cleo", "red"))
    assert people.key(player("whoever", "blue", account="ANA@X")) == people.key(player("A", "red", account="ana@x"))


def test_a_title_or_a_name_cannot_become_part_of_the_page() -> None:
    season = season_of([duel(1, "blue", "<script>alert(1)</script>")], PeopleMap())
    page = season_page("<b>Season</b>", season, tables_of(season, "UTC"), "UTC")
    assert "<script" not in page
    assert "<b>" not in page


def test_the_page_has_a_table_a_game_and_folds_a_long_one() -> None:
    names = [f"P{number:02}" for number in range(14)]
    many = result(1, "blue", *(player(name, ("blue", "red")[at % 2]) for at, name in enumerate(names)))
    season = season_of([many], PeopleMap())
    page = season_page("Season", season, tables_of(season, "UTC"), "UTC")
    assert f"<h3>{many.game}</h3>" in page
    assert "<details><summary>" not in page[: page.index("Head to head")]
    assert "<details><summary>49 rows</summary>" in page
    assert page.index('id="standings"') < page.index('id="matches"') < page.index('id="players"')
