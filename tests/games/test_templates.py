"""Templates of all games: whatever a GM mistypes there is refused with its line, and what a GM may choose is not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import pytest

from sheets_gm.games import files
from sheets_gm.games.finding import game, games
from sheets_gm.gm.workbooks.layout import COLUMNS
from sheets_gm.sheet.checking import STYLES, TabColumns, columns_of, load
from sheets_gm.sheet.picture.text import width
from sheets_gm.sheet.rendering import SIGN
from sheets_gm.sheet.tabs import ViewTab, template_for_tabs
from sheets_gm.sheet.template import BadTemplate, Template, read
from sheets_gm.sheet.toml_text import TomlText
from tests.few import few

COMMON = "common"


@cache
def text_of(name: str) -> str:
    return files.read(name, "workbook.toml")


@cache
def tabs_of(name: str) -> tuple[TabColumns, ...]:
    return tuple(columns_of(tab) for tab in game(name).all_tabs())


@lru_cache(maxsize=256)
def file_of(text: str, name: str) -> TomlText:
    """A template file as it is read: the one beside which another is changed is read once."""
    return read(text, name)


def loaded(name: str, own: str | None = None, common: str | None = None) -> Template:
    """The template of a game, with other texts if given."""
    own_file = file_of(text_of(name) if own is None else own, f"{name}.toml")
    common_file = file_of(text_of(COMMON) if common is None else common, f"{COMMON}.toml")
    return load(own_file, common_file, tabs_of(name), COLUMNS)


def problems(name: str, own: str | None = None, common: str | None = None) -> list[str]:
    """What is wrong with it: a line for each problem."""
    try:
        loaded(name, own, common)
    except BadTemplate as error:
        return str(error).splitlines()
    return []


class Part(NamedTuple):
    """Some lines of a template: the file they are in, a tab or style or column, and their numbers from 0."""

    file: str
    name: str
    first: int
    end: int

    def rows(self) -> list[str]:
        return text_of(self.file).splitlines()

    def without(self) -> str:
        rows = self.rows()
        return "\n".join([*rows[: self.first], *rows[self.end :]])

    def reworded(self, was: str, now: str) -> str:
        """The text with *was* changed to *now* on the lines of this part."""
        rows = self.rows()
        part = "\n".join(rows[self.first : self.end])
        assert was in part, (self, was)
        return "\n".join([*rows[: self.first], part.replace(was, now), *rows[self.end :]])

    def problems(self, name: str, text: str) -> list[str]:
        """What is wrong where *text* is in the place of this part's file."""
        return problems(name, common=text) if self.file == COMMON else problems(name, own=text)


def tables(file: str, kind: str) -> Iterator[Part]:
    """The tables of tabs or styles, each up to the next header."""
    rows = text_of(file).splitlines()
    heads = [at for at, row in enumerate(rows) if row.startswith("[")]
    for at, end in zip(heads, [*heads[1:], len(rows)], strict=True):
        if found := re.match(rf'\[{kind}\."?([\w.]+?)"?\]', rows[at]):
            yield Part(file, found[1], at, end)


def needed_tabs(name: str) -> Iterator[Part]:
    """The tabs that must be there: the game's in its own file, and the common ones that it has none of its own for."""
    own = {part.name for part in tables(name, "tabs")}
    of_game = {tab.named for tab in tabs_of(name)}
    yield from (part for part in tables(name, "tabs") if part.name in of_game)
    yield from (part for part in tables(COMMON, "tabs") if part.name in {tab.key for tab in COLUMNS} - own)


def columns(file: str, tab: str) -> Iterator[Part]:
    """The columns of a tab, each on a line of its own."""
    rows = text_of(file).splitlines()
    for table in tables(file, "tabs"):
        if table.name == tab:
            for at in range(table.first, table.end):
                if found := re.match(r' *\{ field = "(\w+)"', rows[at]):
                    yield Part(file, found[1], at, at + 1)


def needed(name: str) -> Iterator[tuple[Part, TabColumns]]:
    """The columns that must be there, in the game's file and the common one."""
    for file, tabs in ((name, tabs_of(name)), (COMMON, COLUMNS)):
        for tab in tabs:
            yield from ((part, tab) for part in columns(file, tab.named) if part.name in tab.required)


def says(found: list[str], file: str, line: int, *words: str) -> bool:
    """Whether one of the problems is on that line, with all these words."""
    start = f"{file}.toml: line {line}: "
    return any(each.startswith(start) and all(word in each for word in words) for each in found)


every_game = pytest.mark.parametrize("name", sorted(games()))


@every_game
def test_the_templates_have_all_that_their_game_needs(name: str) -> None:
    assert problems(name) == []
    assert {tab.named for tab in (*tabs_of(name), *COLUMNS)} <= loaded(name).tabs.keys()


