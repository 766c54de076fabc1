"""Rosters: who sits where by a file, however little it says, and what a file says wrong."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.cli.game_settings import settings_of
from sheets_gm.adapters.people.roster import NAMES, made_up, parse, read
from sheets_gm.adapters.people.seat_assignment import BadRoster
from sheets_gm.games.contract import Game, Place
from sheets_gm.games.finding import games
from sheets_gm.games.play_out import change_for, choose_places, largest, player_counts

PLACES = tuple(Place(f"{team}{number}", team) for team in ("blue", "red") for number in (1, 2, 3))


def seated(*lines: str) -> dict[str, str]:
    """Who sits where by a roster of *lines*."""
    return {seat.player: seat.id for seat in parse("\n".join(lines), PLACES)}


def wrong(folder: Path, text: str, name: str = "gvg", **settings: Any) -> str:
    """Why the roster *text* cannot start a match of a game."""
    file = folder / "friends.csv"
    file.write_text(text, encoding="utf-8")
    game = games()[name]
    with pytest.raises(BadRoster) as error:
        read(file, game, game.settings.model_validate(settings))
    return str(error.value)


def test_players_without_a_team_are_dealt_turn_by_turn() -> None:
    dealt = seated("player", "Ana", "Ben", "Cleo", "Dov", "Edda")
    assert dealt == {"Ana": "blue1", "Ben": "red1", "Cleo": "blue2", "Dov": "red2", "Edda": "blue3"}


def test_who_names_a_team_or_a_seat_keeps_it_and_the_others_even_the_teams_out() -> None:
    dealt = seated("player,team,seat", "Ana,,", "Ben,blue,", "Cleo,,blue1", "Dov,,", "Edda,,")
    assert dealt == {"Ana": "red1", "Ben": "blue2", "Cleo": "blue1", "Dov": "red2", "Edda": "blue3"}


@pytest.mark.parametrize("sign", [",", ";", "\t"])
def test_columns_stand_apart_by_commas_semicolons_or_tabs(sign: str, tmp_path: Path) -> None:
    def apart(*lines: tuple[str, str, str]) -> list[str]:
        return [sign.join(line) for line in lines]

    headings, ana = ("player", "team", "role"), ("Ana", "blue", "Tank")
    assert seated(*apart(headings, ana, ('"Ben; the, Brave"', "red", ""))) == {
        "Ana": "blue1",
        "Ben; the, Brave": "red1",
    }
    assert "line 3: there is no role “Tnak”" in wrong(tmp_path, "\n".join(apart(headings, ana, ("Ben", "red", "Tnak"))))
    assert "line 1: there is no column “captian”" in wrong(tmp_path, "\n".join(apart(("player", "team", "captian"))))


def test_an_empty_line_is_counted_as_a_line(tmp_path: Path) -> None:
    assert "line 4: there is no role “Tnak”" in wrong(tmp_path, "player,role\nAna,Tank\n\nBen,Tnak\n")


def test_a_semicolon_in_a_quoted_heading_parts_no_columns() -> None:
    assert seated('player,team,"who; since; when"', "Ana,red,x") == {"Ana": "red1"}


def test_seats_are_listed_in_the_order_of_the_roster() -> None:
    assert list(seated("player,team", "Ana,red", "Ben,", "Cleo,")) == ["Ana", "Ben", "Cleo"]


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_every_game_starts_with_names_alone(game: Game[Any, Any], tmp_path: Path) -> None:
    file = tmp_path / "friends.csv"
    settings = game.settings()
    seats = [place for place in choose_places(game.places(settings), None) if not place.neutral]
    for number in range(game.players[0], len(seats) + 1):
        needed = [place.id for place in game.places(settings) if place.neutral and not place.optional]
        lines = ["player,seat", *(f"{name}," for name in NAMES[:number]), *(f"The {each},{each}" for each in needed)]
        file.write_text("\n".join(lines), encoding="utf-8")
        sizes = Counter(seat.team for seat in read(file, game, settings) if not seat.neutral)
        assert max(sizes.values()) - min(sizes.values()) <= 1


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_roster_of_too_few_says_how_many_can_play(game: Game[Any, Any], tmp_path: Path) -> None:
    shown = wrong(tmp_path, "player\nAna\n", game.name)
    assert f"friends.csv has 1 player, but the game needs {game.players[0]} to {game.players[1]}" in shown


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_who_has_no_seat_left_is_named_with_the_line_and_where_to_look(game: Game[Any, Any], tmp_path: Path) -> None:
    many = len([place for place in choose_places(game.places(game.settings()), None) if not place.neutral]) + 1
    shown = wrong(tmp_path, "\n".join(["player", *(f"Player {number}" for number in range(many))]), game.name)
    assert f"line {many + 1}: there is no free seat for Player {many - 1}: all {many - 1} are taken" in shown
    assert "sheets-gm games GAME" in shown


@pytest.mark.parametrize("game", games().values(), ids=games())
def test_a_roster_that_needs_another_setting_names_one_that_seats_its_players(
    game: Game[Any, Any], tmp_path: Path
) -> None:
    _, most = largest(game)
    usual = max(player_counts(game, game.settings()))
    if most == usual:
        assert change_for(game, game.settings(), most + 1) is None
        return
    needed = [place.id for place in game.places(game.settings()) if place.neutral and not place.optional]
    lines = [*(f"Player {number}," for number in range(most)), *(f"The {each},{each}" for each in needed)]
    text = "\n".join(["player,seat", *lines])
    shown = wrong(tmp_path, text, game.name).splitlines()[-1]
    found = re.fullmatch(r"friends\.csv: with --set (\w+)=(\S+) the game seats all (\d+) players\.", shown)
    assert found is not None
    assert int(found[3]) == most
    settings = settings_of(game.settings, (f"{found[1]}={found[2]}",), game.name)
    assert len([seat for seat in read(tmp_path / "friends.csv", game, settings) if not seat.neutral]) == most


def test_four_players_are_offered_the_map_for_four(tmp_path: Path) -> None:
    assert "friends.csv: with --set map=four_gates the game seats all 4 players." in wrong(
        tmp_path, "player\nAna\nBen\nCleo\nDov\n", "wesnoth"
    )


def test_a_roster_that_is_wrong_in_something_else_is_offered_no_setting(tmp_path: Path) -> None:
    assert "--set" not in wrong(tmp_path, "player,account\nAna,ana\nBen,\n", "wesnoth")


def test_more_players_than_any_setting_seats_are_offered_none(tmp_path: Path) -> None:
    assert "--set" not in wrong(tmp_path, "\n".join(["player", *NAMES[:9]]), "wesnoth")


def test_a_team_that_is_full_or_unknown_is_reported_with_those_that_have_room(tmp_path: Path) -> None:
    assert "line 2: there is no free seat in team “green” for Ana. Write blue or red, or leave the team empty" in wrong(
        tmp_path, "player,team\nAna,green\nBen,red\n"
    )
    shown = wrong(tmp_path, "player,team\nAna,blue\nBen,blue\n", team_size=1)
    assert "line 3: there is no free seat in team “blue” for Ben. Write red, or leave the team empty" in shown


def test_a_team_of_nobody_is_reported_with_the_file_and_the_remedy(tmp_path: Path) -> None:
    shown = wrong(tmp_path, "player,team\nAna,blue\nBen,blue\n")
    assert shown.startswith("friends.csv, team red: it has 0 players, and 1 to 5 can play")
    assert "write blue or red in the column “team”, or leave it empty" in shown


def test_what_a_game_says_of_a_seat_names_the_line_that_seats_it(tmp_path: Path) -> None:
    assert "friends.csv, line 3: “Ana” is the name of another player" in wrong(tmp_path, "player\nAna\nAna\n")


# -- seats that are no side --------------------------------------------------------------------------------------------

JUDGED = (*PLACES, Place("judge", "judges", neutral=True), Place("watcher", "watchers", neutral=True, optional=True))


def test_a_neutral_or_optional_seat_is_only_for_who_asks_for_it() -> None:
    seats = parse("player,team,seat\nAna\nBen\nJo,judges\nKai,,watcher\nCleo", JUDGED)
    assert {seat.player: (seat.id, seat.neutral) for seat in seats} == {
        "Ana": ("blue1", False),
        "Ben": ("red1", False),
        "Jo": ("judge", True),
        "Kai": ("watcher", True),
        "Cleo": ("blue2", False),
    }


def test_who_has_no_seat_left_hears_of_those_that_only_watch() -> None:
    with pytest.raises(BadRoster, match=r"all 6 are taken.* Spectators have judges or watchers in the column"):
        parse("\n".join(["player", *NAMES[:7]]), JUDGED)


def test_made_up_people_take_no_optional_seat() -> None:
    assert [seat.id for seat in made_up(JUDGED)] == [*(place.id for place in PLACES), "judge"]


def test_backups_and_spectators_are_no_players_of_champions(tmp_path: Path) -> None:
    file = tmp_path / "friends.csv"
    champions = games()["champions"]
    file.write_text("player,team\nAna\nBen\nCleo,spectators\nDov,backups\n", encoding="utf-8")
    seats = read(file, champions, champions.settings())
    assert [(seat.id, seat.neutral) for seat in seats] == [
        ("p1", False), ("p2", False), ("spectator1", True), ("backup1", True),
    ]  # fmt: skip
    shown = wrong(tmp_path, "player,team\nAna\nCleo,spectators\n", "champions")
    assert "friends.csv has 1 player, but the game needs 2 to 16" in shown


def test_all_that_is_wrong_with_a_roster_is_told_at_once() -> None:
    text = "player,team,captain,account,zone\nAna,blue,perhaps,ana,\nBen,green,,ben@x,Mars/Base\nCleo,red,,ben@x,\n"
    with pytest.raises(BadRoster) as caught:
        parse(text, PLACES, "friends.csv")
    told = [line.partition(": ")[0::2] for line in str(caught.value).splitlines()]
    assert [(where, what[:24]) for where, what in told] == [
        ("friends.csv, line 2", "“ana” is not an e-mail a"),
        ("friends.csv, line 2", "“perhaps” does not mean "),
        ("friends.csv, line 3", "there is no free seat in"),
        ("friends.csv, line 3", "there is no time zone “M"),
        ("friends.csv, line 4", "“ben@x” is already on li"),
    ]


def test_a_wrong_role_is_told_beside_a_wrong_team_also_of_who_has_no_seat(tmp_path: Path) -> None:
    text = "player,team,role\nAna,bleu,Tnak\nBen,blue,Dancer\nCleo,red,Healer\nDov,rad,Tank\nEdda,red,Heeler\n"
    told = [line.partition(": ")[0::2] for line in wrong(tmp_path, text).splitlines()]
    assert [(where, what.partition(".")[0]) for where, what in told] == [
        ("friends.csv, line 2", "there is no free seat in team “bleu” for Ana"),
        ("friends.csv, line 2", "there is no role “Tnak”"),
        ("friends.csv, line 3", "there is no role “Dancer”"),
        ("friends.csv, line 5", "there is no free seat in team “rad” for Dov"),
        ("friends.csv, line 6", "there is no role “Heeler”"),
    ]


def test_each_wrong_trait_of_a_line_is_told() -> None:
    places = [Place(f"blue{number}", "blue", traits={"role": ("Tank",), "beast": ("Owl",)}) for number in (1, 2)]
    with pytest.raises(BadRoster) as caught:
        parse("player,role,beast\nAna,Tnak,Oul\nBen,,\nCleo,Tank,Cat\n", places, "friends.csv")
    told = [line.removeprefix("friends.csv, line ")[:30] for line in str(caught.value).splitlines()]
    assert told == [
        "2: there is no role “Tnak”. Th",
        "2: there is no beast “Oul”. Th",
        "4: there is no free seat for C",
        "4: there is no beast “Cat”. Th",
    ]
