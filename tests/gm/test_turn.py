"""The life of a turn on a real spreadsheet: polls, receipts, locks, and what people do to the sheet meanwhile."""

from __future__ import annotations

import re
from typing import Any

import pytest

from sheets_gm.adapters.google.calls.api import SHEETS
from sheets_gm.adapters.installation import templates
from sheets_gm.gm.between.deadlines import Slide
from sheets_gm.gm.intake.receipts import SWAPPED
from sheets_gm.gm.log import reports
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.match_record.repairs import Repairs
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.workbooks.layout import LayoutRefused
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Entry
from sheets_gm.kernel.match.proof import verify
from tests.gm.table import SEED, Evening


@pytest.fixture
def evening() -> Evening:
    made = Evening()
    made.tick()
    return made


def calls(evening: Evening) -> tuple[int, int]:
    return evening.sync.calls["read"], evening.sync.calls["write"]


def test_an_idle_tick_reads_once_and_writes_nothing(evening: Evening) -> None:
    evening.tick()
    read, write = calls(evening)
    evening.tick()
    assert calls(evening) == (read + 1, write)


def test_a_changed_row_costs_one_read_and_one_write(evening: Evening) -> None:
    evening.tick()
    evening.order("blue1", as_account="ana@table", move_to="A1")
    read, write = calls(evening)
    evening.tick()
    assert calls(evening) == (read + 1, write + 1)


@pytest.mark.parametrize(("typing", "reads"), [("one seat", 1), ("everybody", 2)])
def test_a_resolved_turn_costs_one_write_and_a_second_read_for_formulas_where_several_typed(
    typing: str, reads: int
) -> None:
    evening = Evening(on="google")
    evening.tick()
    if typing == "one seat":
        evening.order("blue1", ready=True)
    else:
        evening.all_ready()
    read, write = calls(evening)
    assert len(evening.tick(resolve=True).steps) == 1
    assert calls(evening) == (read + reads, write + 1)


def test_a_row_is_answered_within_its_tick(evening: Evening) -> None:
    evening.order("blue1", as_account="ana@table", move_to="A1")
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Saved")
    assert evening.receipt("blue2") == ""


def test_who_is_ready_with_an_empty_row_reads_what_that_comes_to(evening: Evening) -> None:
    evening.order("blue1", ready=True)
    evening.order("blue2", ready=True, move_to="A1")
    evening.tick()
    assert evening.receipt("blue1").endswith(". You stay at Blue Base.")
    assert "stay" not in evening.receipt("blue2")


def test_a_turn_in_which_nothing_happens_leaves_one_line_in_the_log(evening: Evening) -> None:
    before = len(evening.log())
    evening.tick(resolve=True)
    evening.tick(resolve=True)
    lines = [line for line in evening.values("log")[3 + before :] if line[1] == "No events."]
    assert [line[0].split(" · ")[0] for line in lines] == ["Turn 1 of 60", "Turn 2 of 60"]
    assert evening.tick().writes == 0
    evening.do("rewind", "Turn 1")
    assert evening.log()[-2] == "No events."


