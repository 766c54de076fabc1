"""Boards on the page: pieces are picked and moved by clicks and keys, and the moves of the last turn are arrows."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from gspread.spreadsheet import Spreadsheet

from sheets_gm.localsheets.drive.storage import Storage
from sheets_gm.localsheets.drive.versions import MOST_VERSIONS
from tests import browsing
from tests.localsheets.browser_page import Sheet, World, change, expect, rule, validate

pytestmark = pytest.mark.browser

ORDERS = [
    ["Seat", "Player", "At", "To", "Ready"],
    ["blue1", "Ana", "A1"],
    ["blue2", "Ben", "A1"],
    ["red1", "Gus", "B2"],
]
PLACES = {"A1": [1, 0], "B1": [1, 1], "A2": [2, 0], "B2": [2, 1]}


def note(sheet: Spreadsheet, tab: int, key: str, value: Any) -> None:
    made = {
        "metadataKey": f"page.{key}",
        "metadataValue": json.dumps(value),
        "visibility": "DOCUMENT",
        "location": {"sheetId": tab},
    }
    change(sheet, {"createDeveloperMetadata": {"developerMetadata": made}})


def a_board(world: World, rows: list[list[str]], clicks: dict[str, Any], **marks: Any) -> tuple[Spreadsheet, int]:
    """A spreadsheet with *rows* to fill in on its first tab, and a board of two by two; the board's id."""
    sheet = world.made(rows)
    tab = sheet.sheet1.id
    frozen = {"sheetId": tab, "gridProperties": {"frozenRowCount": 1}}
    change(sheet, {"updateSheetProperties": {"properties": frozen, "fields": "gridProperties.frozenRowCount"}})
    note(sheet, tab, "clicks", clicks)
    board = sheet.add_worksheet("Board", 10, 5)
    board.update([["Board"], ["A1", "B1"], ["A2", "B2"]], "A1")
    for key, value in {"places": PLACES, **marks}.items():
        note(sheet, board.id, key, value)
    return sheet, board.id


def lit(page: Sheet) -> list[str]:
    return [str(each) for each in page.page.locator("td.lit").evaluate_all("all => all.map(td => td.dataset.address)")]


def card(page: Sheet) -> Any:
    return page.page.get_by_role("region", name="The picked piece")


@pytest.fixture
def orders(world: World) -> tuple[Spreadsheet, int]:
    """Three rows that show where their pieces are; the last one belongs to somebody else."""
    made, board = a_board(
        world, ORDERS, {"piece": "At", "to": ["To"], "name": "Player"}, moves=[["A1", "B2"], ["X", "A1"]]
    )
    for row, options in (("2", ("B1", "A2")), ("3", ("B1", "B2")), ("4", ("A1",))):
        validate(made, f"D{row}", rule("ONE_OF_LIST", *options, strict=False))
        validate(made, f"E{row}", rule("BOOLEAN"))
    theirs = {"sheetId": made.sheet1.id, "startRowIndex": 3, "endRowIndex": 4}
    change(made, {"addProtectedRange": {"protectedRange": {"range": theirs, "editors": {"users": ["gm@x"]}}}})
    return made, board


def test_a_piece_is_picked_and_what_its_row_may_name_lights_up(world: World, orders: tuple[Spreadsheet, int]) -> None:
    sheet, board = orders
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    expect(page.cell("B3")).not_to_have_class(re.compile(r"\bmine\b"))
    page.click("A2")
    expect(card(page)).to_contain_text("Ana")
    assert lit(page) == ["B2", "A3"]
    card(page).get_by_role("button", name="Ben").click()
    expect(page.cell("B3")).to_have_class(re.compile(r"\blit\b"))
    assert lit(page) == ["B2", "B3"]
    page.click("B3")
    expect(card(page).get_by_label("To")).to_have_value("B2")
    expect(page.cell("B3")).to_have_class(re.compile(r"\bchosen\b"))
    card(page).get_by_label("Ready").check()
    browsing.saved(page.page)
    assert sheet.sheet1.row_values(3) == ["blue2", "Ben", "A1", "B2", "TRUE"]
    page.press("Escape")
    page.click("B3")
    expect(card(page)).to_be_hidden()
    assert sheet.sheet1.row_values(4)[3:] == []


