"""The card of a match: what it tells, how large it is, where it is named, and what it keeps from whom."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from sheets_gm.adapters.export.carried import read_exported
from sheets_gm.adapters.export.checking.altered import altered
from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.story.audience import EVERYTHING, PUBLIC
from sheets_gm.gm.story.card import HIGH, WIDE, card_svg, score_line
from tests.gm.pasts import SHORT, short_past
from tests.gm.table import Evening
from tests.gm.test_finished_matches import MATCHES, match


def words(svg: str) -> str:
    """The texts of a picture, one after the other."""
    return " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", svg))


@pytest.mark.parametrize("name", MATCHES)
def test_a_card_tells_the_result_the_score_and_the_sentences_of_the_story(name: str) -> None:
    past, story = match(name)
    shown = words(card_svg(past, EVERYTHING)).replace(" ", "")
    assert story.result.partition(":")[0].replace(" ", "") in shown
    assert score_line(story).replace(" ", "") in shown
    assert {each.title for each in story.card} >= {"The decisive turn", "The hero"}
    for each in story.card:
        assert each.title.upper().replace(" ", "") in shown
        first = re.split(r"[→…]", each.text)[0][:60].replace(" ", "")
        assert first in shown


@pytest.mark.parametrize("name", MATCHES)
def test_a_card_names_the_turn_of_its_board_how_the_sides_stood_then_who_lost_and_how_a_match_is_won(name: str) -> None:
    past, story = match(name)
    shown = words(card_svg(past, EVERYTHING))
    row = story.turns[story.card[0].turn]
    assert f"The decisive turn: {row.label.partition(':')[0]}" in shown
    plain = shown.replace(" ", "")
    assert story.standing_after(row).replace(" ", "") in plain
    assert story.goal[:30].replace(" ", "") in plain
    if len(past.record.people) > 2:
        lost = [seat.player for seat in past.record.people if seat.player not in story.result and not seat.neutral]
        assert lost
        assert all(who in shown for who in lost[:5])


@pytest.mark.parametrize("name", MATCHES)
def test_the_signs_of_the_board_on_a_card_are_large_enough_to_read(name: str) -> None:
    past, _ = match(name)
    board = re.findall(
        r'<svg [^>]*?width="([\d.]+)"[^>]*?viewBox="[\d.-]+ [\d.-]+ ([\d.]+)', card_svg(past, EVERYTHING)
    )[1]
    wide, inner = map(float, board)
    assert wide / inner >= 0.6


@pytest.mark.parametrize("name", SHORT)
def test_a_card_is_as_large_as_previews_show(name: str) -> None:
    with Image.open(BytesIO(png_of(card_svg(short_past(name), PUBLIC)))) as shown:
        assert shown.size == (WIDE, HIGH)


def test_the_card_lies_beside_the_report_which_names_it_and_is_no_part_of_what_follows_from_its_record(
    tmp_path: Path,
) -> None:
    evening = Evening(settings={"max_turns": 2, "team_size": 2}, accounts=False)
    evening.play(2)
    page, card = write_exports(evening.store, evening.name, tmp_path, ["html", "png"])
    text = page.read_text(encoding="utf-8")
    assert card.read_bytes().startswith(b"\x89PNG")
    assert f'<meta property="og:image" content="{card.name}">' in text
    assert '<meta property="og:title" content="' in text
    assert list(altered(read_exported(page))) == []
    (alone,) = write_exports(evening.store, evening.name, tmp_path / "alone", ["html"])
    assert "og:image" not in alone.read_text(encoding="utf-8")
