"""Finished matches of bots, two or three of each game: what their stories tell is held against their journals.

The largest changes are worked out here from what is stored, without the games' own words for it.
"""

from __future__ import annotations

import lzma
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sheets_gm.adapters.export.past import past_of
from sheets_gm.adapters.export.record import read_record
from sheets_gm.gm.story.audience import EVERYTHING
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.card import score_line
from sheets_gm.gm.story.highlights import CHANCE
from sheets_gm.gm.story.model import Story, TurnRow
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import turn_named

FOLDER = Path(__file__).parent / "finished"
MATCHES = sorted(path.name.partition(".")[0] for path in FOLDER.glob("*.json.xz"))

WORTHY = 10
"""Victory points of an army whose death is more than any loss of units in a battle."""

Events = Sequence[Mapping[str, Any]]
State = Mapping[str, Any]
Standing = Mapping[str, Mapping[str, float]]
"""Figures of a stored position: by name, the value of each side."""

Loss = tuple[float, tuple[str, ...]]
"""How much somebody loses in a turn, and the words that its sentence must have: who loses it, and by whom."""


@cache
def match(name: str) -> tuple[Past, Story]:
    """A finished match and its story."""
    path = FOLDER / f"{name}.json.xz"
    past = past_of(read_record(path, lzma.decompress(path.read_bytes()).decode()))
    return past, build_story(past, EVERYTHING)


def steps(past: Past, story: Story) -> Iterator[tuple[TurnRow, State, State, Events]]:
    """Each row of the story with the stored position before it, that after it, and the stored events between."""
    entries = {entry.number: entry for entry in past.entries()}
    for before, row in zip(story.turns, story.turns[1:], strict=False):
        events = [event for number in range(row.first, row.entry + 1) for event in entries[number].events]
        yield row, entries[before.entry].state, entries[row.entry].state, events


def names(past: Past) -> Mapping[str, str]:
    return {seat.id: seat.player for seat in past.record.people}


def gvg_losses(past: Past, before: State, after: State, events: Events) -> Iterator[Loss]:
    """HP of structures, of which the last one counts for more than all others, and players who are knocked down."""
    who = names(past)
    winners: tuple[str, ...] = ()
    for event in events:
        if event["kind"] == "fought":
            side = {"attack": event["attack"], "defence": event["defence"]}.get(event["outcome"])
            winners = tuple(who[seat] for seat in side["seats"]) if side else ()
        elif event["kind"] == "heart_lost":
            yield (2 if event["left"] else 20), (event["structure"], event["at"], *winners)
        elif event["kind"] == "knocked_down":
            yield 0.5 * len(event["seats"]), (*(who[seat] for seat in event["seats"]), *winners)
        elif event["kind"] == "moved" and event["start"] != event["end"]:
            if event["seat"] in [tree["carrier"] for tree in before["trees"].values()]:
                yield 6, (who[event["seat"]], "carries")
        elif event["kind"] == "tree_picked":
            yield 10, (who[event["seat"]], f"{event['owner'].capitalize()}'s Tree")
        elif event["kind"] == "captured":
            yield 100, (who[event["seat"]],)


def wesnoth_losses(past: Past, before: State, after: State, events: Events) -> Iterator[Loss]:
    """Hit points that units lose, those of leaders three times."""
    who = {seat.id[0]: seat.player for seat in past.record.people}
    units = {unit["id"]: unit for unit in before["units"]}
    left = {unit["id"]: unit for unit in after["units"]}
    strikers = {
        event["target"].split()[0]: event["unit"] for event in events if event["kind"] == "struck" and event["wounds"]
    }
    for number, unit in units.items():
        struck = [event for event in events if event["kind"] == "struck" and event["target"].startswith(f"{number} ")]
        if number not in strikers or not struck:
            continue
        first, last = struck[0]["left"] + struck[0]["wounds"], 0 if number not in left else struck[-1]["left"]
        name = "leader" if unit["leader"] else unit["name"]
        yield (first - last) * (3 if unit["leader"] else 1), (f"{who[number[0]]}'s {name}", who[strikers[number][0]])


