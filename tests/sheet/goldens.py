"""What the sheet language makes of made-up cells, tabs and templates, as texts that are kept in `goldens`.

Each chapter is a function that yields lines. Other tests say the rules; these hold the rest: each message, each limit,
each write. `python -m tests.kept tests.sheet.goldens` writes the files anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from pathlib import Path
from tomllib import TOMLDecodeError

from sheets_gm.games.play_out import bot_dice
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.folding import plain
from sheets_gm.kernel.forms import Close, Counting, Field, Form, FormRow, Kind, Naming, Typed, Who, form_of_rows
from sheets_gm.kernel.seats import Seat
from sheets_gm.sheet.checking import STYLES, TabColumns, columns_of, load
from sheets_gm.sheet.cleaning import Unreadable, clean, is_blank, nearest, shortened, spelled
from sheets_gm.sheet.conditional_formats import CellStyles, formula, matches, placed_bands, placed_rules
from sheets_gm.sheet.grid import CHECKBOX, Area, Cell, Grid, a1, from_a1
from sheets_gm.sheet.history import charts_of, draw_history, draw_history_head, history_rows, with_names
from sheets_gm.sheet.marks import board_marks, hashed, marked
from sheets_gm.sheet.planning import foreign_edits, plan
from sheets_gm.sheet.reading import Key, TabRead, lines_of, read_tab, row_name
from sheets_gm.sheet.rendering import Line, Standing, draw_log, draw_log_head, draw_rules
from sheets_gm.sheet.tabs import FormTab, HistoryTab, Tally, ViewTab
from sheets_gm.sheet.template import PLAIN, BadTemplate, TabTemplate, parse, style_at
from sheets_gm.sheet.toml_text import TomlText
from sheets_gm.sheet.toml_text import lines_of as toml_lines
from sheets_gm.sheet.writes import Write
from tests.games.files_tried import mistakes
from tests.kept import Kept, chapters
from tests.sheet.table import FIELDS, FORMS, ORDERS_TAB, PLAYERS, SEATS, Go, draw_form, drawn

HOME = Path(__file__).parent / "goldens"

TYPED: tuple[Typed, ...] = (
    *(None, "", " ", "\u200b", "x", "X", "yes", "no", "0", "-", "☐", "✓", "TRUE", True, False, 0, 1, 2, 7, 7.0, 7.4),
    *(7.5, -3, -4, 9, 10, -3.5, 9.5, "7", "7,5", "7.5", "1,000", "0,125", "1,5", "+7", "−2", "1e3", "12 ", " 1 2 "),
    *(10**400, float("inf"), float("nan"), "#REF!", "Loading...", "a1", "A 1", "B2", "b 2", "Ａ１", "D4", "d", "Stra"),
    *("STRASSE", "Strase", "A1, B 2", "A1, x", "🐎 A1", "⚔A1", "R2", "R2 Boar", "r2 boar rider", "Boar", "a" * 20),
    *("a" * 21, "a" * 41, "a" * 700, "two\nlines", "Unit", "12,345", "123,456", "0123,456", "1234,567", "-1,234"),
)
CHOICES = ("A1", "B 2", "Straße", "TRUE", "7", "R2 Boar Rider", "R3 Boar Rider")
CLEANED = {
    "choice": Field("move", choices=CHOICES, known=("D4", "E 5")),
    "few": Field("few", choices=CHOICES[:2]),
    "many": Field("many", choices=tuple(f"Unit {number}" for number in range(9))),
    "nothing": Field("nothing"),
    "whole": Field("steps", Kind.WHOLE, low=-3, high=9),
    "from 5": Field("from", Kind.WHOLE, low=5),
    "to -5": Field("to", Kind.WHOLE, high=-5),
    "number": Field("share", Kind.NUMBER),
    "thousands": Field("gold", Kind.NUMBER, low=100, high=20000),
    "text": Field("words", Kind.TEXT, most=20),
    "long text": Field("words", Kind.TEXT),
    "flag": Field("ready", Kind.FLAG),
}


def cleaning() -> Iterator[str]:
    """Each value in each field."""
    for typed in TYPED:
        shown = repr(typed) if len(repr(typed)) < 60 else f"{repr(typed)[:20]}… ({len(repr(typed))})"
        yield f"== {shown}: {shortened(typed)!r}, {'blank' if is_blank(typed) else 'not blank'}"
        for name, field in CLEANED.items():
            made = clean(field, typed)
            if isinstance(made, Unreadable):
                yield f"{name}: ✗ {made.text} > {made.instead!r}"
            elif made is not None:
                yield f"{name}: {made!r}"[:90]


def spelling() -> Iterator[str]:
    """Comparing, and the nearest of some choices."""
    for text in (
        "fierball",
        "spock",
        "fire",
        "ice",
        "icebox",
        "lightning b",
        "bolt",
        "",
        "heal al",
        "healall now",
        "x" * 300,
    ):
        yield f"{text[:30]!r} > {nearest(text, ('Fireball', 'Ice', 'Lightning Bolt', 'rock', 'Heal all'))!r}"
    for text in ("  A  b ", "ＡＢ", "Straße", "a\u00adb", "é"):
        yield f"{text!r}: {plain(text)!r} {spelled(text)!r}"
    for place in ((0, 0), (9, 25), (0, 26), (99, 701), (0, 702)):
        yield f"{place}: {a1(*place)}"
    for address in ("A1", "$B$7", " zz10 ", "AAA1", "A0", "A", "1", "AAAA1", "A12345678", "A1:B2", "a-1"):
        try:
            yield f"{address!r}: {from_a1(address)}"
        except ValueError as error:
            yield f"{address!r}: {error}"


# -- planning ----------------------------------------------------------------------------------------------------------

EDITED: tuple[Typed, ...] = ("a", "edit", "", 1)
SOME: tuple[Typed, ...] = (None, "", "a", "b", 1, True, False)
LOOKS = (("", None, None), ("loud", None, None), ("", "note", CHECKBOX), ("loud", "other", ("a", "b")))


def planning() -> Iterator[str]:
    """The writes between made-up tabs, and the edits that are nobody's."""
    for number in range(70):
        dice = bot_dice(f"planning {number}")
        shown = _grid(dice, "shown")
        wanted = _changed(dice, shown)
        if number % 7 == 6:
            wanted = Grid(shown.rows, shown.merges, shown.top, shown.marks)
        known = None if number % 9 == 8 else shown
        values = [[cell.value for cell in row] for row in shown.rows]
        for edit in range(dice.roll(4, "edits") - 1):
            row = dice.roll(len(values) + 1, f"row {edit}") - 1
            values += [[]] * (row - len(values) + 1)
            column = dice.roll(7, f"column {edit}") - 1
            line = [*values[row], *[None] * (column - len(values[row]) + 1)]
            line[column] = dice.pick(EDITED, f"value {edit}")
            values[row] = line
        actual = None if number % 5 == 4 else values[wanted.top - shown.top :] if wanted.top >= shown.top else values
        yield f"== {number}: {len(shown.rows)} rows from {shown.top}, then {len(wanted.rows)} from {wanted.top}"
        yield from map(_write, plan("tab", known, actual, wanted))
        if known is not None and actual is not None:
            yield f"foreign: {list(foreign_edits(shown, actual, wanted))}"