def test_a_receipt_is_written_only_when_it_changes(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    evening.tick()
    first = evening.receipt("blue1")
    evening.now += 3600
    assert evening.tick().writes == 0
    assert evening.receipt("blue1") == first


def test_the_turn_is_played_when_everybody_is_ready(evening: Evening) -> None:
    evening.all_ready(but=["red5"])
    assert evening.tick().steps == ()
    evening.order("red5", ready=True)
    tick = evening.tick()
    assert [step.entry.label for step in tick.steps] == ["Turn 1 of 60"]
    assert evening.values("board")[0][0].startswith("Board · Turn 2 of 60\n")


def test_a_draft_counts_when_the_gm_plays_the_turn(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    tick = evening.tick(resolve=True)
    assert tick.steps[0].state.player("blue1").at == "A1"
    assert tick.steps[0].entry.attendance["blue1"] == "draft"
    assert tick.steps[0].entry.attendance["blue2"] == "excused"


def test_the_gm_plays_the_turn_from_the_sheet(evening: Evening) -> None:
    evening.type("gm", {"B4": True}, account="gm@table")
    assert len(evening.tick().steps) == 1
    assert evening.values("gm")[3][1] is False


def test_a_paused_match_answers_and_plays_nothing(evening: Evening) -> None:
    evening.type("gm", {"B5": True}, account="gm@table")
    evening.all_ready()
    tick = evening.tick()
    assert ([step.entry.label for step in tick.steps], tick.status) == (["Game master"], Status.PAUSED)
    assert "Ready" in evening.receipt("blue1")
    evening.type("gm", {"B5": False}, account="gm@table")
    assert [step.entry.kind for step in evening.tick().steps] == ["act", "turn"]


def test_a_deadline_plays_the_turn() -> None:
    evening = Evening(policy=Policy(every=600.0, gm=("gm@table",)))
    assert evening.tick().steps == ()
    evening.now += 700
    assert len(evening.tick().steps) == 1


def test_the_new_turn_opens_with_empty_rows(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    evening.all_ready()
    evening.tick()
    row = evening.row("orders", "blue1")
    assert (row["move_to"], row["action"], row["ready"]) == ("", "AUTO", "")


def test_what_is_typed_after_the_lock_counts_for_the_next_turn(evening: Evening) -> None:
    evening.all_ready()
    append = evening.store.append

    def late(match: str, entry: Entry, record: Record) -> Record:
        evening.order("blue3", as_account="cleo@table", move_to="C2")
        return append(match, entry, record)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evening.store, "append", late)
        assert len(evening.tick().steps) == 1
    assert evening.row("orders", "blue3")["move_to"] == "C2"
    evening.tick()
    assert "Saved" in evening.receipt("blue3")


def tick_unwritten(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tick that reads, but whose write the service does not take."""

    def busy(*_: object) -> None:
        raise SheetsDown("the quota is used up")

    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick()


def test_what_is_typed_while_the_sheet_cannot_be_written_is_answered_when_it_can(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.tick()
    evening.order("blue1", move_to="A1")

    tick_unwritten(evening, monkeypatch)
    assert evening.receipt("blue1") == ""
    evening.tick()
    assert evening.receipt("blue1").startswith("✓ Saved")


def test_what_is_taken_back_while_the_sheet_cannot_be_written_is_not_remembered(
    evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening.tick()
    evening.order("blue1", move_to="A1")

    tick_unwritten(evening, monkeypatch)
    evening.order("blue1", move_to="")
    evening.tick()
    assert [draft.typed["move_to"] for draft in evening.table.session.record.drafts if draft.seat == "blue1"] == [""]


@pytest.mark.parametrize(("layout", "shown"), [("shared", 0), ("sealed", 0), ("sealed", 1), ("sealed", 3)])
def test_a_turn_whose_showing_fails_is_played_once_and_shown_by_the_next_tick(
    layout: str, shown: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = Evening(policy=Policy(layout=layout, gm=("gm@table",)))
    evening.tick()
    if layout == "shared":
        evening.all_ready()
    write, calls = evening.sync.write, []

    def busy(*given: Any) -> None:
        calls.append(given)
        if len(calls) > shown:
            raise SheetsDown("the quota is used up")
        write(*given)

    with monkeypatch.context() as patch:
        patch.setattr(evening.sync, "write", busy)
        with pytest.raises(SheetsDown):
            evening.tick(resolve=layout == "sealed")
    assert evening.store.last_number("evening") == 1
    assert evening.tick().steps == ()
    assert evening.values("board")[0][0].startswith("Board · Turn 2 of 60\n")
    assert evening.store.last_number("evening") == 1
    assert not evening.row("orders", "blue1")["ready"]


# -- bad input ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "typed", "message"),
    [
        ("move_to", "Z99", "Z99"),
        ("move_to", "a long walk", "There is no “"),
        ("move_to", "=1+1", "There is no “"),
        ("move_to", "🐉", "There is no “"),
        ("move_to", "x" * 50_000, "There is no “"),
        ("move_to", 17, "“17”"),
        ("move_to", "#REF!", "shows the error"),
        ("action", "BUFF", "only a Healer"),
        ("action", "PICKUP", "no Tree to pick up"),
        ("action", "dance", "There is no “dance” here"),
        ("mode", "BALLISTA", "no Ballista charges"),
        ("ready", "maybe", "is not a tick"),
    ],
)
def test_an_unreadable_cell_is_answered_at_its_address_and_costs_nobody_else(
    evening: Evening, field: str, typed: str, message: str
) -> None:
    evening.order("blue1", **{field: typed})
    evening.order("blue2", move_to="A1", ready=True)
    evening.tick()
    receipt = evening.receipt("blue1")
    assert receipt.startswith("⚠ Saved" if field == "ready" else "✗ ")
    assert message in receipt
    assert evening.cell("orders", "blue1", field) in receipt
    assert "Ready" in evening.receipt("blue2")
    evening.tick(resolve=True)
    assert evening.table.session.state.player("blue2").at == "A1"


def test_a_tile_out_of_reach_is_taken_as_far_as_it_goes_with_a_warning(evening: Evening) -> None:
    evening.order("blue1", move_to="C16")
    evening.tick()
    assert evening.receipt("blue1").startswith("⚠ ")
    assert "16 steps away" in evening.receipt("blue1")
    roll = evening.row("orders", "blue1")["roll"]
    assert f"Try C{roll}." in evening.receipt("blue1")


def test_the_clause_of_a_refusal_is_in_its_sentence_and_not_behind_the_suggestion(evening: Evening) -> None:
    evening.order("blue1", move_to="C16")
    evening.tick()
    assert re.search(r"\w \(GVG-R5\)\. Try C\d+\.$", evening.receipt("blue1"))


def test_skills_without_coins_are_refused(evening: Evening) -> None:
    evening.type("commands", {evening.cell("commands", "blue1", "skill_1"): "Tree Speed"}, account="ana@table")
    evening.tick()
    assert "costs 2" in evening.receipt("blue1", "commands")


def test_a_misspelt_skill_costs_the_captain_that_skill_alone(evening: Evening) -> None:
    cells: dict[str, Typed] = {"skill_1": "Player Sped", "skill_2": "Player Speed", "ready": True}
    evening.do("override", "teams.blue.coins", "5")
    evening.type("commands", {evening.cell("commands", "blue1", name): each for name, each in cells.items()})
    evening.tick()
    receipt = evening.receipt("blue1", "commands")
    assert receipt.startswith("⚠ Ready · ")
    assert f"{evening.cell('commands', 'blue1', 'skill_1')}: There is no “Player Sped” here. It is left out" in receipt
    evening.tick(resolve=True)
    entry = evening.table.session.entry
    (command,) = [order for order in entry.orders["blue1"] if order["kind"] == "command"]
    assert (command["skill_1"], command["skill_2"]) == (None, "Player Speed")
    assert [(slip.seat, slip.field, slip.typed) for slip in entry.slips] == [("blue1", "skill_1", "Player Sped")]


def test_a_captain_all_of_whose_skills_are_wrong_uses_none(evening: Evening) -> None:
    cells: dict[str, Typed] = {"skill_1": "Sleep", "skill_2": "Player Sped", "ready": True}
    evening.type("commands", {evening.cell("commands", "blue1", name): each for name, each in cells.items()})
    evening.tick()
    receipt = evening.receipt("blue1", "commands")
    assert receipt.startswith("✗ ")
    assert "left out" not in receipt


def test_an_empty_sheet_is_drawn_again(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    evening.tick()
    evening.sync.empty(evening.book("orders"), "orders")
    evening.tick()
    assert evening.row("orders", "blue1")["player"] == "Ana"
    assert evening.row("orders", "blue1")["move_to"] == "A1"


def test_a_deleted_tab_comes_back_with_what_was_typed_on_it(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    evening.tick()
    evening.sync.delete_tab(evening.book("orders"), "orders")
    evening.tick()
    assert evening.row("orders", "blue1")["move_to"] == "A1"
    evening.tick(resolve=True)
    assert evening.table.session.state.player("blue1").at == "A1"


def test_a_deleted_log_comes_back_whole(evening: Evening) -> None:
    evening.play(4)
    before = evening.values("log")
    evening.sync.delete_tab(evening.book("log"), "log")
    evening.tick()
    assert evening.values("log") == before


def test_a_renamed_tab_changes_nothing(evening: Evening) -> None:
    evening.sync.rename_tab(evening.book("orders"), "orders", "Befehle")
    evening.order("blue1", move_to="A1")
    evening.tick()
    assert evening.receipt("blue1").startswith("✓")


FIELDS = [column.field for column in templates.template("gvg").tabs["orders"].columns]
"""The fields of the columns of the Orders tab."""


def sort_orders(evening: Evening, first: str, by: str, last: str = FIELDS[-1]) -> None:
    """Sort the rows of orders in the columns from *first* to *last*."""
    area = (3, FIELDS.index(first), 13, FIELDS.index(last) + 1)
    evening.sync.sort_rows(evening.book("orders"), "orders", area, FIELDS.index(by), descending=True)


def test_rows_that_were_sorted_are_read_for_their_own_seats_and_put_back(evening: Evening) -> None:
    evening.order("blue2", move_to="A1")
    evening.tick()
    sort_orders(evening, FIELDS[0], by="seat")
    evening.order("blue1", move_to="C1")
    evening.tick()
    assert [line[FIELDS.index("seat")] for line in evening.values("orders")[3:5]] == ["blue1", "blue2"]
    assert evening.row("orders", "blue1")["move_to"] == "C1"
    assert evening.row("orders", "blue2")["move_to"] == "A1"


def test_inputs_that_were_sorted_without_their_seats_are_put_back(evening: Evening) -> None:
    goals = {"blue1": "A1", "blue2": "C1", "blue3": "E1", "red1": "C17"}
    for seat, goal in goals.items():
        evening.order(seat, move_to=goal)
    evening.tick()
    sort_orders(evening, "move_to", by="move_to", last="receipt")
    evening.tick()
    assert {seat: evening.row("orders", seat)["move_to"] for seat in goals} == goals


def test_rows_that_only_swapped_what_they_hold_are_put_back_with_a_word_and_count_if_typed_once_more(
    evening: Evening,
) -> None:
    goals = {"blue1": "A1", "blue2": "C1", "blue3": "E1"}
    for seat, goal in goals.items():
        evening.order(seat, move_to=goal)
    evening.tick()
    other = dict(zip(goals, ("C1", "E1", "A1"), strict=True))
    for seat, goal in other.items():
        evening.order(seat, move_to=goal)
    evening.tick()
    evening.tick()
    assert {seat: evening.row("orders", seat)["move_to"] for seat in goals} == goals
    for seat in goals:
        assert evening.receipt(seat).startswith("⚠ Saved · ")
        assert evening.receipt(seat).endswith(SWAPPED)
    assert evening.tick().writes == 0
    for seat, goal in other.items():
        evening.order(seat, move_to=goal)
    evening.tick()
    assert {seat: evening.row("orders", seat)["move_to"] for seat in goals} == other
    assert all(evening.receipt(seat).startswith("✓ Saved") for seat in goals)


def test_an_inserted_row_moves_nobody(evening: Evening) -> None:
    evening.order("blue1", move_to="A1")
    evening.tick()
    evening.sync.lines_come(evening.book("orders"), "orders", "ROWS", 1, 3)
    evening.tick()
    assert evening.cell("orders", "blue1", "move_to") == "C4"
    assert evening.row("orders", "blue1")["move_to"] == "A1"


def test_a_stray_edit_of_the_board_is_put_back(evening: Evening) -> None:
    evening.type("board", {"B7": "I was here"})
    evening.tick()
    assert "I was here" not in str(evening.values("board"))


def test_a_player_cannot_type_into_another_seat(evening: Evening) -> None:
    from sheets_gm.gm.ports.sheets import SheetsRefused

    with pytest.raises(SheetsRefused, match="protected"):
        evening.order("red1", as_account="ana@table", move_to="A17")


def test_a_captain_may_fill_in_a_team_mate(evening: Evening) -> None:
    evening.order("blue2", as_account="ana@table", move_to="A1")
    evening.tick()
    assert evening.receipt("blue2").startswith("✓")


# -- whole matches -----------------------------------------------------------------------------------------------------


def test_a_match_ends_and_its_journal_recomputes() -> None:
    evening = Evening(players=4)
    while evening.table.session.record.status is not Status.OVER:
        evening.play(10)
    entries = list(evening.store.entries("evening"))
    checked = list(verify(evening.game, evening.record.charter, entries))
    assert not [each for each in checked if isinstance(each, Fault)]
    assert len(checked) == len(entries)
    assert evening.tick().writes == 0


def test_the_same_seed_and_the_same_typing_give_the_same_match() -> None:
    ends = []
    for _ in range(2):
        evening = Evening()
        evening.play(12)
        ends.append(evening.table.session.entry.after)
    assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("layout", "message"),
    [("shared", "its cells are open to everyone"), ("sealed", "not invited to its own workbook")],
)
def test_the_roster_says_what_a_seat_without_an_account_means(layout: str, message: str) -> None:
    evening = Evening(policy=Policy(layout=layout, gm=("gm@table",)), accounts=False)
    assert [line[2] for line in evening.values("roster")[3:]] == [f"⚠ unknown: {message}"] * len(evening.seats)


def test_a_sealed_match_hides_orders_from_the_other_team() -> None:
    evening = Evening(policy=Policy(layout="sealed", gm=("gm@table",)))
    assert [book.key for book in evening.record.workbooks] == ["public", "team.blue", "team.red", "gm"]
    evening.play(5)
    assert evening.table.session.entry.number == 5
    blue = next(book for book in evening.record.workbooks if book.key == "team.blue")
    from sheets_gm.gm.ports.sheets import SheetsRefused, TabRange

    with pytest.raises(SheetsRefused):
        evening.person("gus@table").read(blue, [TabRange("orders")])
    seats = {line[FIELDS.index("seat")] for line in evening.sync.read(blue, [TabRange("orders")])["orders"][3:]}
    assert seats == {f"blue{number}" for number in range(1, 6)}


def first_row(evening: Evening, book: Any, tab: str) -> list[dict[str, Any]]:
    """The cells of the first row of a tab, as the service has them."""
    fields = "sheets(properties.sheetId,data.rowData.values(formattedValue,textFormatRuns))"
    answer = evening.sync.call("get", f"{SHEETS}/{book.document}", params={"fields": fields})
    sheet = next(each for each in answer["sheets"] if each["properties"]["sheetId"] == book.tabs[tab])
    row: list[dict[str, Any]] = sheet["data"][0]["rowData"][0]["values"]
    return row


def test_each_private_workbook_of_a_sealed_match_leads_to_the_public_one_whatever_is_done_to_it() -> None:
    evening = Evening(on="google", policy=Policy(layout="sealed", gm=("gm@table",)))
    public, *private = evening.record.workbooks

    def links() -> list[str]:
        tabs = ["desk" if book.key == "gm" else "claims" for book in private]
        rows = [first_row(evening, book, tab) for tab, book in zip(tabs, private, strict=True)]
        assert all(row[0]["formattedValue"].endswith("   Public spreadsheet ↗") for row in rows)
        return [row[0]["textFormatRuns"][-1]["format"]["link"]["uri"] for row in rows]

    assert links() == [public.link] * 3
    calls = dict(evening.sync.calls)
    evening.tick()
    reads, writes = (evening.sync.calls[kind] - calls.get(kind, 0) for kind in ("read", "write"))
    assert (reads, writes) == (4, 0)
    evening.play(2)
    evening.do("rewind", "Turn 2")
    evening.type("claims", {"C1": "nowhere"}, key="team.red")
    evening.tick()
    assert links() == [public.link] * 3
    evening.table = evening.poller("another")
    evening.table.tick(rebuild=True)
    assert links() == [public.link] * 3
    assert not any(public.link in str(line) for tab in evening.sheets_of("public").values() for line in tab)


def test_a_shared_workbook_leads_nowhere(evening: Evening) -> None:
    assert [len(evening.values(tab)[0]) for tab in ("claims", "desk")] == [1, 1]


def test_an_unknown_layout_is_refused() -> None:
    with pytest.raises(LayoutRefused, match="shared and sealed"):
        Evening(policy=Policy(layout="open air"))


def test_a_process_that_starts_again_goes_on_where_the_match_stands(evening: Evening) -> None:
    evening.play(3)
    evening.table = evening.poller("another")
    assert evening.tick().writes == 0
    evening.play(2)
    assert evening.table.session.entry.number == 5
    assert SEED


# -- an answer that was lost -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("applied", [True, False])
def test_after_a_write_that_was_not_answered_only_what_may_be_missing_is_written_again(
    monkeypatch: pytest.MonkeyPatch, applied: bool
) -> None:
    evening, sent = Evening(), []
    evening.tick()
    plain = evening.sync.write

    def lost(*call: Any) -> Any:
        if applied:
            plain(*call)
        raise SheetsDown("no answer")

    def write(book: Any, writes: Any, *others: Any) -> Any:
        sent.extend(writes)
        return plain(book, writes, *others)

    monkeypatch.setattr(evening.sync, "write", lost)
    with pytest.raises(SheetsDown):
        evening.tick(resolve=True)
    number = evening.table.session.entry.number
    monkeypatch.setattr(evening.sync, "write", write)
    assert evening.tick().steps == ()
    assert evening.table.session.entry.number == number
    assert evening.tick().writes == 0
    if applied:
        assert sent == []
    else:
        tabs = {each.tab for each in sent}
        assert "board" in tabs
        assert not tabs & {"rules", "claims", "roster", "desk"}


# -- workbooks in which nothing changed --------------------------------------------------------------------------------


@pytest.fixture
def quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    """No workbook tells its people what the GM does."""
    monkeypatch.setattr(reports, "_paragraphs", lambda *_: ())


def sealed() -> Evening:
    evening = Evening(policy=Policy(gm=("gm@table",), layout="sealed"))
    evening.tick()
    return evening


def cost(evening: Evening, **options: Any) -> tuple[int, int]:
    """The reads and writes of one tick."""
    before = dict(evening.sync.calls)
    evening.tick(**options)
    after = evening.sync.calls
    return after["read"] - before["read"], after["write"] - before["write"]


@pytest.mark.usefixtures("quiet")
def test_a_workbook_in_which_an_entry_changes_nothing_is_not_written() -> None:
    evening = sealed()
    teams = [evening.sheets_of(f"team.{team}") for team in ("blue", "red")]
    reads, writes = cost(evening, actions=[Slide(seconds=5.0, why="a pause")])
    assert reads == len(evening.record.workbooks)
    assert writes < len(evening.record.workbooks)
    assert [evening.sheets_of(f"team.{team}") for team in ("blue", "red")] == teams
    assert cost(evening) == (reads, 0)
    assert Repairs.of(evening.table.session.record).mended == ()


@pytest.mark.usefixtures("quiet")
def test_a_new_process_knows_that_a_workbook_whose_marker_stayed_behind_shows_the_newest_entry() -> None:
    evening = sealed()
    evening.order("blue1", as_account="ana@table", move_to="A1")
    evening.tick()
    evening.tick(actions=[Slide(seconds=5.0, why="a pause")])
    evening.table = evening.poller("new")
    reads, writes = cost(evening)
    assert (reads, writes) == (len(evening.record.workbooks), 0)
    assert evening.row("orders", "blue1", "team.blue")["move_to"] == "A1"
    assert "A1" not in str(Repairs.of(evening.table.session.record).mended)


@pytest.mark.usefixtures("quiet")
def test_an_edit_by_a_person_is_reported_in_a_workbook_whose_marker_stayed_behind() -> None:
    evening = sealed()
    evening.tick(actions=[Slide(seconds=5.0, why="a pause")])
    evening.type("board", {"B6": "mine"}, key="team.blue")
    assert [line for line in evening.tick().mended if "mine" in line]
    assert "mine" not in str(evening.sheets_of("team.blue"))


@pytest.mark.usefixtures("quiet")
def test_after_a_crash_before_the_showing_the_marker_says_so_although_another_one_stayed_behind() -> None:
    evening, undisturbed = sealed(), sealed()
    for each in (evening, undisturbed):
        each.tick(actions=[Slide(seconds=5.0, why="a pause")])
        each.order("blue1", as_account="ana@table", move_to="A1")
        each.tick()
    with pytest.MonkeyPatch.context() as killed:

        def stop(*_call: Any) -> None:
            raise SheetsDown("killed")

        killed.setattr(evening.sync, "write", stop)
        with pytest.raises(SheetsDown):
            evening.tick(resolve=True)
    evening.table = evening.poller("new")
    assert evening.tick().steps == ()
    undisturbed.tick(resolve=True)
    undisturbed.tick()
    for book in evening.record.workbooks:
        shown, wanted = evening.sheets_of(book.key), undisturbed.sheets_of(book.key)
        # these tabs have a link of their own, or say when something was done
        own = ("gm", "claims", "desk")
        assert {key: rows for key, rows in shown.items() if key not in own} == {
            key: rows for key, rows in wanted.items() if key not in own
        }


def test_a_turn_costs_one_read_and_one_write_a_workbook_also_where_other_cells_are_protected_then() -> None:
    evening = Evening(plays="champions", players=4, policy=Policy(gm=("gm@table",), layout="sealed"))
    evening.tick()
    workbooks = len(evening.record.workbooks)
    for number in range(4):
        reads, writes = cost(evening, resolve=True)
        assert writes <= workbooks
        assert reads <= workbooks * (2 if number == 0 else 1)  # at first, what is protected must be read too


def test_a_private_workbook_explains_how_to_play() -> None:
    sealed = Evening(policy=Policy(layout="sealed", gm=("gm@table",)))
    sealed.tick()
    assert sealed.sheets_of("team.blue")["rules"] == sealed.sheets_of("public")["rules"]
    assert sealed.values("rules", "team.red")[0][0] == "How to play"
    assert "rules" not in sealed.sheets_of("gm")