def test_a_click_on_another_piece_of_ones_own_picks_it_also_where_the_first_could_go(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    sheet.sheet1.update_acell("C3", "B1")
    page = world.open(sheet, "ana@x", gid=board)
    page.click("A2")
    expect(card(page)).to_contain_text("Ana")
    page.click("B2")
    expect(card(page)).to_contain_text("Ben")
    browsing.saved(page.page)
    assert sheet.sheet1.col_values(4) == ["To"]


def test_a_piece_is_moved_by_keys_alone(world: World, orders: tuple[Spreadsheet, int]) -> None:
    sheet, board = orders
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    page.press("Control+Home", "ArrowDown", "Enter")
    expect(page.page.locator("#announcements")).to_have_text("Ana on A1 can go to B1, A2")
    page.press("ArrowRight", "Enter")
    expect(page.page.locator("#announcements")).to_contain_text("Ana: To B1")
    page.press("Escape")
    expect(card(page)).to_be_hidden()
    browsing.saved(page.page)
    assert sheet.sheet1.acell("D2").value == "B1"


@pytest.fixture
def stones(world: World) -> tuple[Spreadsheet, int]:
    """Two rows that name a point each, without a piece; the second one belongs to somebody else."""
    rows = [["Seat", "Player", "Point", "Ready"], ["black", "Ana"], ["white", "Gus"]]
    made, board = a_board(world, rows, {"piece": "", "to": ["Point"], "name": "Player"})
    for row, options in (("2", ("B1", "A2")), ("3", ("A1",))):
        validate(made, f"C{row}", rule("ONE_OF_LIST", *options, strict=False))
        validate(made, f"D{row}", rule("BOOLEAN"))
    theirs = {"sheetId": made.sheet1.id, "startRowIndex": 2, "endRowIndex": 3}
    change(made, {"addProtectedRange": {"protectedRange": {"range": theirs, "editors": {"users": ["gm@x"]}}}})
    return made, board


def test_a_click_that_needs_no_piece_names_its_place_at_once(world: World, stones: tuple[Spreadsheet, int]) -> None:
    """The places of one's own row light up before anything is picked, and another click changes one's mind."""
    sheet, board = stones
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("B2")).to_have_class(re.compile(r"\blit\b"))
    assert lit(page) == ["B2", "A3"]
    page.click("A2")
    expect(card(page)).to_be_hidden()
    page.click("A3")
    expect(card(page)).to_contain_text("Ana")
    expect(card(page).get_by_label("Point")).to_have_value("A2")
    page.click("B2")
    expect(card(page).get_by_label("Point")).to_have_value("B1")
    card(page).get_by_label("Ready").check()
    browsing.saved(page.page)
    assert sheet.sheet1.row_values(2) == ["black", "Ana", "B1", "TRUE"]
    assert sheet.sheet1.row_values(3) == ["white", "Gus"]


def test_a_place_is_named_by_keys_alone_where_no_piece_is_needed(world: World, stones: tuple[Spreadsheet, int]) -> None:
    sheet, board = stones
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("B2")).to_have_class(re.compile(r"\blit\b"))
    page.press("Control+Home", "ArrowDown", "ArrowRight", "Enter")
    expect(page.page.locator("#announcements")).to_contain_text("Ana: Point B1")
    browsing.saved(page.page)
    assert sheet.sheet1.acell("C2").value == "B1"


