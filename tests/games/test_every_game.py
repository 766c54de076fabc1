"""The questions that every game is asked, whichever games there are: a new folder is tested without an edit here."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import islice, pairwise
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError

import sheets_gm.games
from sheets_gm.adapters.cli.game_settings import BadGameSettings, settings_of
from sheets_gm.games import files
from sheets_gm.games.contract import Filled
from sheets_gm.games.finding import games
from sheets_gm.games.play_out import (
    bot_dice,
    charter_of,
    order_of,
    play_out,
    player_counts,
    seats_for,
)
from sheets_gm.games.random_play import first_bot, random_bot
from sheets_gm.gm.intake.desk import desk_forms
from sheets_gm.gm.intake.desk.roll_form import ROLLS
from sheets_gm.gm.intake.open_step import OpenStep
from sheets_gm.gm.intake.rows import Submissions
from sheets_gm.gm.intake.submissions import collect
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.questions.asking import QUESTIONS, Question
from sheets_gm.gm.questions.played import EVERY, Match, Played, different_rows, in_turn, rows_of, sees
from sheets_gm.gm.workbooks.drawing import draw_view_tab
from sheets_gm.gm.workbooks.layout import workbook_layouts
from sheets_gm.kernel.defaults import never
from sheets_gm.kernel.dice import Dice, Keyed
from sheets_gm.kernel.english import with_names
from sheets_gm.kernel.errors import SetupError
from sheets_gm.kernel.forms import Close, Field, Form, Kind, Typed
from sheets_gm.kernel.match.codec import Codec
from sheets_gm.kernel.match.journal import Attendance
from sheets_gm.kernel.match.recorder import Step
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import Order, Outcome, Uneventful
from sheets_gm.kernel.report import Weight
from sheets_gm.kernel.rules import Secrecy
from sheets_gm.kernel.seats import signs_of
from sheets_gm.kernel.validation_messages import in_plain_words
from sheets_gm.sheet.drawn import Drawn
from sheets_gm.sheet.grid import Cell, a1
from sheets_gm.sheet.marks import MOVES, PIECES, PLACES
from sheets_gm.sheet.reading import Key, lines_of, own_name, read_row
from sheets_gm.sheet.rendering import SIGN, form_rows
from sheets_gm.sheet.tabs import SLOT, FormTab, Tab, ViewTab
from sheets_gm.sheet.template import WHOSE, TabTemplate, style_at
from tests.few import few
from tests.games.asked import TOYS, AnyGame, asked, game_called, other_secrets, template
from tests.games.hidden_facts import Watched, known_events, variants
from tests.gm.any_game import SETTINGS

ROOT = Path(__file__).parents[2]


@cache
def played(name: str) -> Played:
    """A game with random matches of it, one after another, until so many turns were played."""
    return Played(asked()[name], template(name))


def matches(name: str) -> tuple[Match, ...]:
    """The random matches of a game."""
    return played(name).matches


def states(name: str, every: int = 1) -> Iterator[Any]:
    """The positions of all random matches."""
    return played(name).states(every)


def opened(game: AnyGame, state: Any) -> tuple[Form, ...]:
    """The forms that are open in a position, worked out once for all questions about it."""
    return played(game.name).opened(state)


def tabs_of(game: AnyGame) -> tuple[Tab, ...]:
    """The tabs of a match with the default settings."""
    return played(game.name).tabs


def tables(game: AnyGame) -> Mapping[str, TabTemplate]:
    """The tables of its template by tab."""
    return played(game.name).tables


def eyes(match: Match) -> tuple[str | None, ...]:
    """Everybody who looks at a match: each seat, each team that owns a form, the GM, the public."""
    return played(match.charter.game).eyes(match)


@pytest.fixture(scope="module", params=sorted(asked()))
def game(request: pytest.FixtureRequest) -> Iterator[AnyGame]:
    """Each game is asked everything before the next one, so that its matches are played and its forms opened once."""
    yield asked()[request.param]
    played(request.param).known_forms.clear()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.__name__)
def test_a_game_answers_what_every_game_is_asked(game: AnyGame, question: Question) -> None:
    """As it is asked before it is played, where it comes from outside."""
    assert list(question(played(game.name))) == []


def test_every_small_game_of_the_tests_is_asked_and_played() -> None:
    """A toy that nobody lists would be asked nothing, and would be taken for a game like any other."""
    made = {
        path.stem for path in (ROOT / "tests" / "gm").glob("*.py") if re.search(r"(?m)^GAME\b", path.read_text("utf-8"))
    }
    assert {module.rpartition(".")[2] for module in TOYS.values()} == made
    assert set(TOYS) <= set(SETTINGS)


# -- what it offers ----------------------------------------------------------------------------------------------------


def test_a_game_is_called_what_its_folder_is_called(game: AnyGame) -> None:
    assert asked()[game.name] is game


def _numbers_tried(default: Any) -> Iterator[tuple[int, Any]]:
    """Numbers at and far beyond every limit, each with a value like *default* that holds it."""
    for number in (-1_000_000, 0, 1, 5, 9, 19, 20, 1_000_000):
        if isinstance(default, int) and not isinstance(default, bool):
            yield number, number
        elif isinstance(default, tuple) and default and isinstance(default[0], int):
            yield number, (number, *default[1:])
        elif isinstance(default, dict):
            yield from ((number, {**default, key: number}) for key in default if isinstance(default[key], int))


def _refusal(game: AnyGame, key: str, value: Any) -> str:
    """Why a new match cannot have *value* for its setting *key*, "" if it can."""
    try:
        settings = game.settings.model_validate({key: value})
    except ValidationError as error:
        return in_plain_words(error.errors()[0])
    return " ".join(remark.text for remark in game.why_not(settings, seats_for(game, settings)) if remark.refuses)


def test_a_number_that_is_refused_is_named_and_so_is_the_one_that_it_does_not_fit(game: AnyGame) -> None:
    usual = {key: field.default for key, field in game.settings.model_fields.items()}
    refused = 0
    for key, default in usual.items():
        for number, value in _numbers_tried(default):
            if why := _refusal(game, key, value):
                refused += 1
                others = (other for other in usual if other != key and re.search(rf"\b{other}\b", why))
                lacking = [word for word in (number, *(usual[other] for other in others)) if str(word) not in why]
                assert lacking == [], f"{key} {value}: {why}"
    assert refused or not usual


@pytest.mark.parametrize("empty", ["", '""', " "])
def test_an_empty_value_is_refused_where_it_means_nothing(game: AnyGame, empty: str) -> None:
    """A setting whose default is empty says what that means; any other takes no empty value for its default."""
    for key, field in game.settings.model_fields.items():
        if field.default != "":
            with pytest.raises(BadGameSettings, match=rf"\b{key}: .*“.*(write |there are |neither )") as refused:
                settings_of(game.settings, (f"{key}={empty}",), game.name)
            assert "“”" in str(refused.value) or "“ ”" in str(refused.value)


# -- its template ------------------------------------------------------------------------------------------------------


IN_SIGHT = 350
"""Pixels of columns that a phone of 390 pixels shows beside the row numbers."""


def test_a_usual_order_needs_no_scrolling_sideways_on_a_phone(game: AnyGame) -> None:
    """Whose row it is, the usual choices and the Ready box are in sight, and the answer begins there."""
    if game.name in TOYS:
        return
    aside = (tab for tab in desk_forms.TABS if tab.key != ROLLS)
    forms = {tab.key: tab for tab in (*tabs_of(game), *aside) if isinstance(tab, FormTab)}
    for key, tab in forms.items():
        columns = tables(game)[key].columns
        fields = [column.field for column in columns]
        end = fields.index("receipt")
        assert tab.ask or end == fields.index("ready") + 1, key
        assert set(fields[:end]) & set(tab.fields), key
        assert sum(column.width for column in columns[:end]) <= IN_SIGHT, key
        assert not any(column.rare for column in columns[: end + 1]), key
        assert fields[:2] == [WHOSE, SIGN], key


def test_a_row_shows_whose_it_is_by_a_sign_and_in_the_colour_of_its_side(game: AnyGame) -> None:
    if game.name in TOYS:
        return
    tabs = {tab.form: tab for tab in tabs_of(game) if isinstance(tab, FormTab)}
    first = matches(game.name)[0]
    seats = {seat.id: seat for seat in first.seats}
    signs, styles = signs_of(seats.values()), template(game.name).styles
    for step in first.steps[::EVERY]:
        for form in opened(game, step.state):
            table, lines = tables(game)[tabs[form.key].key], lines_of([form])
            side = form.seat if form.who.team else seats[form.seat].team if form.seat in seats else ""
            for row in form_rows(table, lines, seats, {}):
                cell = row[table.places[WHOSE]]
                for name in sorted((seat.player for seat in first.seats), key=len, reverse=True):
                    cell = cell._replace(value=str(cell.value).replace(name, ""))
                assert not seats.keys() & {*re.findall(r"\w+", str(cell.value))}
                if side in signs:
                    assert str(cell.value).split()[0] in (signs[side], f"{signs[side]}\N{NO-BREAK SPACE}")
                    assert style_at(styles, cell.runs[0].style).ink


def test_an_answer_begins_beside_its_ready_box_where_a_phone_shows_both(game: AnyGame) -> None:
    """Frozen columns and the box leave a quarter of a screen of 390 pixels."""
    for name, tab in template(game.name).tabs.items():
        fields, widths = [column.field for column in tab.columns], [column.width or 100 for column in tab.columns]
        if "receipt" not in fields:
            continue
        assert "sign" in fields[: tab.frozen_columns], name
        box = 0
        if "ready" in fields:
            assert fields.index("receipt") == fields.index("ready") + 1, name
            box = widths[fields.index("ready")]
        assert sum(widths[: tab.frozen_columns]) + box <= 300, name


# -- its positions -----------------------------------------------------------------------------------------------------


REPLAY = """
import json
import sys
from sheets_gm.games.play_out import charter_of, play_out, seats_for
from sheets_gm.kernel.dice import Secrets
from sheets_gm.kernel.match.codec import Codec
from tests.games.asked import game_called
game, stored = game_called(sys.argv[1]), json.load(sys.stdin)
settings = game.settings()
seats, seed = seats_for(game, settings), bytes(32)
steps = play_out(game, settings, seats, {}, seed, turns=len(stored) - 1)
codec, secrets = Codec(game, charter_of(game, settings, seats, seed)), Secrets(seed)
print(json.dumps([
    [step.entry.seal, codec.digest(codec.stored(codec.state(state)), secrets.state_salt(number))]
    for number, (step, state) in enumerate(zip(steps, stored, strict=True))
]))
"""


def test_a_match_is_the_same_in_another_process(game: AnyGame) -> None:
    """In which every set has another order: this process was started with another seed for them."""
    steps = matches(game.name)[0].steps[:40]
    ran = subprocess.run(
        [sys.executable, "-c", REPLAY, game.name],
        input=json.dumps([step.entry.state for step in steps]),
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(ran.stdout) == [[step.entry.seal, step.entry.after] for step in steps]


# -- what is shown to whom ---------------------------------------------------------------------------------------------


def test_a_battle_is_one_line_of_a_report_with_its_dice_in_small_print_below(game: AnyGame) -> None:
    """A row of dice, or a sum of them, is never the line that is read first."""
    dice = re.compile(r"\b\d( \d){2,}\b|\d \+ \w+ \d|🎲|hits on")
    for match in matches(game.name):
        seats = {seat.id: seat for seat in match.seats}
        for step in match.steps:
            events = [event for event in step.events if not isinstance(event, Uneventful)]
            before = None
            for each in game.paragraphs(events, seats):
                if each.weight is not Weight.DETAIL:
                    assert not dice.search(each.text), each.text
                elif dice.search(each.text):
                    assert before is not None, each.text
                before = each


def test_a_tab_is_the_same_where_it_is_drawn_only_if_what_it_shows_has_changed(game: AnyGame) -> None:
    for match in matches(game.name):
        remembered = Drawn()
        for at, step in enumerate(match.steps[::3]):
            for seat in in_turn(at, eyes(match)):
                for tab in tabs_of(game):
                    if isinstance(tab, ViewTab) and sees(tab, match.seats, seat):
                        drawn = tab.draw(game.view(step.state, seat), tables(game)[tab.key])
                        again = {seat: game.view(step.state, seat)}
                        assert drawn == draw_view_tab(remembered, tab, again, tables(game)[tab.key])


def _boards(game: AnyGame, view: Any) -> Iterator[dict[str, Any]]:
    """The marks of each board as *view* draws it."""
    found = tables(game)
    for tab in tabs_of(game):
        if isinstance(tab, ViewTab):
            marks = dict(tab.draw(view, found[tab.key]).marks)
            if PLACES in marks:
                yield {key: json.loads(value) for key, value in marks.items()}


def test_the_sentence_of_a_form_speaks_only_of_what_its_rows_have(game: AnyGame) -> None:
    for tab in tabs_of(game):
        if not isinstance(tab, FormTab) or tab.says is None:
            continue
        assert {*tab.says.fields} <= {*tab.fields, *tab.optional, "seat", "player"}, tab.key
        for part in (*tab.says.asks, *tab.says.tells, *tab.says.needs, *tab.says.send):
            assert not {*"{}"} & {*SLOT.sub("", part)}, part
        assert tab.says.tells, "a row that orders something is told"
        assert tab.says.asks or not tab.says.needs, "a row that orders nothing is asked for"


def test_every_place_and_piece_of_a_row_that_clicks_fill_in_is_on_a_board(game: AnyGame) -> None:
    clicked = {tab.form: tab.clicks for tab in tabs_of(game) if isinstance(tab, FormTab) and tab.clicks}
    first = next(states(game.name))
    assert bool(clicked) == any(_boards(game, game.view(first, None))), "a board and clicks on it belong together"
    for state in states(game.name, EVERY):
        for form in opened(game, state):
            if form.key not in clicked:
                continue
            clicks = clicked[form.key]
            seat = (
                form.seat
                if not form.who.team
                else next(each.id for each in matches(game.name)[0].seats if each.team == form.seat)
            )
            boards = list(_boards(game, game.view(state, seat)))
            names = {name for board in boards for name in (*board[PLACES], *board.get(PIECES, ()))}
            for _, row in rows_of([form]):
                fields = {field.name: field for field in row.fields}
                if clicks.piece:
                    piece = fields[clicks.piece].choices if clicks.piece in fields else (row.shown[clicks.piece],)
                    assert set(piece) <= names
                assert {choice for name in clicks.to if name in fields for choice in fields[name].choices} <= names


def test_a_view_tab_is_a_board_where_it_has_places(game: AnyGame) -> None:
    for seat in eyes(matches(game.name)[0]):
        view = game.view(next(states(game.name)), seat)
        for tab in tabs_of(game):
            if isinstance(tab, ViewTab) and sees(tab, matches(game.name)[0].seats, seat):
                assert tab.board == (PLACES in dict(tab.draw(view, tables(game)[tab.key]).marks)), tab.key


def test_a_row_that_clicks_fill_in_has_its_boards_in_the_same_workbook_however_the_match_is_laid_out(
    game: AnyGame,
) -> None:
    for match in matches(game.name):
        tabs = {tab.key: tab for tab in game.tabs_for(match.charter.settings)}
        clicked = {tab.form: tab for tab in tabs.values() if isinstance(tab, FormTab) and tab.clicks}
        forms = [form for step in match.steps[::EVERY] for form in opened(game, step.state) if form.key in clicked]
        assert forms or not clicked
        for layout in ("shared", "sealed"):
            policy = Policy(layout=layout, open_hands=True)
            for book in workbook_layouts(game, match.charter.settings, match.seats, policy):
                held = [each for each in map(tabs.get, book.tabs) if isinstance(each, ViewTab) and each.board]
                eyes_of_boards = {each.eyes for each in held}
                if any(book.holds(clicked[form.key], form) for form in forms):
                    assert eyes_of_boards, f"{book.key} has rows that clicks fill in, and no board"
                if layout == "sealed" and book.key != "gm":
                    assert len(eyes_of_boards) < 2, f"{book.key} has boards for several eyes"


def test_the_moves_of_a_step_are_arrows_on_a_board(game: AnyGame) -> None:
    steps = (step for step in matches(game.name)[0].steps if game.showing.moves(step.events))
    for step in islice(steps, 2):
        moves = tuple(game.showing.moves([event for event in step.events if event.audience is None]))
        view = game.view(step.state, None).but(arrows=moves)
        drawn = max(len(board[MOVES]) for board in _boards(game, view))
        assert 0 < drawn <= len(moves) or not moves


def test_people_are_called_by_their_names_and_not_by_their_seats(game: AnyGame) -> None:
    """In forms and views, their lists and notes. A seat that is a word, such as a colour, may stand beside a name."""
    tabs = {tab.form: tables(game)[tab.key] for tab in tabs_of(game) if isinstance(tab, FormTab)}
    for match in matches(game.name):
        seats = {seat.id: seat.but(player=f"Person{chr(65 + at)}") for at, seat in enumerate(match.seats)}
        ids = {seat for seat in seats if any(letter.isdigit() for letter in seat) and game.name not in TOYS}
        for at, step in enumerate(match.steps[:: 2 * EVERY] if ids else ()):
            for key, tab_template in tabs.items():
                lines = lines_of([form for form in opened(game, step.state) if form.key == key])
                for (_, key_of_row, _), row in zip(lines, form_rows(tab_template, lines, seats, {}), strict=True):
                    _assert_names(row, ids, key_of_row[1])
            for seat in in_turn(at, eyes(match)):
                view = game.showing.seated(game.view(step.state, seat), seats)
                for tab in tabs_of(game):
                    if isinstance(tab, ViewTab) and sees(tab, match.seats, seat):
                        for row in tab.draw(view, tables(game)[tab.key]).rows:
                            _assert_names(row, ids)


def _assert_names(row: Sequence[Cell], ids: Collection[str], owner: str = "") -> None:
    """No cell of *row* has one of the *ids* as a word. The cell that names the row may begin with its *owner*."""
    for cell in row:
        text = str(cell.value or "")
        if cell.style.startswith("seat"):
            text = text.removeprefix(owner)
        for shown in (text, cell.note or "", *(cell.pick or ())):
            assert not set(re.findall(r"\w+", re.sub(r"Player \w+", "", shown))) & set(ids), shown


# -- what may be typed -------------------------------------------------------------------------------------------------


def asks_of(game: AnyGame) -> set[str]:
    """The forms in which players ask."""
    return {tab.form for tab in game.all_tabs() if isinstance(tab, FormTab) and tab.ask}


@pytest.mark.parametrize("name", ["champions", "gvg", "war_game", "wesnoth", "win_or_die"])
def test_something_can_be_asked_in_every_game_of_this_project(name: str) -> None:
    """A game that somebody adds may be without questions."""
    assert asks_of(game_called(name))


@pytest.mark.parametrize("name", sorted(name for name, each in asked().items() if asks_of(each)))
def test_an_ask_is_answered_from_the_view_and_orders_nothing(name: str) -> None:
    """Whatever a seat asks, nothing of it is journalled, refused or waited for, and nobody else's rows change."""
    game = game_called(name)
    asks = asks_of(game)
    asked_of: set[str] = set()
    for state in states(game.name, EVERY):
        forms = opened(game, state)
        asked_of |= {form.key for form in forms if form.close is Close.ASK}
        quiet = _read(game, state, {})
        for form in (form for form in forms if form.close is Close.ASK):
            for at in few(range(4), 1, form.seat):
                cells = random_bot(None, (form,), bot_dice(f"ask {at}"))[0].cells
                asked = _read(game, state, {(form.key, form.seat, 0): cells})
                assert (asked.typed(), asked.slips(), asked.refused()) == ((), (), ())
                assert (asked.orders(), asked.attendance) == (quiet.orders(), quiet.attendance)
                before = {row.key: row.draft for row in quiet.rows}  # without rows that ask for nothing
                after = {row.key: row.draft for row in asked.rows}
                changed = {key for key in {*before, *after} if before.get(key) != after.get(key)}
                assert changed <= {(form.key, form.seat, 0)}
    assert asked_of == asks, "some question was open in no position, so nobody has asked it"