def _grid(dice: Dice, why: str) -> Grid:
    rows = tuple(
        tuple(_cell(dice, f"{why} {row} {column}") for column in range(dice.roll(7, f"{why} width {row}") - 1))
        for row in range(dice.roll(5, f"{why} rows"))
    )
    merges = (Area(0, 0, 1, 2), Area(2, 1, 3, 3))[: dice.roll(3, f"{why} merges") - 1]
    marks = (("one", "1"), ("two", "2"))[: dice.roll(3, f"{why} marks") - 1]
    return Grid(rows, merges, dice.roll(2, f"{why} top") - 1, marks)


def _cell(dice: Dice, why: str) -> Cell:
    style, note, pick = dice.pick(LOOKS, f"{why} look")
    if dice.roll(9, f"{why} marker") == 1:
        style = "marker"
    typed = dice.roll(3, f"{why} typed") == 1
    return Cell(dice.pick(SOME, f"{why} value"), style, note, pick, typed, typed and dice.heads(f"{why} text"))


def _changed(dice: Dice, shown: Grid) -> Grid:
    """*shown* with some other cells, and perhaps a row more or less."""
    rows = [
        tuple(
            _cell(dice, f"new {at} {column}") if dice.roll(4, f"change {at} {column}") == 1 else cell
            for column, cell in enumerate(row)
        )
        for at, row in enumerate(shown.rows)
    ]
    kind = dice.roll(4, "rows")
    rows = rows[:-1] if kind == 1 else [*rows, *_grid(dice, "more").rows] if kind == 2 else rows
    other = _grid(dice, "other") if dice.heads("marks") else shown
    return Grid(tuple(rows), other.merges, shown.top + (kind == 3), other.marks)