def champions_losses(past: Past, before: State, after: State, events: Events) -> Iterator[Loss]:
    """Health that each player loses in battles; the last Champion counts for more than all others."""
    who = names(past)
    health = {
        player["seat"]: {each["type"]: each["health"] for each in player["champions"]} for player in before["players"]
    }
    for event in events:
        if event["kind"] == "fought":
            were = {seat: sum(health[seat].values()) for seat in event["seats"]}
            for fighter in (*event["fighters"], *event["fallen"]):
                health[fighter["seat"]][fighter["champion"]] = fighter["health"]
            for seat in event["seats"]:
                left, fallen = sum(health[seat].values()), sum(each["seat"] == seat for each in event["fallen"])
                words = tuple(who[each] for each in event["seats"])
                yield were[seat] - left + 30 * fallen + 1000 * (not left), words


def win_or_die_losses(past: Past, before: State, after: State, events: Events) -> Iterator[Loss]:
    """Morale that legions lose by deaths, with the names of the dead."""
    who = names(past)
    known: dict[str, int] = {}
    for event in (event for entry in past.entries() for event in entry.events):
        seat, morale = str(event.get("seat")), event.get("morale")
        if event["kind"] == "killed" and event in events and seat in known:
            other = next(each for each in who if each != seat)
            yield known[seat] - event["morale"], (who[seat], event["unit"].partition(" ")[2], who[other])
        if event["kind"] == "called":
            known.pop({"R": "red", "T": "teal"}[event["unit"][0]], None)  # an ally brings morale that no event tells
        elif morale is not None:
            known[seat] = morale


def war_game_losses(past: Past, before: State, after: State, events: Events) -> Iterator[Loss]:
    """Structures that are destroyed, armies that are killed, and units that are lost in battles."""
    for event in events:
        if event["kind"] == "razed":
            yield 1000, (event["structure"], event["army"])
        elif event["kind"] == "killed" and event["how"] == "killed" and event["points"] >= WORTHY:
            yield event["points"], (event["army"], event["by"])


def gvg_figures(state: State) -> Standing:
    bulwarks = {"blue": 0, "red": 0}
    for tile, left in state["bulwarks"].items():
        bulwarks["red" if int(tile[1:]) > 9 else "blue"] += left
    return {"Bulwark HP": bulwarks, "Fish HP": state["fish"]}


def wesnoth_figures(state: State) -> Standing:
    seats = [player["seat"] for player in state["players"]]
    owners = {"Units": [unit["seat"] for unit in state["units"]], "Villages": list(state["villages"].values())}
    return {name: {seat: found.count(seat) for seat in seats} for name, found in owners.items()}


def champions_figures(state: State) -> Standing:
    health = {player["seat"]: [each["health"] for each in player["champions"]] for player in state["players"]}
    return {
        "Health": {seat: sum(found) for seat, found in health.items()},
        "Champions": {seat: sum(map(bool, found)) for seat, found in health.items()},
    }


def win_or_die_figures(state: State) -> Standing:
    names = {"Games won": "wins", "Fatigue": "fatigue"}
    return {name: {each["seat"]: each[field] for each in state["players"]} for name, field in names.items()}


def war_game_figures(state: State) -> Standing:
    sides = [army["side"] for army in state["armies"]]
    return {"Victory points": state["points"], "Armies": {side: sides.count(side) for side in state["points"]}}


LOSSES: Mapping[str, Callable[[Past, State, State, Events], Iterator[Loss]]] = {
    "gvg": gvg_losses,
    "wesnoth": wesnoth_losses,
    "champions": champions_losses,
    "win_or_die": win_or_die_losses,
    "war_game": war_game_losses,
}


FIGURES: Mapping[str, Callable[[State], Standing]] = {
    "gvg": gvg_figures,
    "wesnoth": wesnoth_figures,
    "champions": champions_figures,
    "win_or_die": win_or_die_figures,
    "war_game": war_game_figures,
}


