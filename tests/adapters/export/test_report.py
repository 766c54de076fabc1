"""The report: what it tells, what it keeps from whom, and how large it is."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from html import escape, unescape
from pathlib import Path

import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.packing import unpacked
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import PUBLIC as PUBLIC_PART
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.adapters.export.report.page import MOST_BYTES, report_page
from sheets_gm.adapters.export.report.ribbon import key, ribbon
from sheets_gm.gm.story.audience import EVERYTHING, PUBLIC, Audience
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.rows import fight_rows
from sheets_gm.gm.story.turns import told_turns
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.story import HAS
from tests.gm.pasts import SEED, SHORT, short_past
from tests.gm.table import Evening
from tests.gm.test_finished_matches import MATCHES, match


@lru_cache(maxsize=8)
def report(name: str) -> str:
    """The report of a short match with its whole record, as after its end."""
    past = short_past(name)
    record = MatchRecord(past.record.charter, past.entries(), Secrets(SEED).hidden)
    return report_page(past, EVERYTHING, Proof(lambda: record))


def parcel(page: str, name: str) -> str:
    found = re.search(rf'<script type="text/plain" id="{name}">([^<]*)</script>', page)
    assert found is not None
    text = unpacked(found[1])
    assert text is not None
    return text


@pytest.mark.parametrize("name", SHORT)
def test_the_report_tells_every_turn_and_every_fight_with_its_dice(name: str) -> None:
    past, page = short_past(name), report(name)
    story = build_story(past, EVERYTHING)
    for turn in story.turns:
        assert f'id="turn-{turn.number}"' in page
        assert all(escape(paragraph.text) in page for paragraph in turn.paragraphs)
    assert all(escape(point.text) in page and f'href="#turn-{point.turn}"' in page for point in story.points)
    assert all(escape(award.reason) in page for award in story.awards)
    entries = list(past.entries())
    told = re.findall(r'<li data-roll="(\d+)\.(\d+)">(.*?)</li>', page)
    rolls = [entries[int(entry)].rolls[int(roll)] for entry, roll, _ in told]
    assert [f"{each.value} of {each.sides}" for each in rolls] == [
        unescape(text).rpartition(": ")[2] for *_, text in told
    ]
    assert len(told) == sum(len(fight.rolls) for fight in fight_rows(past, EVERYTHING))


@pytest.mark.parametrize("name", SHORT)
def test_the_report_loads_nothing_and_is_small(name: str) -> None:
    page = report(name)
    assert len(page.encode()) < MOST_BYTES / 2
    shown = page.partition("<script")[0]
    links = {link for link in re.findall(r'(?:href|src|action)="([^"]*)"', shown) if not link.startswith("#turn-")}
    assert links == set()
    assert set(re.findall(r"https?://[^\"' ]*", page)) <= {"http://www.w3.org/2000/svg"}


@pytest.mark.parametrize("name", SHORT)
def test_the_boards_of_all_turns_are_in_the_report(name: str) -> None:
    frames = json.loads(parcel(report(name), "frames"))
    turns = list(told_turns(short_past(name), EVERYTHING))
    assert frames["at"] == [turn.number for turn in turns]
    for look in ("light", "dark"):
        before: list[int] = []
        for start, stop, *now in frames[look]:
            before = [*before[:start], *now, *before[stop:]]
            svg = "".join(frames["parts"][part] for part in before)
            assert (svg.startswith("<svg"), svg.endswith("</svg>"), svg.count("<svg")) == (True, True, 1)
    assert "".join(frames["parts"][part] for part in before) not in report(name), "the page itself shows the light one"


@pytest.mark.parametrize("name", SHORT)
def test_a_report_for_everybody_says_nowhere_that_only_the_game_master_sees_something(name: str) -> None:
    assert "Only the GM" not in report(name)
    assert "Only the GM" not in parcel(report(name), "frames")


def test_a_long_match_leaves_its_dice_to_the_record_and_then_its_record_to_a_file() -> None:
    past = short_past("gvg")
    record = MatchRecord(past.record.charter, past.entries(), Secrets(SEED).hidden)
    whole = len(report("gvg").encode())
    fewer = report_page(past, EVERYTHING, Proof(lambda: record), whole - 1)
    assert "data-roll=" not in fewer
    assert "The dice of this long match are in its record alone." in fewer
    assert parcel(fewer, "record")
    least = report_page(past, EVERYTHING, Proof(lambda: record), 1_000)
    assert 'id="record"' not in least
    assert "too long for a page that carries its record" in least


def test_the_report_of_a_match_that_goes_on_carries_only_what_is_public() -> None:
    past = short_past("win_or_die")
    record = MatchRecord(past.record.charter, past.entries(), Secrets(SEED).hidden)
    page = report_page(past, PUBLIC, Proof(lambda: record, whole=False))
    head, *lines = parcel(page, "sealed").split("\n")
    assert (json.loads(head)["hidden"], json.loads(head)["whole"]) == (None, False)
    for line in lines[1::2]:
        entry = json.loads(line)["entry"]
        assert (entry["orders"], entry["salts"], entry["typed"]) == ({}, {}, [])
        assert not any(roll["hidden"] for roll in entry["rolls"])
    carried = json.loads(parcel(page, "record"))
    assert (carried["head"]["format"], carried["head"]["hidden"]) == (PUBLIC_PART, None)
    assert Secrets(SEED).hidden.hex() not in page


def test_a_report_for_somebody_shows_what_they_saw() -> None:
    past = short_past("win_or_die")
    record = MatchRecord(past.record.charter, past.entries(), None)
    seats = [seat for seat in past.record.people if not seat.neutral]
    pages = [report_page(past, Audience(seat.id, seat.team), Proof(lambda: record, whole=False)) for seat in seats]
    for page, seat in zip(pages, seats, strict=True):
        assert f"This report shows what {seat.player} saw." in page
    boards = [parcel(page, "frames") for page in (*pages, report("win_or_die"))]
    assert len(set(boards)) == 3


def test_what_people_are_called_is_no_part_of_the_page(tmp_path: Path) -> None:
    evil = "</script><img src=x onerror=alert(1)>"
    evening = Evening(settings={"max_turns": 2, "team_size": 2}, names={"blue2": evil}, accounts=False)
    evening.play(2)
    (path,) = write_exports(evening.store, evening.name, tmp_path, ["html"])
    page = path.read_text(encoding="utf-8")
    assert "<img" not in page
    assert escape(evil) in page
    assert path.name == f"{evening.name}.html"
    assert evening.record.seed not in page


def test_an_export_for_somebody_who_does_not_play_names_those_who_do(tmp_path: Path) -> None:
    evening = Evening(settings={"max_turns": 1, "team_size": 2})
    evening.tick()
    with pytest.raises(LookupError, match="Nobody in this match is called “Zoe”"):
        list(write_exports(evening.store, evening.name, tmp_path, ["html"], "Zoe"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("name", MATCHES)
def test_the_ribbon_has_a_key_of_its_colours_and_its_numbers_and_ends_as_the_match_did(name: str) -> None:
    _, story = match(name)
    colours = dict(re.findall(r'fill="(#\w+)"/></svg> ([^<]+)</li>', key(story)))
    drawn = re.findall(r'<polygon points="([^"]*)" fill="(#\w+)"', ribbon(story))
    assert len(colours) == min(len(story.sides), 6)
    assert colours.keys() <= {colour for _, colour in drawn}
    assert f"<li>1 to {len(story.points)}: when it turned" in key(story)
    for number, point in enumerate(story.points, 1):
        assert f"<title>{number}. {escape(point.label)}: " in ribbon(story)
    ends = {colour: [float(y) for y in re.findall(r"1000,([\d.]+)", points)] for points, colour in drawn}
    if story.ahead == HAS:
        for colour, side in colours.items():
            share = next(value for each, value in story.turns[-1].share.items() if story.sides[each] == side)
            assert abs(ends[colour][-1] - ends[colour][0] - 100 * share) < 0.2