def _write(write: Write) -> str:
    text = repr(write)
    for default in (
        "style=''",
        "note=None",
        "pick=None",
        "typed=False",
        "text=False",
        "link=''",
        "runs=()",
        "closing=False",
        "renames=False",
    ):
        text = text.replace(f", {default}", "")
    return text.replace("tab='tab', ", "")


# -- forms -------------------------------------------------------------------------------------------------------------

TEAM_SEATS = {**SEATS, "gm2": Seat(id="gm2", player="Gus", team="judges", neutral=True)}
KINDS_OF_FORMS: Mapping[str, tuple[Form, ...]] = {
    "single": FORMS,
    "two rows": tuple(Form("go", seat, Go, FIELDS, rows=2) for seat in SEATS),
    "whole": (Form("go", "blue1", Go, FIELDS, rows=3, counted=Counting(whole=True)),),
    "forced": (Form("go", "red1", Go, FIELDS, counted=Counting(forced=True)),),
    "of a team": tuple(
        Form("go", team, Go, FIELDS, rows, who=Who(team=True)) for rows, team in enumerate(("blue", "red"), 1)
    ),
    "of authors": (Form("go", "blue", Go, FIELDS, who=Who(team=True, authors=("blue2",))),),
    "of the GM": (Form("go", "gm", Go, FIELDS),),
    "an ask": (Form("go", "blue1", Go, FIELDS, close=Close.ASK),),
    "named rows": tuple(
        form_of_rows("go", seat, Go, (
                FormRow(f"{seat} knight", (replace(FIELDS[0], default="A1"), FIELDS[3]), shown={"words": "is shown"}),
                FormRow(f"{seat} rook", FIELDS[1:], says={"tile": "C3"}),
            ), naming=Naming(distinct=seat == "red1"))
        for seat in ("blue1", "red1")
    ),
    "limited": (Form("go", "blue1", Go, FIELDS, given={("run", True): {"tile": ("C3", "A1")}}),),
}  # fmt: skip


def forms() -> Iterator[str]:
    """Forms of all kinds: as drawn untouched and with something typed, and as read again."""
    for name, of in KINDS_OF_FORMS.items():
        lines = lines_of(of)
        yield f"== {name}: {[row_name(key, form) for _, key, form in lines]}"
        key = lines.keys[-1]
        typed: Mapping[str, Typed] = {"tile": "B2", "steps": "many", "run": True, "ready": True}
        for held in ({}, {key: Standing(typed, "taken", {"words": "held"})}):
            grid = draw_form(ORDERS_TAB.but(words={"idle": "Rest."}), "Turn 2", lines, TEAM_SEATS, held)
            yield from (str([_brief(cell) for cell in row]) for row in grid.rows[3 if held else 0 :])
            read = read_tab(lines, ORDERS_TAB, TEAM_SEATS, [[cell.value for cell in row] for row in grid.rows])
            yield from _readings(read)
    empty = draw_form(ORDERS_TAB, "", lines_of(()), SEATS, {}, "Wait.")
    yield f"== none: {[cell.value for row in empty.rows for cell in row]}"


def _brief(cell: Cell) -> str:
    kind = ("t" if cell.text else "i") if cell.typed else ""
    return f"{cell.value}|{cell.style}|{kind}{'' if cell.pick is None else cell.pick}"