@pytest.mark.parametrize("name", MATCHES)
def test_a_turn_tells_its_largest_loss_and_who_caused_it(name: str) -> None:
    past, story = match(name)
    told = 0
    for row, before, after, events in steps(past, story):
        losses = sorted(LOSSES[past.game.name](past, before, after, events), key=lambda loss: -loss[0])
        decisive = [loss for loss in losses if loss[0] >= 1000]
        for _, words in decisive or [loss for loss in losses[:1] if loss[0] > 0]:
            missing = [word for word in words if word not in row.text]
            assert not missing, f"{row.label}: {row.text}: {words}"
            told += 1
    assert told > 5


@pytest.mark.parametrize("name", [name for name in MATCHES if name.endswith("4711")])
def test_a_turn_can_be_asked_for_by_the_name_that_the_report_gives_it(name: str) -> None:
    past, story = match(name)
    labels = Counter(row.label for row in story.turns)
    for row in story.turns[:: len(story.turns) // 3]:
        assert labels[row.label] > 1 or turn_named(past, EVERYTHING, row.label).last.number == row.entry


@pytest.mark.parametrize("name", MATCHES)
def test_the_last_turn_names_who_won_and_the_turning_points_are_later_than_the_first_round(name: str) -> None:
    _, story = match(name)
    last = story.points[-1]
    assert last.turn == max(row.number for row in story.turns if row.tellings)
    assert story.result.partition(" wins")[0].removeprefix("Team ").partition(" ")[0] in last.text
    assert 3 <= len(story.points) <= 5
    first = story.turns[1].stretch
    for point in story.points:
        assert story.turns[point.turn].stretch not in ("Start", first)
        assert "clearly" not in point.text


@pytest.mark.parametrize("name", MATCHES)
def test_a_card_scores_who_won_first_or_nobody_and_its_last_chance_is_one_of_those_who_lost(name: str) -> None:
    past, story = match(name)
    result = past.game.result(past.codec.state(list(past.entries())[-1].state))
    assert result is not None
    teams = {seat.id: seat.team for seat in past.record.people}
    won = {side for side in story.sides if side in result.winners or teams.get(side) in result.winners}
    values = story.score[1]
    assert won
    assert [side in won for side in values] in ([], [True, False])
    assert [*values.values()] == sorted(values.values(), reverse=True)
    rows = {row.number: row for row in story.turns}
    for each in story.card:
        if each.title == CHANCE:
            whose = {told.side for told in rows[each.turn].tellings if each.text.endswith(told.text)}
            had = {side for side in story.sides if f": {story.sides[side]} still has most" in each.text}
            assert (whose or had) & (story.sides.keys() - won)


@pytest.mark.parametrize("name", MATCHES)
def test_the_card_tells_turning_points_and_nobody_has_four_awards(name: str) -> None:
    _, story = match(name)
    decisive, *_ = story.card
    assert decisive.turn in {point.turn for point in story.points}
    assert story.turns[decisive.turn].text in decisive.text
    holders = [award.who for award in story.awards]
    assert holders
    assert max(holders.count(who) for who in holders) <= 3
    assert "Hero of the match" in {award.title for award in story.awards}


@pytest.mark.parametrize("name", MATCHES)
def test_card_and_turning_points_tell_the_largest_loss_of_the_match(name: str) -> None:
    past, story = match(name)
    losses = {
        row.number: max((min(loss, 1000) for loss, _ in LOSSES[past.game.name](past, before, after, events)), default=0)
        for row, before, after, events in steps(past, story)
    }
    largest = {number for number, loss in losses.items() if loss == max(losses.values())}
    assert largest & {*(point.turn for point in story.points), *(each.turn for each in story.card)}


@pytest.mark.parametrize("name", MATCHES)
def test_the_figures_of_turning_points_and_of_the_end_are_those_of_the_journal(name: str) -> None:
    past, story = match(name)
    states = {entry.number: FIGURES[past.game.name](entry.state) for entry in past.entries()}
    sides = {side: each for each, side in story.sides.items()}
    for point in story.points:
        begin, end = (
            states[max(row.entry for row in story.turns if row.number <= number)]
            for number in around(story, point.turn)
        )
        for figure, changes in re.findall(r" ([A-Z][A-Za-z ]+): ((?:\w+ \d+ → \d+(?:, )?)+)\.", point.text):
            for side, old, new in re.findall(r"(\w+) (\d+) → (\d+)", changes if figure in end else ""):
                assert (begin[figure][sides[side]], end[figure][sides[side]]) == (int(old), int(new)), point.text
    last, before = (states[row.entry] for row in (story.turns[-1], story.turns[-2]))
    for figure, values in re.findall(r"([A-Z][A-Za-z ]+): ([^·]+)", story.standing):
        for side, value in re.findall(r"(\w+) (\d+)", values if figure in last else ""):
            assert int(value) in (last[figure][sides[side]], before[figure][sides[side]])


def around(story: Story, number: int) -> tuple[int, int]:
    """The last turns of the round before that of turn *number*, and of its own."""
    same = [row.number for row in story.turns if row.stretch == story.turns[number].stretch]
    return same[0] - 1, same[-1]


@pytest.mark.parametrize("name", MATCHES)
def test_a_card_has_a_score_the_decisive_turn_the_last_chance_and_a_hero_and_no_sentence_is_long(name: str) -> None:
    _, story = match(name)
    assert [each.title for each in story.card] == ["The decisive turn", CHANCE, "The hero"]
    assert score_line(story)
    for text in (*(point.text for point in story.points), *(each.text for each in story.card)):
        assert len(text) <= 300, text
        assert text.count(" fells ") <= 3, text


@pytest.mark.parametrize("name", ["gvg-tree", "wesnoth-4711", "wesnoth-90210"])
def test_the_blow_that_ended_a_match_is_told_above_all_turns(name: str) -> None:
    _, told = match(name)
    last = max((each for each in told.turns[-1].tellings if each.decides), key=lambda each: each.size)
    deed = last.text.removeprefix(last.by[0]).strip()
    assert "Ben's leader" in deed or deed == "carries the Tree into Blue's Base"
    assert " ".join((told.course, *(each.text for each in told.card))).count(deed) == 1


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("champions")])
def test_the_last_chance_of_many_is_that_of_the_last_loser_who_had_clearly_most(name: str) -> None:
    past, story = match(name)
    entries = {entry.number: entry for entry in past.entries()}
    winner = next(iter(story.score[1]))
    last = ""
    for row, after in zip(story.turns, [*story.turns[1:], None], strict=True):
        if row.number and (after is None or after.stretch != row.stretch) and row.stretch != story.turns[1].stretch:
            health = champions_figures(entries[row.entry].state)["Health"]
            first, second = sorted(health, key=lambda seat: -health[seat])[:2]
            if health[first] > 1.1 * health[second] and first != winner:
                last = f"{story.sides[first]} still has most health, {health[first]}; {story.sides[winner]} has "
                last += f"{health[winner]}"
    (chance,) = (each.text for each in story.card if each.title == CHANCE)
    assert last
    assert chance.endswith(last)


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("champions")])
def test_nobody_does_or_has_anything_after_being_told_to_be_out(name: str) -> None:
    _, story = match(name)
    out = 0
    for row in story.turns:
        for who in re.findall(r"(\w+) is out", row.text):
            out += 1
            assert f"{who} " not in row.text.partition(f"{who} is out")[2], row.text
    assert out