@every_game
def test_a_tab_that_is_missing_is_named_at_the_end_of_its_file(name: str) -> None:
    for part in needed_tabs(name):
        text = re.sub(rf"(?ms)^\[+tabs\.{part.name}[.\]].*?(?=^\[|\Z)", "", text_of(part.file))
        missing = f"{part.file}.toml: line {len(text.splitlines())}: tabs.{part.name}: [tabs.{part.name}] is missing"
        assert part.problems(name, text) == [missing]


@every_game
def test_a_tab_that_is_misspelt_is_refused_at_its_line(name: str) -> None:
    for part in few(needed_tabs(name), 4, name):
        text = re.sub(rf"(?m)^(\[+tabs\.{part.name})\b", r"\1q", text_of(part.file))
        (found,) = part.problems(name, text)
        assert says([found], part.file, part.first + 1, "no such tab", f"Did you mean “{part.name}”?")


@every_game
def test_a_column_in_which_something_is_typed_cannot_be_left_out(name: str) -> None:
    for part, tab in few(needed(name), 10, name):
        line = next(at for at in range(part.first, 0, -1) if part.rows()[at].startswith("columns = ["))
        found = part.problems(name, part.without())
        assert says(found, part.file, line + 1, f"tabs.{tab.named}.columns: there is no column of “{part.name}”")


@every_game
def test_a_field_that_is_misspelt_is_refused_at_its_line(name: str) -> None:
    for part, _ in few(needed(name), 10, name):
        found = part.problems(name, part.reworded(f'field = "{part.name}"', f'field = "{part.name}q"'))
        assert says(found, part.file, part.first + 1, f"no field “{part.name}q”", f"Did you mean “{part.name}”?")


@every_game
def test_two_columns_cannot_be_told_apart_by_the_same_heading_or_field(name: str) -> None:
    for tab in few((tab for tab in tabs_of(name) if tab.form), 3, name):
        first, second, *_ = columns(name, tab.named)
        (heading,) = re.findall(r'heading = "(.*?)"', second.rows()[first.first])
        (other,) = re.findall(r'heading = "(.*?)"', second.rows()[second.first])
        text = second.reworded(f'heading = "{other}"', f'heading = "{heading.upper()}"')
        assert says(second.problems(name, text), name, second.first + 1, "another column with the heading")
        text = second.reworded(f'heading = "{other}"', 'heading = " "')
        assert says(second.problems(name, text), name, second.first + 1, "the heading is empty")
        text = second.reworded(f'field = "{second.name}"', f'field = "{first.name}"')
        assert says(second.problems(name, text), name, second.first + 1, f"another column of “{first.name}”")


@every_game
def test_a_style_that_is_missing_is_refused(name: str) -> None:
    own = {part.name for part in tables(name, "styles")}
    for part in tables(COMMON, "styles"):
        if part.name in set(STYLES) - own:
            text = part.without()
            assert says(part.problems(name, text), COMMON, len(text.splitlines()), f"[styles.{part.name}] is missing")
            text = part.reworded(f"[styles.{part.name}]", f"[styles.{part.name}q]")
            assert says(part.problems(name, text), COMMON, part.first + 1, f"[styles.{part.name}] is missing")


@every_game
def test_a_style_that_a_board_is_drawn_with_is_there_or_its_fallback(name: str) -> None:
    own = {part.name: part for part in tables(name, "styles")}
    drawn = [style for tab in tabs_of(name) for style in tab.styles]
    alone = [
        style
        for style in drawn
        if style in {*own} and not {style.rpartition(".")[0], style.split(".")[0]} & {*own, *STYLES} - {style}
    ]
    assert len(alone) > 5
    for style in few(alone, 5, name):
        part = own[style]
        text = part.without()
        assert says(part.problems(name, text), name, len(text.splitlines()), f"[styles.{style}] is missing")
        if len(style.split(".")[-1]) < 3:
            continue  # too short to be recognised
        header = part.rows()[part.first]
        text = part.reworded(header, header.replace(style, f"{style}q"))
        assert says(part.problems(name, text), name, part.first + 1, f"[styles.{style}] is missing")


@every_game
def test_a_style_of_a_column_is_there(name: str) -> None:
    used = {
        (row, style)
        for row, text in enumerate(text_of(name).splitlines(), start=1)
        for style in re.findall(r'\{ field = .* style = "([\w.]+)"', text)
    }
    for part in tables(name, "styles"):
        for row, style in used:
            if part.name == style and "." not in style:  # after a dot, what stands before it does instead
                found = part.problems(name, part.without())
                gone = part.end - part.first
                assert says(found, name, row - gone if row > part.end else row, f"there is no style “{style}”")