def test_a_played_row_is_never_filled_in_by_a_click(world: World, attacks: tuple[Spreadsheet, int]) -> None:
    """Its piece is given a new row if it can still act, and is not outlined if it cannot."""
    sheet, board = attacks
    validate(sheet, "B3", rule("ONE_OF_LIST", "b1 Scout", strict=False))
    note(sheet, sheet.sheet1.id, "played", [1])
    sheet.sheet1.update([["1", "b2 Mage", "A2"]], "A2")
    page = world.open(sheet, gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    expect(page.cell("B2")).not_to_have_class(re.compile(r"\bmine\b"))
    page.click("B2")
    expect(card(page)).to_be_hidden()
    page.click("A3")
    page.click("A2")
    page.click("A3")
    expect(card(page).get_by_label("To")).to_have_value("A2")
    browsing.saved(page.page)
    assert sheet.sheet1.get("A2:D3") == [["1", "b2 Mage", "A2"], ["2", "b1 Scout", "A2"]]


def test_a_new_row_lights_what_its_own_piece_can_reach(world: World, attacks: tuple[Spreadsheet, int]) -> None:
    """The row lists what any piece can reach until it names one; the mark says it for each piece."""
    sheet, board = attacks
    note(
        sheet, sheet.sheet1.id, "reach", {"b1 Scout": {"To": ["A2"], "Target": []}, "b2 Mage": {"To": [], "Target": []}}
    )
    sheet.sheet1.update([["1", ""]], "A2")
    page = world.open(sheet, gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    expect(page.cell("B2")).not_to_have_class(re.compile(r"\bmine\b"))
    page.click("A2")
    expect(card(page).get_by_label("Unit")).to_have_value("b1 Scout")
    assert lit(page) == ["A3"]


def test_what_is_in_reach_now_is_ringed_and_what_is_not_yet_gets_a_dot(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    note(sheet, sheet.sheet1.id, "near", {"1": {"To": ["B1"]}})
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    page.click("A2")
    expect(page.page.locator("#announcements")).to_have_text("Ana on A1 can go to B1")
    assert lit(page) == ["B2"]
    expect(page.cell("A3")).to_have_class(re.compile(r"\blater\b"))
    page.click("A3")
    expect(card(page).get_by_label("To")).to_have_value("A2")


RINGS = """td => {
  const { boxShadow, outlineColor, backgroundColor } = getComputedStyle(td);
  return [boxShadow, outlineColor, backgroundColor];
}"""
"""The rings of a place, and its colour."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_highlight_is_a_ring_of_white_and_dark_that_leaves_the_colour_of_its_place(
    world: World, orders: tuple[Spreadsheet, int], scheme: Any
) -> None:
    sheet, board = orders
    page = world.open(sheet, "ana@x", gid=board, color_scheme=scheme)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    ring, dashes, colour = page.cell("A2").evaluate(RINGS)
    assert "rgb(255, 255, 255)" in ring
    assert dashes == "rgb(17, 24, 39)"
    page.click("A2")
    assert lit(page) == ["B2", "A3"]
    ring, _, lit_colour = page.cell("B2").evaluate(RINGS)
    assert "rgb(255, 255, 255)" in ring
    assert "rgb(20, 83, 45)" in ring
    assert lit_colour == colour
    assert page.style("B2", "backgroundImage") == "none"


def test_a_piece_that_only_a_question_is_about_is_not_outlined(world: World, attacks: tuple[Spreadsheet, int]) -> None:
    sheet, board = attacks
    clicks = {"piece": "Unit", "to": ["To", "Target"], "name": "", "ask": True}
    change(
        sheet, {"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": {"metadataKey": "page.clicks"}}}}
    )
    note(sheet, sheet.sheet1.id, "clicks", clicks)
    page = world.open(sheet, gid=board)
    page.shows("A2", "A1")
    page.click("A2")
    expect(card(page).get_by_label("Unit")).to_have_value("b1 Scout")
    assert lit(page) == []
    expect(page.cell("A3")).to_have_class(re.compile(r"\blater\b"))
    page.press("Escape")
    expect(card(page)).to_be_hidden()
    expect(page.page.locator("td.mine")).to_have_count(0)


def test_the_note_of_a_picked_piece_stands_on_its_card_and_covers_no_place(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    sheet.worksheet("Board").update_note("A2", "Ana and Ben\n7 hit points")
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    note_beside = page.page.get_by_role("tooltip")
    page.cell("A2").hover()
    expect(note_beside).to_contain_text("7 hit points")
    page.click("A2")
    expect(card(page)).to_contain_text("7 hit points")
    expect(note_beside).to_be_hidden()
    page.cell("A3").hover()
    page.cell("A2").hover()
    expect(note_beside).to_be_hidden()


def test_what_a_row_orders_is_a_dashed_arrow_in_the_colour_of_its_owner(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    sheet.sheet1.update([["B1"], ["B2"]], "D2")
    sheet.sheet1.update([[True]], "E3", raw=True)
    sheet.sheet1.update([["A1"]], "D4")  # somebody else's
    blue = {"foregroundColorStyle": {"rgbColor": {"blue": 1}}}
    cells = {
        "sheetId": sheet.sheet1.id,
        "startRowIndex": 1,
        "endRowIndex": 4,
        "startColumnIndex": 0,
        "endColumnIndex": 1,
    }
    fields = "userEnteredFormat.textFormat.foregroundColorStyle"
    change(
        sheet, {"repeatCell": {"range": cells, "cell": {"userEnteredFormat": {"textFormat": blue}}, "fields": fields}}
    )
    page = world.open(sheet, "ana@x", gid=board)
    drafts = page.page.locator("#arrows path.draft")
    expect(drafts).to_have_count(2)
    assert drafts.evaluate_all("all => all.map(each => getComputedStyle(each).stroke)") == ["rgb(0, 0, 255)"] * 2
    assert drafts.evaluate_all("all => all.map(each => getComputedStyle(each).strokeDasharray)") == [
        "6px, 4px",
        "10px, 4px",
    ]
    said = "The moves of the last turn: A1 to B2. Your orders: A1 to B1, A1 to B2"
    expect(page.page.locator("#arrows svg")).to_have_attribute("aria-label", said)
    sheet.sheet1.update([[""]], "D2")
    expect(drafts).to_have_count(1)


def test_an_answer_on_the_card_names_the_field_and_no_address_of_another_tab(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    sheet.sheet1.update([["Answer"], ["✗ D2: There is no tile Z9. Try B1. D7: no cell of this row."]], "F1")
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    page.click("A2")
    expect(card(page)).to_contain_text("✗ To: There is no tile Z9. Try B1. D7: no cell of this row.")


def test_choosing_a_cell_with_a_long_text_moves_no_cell(world: World, orders: tuple[Spreadsheet, int]) -> None:
    """The bar above stays one line high; the text opens over the grid while the bar has the focus."""
    sheet, board = orders
    text = "\n".join(f"line {number} of what the tile says" for number in range(6))
    sheet.worksheet("Board").update([[text]], "A4")
    page = world.open(sheet, "ana@x", gid=board)
    page.shows("A4", text)
    where = "view => [view.getBoundingClientRect().top, view.getBoundingClientRect().height]"
    view = page.page.locator("#view")
    before = view.evaluate(where)
    page.click("A4")
    expect(page.bar).to_have_value(text)
    assert view.evaluate(where) == before
    page.bar.click()
    high = page.bar.bounding_box()
    assert high is not None
    assert high["height"] > 60
    assert view.evaluate(where) == before
    page.press("Escape")
    low = page.bar.bounding_box()
    assert low is not None
    assert low["height"] < 40


def test_a_press_and_its_release_belong_to_the_place_that_was_pressed(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    """Somebody else makes a row above the board higher while the button of the mouse is down."""
    sheet, board = orders
    page = world.open(sheet, "ana@x", gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    place = page.cell("A2").bounding_box()
    assert place is not None
    mouse = page.page.mouse
    mouse.move(place["x"] + 20, place["y"] + 10)
    mouse.down()
    rows = {"sheetId": board, "dimension": "ROWS", "startIndex": 0, "endIndex": 1}
    change(
        sheet, {"updateDimensionProperties": {"range": rows, "properties": {"pixelSize": 90}, "fields": "pixelSize"}}
    )
    expect(page.cell("A1")).to_have_css("height", "90px")
    mouse.up()
    expect(card(page)).to_contain_text("Ana")
    assert page.selected == ["A2"]
    assert lit(page) == ["B2", "A3"]


@pytest.fixture
def attacks(world: World) -> tuple[Spreadsheet, int]:
    """Two rows that take any piece, and its place or its victim."""
    clicks = {"piece": "Unit", "to": ["To", "Target"], "name": ""}
    pieces = {"b1 Scout": "A1", "b2 Mage": "B1", "r1 Orc": "B2"}
    sheet, board = a_board(world, [["No", "Unit", "To", "Target"], ["1", "b2 Mage"], ["2"]], clicks, pieces=pieces)
    for row in ("2", "3"):
        validate(sheet, f"B{row}", rule("ONE_OF_LIST", "b1 Scout", "b2 Mage", strict=False))
        validate(sheet, f"C{row}", rule("ONE_OF_LIST", "A2", strict=False))
        validate(sheet, f"D{row}", rule("ONE_OF_LIST", "r1 Orc", strict=False))
    return sheet, board


def test_a_row_that_takes_any_piece_is_told_its_piece_and_then_its_place_or_its_victim(
    world: World, attacks: tuple[Spreadsheet, int]
) -> None:
    sheet, board = attacks
    page = world.open(sheet, gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    page.click("A2")
    expect(card(page).get_by_label("Unit")).to_have_value("b1 Scout")
    assert lit(page) == ["A3", "B3"]
    page.click("B3")
    page.click("A3")
    expect(card(page).get_by_label("To")).to_have_value("A2")
    browsing.saved(page.page)
    assert sheet.sheet1.row_values(3) == ["2", "b1 Scout", "A2", "r1 Orc"]
    page.click("B2")
    expect(card(page).get_by_label("Unit")).to_have_value("b2 Mage")
    assert sheet.sheet1.row_values(2) == ["1", "b2 Mage"]


def test_what_a_row_named_before_gives_way_to_what_is_clicked_next(
    world: World, attacks: tuple[Spreadsheet, int]
) -> None:
    """A row that was played keeps its cells: its victim of then is none of the move that is clicked now."""
    sheet, board = attacks
    sheet.sheet1.update([["1", "b1 Scout", "", "r1 Orc"]], "A2")
    validate(sheet, "E2", rule("BOOLEAN"))
    page = world.open(sheet, gid=board)
    expect(page.cell("A2")).to_have_class(re.compile(r"\bmine\b"))
    page.click("A2")
    page.click("A3")
    expect(card(page).get_by_label("Target")).to_have_value("")
    page.click("B3")
    expect(card(page).get_by_label("Target")).to_have_value("r1 Orc")
    expect(card(page).get_by_label("To")).to_have_value("A2")
    card(page).get_by_role("checkbox").check()
    page.click("A3")
    expect(card(page).get_by_label("Target")).to_have_value("")
    browsing.saved(page.page)
    assert sheet.sheet1.row_values(2) == ["1", "b1 Scout", "A2", "", "TRUE"]
    page.press("Escape", "Control+z")
    browsing.saved(page.page)
    expect(page.page.locator("#announcements")).to_contain_text("undone")
    browsing.saved(page.page)
    assert sheet.sheet1.row_values(2) == ["1", "b1 Scout", "A2", "r1 Orc", "TRUE"]


def test_the_moves_of_the_last_turn_are_arrows_and_nonsense_is_no_board(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    page = world.open(sheet, gid=board)
    expect(page.page.get_by_role("img", name="The moves of the last turn: A1 to B2")).to_be_visible()
    assert page.page.locator("#arrows path.way").count() == 1
    for number, value in enumerate(([], {"A1": "nowhere"}, 5)):
        tab = sheet.add_worksheet(f"Odd {number}", 5, 5)
        note(sheet, tab.id, "places", value)
        page.tab(f"Odd {number}").click()
        page.click("A1")
        expect(page.place).to_have_value("A1")
        expect(page.page.locator("#arrows")).to_be_hidden()


TIPS = """
paths => paths.map((path) => {
  const at = path.getPointAtLength(path.getTotalLength()).matrixTransform(path.getScreenCTM());
  const box = document.querySelector("td[data-address='B3']").getBoundingClientRect();
  const within = [at.x - box.left, box.right - at.x, at.y - box.top, box.bottom - at.y];
  return Math.round(Math.min(...within));
})
"""
"""How far the tip of each arrow is inside B3, in pixels."""


def test_an_arrow_ends_at_the_edge_of_its_place_and_lies_beneath_the_names_there(world: World) -> None:
    moves = [["A1", "B2"], ["A2", "B2"], ["B1", "B2"]]
    sheet, board = a_board(world, ORDERS, {}, moves=moves)
    page = world.open(sheet, gid=board)
    ways = page.page.locator("#arrows path.way")
    expect(ways).to_have_count(3)
    assert all(0 <= each <= 6 for each in ways.evaluate_all(TIPS))
    depth = "each => Number(getComputedStyle(each).zIndex)"
    texts, arrows = page.cell("B3").locator(".text").evaluate(depth), page.page.locator("#arrows").evaluate(depth)
    assert texts > arrows


SLIDES = """
() => {
  window.slides = [];
  const seen = (list) => list.forEach(({ addedNodes }) => addedNodes.forEach((each) => window.slides.push(
    [each.textContent, each.getAnimations()[0].effect.getTiming().duration])));
  new MutationObserver(seen).observe(document.getElementById("slides"), { childList: true });
}
"""
"""Note each piece that slides, and for how many milliseconds."""


def played(sheet: Spreadsheet, board: int) -> None:
    """A turn is played: a piece has come from A1 to B1, and somebody has written what happened."""
    lookups = [{"metadataKey": "page.moves"}, {"metadataKey": "page.news"}]
    change(sheet, *({"deleteDeveloperMetadata": {"dataFilter": {"developerMetadataLookup": each}}} for each in lookups))
    note(sheet, board, "news", ["Ana takes the village", "Ben waits"])
    note(sheet, board, "moves", [["A1", "B1"]])
    sheet.worksheet("Board").update([["Ana"]], "B2")


@pytest.mark.parametrize("motion", ["no-preference", "reduce"])
def test_a_turn_that_was_played_is_seen_and_heard_and_can_be_seen_again(
    world: World, orders: tuple[Spreadsheet, int], motion: Any
) -> None:
    sheet, board = orders
    note(sheet, board, "news", ["Ben waits"])
    page = world.open(sheet, "ana@x", gid=board, reduced_motion=motion)
    news = page.page.locator("#news")
    expect(news).to_have_text("Ben waits")
    page.page.evaluate(SLIDES)
    played(sheet, board)
    page.shows("B2", "Ana")
    expect(news).to_have_text("Ana takes the village · Ben waits")
    said = page.page.locator("#announcements")
    expect(said).to_contain_text("Ana takes the village")
    slides = [["Ana", 400]] if motion == "no-preference" else []
    page.page.wait_for_function("count => window.slides.length >= count", arg=len(slides))
    page.page.get_by_role("button", name="Replay the last turn").click()
    expect(said).to_have_text("Ana takes the village. Ben waits")
    page.page.wait_for_function("count => window.slides.length >= 2 * count", arg=len(slides))
    assert page.page.evaluate("window.slides")[-1:] == slides
    expect(page.page.locator("#slides div")).to_have_count(0)


def test_a_slider_goes_through_the_boards_of_earlier_turns_and_back_to_now(
    world: World, orders: tuple[Spreadsheet, int]
) -> None:
    sheet, board = orders
    for turn in ("Turn 1", "Turn 2", "Turn 2", "Turn 3"):
        note(sheet, board, "version", turn)
        sheet.worksheet("Board").update([[f"Board of {turn}"]], "A1")
    page = world.open(sheet, gid=board)
    past = page.page.get_by_role("group", name="Earlier turns")
    expect(past.locator("output")).to_have_text("Now")
    past.get_by_role("button", name="One turn back").click()
    page.shows("A1", "Board of Turn 2")
    page.type("A1", "x")
    expect(page.message).to_contain_text("A1 is protected")
    past.get_by_role("slider").fill("0")
    page.shows("A1", "Board of Turn 1")
    expect(past.get_by_role("button", name="One turn back")).to_be_disabled()
    past.get_by_role("slider").fill("2")
    page.shows("A1", "Board of Turn 3")
    sheet.worksheet("Board").update([["Now"]], "A1")
    page.shows("A1", "Now")
    assert page.page.request.get(f"{world.base}/versions?document={sheet.id}&sheet=x").status == 400
    assert page.page.request.get(f"{world.base}/versions?document={sheet.id}&sheet={board}&number=99").status == 404
    stranger = world.visit("eve@x").request.get(f"{world.base}/versions?document={sheet.id}&sheet={board}")
    assert stranger.status == 404


def test_only_the_newest_versions_are_kept_and_none_of_a_spreadsheet_that_is_gone() -> None:
    storage = Storage(None)
    for number in range(MOST_VERSIONS + 2):
        storage.keep_version("one", 5, f"Turn {number}", b"x")
    found = storage.versions("one", 5)
    assert (len(found), found[0][1]) == (MOST_VERSIONS, "Turn 2")
    assert storage.version("one", 5, found[0][0]) == b"x"
    assert storage.version("one", 6, found[0][0]) is None
    storage.delete("one", [])
    assert storage.versions("one", 5) == []