# -- what one wrong cell costs -----------------------------------------------------------------------------------------

WRONG = "Ωmega"
Cells = Mapping[Key, Mapping[str, Typed]]


def test_a_wrong_optional_cell_costs_that_cell_alone(game: AnyGame) -> None:
    """It is answered; its row and all other rows order what they order when nobody types there."""
    places: dict[tuple[str, str], list[tuple[Any, Key, Field, Cells]]] = {}
    known: set[tuple[str, str]] = set()
    for at, state in enumerate(states(game.name, EVERY)):
        for key, field, cells in _optional_cells(game, state, at):
            places.setdefault((key[0], field.name), []).append((state, key, field, cells))
        known |= {
            (form.key, each.name) for _, form in rows_of(opened(game, state)) for each in form.fields if each.optional
        }
    assert places.keys() == known
    for name, found in places.items():
        for state, key, field, cells in few(found, 2, name):
            _assert_costs_itself_alone(game, state, key, field, cells)


def _assert_costs_itself_alone(game: AnyGame, state: Any, key: Key, field: Field, cells: Cells) -> None:
    right = _read(game, state, _with_cell(cells, key, field, field.default))
    wrong = _read(game, state, _with_cell(cells, key, field, WRONG))
    (row,) = (row for row in wrong.rows if row.key == key)
    held = key[:2] if row.form.counted.whole and row.wrong else None  # where all rows count together, or none does
    assert _ordered(wrong) == [(at, order, stands and at[:2] != held) for at, order, stands in _ordered(right)]
    assert [(slip.field, slip.typed) for slip in row.read.slips] == [(field.name, WRONG)]
    assert f"{field.name}: {row.read.slips[0].text}" in row.draft.receipt
    answered = row.form.close is Close.ASK and row.read.order is not None
    assert row.draft.receipt.startswith("⚠" if row.stands or answered else "✗")