def war_game_points(past: Past, won: str) -> Mapping[str, float]:
    """The victory points that each army of *won* earned by battles, kills and structures."""
    earned: Counter[str] = Counter()
    for event in (event for entry in past.entries() for event in entry.events):
        if event["kind"] == "won" and event["side"] == won:
            earned.update(dict.fromkeys(event["winners"], event["points"]))
        elif event["kind"] == "razed" and event["side"] == won:
            earned[event["army"]] += event["points"]
    return earned


def wesnoth_wounds(past: Past, won: str) -> Mapping[str, float]:
    """The hit points that each unit of *won* struck, those of leaders three times."""
    struck: Counter[str] = Counter()
    leaders = {unit["id"] for entry in past.entries() for unit in entry.state["units"] if unit["leader"]}
    for event in (event for entry in past.entries() for event in entry.events):
        if event["kind"] == "struck" and event["unit"][0] == won[0]:
            struck[event["unit"]] += event["wounds"] * (3 if event["target"].split()[0] in leaders else 1)
    return struck


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith(("war_game", "wesnoth"))])
def test_the_hero_did_at_least_half_as_much_as_any_other_of_the_winners(name: str) -> None:
    past, story = match(name)
    count = war_game_points if past.game.name == "war_game" else wesnoth_wounds
    done = count(past, next(iter(story.score[1])))
    (hero,) = (each.who for each in story.awards if each.title == "Hero of the match")
    label = hero.partition("'s ")[2] or hero
    mine = [
        amount
        for who, amount in done.items()
        if hero == who or label in (who.partition(" ")[2], " ".join(reversed(who.split(" ", 1))))
    ]
    assert max(mine) >= max(done.values()) / 2, (hero, done)


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("war_game")])
def test_parts_of_the_points_of_a_turn_add_up_to_what_the_side_earns_in_it(name: str) -> None:
    past, story = match(name)
    told = 0
    for row, before, after, _ in steps(past, story):
        for side in after["points"]:
            total = after["points"][side] - before["points"][side]
            parts = re.findall(rf"(\d+) of {story.sides[side]}'s (\d+) points", row.text)
            assert all(int(whole) == total for _, whole in parts)
            assert sum(int(part) for part, _ in parts) <= total
            told += len(parts)
    assert told > 5


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("win_or_die")])
def test_a_match_of_several_games_says_who_won_each(name: str) -> None:
    past, story = match(name)
    ends = [(entry, event) for entry in past.entries() for event in entry.events if event["kind"] == "game_ended"]
    assert len(ends) > 1
    for entry, event in ends:
        turn = entry.label.partition(", ")[2].partition(":")[0]  # "Game 1, turn 14: Ben (teal) commands"
        assert f"{names(past)[event['winner']]} wins game {event['game']} in {turn}." in story.course


