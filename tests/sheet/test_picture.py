"""The picture of a tab: its shapes, its texts, its arrows and its colours."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from sheets_gm.adapters.installation import templates
from sheets_gm.games.finding import games
from sheets_gm.sheet.grid import Area, Cell, Grid
from sheets_gm.sheet.marks import board_marks
from sheets_gm.sheet.picture.boxes import LEADING
from sheets_gm.sheet.picture.looks import DARK, LIGHT, LOOKS, PRINT, READABLE, Look, contrast, fill_of, ink_of
from sheets_gm.sheet.picture.signs import SIGNS, badge, is_sign
from sheets_gm.sheet.picture.svg import Shown, draw_picture
from sheets_gm.sheet.picture.text import lines, shortened, width
from sheets_gm.sheet.template import Style, TabTemplate

ROOT = Path(__file__).resolve().parents[2]

SVG = "{http://www.w3.org/2000/svg}"
STYLES = {"tile": Style(fill="#fef3c7", border="#e5d5a3", align="center", wrap=True)}
TEMPLATE = TabTemplate(title="Board", widths=(60, 60, 60), heights=(30,), height=40)


def board(*rows: tuple[Cell, ...], merges: tuple[Area, ...] = (), arrows: tuple[tuple[str, str], ...] = ()) -> Shown:
    marks = board_marks({"A1": (0, 0), "B1": (0, 1), "C1": (0, 2)}, arrows=arrows)
    return Shown(Grid(rows, merges, marks=marks), TEMPLATE, STYLES)


def parts(shown: Shown, kind: str, emoji: bool = False) -> list[ET.Element]:
    return list(ET.fromstring(draw_picture([shown], emoji=emoji).svg).iter(f"{SVG}{kind}"))


def texts(shown: Shown, emoji: bool = False) -> list[str]:
    return [each.text or "" for each in parts(shown, "text", emoji)]


def test_a_cell_is_as_large_as_its_template_says_and_an_area_as_its_cells() -> None:
    shown = board((Cell("a", "tile"), Cell("b", "tile"), Cell("", "tile")), merges=(Area(0, 1, 1, 3),))
    page, one, two = parts(shown, "rect")
    assert (page.get("width"), page.get("fill")) == ("100%", LIGHT.page)
    assert [(each.get("x"), each.get("width"), each.get("height")) for each in (one, two)] == [
        ("0", "60", "30"),
        ("60", "120", "30"),
    ]


def test_a_row_grows_where_a_wrapped_text_needs_it() -> None:
    long = board((Cell("one two three four five six seven eight nine", "tile"),))
    assert float(parts(long, "rect")[1].get("height", "")) > 60
    assert len(texts(long)) > 3
    (first, *_) = ET.fromstring(draw_picture([long]).svg).iter(f"{SVG}text")
    size = float(first.get("font-size", "0"))
    assert float(parts(long, "rect")[1].get("height", "")) == pytest.approx(
        len(texts(long)) * size * LEADING + 2, abs=0.5
    )


def test_texts_keep_their_width_where_they_may_be_drawn_with_another_font() -> None:
    shown = board((Cell("Ana ⚔ Ben"),))
    fitted = list(ET.fromstring(draw_picture([shown], fitted=True).svg).iter(f"{SVG}text"))
    assert [float(each.get("textLength", "0")) for each in fitted] == [
        pytest.approx(width(each.text or "", float(each.get("font-size", "0"))), abs=0.1) for each in fitted
    ]
    assert fitted
    assert [each.get("textLength") for each in parts(shown, "text")] == [None] * len(fitted)


def test_a_text_runs_over_empty_cells_and_is_cut_before_a_full_one() -> None:
    free = board((Cell("A long line of words"),))
    assert texts(free) == ["A long line of words"]
    cut = board((Cell("A long line of words"), Cell("next", "tile")))
    assert texts(cut)[0].endswith("…")


def test_what_a_person_typed_stays_text() -> None:
    shown = board((Cell('<script>x</script> & "q"', "tile"),))
    assert "".join(texts(shown)).replace(" ", "") == '<script>x</script>&"q"'
    assert parts(shown, "script") == []


def test_a_picture_is_called_as_the_first_cells_of_its_tabs() -> None:
    shown = [board((Cell("Map <1>", "tile"),), (Cell("below", "tile"),)), board((Cell("Armies", "tile"),))]
    assert ET.fromstring(draw_picture(shown).svg).get("aria-label") == "Map <1> · Armies"


def test_a_letter_with_an_accent_is_as_wide_as_the_letter() -> None:
    assert width("éàÖ", 10) == width("eaO", 10)


def test_each_move_of_the_marks_is_an_arrow_between_its_places() -> None:
    tiles = (Cell("a", "tile"), Cell("b", "tile"), Cell("c", "tile"))
    still, moving = board(tiles), board(tiles, arrows=(("A1", "C1"), ("A1", "C1"), ("B1", "B1")))
    assert parts(still, "path") == []
    _halo, _edge, line, head = parts(moving, "path")
    assert (line.get("stroke"), head.get("fill")) == (LIGHT.arrow, LIGHT.arrow)
    ends = [float(number) for number in re.findall(r"-?[\d.]+", line.get("d", ""))]
    assert 30 < ends[0] < ends[4] < 150


def test_a_sign_that_nobody_has_drawn_is_a_badge_where_no_font_has_it() -> None:
    shown = board((Cell("🐙 swims", "tile"),))
    assert texts(shown)[0] == badge("🐙") == "OC"
    assert texts(shown, emoji=True)[0] == "🐙"


def test_known_signs_need_no_font() -> None:
    assert texts(board((Cell("♥⚔🐠", "tile"),)), emoji=True) == []


def test_every_sign_of_the_games_and_templates_is_drawn() -> None:
    sources = [*(ROOT / "sheets_gm" / "games").rglob("*.py"), *(ROOT / "templates").rglob("*.toml")]
    shown = (re.sub(r'(?m)^picture = """[^"]*"""', "", path.read_text(encoding="utf-8")) for path in sources)
    used = {letter for text in shown for letter in text if is_sign(letter)}
    assert len(used) > 40  # How to play is text: its picture is on no board
    assert used - SIGNS.keys() - {"−"} == set()


@pytest.mark.parametrize("sign", SIGNS)
def test_a_sign_is_svg(sign: str) -> None:
    drawing = ET.fromstring(f"<g>{SIGNS[sign].replace('{ink}', '#000000')}</g>")
    assert len(drawing) > 0


@pytest.mark.parametrize("look", LOOKS.values(), ids=LOOKS)
def test_every_style_of_every_game_can_be_read_in_every_look(look: Look) -> None:
    for game in games():
        for name, style in templates.template(game).styles.items():
            found = contrast(ink_of(look, style), fill_of(look, style) or look.page)
            assert found >= READABLE, (game, name)


def test_a_dark_picture_is_dark_and_one_for_paper_pale() -> None:
    style = Style(fill="#fef3c7")
    assert contrast(fill_of(DARK, style) or "", "#ffffff") > 7
    assert contrast(fill_of(PRINT, style) or "", "#ffffff") < contrast("#fef3c7", "#ffffff")


def test_lines_break_between_words_and_within_long_ones() -> None:
    assert lines("one two", 30, 10) == ("one", "two")
    broken = lines("abcdefghijklmnop", 30, 10)
    assert "".join(broken) == "abcdefghijklmnop"
    assert all(width(line, 10) <= 30 for line in broken)
    assert width(shortened("abcdefghijklmnop", 30, 10), 10) <= 30
    assert lines("Points: Ana 0 → 1. Ben leads", 70, 10) == ("Points: Ana", "0 → 1. Ben", "leads")
    assert lines("A1 → B2 → C3", 30, 10) == ("A1 →", "B2 →", "C3")
    assert lines("", 30, 10) == ("",)
    assert lines("  a", 30, 10) == ("  a",)


def test_the_look_of_a_picture_is_a_value() -> None:
    """The same grid gives the same bytes."""
    shown = board((Cell("a", "tile"),))
    assert draw_picture([shown]) == draw_picture([shown])