LETTER = 6.4
"""Pixels of a letter of the column When, of a wide font; a bold or large one is wider."""


def test_the_steps_of_a_match_fit_their_column_in_the_log(game: AnyGame) -> None:
    """With a name of eight letters for each player."""
    (column,) = (each for each in template(game.name).tabs["log"].columns if each.field == "turn")
    for match in matches(game.name):
        people = {seat.id: seat.but(player="Benjamin") for seat in match.seats}
        shown = max((with_names(game.label(step.state), people) for step in match.steps[::EVERY]), key=len)
        assert len(shown) * LETTER + 8 <= column.width, shown


LINE = 84
"""Letters that a phone shows in a line, where the sheet is as small as can be read."""


def test_no_line_of_how_to_play_is_wider_than_a_phone(game: AnyGame) -> None:
    """A text is in a column that wraps and is narrow enough, or in lines of its own."""
    found = next((tab for tab in tabs_of(game) if tab.key == "rules"), None)
    if found is None:
        assert game.name in TOYS
        return
    assert isinstance(found, ViewTab)
    state = next(iter(states(game.name)))
    table = tables(game)[found.key]
    grid = found.draw(game.view(state, None), table)
    for row in grid.rows:
        for at, cell in enumerate(row):
            wraps = style_at(template(game.name).styles, cell.style).wrap
            left = sum(table.widths[:at])
            lines = str(cell.value or "").splitlines() if cell.style in ("rule", "rule.head") else ()
            assert not wraps or not lines or left + table.widths[at] <= 560, cell.value
            assert wraps or all(len(line) <= LINE for line in lines), cell.value