@every_game
@pytest.mark.parametrize("common", [False, True])
def test_a_key_that_is_misspelt_is_refused_at_its_line(name: str, common: bool) -> None:
    file = COMMON if common else name
    rows = text_of(file).splitlines()
    in_words = False
    mistypable: list[tuple[int, str]] = []
    for at, row in enumerate(rows):
        in_words = "words]" in row if row.startswith("[") else in_words
        if not in_words:
            mistypable += [(at, key) for key in re.findall(r"(?:^|[{,] )(\w+) = ", row)]
    for at, key in few(mistypable[:: 5 if common else 11], 8, name):
        changed = re.sub(rf"\b{key} = ", f"{key}q = ", rows[at])
        found = Part(file, "", at, at + 1).problems(name, "\n".join([*rows[:at], changed, *rows[at + 1 :]]))
        assert says(found, file, at + 1, f".{key}q: there is no such name") or says(
            found, file, at + 1, f" {key}q: there is no such name"
        ), (at, key, found)


def test_all_that_is_wrong_in_both_files_is_said_at_once() -> None:
    own = text_of("gvg").replace('field = "move_to"', 'field = "moveto"').replace("[tabs.board]", "[tabs.bord]")
    own = own.replace('[styles."line.blue"]', '[styles."lime.blue"]').replace(
        'field = "mode", heading', 'field = "mode", hedding'
    )
    found = problems("gvg", own, text_of(COMMON).replace("[tabs.log]", "[tabs.lag]"))
    places = [re.match(r"(\w+)\.toml: line (\d+): ", each) for each in found]
    lines = [(place[1] == COMMON, int(place[2])) for place in places if place]
    assert len(lines) == len(found)
    assert lines == sorted(lines)
    for words in (
        "no field “moveto”, so nobody can type in this column. Did you mean “move_to”?",
        "the game has no such tab. Did you mean “board”?",
        "there is no style “line.blue”. Did you mean “lime.blue”?",
        "columns.5.hedding: there is no such name: check the spelling or remove it. Did you mean “heading”?",
        "columns.5.heading: it is missing",
        "tabs.lag: the game has no such tab. Did you mean “log”?",
    ):
        assert any(words in each for each in found), (words, found)


def test_a_rule_for_all_forms_names_columns_that_a_form_has() -> None:
    rule = '\n[[rules]]\non = ["recipt"]\nof = "mode"\nstarts = "x"\nbold = true\n'
    (found,) = problems("gvg", text_of("gvg") + rule)
    assert found.endswith("rules.0: no form has a column “recipt”. Did you mean “receipt”?")
    assert found.startswith(f"gvg.toml: line {len(text_of('gvg').splitlines()) + 2}: ")


# -- what a GM may choose ----------------------------------------------------------------------------------------------


@every_game
def test_a_column_that_only_shows_something_may_be_left_out(name: str) -> None:
    for tab in tabs_of(name):
        for part in columns(name, tab.named):
            if tab.form and part.name not in tab.required and f'"{part.name}"' not in _rules(name, tab.named):
                assert part.problems(name, part.without()) == []


def _rules(name: str, tab: str) -> str:
    """The rules of a tab, as they are written."""
    return "".join(re.findall(rf"(?ms)^\[\[tabs\.{tab}\.rules\]\].*?(?=^\[)", text_of(name)))


@every_game
def test_columns_may_stand_in_any_order_with_other_headings(name: str) -> None:
    tab = next(tab for tab in tabs_of(name) if tab.form)
    first, *_, last = columns(name, tab.named)
    rows = first.rows()
    rows[first.first], rows[last.first] = rows[last.first], rows[first.first].replace('heading = "', 'heading = "My ')
    assert problems(name, "\n".join(rows)) == []


def test_a_copy_of_the_common_template_gets_the_texts_that_it_lacks() -> None:
    older = re.sub(r"(?m)^uninvited = .*\n", "", text_of(COMMON))
    assert older != text_of(COMMON)
    template = load(
        file_of(text_of("gvg"), "gvg.toml"), file_of(older, ""), tabs_of("gvg"), COLUMNS, file_of(text_of(COMMON), "")
    )
    assert template.tabs["gm"].words["uninvited"] == "Not invited"


# -- what people can read ----------------------------------------------------------------------------------------------

LEGIBLE = 4.5
"""The least contrast of text that everybody can read (WCAG 2.2, 1.4.3)."""

SMALL_PRINT = frozenset({"marker"})
"""Styles that nobody needs to read."""