def _readings(read: TabRead) -> Iterator[str]:
    yield f"disturbed: {read.disturbed}"
    for row in read.rows.values():
        cells = f"{row.cells['tile']} {row.cells['ready']}"
        yield f"{row.key} {cells} {row.order!r} ready {row.ready} touched {row.touched} missing {row.missing}"
        yield from (f"  {slip.field} {slip.cell} {slip.typed!r}: {slip.text} > {slip.instead}" for slip in row.slips)


Values = list[list[Typed]]


def _put(row: int, column: int, value: Typed) -> Callable[[Values], None]:
    def edit(values: Values) -> None:
        values[row] += [None] * (column - len(values[row]) + 1)
        values[row][column] = value

    return edit


EDITS: Mapping[str, Callable[[Values], object]] = {
    "nothing": lambda values: None,
    "an order": lambda values: [_put(3, 2, "b2")(values), _put(3, 6, True)(values)],
    "a wrong tile": _put(4, 2, "Z9"),
    "a known tile": _put(4, 2, "d4"),
    "wrong steps": lambda values: [_put(3, 2, "A1")(values), _put(3, 3, "many")(values)],
    "too many steps": lambda values: [_put(3, 2, "A1")(values), _put(3, 3, 10)(values)],
    "a ready row without a tile": lambda values: [_put(3, 3, 1)(values), _put(3, 6, "x")(values)],
    "a tick that is none": _put(5, 6, "maybe"),
    "sorted rows": lambda values: values[3:].__class__(values.__setitem__(slice(3, 6), values[5:2:-1]) or []),
    "a row above": lambda values: values.insert(0, ["hello"]),
    "nine rows above": lambda values: values.__setitem__(slice(0), [[]] * 9),
    "ten rows above": lambda values: values.__setitem__(slice(0), [[]] * 10),
    "a row between": lambda values: values.insert(4, []),
    "a missing row": lambda values: values.pop(4),
    "a row twice": lambda values: values.insert(5, list(values[3])),
    "a row twice, above": lambda values: values.insert(3, list(values[5])),
    "another player": _put(3, 1, "Finn"),
    "an unknown player": _put(3, 1, "Zoe"),
    "no player": _put(3, 1, None),
    "an unknown seat": _put(3, 0, "green1"),
    "a lost heading": _put(2, 2, None),
    "a moved heading": lambda values: [_put(2, 2, "Steps")(values), _put(2, 3, "Tile")(values)],
    "half the headings": lambda values: [_put(2, at, "?")(values) for at in (2, 3, 4, 5)],
    "most headings lost": lambda values: [_put(2, at, "?")(values) for at in (1, 2, 3, 4, 5)],
    "no headings": lambda values: values.pop(2),
    "a column between": lambda values: [row.__setitem__(slice(2, 2), ["new"]) for row in values if len(row) > 1],
    "columns swapped": lambda values: [row.__setitem__(slice(2, 4), row[3:1:-1]) for row in values if len(row) > 3],
    "a lost column": lambda values: [row.pop(3) for row in values if len(row) > 3],
    "nothing at all": lambda values: values.clear(),
}


def reading() -> Iterator[str]:
    """A tab of three rows after something was done to it."""
    held: dict[Key, dict[str, Typed]] = {
        key: {"tile": "C3", "steps": 2, "words": "held", "run": True} for key in lines_of(FORMS).keys[:1]
    }
    for name, edit in EDITS.items():
        values = [[*row, *[None] * (8 - len(row))] for row in drawn()]
        edit(values)
        yield f"== {name}"
        yield from _readings(read_tab(lines_of(FORMS), ORDERS_TAB, SEATS, values, held))


# -- other tabs --------------------------------------------------------------------------------------------------------