def test_the_wrong_cells_of_a_row_are_answered_from_left_to_right(game: AnyGame) -> None:
    """Whatever is wrong with them: what cannot be read, and what can be read but is not legal now."""
    columns_of = {
        tab.form: {each.field: a1(3, at) for at, each in enumerate(tables(game)[tab.key].columns)}
        for tab in tabs_of(game)
        if isinstance(tab, FormTab)
    }
    tried: dict[str, int] = {}
    for state in states(game.name, EVERY):
        for row, form in different_rows(opened(game, state)):
            if tried.setdefault(form.key, 0) == 2 or len(form.fields) < 2:
                continue
            tried[form.key] += 1
            cells, key = columns_of[form.key], (form.key, form.seat, row)
            for parity in (0, 1):
                typed: dict[str, Typed] = {}
                for at, field in enumerate(form.fields):
                    illegal = [each for each in field.known if each not in field.choices]
                    typed[field.name] = illegal[0] if illegal and at % 2 == parity else WRONG
                step = OpenStep(game=game, state=state, forms=opened(game, state))
                rows = collect(step, {key: read_row(key, form, typed, cells)}).rows
                receipt = next(each.draft.receipt for each in rows if each.key == key)
                named = [list(cells.values()).index(cell) for cell in re.findall(r"\b([A-Z]{1,2}4): ", receipt)]
                assert named == sorted(named), receipt