def luminance(colour: str) -> float:
    """The relative luminance of "#rrggbb", from 0 to 1 (WCAG 2.2)."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2.2)."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_is_measured_as_the_standard_does() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


@every_game
def test_every_ink_can_be_read_on_its_fill(name: str) -> None:
    template = loaded(name)
    inks = {
        style: (each.ink or "#000000", each.fill or "#ffffff")
        for style, each in template.styles.items()
        if style not in SMALL_PRINT
    }
    tabs = template.tabs.items()
    rules = [("a rule of every form", rule) for rule in template.rules]
    rules += [(f"a rule of the tab {key}", rule) for key, tab in tabs for rule in tab.rules]
    pairs = [*inks.items(), *((where, (rule.ink or "#000000", rule.fill or "#ffffff")) for where, rule in rules)]
    assert [(where, *pair) for where, pair in pairs if contrast(*pair) < LEGIBLE] == []


WINDOW = 1240
"""Pixels that a window of 1280 shows beside the row numbers."""


def forms() -> Iterator[tuple[str, str]]:
    """Each form tab of the shipped templates, as its game and its key."""
    for name in games():
        for key, tab in loaded(name).tabs.items():
            if any(column.field == "receipt" for column in tab.columns):
                yield name, key


@pytest.mark.parametrize(("name", "key"), tuple(forms()))
def test_what_is_decided_and_its_answer_are_whole_in_a_window_of_1280_pixels(name: str, key: str) -> None:
    columns = loaded(name).tabs[key].columns
    end = [column.field for column in columns].index("receipt") + 1
    assert sum(column.width for column in columns[:end]) <= WINDOW


PHONE = 390
"""Pixels that a phone is wide."""


@pytest.mark.parametrize("name", sorted(games()))
def test_a_phone_shows_whether_a_row_counts_wherever_it_is_scrolled(name: str) -> None:
    for key in (each for of, each in forms() if of == name):
        table = loaded(name).tabs[key]
        fields = [column.field for column in table.columns]
        at = fields.index(SIGN)
        assert sum(column.width for column in table.columns[: at + 1]) <= PHONE, key
        assert at < table.frozen_columns <= at + 2, key
        assert [rule for rule in table.rules if "receipt" in rule.on and SIGN not in rule.on] == [], key


def test_a_template_may_have_the_column_of_signs_where_it_likes() -> None:
    text = text_of("gvg").replace(
        '    { field = "receipt", heading = "Answer", width = 300 },',
        '    { field = "sign", heading = "OK?", width = 40 },\n'
        '    { field = "receipt", heading = "Answer", width = 300 },',
    )
    table = loaded("gvg", text).tabs["orders"]
    fields = [column.field for column in table.columns]
    assert (fields.count(SIGN), fields.index(SIGN) + 1, table.frozen_columns) == (1, fields.index("receipt"), 1)
    assert table.columns[fields.index("receipt")].width == 300


@pytest.mark.parametrize(("name", "key"), tuple(forms()))
def test_the_box_and_the_answer_follow_what_is_decided(name: str, key: str) -> None:
    """What a player decides by comes first; a standing order, and what is rarely needed, come last."""
    fields = [column.field for column in loaded(name).tabs[key].columns]
    if "ready" in fields:
        assert fields.index("receipt") == fields.index("ready") + 1
    tab = next((each for each in game(name).all_tabs() if each.key == key), None)
    if "keep" in fields and "keep" not in (*getattr(tab, "fields", ()), *getattr(tab, "optional", ())):
        assert fields.index("keep") > fields.index("receipt")


@pytest.mark.parametrize("name", games())
def test_a_board_keeps_its_title_and_whose_turn_it_is_in_sight(name: str) -> None:
    """Both rows stay in place while a board is scrolled, and are high enough to be read."""
    boards = [tab for tab in game(name).all_tabs() if isinstance(tab, ViewTab) and tab.board]
    assert boards
    shown = template_for_tabs(loaded(name), boards).tabs
    for each in (shown[tab.key] for tab in boards):
        assert each.frozen_rows >= 2
        assert min([*each.row_heights[:2], each.height or 21]) >= 18


# -- headings ----------------------------------------------------------------------------------------------------------

WIDER, BESIDE = 1.24, 6
"""How much wider than Roboto the widest font of a browser is that has no Roboto, and the pixels beside a text."""


@every_game
def test_no_heading_breaks_in_the_middle_of_a_word(name: str) -> None:
    looks = loaded(name)
    size = (looks.styles["heading"].size or 10) * 4 / 3
    narrow = [
        (key, word, column.width)
        for key, table in looks.tabs.items()
        for column in table.columns
        for word in column.heading.split()
        if column.field != SIGN and column.width and width(word, size, bold=True) * WIDER + BESIDE > column.width
    ]
    assert narrow == []
