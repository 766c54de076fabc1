"""A tab is drawn again only when what it shows has changed, and looks as if it were drawn each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from sheets_gm.adapters.installation import templates
from sheets_gm.adapters.people.bot_players import Player
from sheets_gm.adapters.people.roster import made_up
from sheets_gm.adapters.stores.database.store import DatabaseStore, open_store
from sheets_gm.games.finding import game
from sheets_gm.games.play_out import choose_places
from sheets_gm.games.random_play import random_bot
from sheets_gm.gm.creation import NewMatch, create_match
from sheets_gm.gm.match_record.policy import Policy
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.drawing import draw
from sheets_gm.gm.workbooks.protection import protections_of
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.outcome import GM
from sheets_gm.sheet.drawn import MOST_SHARED, Drawn, Same
from sheets_gm.sheet.grid import Cell, Grid
from sheets_gm.sheet.reading import HEADING_ROW
from tests.gm.fake_sheets import FakeSheets
from tests.gm.table import SEED, Evening, poller_of
from tests.ticks import Table


@pytest.fixture(scope="module")
def evening() -> Evening:
    return Evening(settings={"max_turns": 9})


STEPS: tuple[Callable[[Evening], Any], ...] = (
    lambda evening: evening.tick(),
    lambda evening: evening.order("blue1", as_account="ana@table", move_to="A1", ready=True),
    lambda evening: evening.order("blue1", as_account="ana@table", ready=1),
    lambda evening: evening.order("blue1", as_account="ana@table", ready=1.0, mode="nonsense"),
    lambda evening: evening.do("substitute", "blue2", "Zoe <zoe@table>"),
    lambda evening: evening.tick(resolve=True),
    lambda evening: evening.do("pause"),
    lambda evening: evening.play(1, but=["blue2"]),
    lambda evening: evening.tick(rebuild=True),
)


@pytest.mark.parametrize("number", range(len(STEPS)))
def test_tabs_look_as_if_they_were_drawn_each_time(evening: Evening, number: int) -> None:
    STEPS[number](evening)
    evening.tick()
    assert_drawn_as_each_time(evening.table)


def assert_drawn_as_each_time(poller: Poller) -> None:
    """Nothing that is remembered makes a tab look different."""
    snapshot = poller.workbooks.snapshot({})
    for layout in poller.workbooks.layouts:
        fresh = replace(snapshot, drawn=Drawn(), chapters={})
        known, anew = draw(snapshot, layout), draw(fresh, layout)
        assert {key: repr(grid) for key, grid in known.items()} == {key: repr(grid) for key, grid in anew.items()}
        assert protections_of(snapshot, layout) == protections_of(fresh, layout)


@pytest.mark.parametrize("name", ["champions", "gvg", "war_game", "wesnoth", "win_or_die"])
def test_tabs_of_every_game_look_as_if_they_were_drawn_each_time(name: str) -> None:
    rules, template, store, sheets = game(name), templates.template(name), open_store(":memory:"), FakeSheets()
    settings = rules.settings()
    places = rules.places(settings)
    seats = made_up(choose_places(places, 2) if name in ("champions", "gvg", "wesnoth") else places)
    new = NewMatch(
        game=rules,
        template=template,
        match=name,
        title=name,
        settings=settings,
        seats=seats,
        policy=Policy(layout="sealed"),
        seed=SEED,
    )
    create_match(new, store, sheets, lambda: 0.0)
    poller = poller_of(Session(rules, template, Ports(store, lambda: 0.0), name), sheets)
    bot, typist = next(iter(rules.people.bots)), sheets
    players = [Player(seat.id, rules.people.bots[bot], typist) for seat in seats]
    players.append(Player(GM, rules.people.bots.get(bot, random_bot), typist))
    poller.tick()
    entry = poller.session.entry
    for _ in range(2):
        for player in players:
            player.play(poller)
            poller.tick()
            assert_drawn_as_each_time(poller)
        poller.tick(resolve=True)
        assert_drawn_as_each_time(poller)
    assert poller.session.entry.number > entry.number


def test_a_row_that_nobody_changed_is_the_row_that_was_drawn(evening: Evening) -> None:
    def rows() -> dict[Typed, Sequence[Cell]]:
        (layout,) = evening.table.workbooks.layouts
        seat = evening.looks.tabs["orders"].places["seat"]
        return {row[seat].value: row for row in draw(evening.table.workbooks.snapshot({}), layout)["orders"].rows[3:]}

    assert HEADING_ROW == 2
    before = rows()
    evening.order("red1", as_account=None, move_to="A1", ready=True)
    evening.tick()
    after = rows()
    assert [seat for seat in before if after[seat] is not before[seat]] == ["red1"]
    assert after["red1"] != before["red1"]


def test_where_nothing_has_changed_no_tab_is_drawn(evening: Evening) -> None:
    snapshot = evening.table.workbooks.snapshot({})
    (layout,) = evening.table.workbooks.layouts
    first, again = draw(snapshot, layout), draw(snapshot, layout)
    drawn = {key for key, grid in first.items() if grid is not again[key]}
    # the first tab has the marker of the newest entry, and the two others show what their names say at an instant
    assert drawn <= {layout.tabs[0], "dice", "gm"}
    before = first["rules"]
    evening.tick(resolve=True)
    assert draw(evening.table.workbooks.snapshot({}), layout)["rules"] is before


def test_a_value_that_is_only_equal_is_another_one_where_identity_counts() -> None:
    def draw_one(value: Any) -> Grid:
        return Grid(((Cell(value),),))

    drawn = Drawn()
    one = drawn.made("book", "tab", draw_one, Same({"ready": 1}))
    assert drawn.made("book", "tab", draw_one, Same({"ready": True})) is not one
    held = {"ready": True}
    assert drawn.made("book", "tab", draw_one, Same(held)) is drawn.made("book", "tab", draw_one, Same(held))
    assert drawn.made("other", "tab", draw_one, Same(held)) == Grid(((Cell(held),),))  # type: ignore[arg-type]


def test_the_last_two_drawings_of_a_tab_are_kept() -> None:
    made: list[str] = []

    def draw_one(value: str) -> Grid:
        made.append(value)
        return Grid(((Cell(value),),))

    drawn = Drawn()
    grids = {value: drawn.made("book", "tab", draw_one, value) for value in ("as shown", "as it should be")}
    for _ in range(2):
        assert all(drawn.made("book", "tab", draw_one, value) is grid for value, grid in grids.items())
    assert made == ["as shown", "as it should be"]
    drawn.made("book", "tab", draw_one, "later")
    assert drawn.made("book", "tab", draw_one, "as shown") == grids["as shown"]
    assert made == ["as shown", "as it should be", "later", "as shown"]


def test_what_several_workbooks_show_alike_is_drawn_once_for_all_of_them() -> None:
    made: list[str] = []

    def draw_one(value: str) -> Grid:
        made.append(value)
        return Grid(((Cell(value),),))

    drawn = Drawn()
    grids = {reader: drawn.shared("map", draw_one, reader) for reader in ("what all know", "what a seat knows")}
    for _ in range(2):
        assert all(drawn.shared("map", draw_one, value) is grid for value, grid in grids.items())
    assert made == [*grids]
    for turn in range(MOST_SHARED):
        drawn.shared("map", draw_one, f"turn {turn}")
    drawn.shared("map", draw_one, "what all know")
    assert made[-1] == "what all know"


def test_the_captains_of_the_position_are_named_once_a_change(evening: Evening) -> None:
    books = evening.table.workbooks
    assert books.snapshot({}).roster is books.snapshot({}).roster


def test_what_is_known_of_all_workbooks_is_stored_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table("win_or_die")
    table.tick()
    before, saved = table.session.record.workbooks, list[Record]()

    def save(store: DatabaseStore, record: Record, save: Callable[..., Record] = DatabaseStore.save) -> Record:
        saved.append(record)
        return save(store, record)

    monkeypatch.setattr(DatabaseStore, "save", save)
    table.type_in()
    table.tick(resolve=True)
    after = table.session.record.workbooks
    assert sum(one.guarded != other.guarded for one, other in zip(before, after, strict=True)) > 1
    assert len(saved) == 1
    assert table.store.record(table.name).workbooks == after


def test_what_has_not_changed_of_a_match_stays_the_same_value(evening: Evening) -> None:
    session = evening.table.session
    before, forms = session.record, session.all_forms
    evening.order("blue4", move_to="C1")
    evening.tick()
    after = session.record
    assert after.version > before.version
    assert (after.charter is before.charter, after.people is before.people) == (True, True)
    assert session.all_forms is forms
    evening.do("substitute", "blue4", "Max <max@table>")
    assert session.record.charter is before.charter
    assert session.people.seats["blue4"].player == "Max"
    assert session.record.people != before.people
    evening.tick(resolve=True)
    assert session.all_forms is not forms