def test_an_optional_cell_that_the_rules_refuse_costs_that_cell_alone(game: AnyGame) -> None:
    for at, state in few(enumerate(states(game.name, EVERY)), 2):
        for key, field, cells in _optional_cells(game, state, at):
            refused = [choice for choice in field.known if choice not in field.choices]
            for choice in refused[:: 1 + len(refused) // 3]:
                (row,) = (
                    row for row in _read(game, state, _with_cell(cells, key, field, choice)).rows if row.key == key
                )
                if {each.remark.field for each in row.left_out} == {field.name}:
                    right = _read(game, state, _with_cell(cells, key, field, field.default))
                    without = [(each.read.order, each.stands) for each in right.rows if each.key == key]
                    if without and without[0][0] is not None:
                        assert (row.read.order, row.stands) == without[0]
                    else:  # nothing else is in the row: it orders what it was drawn with, if that is anything
                        drawn = {each.name: each.default for each in row.form.fields}
                        assert (row.read.order, row.stands) == (order_of(row.form, drawn), bool(row.read.order))
                    assert f"{field.name}: {row.refusals()[0].text}" in row.draft.receipt


def _optional_cells(game: AnyGame, state: Any, at: int) -> Iterator[tuple[Key, Field, Cells]]:
    """Some optional cells of each form, each with the rows that random players filled in; *at* says which cells."""
    forms = opened(game, state)
    rows = {(form.key, form.seat, row): form for row, form in rows_of(forms)}
    cells: dict[Key, Mapping[str, Typed]] = {}
    for seat in dict.fromkeys(form.seat for form in forms):
        own = tuple(form for form in forms if form.seat == seat)
        for filled in random_bot(game.view(state, seat), own, bot_dice(f"{at} {seat}")):
            key = (filled.form, seat, filled.row)
            cells[key] = {**{field.name: field.default for field in rows[key].fields}, **filled.cells}
    for name in {key[0] for key in cells}:
        places = [(key, each) for key in cells if key[0] == name for each in rows[key].fields if each.optional]
        apart = 1 + len(places) // 12
        for key, field in places[at % apart :: apart]:
            yield key, field, cells


def _with_cell(cells: Cells, key: Key, field: Field, value: Typed) -> Cells:
    return {**cells, key: {**cells[key], field.name: value}}


def _read(game: AnyGame, state: Any, cells: Cells) -> Submissions:
    """All rows of the open forms, some of which hold *cells*."""
    forms = opened(game, state)
    rows = {(form.key, form.seat, row): form for row, form in rows_of(forms)}
    found = {key: read_row(key, rows[key], typed, {name: name for name in typed}) for key, typed in cells.items()}
    return collect(OpenStep(game=game, state=state, forms=forms), found)


def _ordered(submissions: Submissions) -> list[tuple[Key, Order | None, bool]]:
    """The orders of all rows that order something: a row in which nobody has typed may be left out."""
    rows = [row for row in submissions.rows if row.read.order is not None]
    return [(row.key, row.read.order, row.stands) for row in rows]


# -- Ready -------------------------------------------------------------------------------------------------------------


def _shared_box(forms: Sequence[Form]) -> Iterator[tuple[Form, list[int]]]:
    """The forms whose rows are ready together, each with the rows of one Ready box, the first one first."""
    for form in forms:
        if form.is_together:
            for first in dict.fromkeys(form.at(row).row.ready_row for row in range(form.rows)):
                yield form, [row for row in range(form.rows) if form.at(row).row.ready_row == first]


def test_rows_that_are_locked_together_have_one_ready_box_and_any_other_row_its_own(game: AnyGame) -> None:
    for state in states(game.name, EVERY):
        for form in opened(game, state):
            authors = [form.at(row).who.authors for row in range(form.rows)]
            boxes = [form.has_ready_box(row) for row in range(form.rows)]
            if form.close is Close.TOGETHER:
                assert boxes == [each not in authors[:row] for row, each in enumerate(authors)]
            else:
                assert boxes == [form.close is not Close.ASK] * form.rows


def test_the_help_of_a_tab_says_where_the_ready_box_of_many_rows_is(game: AnyGame) -> None:
    wanted: dict[str, str] = {}
    for state in states(game.name, EVERY):
        shared = [form.key for form, rows in _shared_box(opened(game, state)) if form.due and len(rows) > 1]
        wanted |= dict.fromkeys(shared, "Ready in (the|your) first row")
        alone = [form for form in opened(game, state) if form.close in (Close.AT_ONCE, Close.STANDING)]
        wanted |= {form.key: "[Ee]ach row" for form in alone if form.rows > 1}
    for tab in tabs_of(game):
        if isinstance(tab, FormTab) and tab.form in wanted:
            assert re.search(wanted[tab.form], tables(game)[tab.key].help or ""), f"{tab.form}: {wanted[tab.form]}"


def test_a_tick_for_many_rows_orders_nothing_and_makes_all_of_them_ready(game: AnyGame) -> None:
    for state in states(game.name, EVERY):
        for form, rows in _shared_box(opened(game, state)):
            at, *others = [(form.key, form.seat, row) for row in rows]
            drawn = {key: dict(form.at(key[2]).drawn) for key in others}
            submissions = _read(game, state, {at: {**form.at(at[2]).drawn, "ready": True}, **drawn})
            own = [row for row in submissions.rows if row.key in (at, *others)]
            assert [row.read.order for row in own] == [None] * len(rows)
            if form.due and not form.counted.duty:
                parts = [each for each in opened(game, state) if each.due for each in each.parts()]
                alone = [each.awaited for each in parts].count(form.at(at[2]).awaited) == 1
                if alone:
                    assert submissions.attendance[form.at(at[2]).awaited] is Attendance.READY


def test_a_wrong_row_makes_all_that_are_ready_together_not_ready_and_the_tick_is_answered(game: AnyGame) -> None:
    for state in states(game.name, EVERY):
        for form, rows in _shared_box(opened(game, state)):
            first, last = ((form.key, form.seat, row) for row in (rows[0], rows[-1]))
            wrong = form.at(last[2])
            cells = {each.name: "no such thing" for each in wrong.fields if each.kind is Kind.CHOICE}
            if not cells or first == last:
                continue
            ticked = {**form.at(first[2]).drawn, "ready": True}
            submissions = _read(game, state, {first: ticked, last: {**wrong.drawn, **cells}})
            answer = next(row.draft for row in submissions.rows if row.key == first)
            row = next(row for row in submissions.rows if row.key == last)
            if row.wrong or form.counted.whole:
                assert answer.receipt.startswith(("⚠ Not ready · ", "✗ Not ready · "))
                assert own_name(last, wrong) in answer.receipt
                assert answer.typed["ready"] is True  # the tick is the player's, and stays
                assert submissions.attendance[wrong.awaited] is not Attendance.READY or not form.due
            else:
                assert row.draft.receipt.startswith("⚠")


def test_only_ticked_rows_stop_those_below_them(game: AnyGame) -> None:
    for state in states(game.name, EVERY):
        for form in opened(game, state):
            if form.close is not Close.AT_ONCE or form.rows < 2:
                continue
            above, below = ((form.key, form.seat, row) for row in (0, 1))
            wrong = {each.name: "no such thing" for each in form.at(0).fields if each.kind is Kind.CHOICE}
            legal = next(_legal_rows(game, state, form, 1), None)
            if legal is None or not wrong:
                continue
            typed = {below: {**form.at(1).drawn, **legal, "ready": True}}
            draft = _read(game, state, {above: {**form.at(0).drawn, **wrong, "ready": False}, **typed})
            assert (draft.next_at_once() or draft.rows[0]).key == below
            ticked = _read(game, state, {above: {**form.at(0).drawn, **wrong, "ready": True}, **typed})
            assert ticked.next_at_once() is None


def _legal_rows(game: AnyGame, state: Any, form: Form, row: int) -> Iterator[Mapping[str, Typed]]:
    """Cells of a row that make a legal order, as a random player or the suggestions of the rules find them."""
    own = form.at(row)
    (filled, *_) = random_bot(None, (replace(own, due=True),), bot_dice(f"{form.key} {row}"))
    texts = {each.name: "x" for each in own.fields if each.kind is Kind.TEXT}
    for first in ({name: cell for name, cell in filled.cells.items() if name != "ready"}, texts):
        cells: Mapping[str, Typed] = first
        for _ in range(len(own.fields) + 1):
            order = order_of(own, cells)
            remark = game.checks.check(state, form.seat, order) if order is not None else None
            if order is not None and not (remark and remark.refuses):
                yield cells
            if remark is None or not remark.refuses or not remark.field or not remark.instead:
                break
            cells = {**cells, remark.field: remark.instead}


def test_what_ends_a_match_needs_ready(game: AnyGame) -> None:
    """An order that nobody must give and that ends the match counts only where it is ticked, at the deadline too."""
    for state in states(game.name, EVERY):
        optional = [form for form in opened(game, state) if form.close is Close.TOGETHER and not form.due]
        if optional and game.result(played(game.name).resolved(state, {}).state) is not None:
            continue  # the match ends here whatever anybody does
        for form in optional:
            for cells in _legal_rows(game, state, form, 0):
                key = (form.key, form.seat, 0)
                typed = {**form.at(0).drawn, **cells}
                done = _read(game, state, {key: {**typed, "ready": True}}).orders()
                if not done or game.result(played(game.name).resolved(state, done).state) is None:
                    continue
                assert form.counted.confirmed, f"{form.key} ends the match"
                draft = _read(game, state, {key: {**typed, "ready": False}})
                assert draft.orders() == {}
                (receipt,) = (row.draft.receipt for row in draft.rows if row.key == key)
                assert "Tick Ready to confirm it: it counts only then." in receipt


def test_what_gives_up_says_that_it_counts_only_once_it_is_ticked(game: AnyGame) -> None:
    given_up = 0
    for state in states(game.name, EVERY):
        for form in opened(game, state):
            own, key = form.at(0), (form.key, form.seat, 0)
            for typed in (cells for cells in _single_cells(own) if _gives_up(game, own, cells)):
                draft = _read(game, state, {key: {**own.drawn, **typed, "ready": False}})
                assert draft.orders() == {}
                (receipt,) = (row.draft.receipt for row in draft.rows if row.key == key)
                assert "Tick Ready to confirm it: it counts only then." in receipt
                given_up += 1
    assert bool(given_up) is (game.people.concedes is not never)


def _single_cells(form: Form) -> Iterator[Mapping[str, Typed]]:
    """Rows in which one cell is filled in."""
    for field in form.fields:
        words = ("CONCEDE",) if field.kind is Kind.TEXT else (*field.choices, *field.known)
        yield from ({field.name: word} for word in words)


def _gives_up(game: AnyGame, form: Form, cells: Mapping[str, Typed]) -> bool:
    order = order_of(form, cells)
    return order is not None and game.people.concedes(order)


@pytest.mark.parametrize("key", ["concede", "ending"])
def test_a_match_of_the_war_game_has_forms_that_end_it(key: str) -> None:
    forms = [form for state in states("war_game", EVERY) for form in opened(game_called("war_game"), state)]
    assert {form.counted.confirmed for form in forms if form.key == key} == {True}


def test_an_importer_says_of_a_file_that_holds_nothing_that_it_is_the_wrong_one(game: AnyGame) -> None:
    if game.importer is not None:
        with pytest.raises(SetupError, match="not the file"):
            game.importer.read((), files.read(game.name, game.importer.file), None)


# -- secrets -----------------------------------------------------------------------------------------------------------


@pytest.fixture(params=sorted(name for name, each in asked().items() if each.secrecy is not Secrecy.OPEN))
def secretive(request: pytest.FixtureRequest) -> AnyGame:
    """A game that hides something."""
    return asked()[request.param]


@cache
def watched_matches(name: str) -> tuple[tuple[Watched, list[Step[Any]]], ...]:
    """The start of a random match with the default settings, and of one for every other value of every switch."""
    game, seed = asked()[name], bytes(32)
    matches: list[tuple[Watched, list[Step[Any]]]] = []
    usual, *others = variants(game)
    for settings in [usual, *few(others, 2, name)]:
        turns = 12
        if matches:
            turns = 6
        counts = player_counts(game, settings)
        if counts:
            seats = seats_for(game, settings, next((number for number in counts if number > 3), counts[-1]))
            watched = Watched(game, template(name), seats, charter_of(game, settings, seats, seed), seed)
            matches.append((watched, list(play_out(game, settings, seats, {}, seed, turns=turns))))
    return tuple(matches)


def pairs(watched: Watched, step: Step[Any]) -> Iterator[tuple[str | None, Any]]:
    """For some seats and the public: a position that they cannot tell from that of *step*."""
    change = other_secrets(watched.game.name)
    for seat in watched.watchers:
        other = change(step.state, seat, bot_dice(f"{seat} {step.entry.seal}"))
        if other != step.state:
            yield seat, other


def test_what_a_game_says_about_its_hidden_facts_makes_possible_positions(secretive: AnyGame) -> None:
    """Without such positions, the questions below would ask nothing."""
    for watched, steps in watched_matches(secretive.name):
        changed = [other for step in steps for _, other in pairs(watched, step)]
        assert len(changed) > len(steps)
        assert [fault for other in changed for law in secretive.checks.laws if (fault := law(other)) is not None] == []


def test_hidden_facts_change_nothing_that_others_can_reach(secretive: AnyGame) -> None:
    """Neither what a seat sees, nor what it is answered whatever it types, nor who is waited for, nor any tab.

    With the default settings everybody watches each position; with others they take turns.
    """
    for number, (watched, steps) in enumerate(watched_matches(secretive.name)):
        for at, step in enumerate(steps[::3]):
            apart = 3 if number else 1
            for seat, other in islice(pairs(watched, step), at % apart, None, apart):
                one, two = (watched.reachable(step, state, seat) for state in (step.state, other))
                assert [name for name in one if one[name] != two[name]] == [], (seat, watched.charter.settings)


def test_hidden_facts_change_no_choice_of_a_bot(secretive: AnyGame) -> None:
    """A bot knows no more than its seat: in two positions that look alike to the seat, it chooses the same."""
    compared = 0
    for watched, steps in watched_matches(secretive.name):
        for at, step in enumerate(steps[::2]):
            for seat, other in islice(pairs(watched, step), at % 3, None, 3):
                chosen = [[*_chosen(secretive, state, seat, step)] for state in (step.state, other)]
                assert chosen[0] == chosen[1], (seat, watched.charter.settings)
                compared += bool(chosen[0])
    assert compared, "no bot ever had something to choose, so nothing was compared"


def _chosen(game: AnyGame, state: Any, seat: str | None, step: Step[Any]) -> Iterator[tuple[Filled, ...]]:
    """What each bot of *game* fills in for *seat*, with the same dice in every position after *step*."""
    own = tuple(form for form in game.open(state) if form.seat == seat and form.close is not Close.ASK)
    for bot in dict.fromkeys((first_bot(game), *game.people.bots.values())) if own else ():
        yield bot(game.view(state, seat), own, bot_dice(f"{seat} {step.entry.seal}"))


def test_hidden_facts_change_nothing_that_a_step_publishes(secretive: AnyGame) -> None:
    """Where the public is told the same, its rolls, the export of the running match and the Dice tab are the same."""
    compared = 0
    for watched, steps in watched_matches(secretive.name):
        for at, last in enumerate(steps):
            forms = secretive.open(last.state)
            for _, other in islice(pairs(watched, last), at % 2, None, 2) if forms else ():
                orders = watched.legal(other, watched.filled(last.state, forms, "published"))
                one, two = (watched.played(last.entry, state, orders) for state in (last.state, other))
                assert watched.bare_digests(last.entry, one) == []
                if known_events(one) == known_events(two) and one.state != two.state:
                    compared += 1
                    assert watched.published(one) == watched.published(two), watched.charter.settings
    assert compared > 0, "hidden facts always changed what everybody is told, so nothing was compared"


def test_public_rolls_decide_nothing_hidden(secretive: AnyGame) -> None:
    """Everybody can read a public roll, so whatever it decides must be told to everybody."""
    for watched, steps in watched_matches(secretive.name):
        codec = Codec(secretive, watched.charter)

        def begin(dice: Dice, codec: Codec[Any] = codec, watched: Watched = watched) -> Outcome[Any]:
            return secretive.start(codec.settings, watched.seats, dice)

        plays = [begin]
        for last, step in pairwise(steps):
            plays.append(partial(secretive.resolve, last.state, codec.orders(step.entry.orders)))
        for number, play in enumerate(plays):
            _assert_rolls_tell_nothing(watched, number, play)


def _assert_rolls_tell_nothing(watched: Watched, number: int, play: Callable[[Dice], Outcome[Any]]) -> None:
    """With the same hidden dice, whoever sees and is told the same whatever the public dice are has missed nothing."""
    outcomes = [play(Dice(Keyed(f"open {luck}".encode(), b"hidden"))) for luck in range(6)]
    game, teams = watched.game, {seat.id: seat.team for seat in watched.seats}
    for seat in watched.watchers:
        known = (seat, teams[seat]) if seat else ()
        seen: dict[str, Any] = {}
        for each in outcomes:
            events = [event.model_dump(mode="json") for event in known_events(each, *known)]
            view = game.view(each.state, seat).model_dump(mode="json")
            state = seen.setdefault(digest([events, view, game.label(each.state)]), each.state)
            assert state == each.state, (
                f"entry {number}: a public roll decided what {seat or 'the public'} is not told, so it must be hidden"
            )


# -- the random player itself ------------------------------------------------------------------------------------------


def test_the_random_player_fills_only_what_is_listed(game: AnyGame) -> None:
    for state in states(game.name, EVERY):
        forms = opened(game, state)
        for seat in {form.seat for form in forms}:
            own = tuple(form for form in forms if form.seat == seat)
            by_key = {form.key: form for form in own}
            filled = random_bot(game.view(state, seat), own, bot_dice(f"{seat}"))
            assert {each.form for each in filled} == set(by_key)
            for each in filled:
                fields = {field.name: field for field in by_key[each.form].at(each.row).fields}
                assert each.cells["ready"] is True
                assert 0 <= each.row < by_key[each.form].rows
                for name in set(each.cells) - {"ready"}:
                    assert fields[name].kind is not Kind.CHOICE or each.cells[name] in fields[name].choices


# -- sides, teams and neutral seats ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", sorted(games()))
def test_what_a_player_leaves_empty_is_said(name: str) -> None:
    """Who is ready with an empty form, or answers nothing in time, reads what that comes to."""
    game = asked()[name]
    for match in matches(name):
        people = {owner for seat in match.seats if not seat.neutral for owner in (seat.id, seat.team)}
        for step in match.steps:
            for form in opened(game, step.state):
                if form.due and form.rows and not form.clock.reaction and form.seat in people:
                    if form.counted.idle is None:  # a game from outside may leave it out
                        assert not (Path(sheets_gm.games.__path__[0]) / name).is_dir(), form.key
                        continue
                    assert re.fullmatch(r"(you|your|the|dice) [^.]+[^.]", form.counted.idle.late)
                    assert bool(form.counted.idle.now) is (
                        form.close is Close.TOGETHER and not form.at(0).fields[0].required
                    )


def test_every_form_is_filled_in_in_one_workbook(game: AnyGame) -> None:
    """A row with two places could hold two different orders."""
    tabs = {tab.form: tab for tab in tabs_of(game) if isinstance(tab, FormTab)}
    for match in matches(game.name):
        for layout in ("shared", "sealed"):
            layouts = workbook_layouts(
                game, match.charter.settings, match.seats, Policy(layout=layout, open_hands=True)
            )
            for step in match.steps[::EVERY]:
                for form in opened(game, step.state):
                    places = [each.key for each in layouts if each.holds(tabs[form.key], form)]
                    assert len(places) == 1, f"{form.key} of {form.seat} is in {places}"