@pytest.mark.parametrize("name", MATCHES)
def test_nobody_had_more_than_who_was_ahead_from_then_to_then(name: str) -> None:
    _, story = match(name)
    ends = {each.label.partition(":")[0].partition(" of ")[0]: each for each in story.turns}
    ids = {called: side for side, called in story.sides.items()}
    course = story.course.partition("to the end")[0]
    who, claims = "", 0
    for part in re.split(r", (?:and )?", course):
        found = re.match(r"(\w+) (?:was ahead|had m|from|in)", part)
        who = found[1] if found and found[1] in ids else who
        if times := re.search(r"from (.+) to (.+)", part):
            claims += 1
            begin, end = (next(row.number for name, row in ends.items() if name == time) for time in times.groups())
            for row in story.turns[begin : end + 1]:
                last_of_round = story.turns[min(row.number + 1, len(story.turns) - 1)].stretch != row.stretch
                assert not last_of_round or row.share[ids[who]] >= max(row.share.values()) - 0.011
    assert claims or course.count(" in ") or "from" in course


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith(("wesnoth", "win_or_die"))])
def test_no_unit_is_told_to_strike_after_its_death(name: str) -> None:
    _, story = match(name)
    deaths = 0
    for row in story.turns:
        dead: list[str] = []
        for part in row.text.split("; "):
            assert not any(part.startswith(f"{unit} ") for unit in dead), row.text
            dead += re.findall(r" kills? (\w+'s [^:;]+)", part)
        deaths += len(dead)
    assert deaths > 5


def balance(figures: Standing, side: str) -> float:
    """What the shown figures of *side* are worth, by what its game counts."""
    of = {name: values.get(side, 0) for name, values in figures.items()}
    if "Strength" in of:
        return of["Strength"]
    if "Morale" in of:
        return 100 * of["Games won"] + of["Morale"] - of["Fatigue"]
    return of.get("Victory points", of.get("Health", of.get("Bulwarks destroyed", 0)))