TEMPLATE = '''
title = "Friday"
[styles]
title = { bold = true, size = 20 }
heading.fill = "#aabbcc"
"seat.blue" = { ink = "#0000ff" }
seat = { italic = true }

[[rules]]
on = ["receipt"]
starts = "✓"
fill = "#00ff00"

[tabs.orders]
title = "Orders"
help = "Type here what you want, and tick Ready when you are done; the game master takes it then."
frozen_rows = 3
[[tabs.orders.columns]]
field = "seat"
heading = "Seat"
width = 70
[[tabs.orders.columns]]
field = "ready"
heading = "Ready"
[[tabs.orders.columns]]
field = "receipt"
heading = "Answer"
[[tabs.orders.rules]]
on = ["seat", "receipt"]
of = "ready"
ticked = true
bold = true
[[tabs.orders.rules]]
below = 3
strike = true
[tabs.orders.words]
idle = "Rest."
multi = """
two
lines"""

[tabs.score]
title = "Score"
columns = [
  { field = "turn", heading = "Turn" }, # a comment
  { field = "blue", heading = "{blue1} has", style = "seat.blue" },
  { field = "red", heading = "Red" },
]
graphs = [{ title = "Coins", lines = ["blue", "red"] }, { title = "Red", lines = ["red"] }]
bands = [{ second = "#eeeeee" }, { area = "B5:C9", first = "#111111", second = "#222222" }]

[tabs.board]
title = "Board"
widths = [20, 30]
heights = [12]
rules = [{ area = "A3:C", holds = ["a", "b"], lacks = ["c"], ink = "#123456", italic = true }]
bands = [{ area = "A2:B", second = "#333333" }]
'''


def templates() -> Iterator[str]:
    """A template: its lines, its tabs, and what is said of it with one mistake."""
    for path, line in toml_lines(TEMPLATE).items():
        yield f"line {line}: {'.'.join(map(str, path))}"
    made = parse(TEMPLATE)
    for key, tab in made.tabs.items():
        yield f"== {key}: heights {tab.row_heights} words {tab.words} help {tab.help_text!r}"
    for style in ("title", "title.blue", "seat.blue", "seat.red", "report.headline", "status", "told", "nothing"):
        yield f"style {style}: {style_at(made.styles, style).model_dump(exclude_defaults=True)}"
    changes = list(mistakes(TEMPLATE))
    for what, text in changes[::5]:
        yield f"{what}: {_parsed(text)}"


def _parsed(text: str) -> str:
    try:
        parse(text)
    except BadTemplate as error:
        return _message(error)
    return "taken"


def _message(error: BadTemplate) -> str:
    """What is wrong, in one line; of what is no TOML only that, since each version of Python says it otherwise."""
    text = str(error)
    return text.replace("\n", " / ").replace("workbook.toml: ", "")[:400] if ": line " in text else "no TOML"


COMMON = "\n".join(
    (
        "title = 'Common'",
        *(f"[styles.{style}]" for style in STYLES if style not in ("title", "heading", "mono")),
        *("[styles.monoo]", "[tabs.log]", "title = 'Log'", "[tabs.spare]", "title = 'Spare'"),
        *("[tabs.asks]", "title = 'Asks'", "columns = ["),
        *(f"{{ field = '{name}', heading = '{name.capitalize()}' }}," for name in ("seat", "tile", "receipt")),
        "]",
    )
)
OF_GAME = (
    FormTab("orders", "go", ("tile",), ("steps",)),
    FormTab("asks", "ask", ("tile",), ask=True),
    HistoryTab("score", lambda view: Tally(0, {}), ("blue", "red")),
    ViewTab("board", lambda view, tab: Grid(), styles=("tile.wood.dark", "title.big", "seat.blue")),
    ViewTab("list", lambda view, tab: Grid(), columns=("unit", "place")),
)
OF_MATCH = (TabColumns("log", ("turn",), ("what",)), TabColumns("dice"))
STYLES_MORE = """[styles.tile]
[styles."tyle.wood"]
"""
TABS_MORE = """
[tabs.list]
title = "List"
[[tabs.list.columns]]
field = "unit"
heading = "Unit"
style = "seat.blue.dark"
[[tabs.list.columns]]
field = "plase"
heading = "unit"
style = "labels.x"
[[tabs.list.columns]]
field = "unit"
heading = ""
"""


def checking() -> Iterator[str]:
    """A template against the tabs of a game: what is wrong with it, and with one mistake more."""
    found = [columns_of(tab) for tab in OF_GAME]
    yield from (str(each)[:300] for each in found)
    usual = TEMPLATE.replace("[[rules]]", f"{STYLES_MORE}[[rules]]") + TABS_MORE
    misspelt = usual.replace("tabs.list", "tabs.lists")
    common = TomlText(COMMON, "workbook.toml")
    before: list[str] = []
    for what, text in [("misspelt", misspelt), ("as it is", usual), *list(mistakes(usual))[::6]]:
        try:
            load(TomlText(text, "workbook.toml"), common, found, OF_MATCH)
        except BadTemplate as error:
            lines = str(error).splitlines()
            new = [line for line in lines if line not in before]
            yield from [f"== {what}: {len(lines)}", *(new[::4] if before and len(new) > 5 else new)]
            before = lines if what == "as it is" else before
        except TOMLDecodeError:
            continue


def formats() -> Iterator[str]:
    """Rules and bands: where they are, their formulas, what they match, and how cells look."""
    tabs = parse(TEMPLATE).tabs
    for key, rows in product(tabs, (2, 3, 4, 6, 12)):
        tab = tabs[key]
        yield f"== {key} with {rows} rows"
        for each in placed_rules(tab, rows):
            yield f"{tuple(each.area)} tests {each.tested}: {formula(each)} {formula(each, ',')}"
        yield from (f"band {band.first} {band.second} {tuple(area)}" for band, area in placed_bands(tab, rows))
        values = (True, 2, 3, "abx", "abc", "✓ taken", "", "a")
        cells = tuple(tuple(Cell(values[(row + column) % len(values)]) for column in range(4)) for row in range(rows))
        styles = CellStyles(tab, Grid(cells, top=1 if rows == 6 else 0))
        for row, column in product(range(rows), range(4)):
            look = styles.of(PLAIN, row, column).model_dump(exclude_defaults=True)
            if look:
                yield f"{a1(row, column)} {cells[row][column].value!r}: {look}"
    for rule in (rule for tab in tabs.values() for rule in tab.rules):
        yield f"{rule.model_dump(exclude_defaults=True)}: {[value for value in TYPED[:30] if matches(rule, value)]}"


def others() -> Iterator[str]:
    """The history, its charts, the log, the rules, and marks."""
    tab: TabTemplate = with_names(parse(TEMPLATE).tabs["score"], PLAYERS)
    turns = (0, 1, 2, 2, 5, 3, 4, 4, 7)
    rows = history_rows(Tally(turn, {"blue": at, "red": None}) for at, turn in enumerate(turns))
    yield f"rows: {[(row.turn, row.values['blue']) for row in rows]}"
    for values in ({"blue": 1, "red": 2}, {"red": 2}, {}):
        yield f"head: {[cell.value for row in draw_history_head(tab, Tally(0, values)).rows for cell in row]}"
        yield f"charts: {charts_of(tab, parse(TEMPLATE).styles, Tally(0, values))}"
    history = draw_history(tab, rows[1:])
    yield f"history from {history.top}: {[[_brief(cell) for cell in row] for row in history.rows]}"
    log = tab.but(
        columns=tuple(each.but(field=name) for each, name in zip(tab.columns, ("turn", "what", "clause"), strict=True))
    )
    lines = [Line(f"Turn {number}", f"event {number}", f"X-{number}") for number in range(3)]
    yield f"log: {draw_log(log, lines, 5)} {draw_log_head(log, 'now').rows}"
    words = {"one0": "First", "one1": "text", "two": "more", "a10": "head"}
    yield f"rules: {[[_brief(cell) for cell in row] for row in draw_rules(None, tab.but(words=words)).rows]}"
    places = {"A1": (3, 0), "A2": (3, 1)}
    yield f"marks: {board_marks(places, {'knight': 'A1'}, [('A1', 'A2'), ('A1', 'Z9')])} {board_marks(places)}"
    longest = [len(marked("key", "x" * letters)) for letters in (19_998, 19_999)]
    yield f"long marks: {longest} {hashed('Ana@example.org')}"


def kept() -> Kept:
    return chapters(HOME, cleaning, spelling, planning, forms, reading, templates, checking, formats, others)