@pytest.mark.parametrize("name", MATCHES)
def test_who_takes_the_lead_has_more_in_the_figures_of_the_same_turn_from_which_its_lead_is_counted(name: str) -> None:
    _, story = match(name)
    ids = {called: side for side, called in story.sides.items()}
    told = {(each.turn, each.text) for each in story.points} | {(each.turn, each.text) for each in story.card}
    for turn, text in told:
        if found := re.search(r"(\w+) (?:takes the lead|now has (?:more|most) \w+)(?:, (\d+)(?: to (\d+))?)?", text):
            row, side = story.turns[turn], ids[found[1]]
            worth = {each: balance(row.figures, each) for each in story.sides}
            assert worth[side] == max(worth.values()) or "Tree" in text, (text, row.figures)
            assert [int(each) for each in found.groups()[1:] if each] in (
                [],
                [worth[side]],
                sorted(worth.values())[::-1],
            )
            assert (
                f"rom {row.label.partition(':')[0].partition(' of ')[0]} to" in story.course
                or "changed" in story.course
            )


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("wesnoth")])
def test_strength_is_what_the_other_figures_give(name: str) -> None:
    _, story = match(name)
    full = story.turns[0].figures["Leader's hit points"]
    for row in story.turns[:-1]:
        for side, strength in row.figures["Strength"].items():
            of = {name: values[side] for name, values in row.figures.items()}
            safety = 0.25 + 0.75 * of["Leader's hit points"] / full[side]
            assert strength == round(safety * (of["Hit points"] + 2 * of["Gold"] + 3 * of["Villages"]))


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("champions")])
def test_of_many_players_it_is_told_who_was_out_when_and_by_whom(name: str) -> None:
    past, story = match(name)
    who, gone = names(past), []
    for row, before, after, events in steps(past, story):
        alive = {player["seat"] for player in before["players"] if any(each["health"] for each in player["champions"])}
        last = {
            fallen["seat"]: event["seats"]
            for event in events
            if event["kind"] == "fought"
            for fallen in event["fallen"]
        }
        left = champions_figures(after)["Health"]
        for seat in [seat for seat in last if seat in alive and left[seat] <= 0]:
            (by,) = {*last[seat]} - {seat}
            gone.append((row.label.partition(":")[0], f"{who[seat]} (by {who[by]})"))
    assert len(gone) == len(who) - 1
    told = story.course.partition("Out: ")[2]
    early = re.match(r"(\d+) players up to (Round \d+); ", told)
    late = [each for each in gone if early is None or int(each[0].split()[1]) > int(early[2].split()[1])]
    assert len(gone) - len(late) == (int(early[1]) if early else 0)
    assert late
    for label, text in late:
        assert label in told.partition(text)[2].partition(";")[0]
    assert score_line(story).endswith(f" : 0 all {len(gone)} others")


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("war_game")])
def test_it_is_told_for_what_the_winner_got_its_points_and_whose_army_the_hero_is(name: str) -> None:
    past, story = match(name)
    (won,) = [seat.team for seat in past.record.people if seat.player in story.result][:1]
    entries = list(past.entries())
    kinds: Counter[str] = Counter()
    for event in (event for entry in entries for event in entry.events):
        if event.get("side") == won and event["kind"] in ("paid", "razed"):
            kinds[event["kind"]] += event["points"]
    total = entries[-1].state["points"][won]
    places, structures = kinds["paid"], kinds["razed"]
    assert (
        f" earned {total} points: {places} for held places, {structures} for structures, "
        f"{total - places - structures} in battles."
    ) in story.course
    (hero,) = (each for each in story.awards if each.title == "Hero of the match")
    owner = names(past)[entries[-2].state["assigned"][hero.who]]
    assert f"{hero.who} ({owner}, " in hero.text


@pytest.mark.parametrize("name", [name for name in MATCHES if name.startswith("win_or_die")])
def test_of_two_units_that_a_player_has_recruited_alike_each_is_told_with_its_number(name: str) -> None:
    _, told = match(name)
    dead: dict[tuple[str, str], str] = {}
    for row in told.turns:
        game = row.label.partition(",")[0]
        for each in row.tellings:
            for unit in each.by:
                assert (game, unit) not in dead, (row.label, each.text, dead[game, unit])
        dead |= {(game, unit): row.label for each in row.tellings if " kill" in each.text for unit in each.whom}
