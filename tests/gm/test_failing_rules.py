"""A game whose rules raise, or break one of its own laws: nothing of it is stored, and its match is set aside.

Asked of a game whose players move together, of one in turns and of one of several forms; by night of every game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from sheets_gm.games.finding import game
from sheets_gm.gm.between.pauses import Pause
from sheets_gm.gm.between.rows.desk_orders import DeskOrder
from sheets_gm.gm.intake.desk.gm_actions import action_of_desk_order
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.poll.errors import PositionBroken
from sheets_gm.gm.poll.poller import Poller
from sheets_gm.gm.poll.schedule.pace import fixed
from sheets_gm.gm.poll.schedule.rounds import Rounds, Trouble
from sheets_gm.gm.poll.steps import RULES_FAIL
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.session import Ports, Session
from sheets_gm.gm.workbooks.head_rows import SET_ASIDE, has_head
from sheets_gm.kernel.actions import Adopt, BadAction, Override, Rewind
from sheets_gm.kernel.model import digest
from sheets_gm.kernel.outcome import GM, Outcome
from sheets_gm.sheet.marks import PLAY, TURNS
from tests.few import by_day
from tests.games.asked import asked, with_other
from tests.gm import duel_of_words
from tests.gm.any_game import evening_of, fill_in
from tests.gm.duels import answer_to, duel, fill, say
from tests.gm.table import Evening, create_gvg_match, poller_of

FAULT = "a fault that is put in by hand"


@pytest.fixture(params=by_day("council", "duel", "gvg", of=sorted(asked())))
def evening(request: pytest.FixtureRequest) -> Evening:
    """A sealed match in which two steps were played."""
    made = evening_of(request.param) if request.param in ("council", "duel", "legion") else installed(request.param)
    while made.table.session.entry.number < 2:
        fill_in(made)
        made.tick(resolve=True)
    return made


def installed(name: str) -> Evening:
    made = Evening(plays=name, policy=Policy(every=86400.0, layout="sealed", gm=("gm@table",)))
    made.tick()
    return made


def with_rules(evening: Evening, **changes: Any) -> None:
    """Let the match be polled by a process whose rules have *changes*."""
    evening.game = evening.rules = with_other(evening.game, **changes)
    evening.table = evening.poller("a process with other rules")


def forbidding(known: set[str]) -> Callable[[Any], str | None]:
    """A law by which only the positions with the digests *known* are right."""
    return lambda state: None if digest(state) in known else FAULT


def known_positions(evening: Evening) -> set[str]:
    """The digests of all positions until now."""
    session = evening.table.session
    return {digest(session.journal.position(number)) for number in range(session.entry.number + 1)}


def forbid_new_positions(evening: Evening) -> None:
    with_rules(evening, laws=(*evening.game.checks.laws, forbidding(known_positions(evening))))


def raise_here(evening: Evening) -> None:
    """The rules raise on the present position, and on no other."""
    here, resolve = digest(evening.table.session.state), evening.game.resolve

    def failing(state: Any, orders: Any, dice: Any) -> Outcome[Any]:
        if digest(state) == here:
            raise KeyError(FAULT)
        return resolve(state, orders, dice)

    with_rules(evening, resolve=failing)


def problem(evening: Evening) -> str:
    """What the GM tab says is wrong."""
    rows = evening.values("gm", "gm")
    word = evening.table.session.template.tabs["gm"].word("problem")
    return next(str(row[1]) for row in rows if row and row[0] == word)


def assert_set_aside(evening: Evening, last: int) -> None:
    """The match is set aside with its reason, in the record and on its GM tab, and nothing is stored."""
    record = evening.store.record(evening.name)
    assert evening.store.last_number(evening.name) == last
    assert record.status is Status.STUCK
    assert FAULT in record.reason
    assert problem(evening) == record.reason


def test_a_position_that_breaks_a_law_is_not_stored(evening: Evening) -> None:
    last = evening.table.session.entry.number
    forbid_new_positions(evening)
    fill_in(evening)
    with pytest.raises(PositionBroken, match=f"it would break a law of the game: {FAULT}"):
        evening.tick(resolve=True)
    assert_set_aside(evening, last)


@pytest.mark.parametrize("evening", sorted(asked()), indirect=True)
def test_rules_that_raise_set_their_match_aside_and_the_advice_is_one_that_works(evening: Evening) -> None:
    last = evening.table.session.entry.number
    raise_here(evening)
    fill_in(evening)
    with pytest.raises(PositionBroken):
        evening.tick(resolve=True)
    assert_set_aside(evening, last)
    assert [notice.seat for notice in evening.notices if "set aside" in notice.title] == [None, GM]
    assert "sheets-gm rewind" in evening.notices[-1].body
    advised = re.search(r'sheets-gm rewind evening "(#\d+)" --why', evening.store.record(evening.name).reason)
    assert advised, evening.store.record(evening.name).reason
    evening.table = evening.poller("the command line")
    order = DeskOrder(act="rewind", on=advised[1], why="as advised")
    evening.tick(actions=[action_of_desk_order(evening.table.session.context(), order)])
    record = evening.store.record(evening.name)
    assert (record.status, record.reason) == (Status.LIVE, "")
    assert problem(evening) == evening.table.session.template.tabs["gm"].word("none")
    fill_in(evening)
    assert evening.tick(resolve=True).steps


def heads(evening: Evening) -> list[str]:
    """The first two cells of each board and form of the game, in all workbooks."""
    tabs = [tab.key for tab in evening.table.session.journal.tabs if has_head(tab)]
    return [
        str(row[0])
        for book in evening.store.record(evening.name).workbooks
        for tab in tabs
        if tab in book.tabs
        for row in evening.values(tab, book.key)[:2]
        if row
    ]


def marks(evening: Evening, key: str = TURNS) -> list[str]:
    """The marks of all workbooks with this *key*: those about whose turn it is, or those of the play view."""
    books = evening.store.record(evening.name).workbooks
    return [held[key] for book in books for tab in book.tabs if key in (held := evening.sync.marks(book, tab))]


def test_who_reads_a_match_that_is_set_aside_sees_no_turn_and_no_deadline_until_it_goes_on() -> None:
    evening = installed("gvg")
    fill_in(evening)
    evening.tick()
    before, marked = heads(evening), marks(evening)
    assert any("due " in text for text in before)
    raise_here(evening)
    with pytest.raises(PositionBroken):
        evening.tick(resolve=True)
    aside = heads(evening)
    assert not any(word in text for text in aside for word in ("due ", "until ", "Waiting"))
    assert any(text.startswith("Set aside: the match stands still") for text in aside)
    assert not marks(evening)
    assert all(f'"paused":"{SET_ASIDE}"' in text and '"due":null' in text for text in marks(evening, PLAY))
    evening.store.save(evening.store.record(evening.name).but(status=Status.LIVE, reason=""))
    evening.game = evening.rules = game("gvg")
    evening.table = evening.poller("repaired")
    lines = len(evening.log())
    evening.tick()
    assert (heads(evening), marks(evening)) == (before, marked)
    assert len(evening.log()) == lines
    assert evening.tick().writes == 0


def test_an_entry_from_which_the_rules_fail_is_not_advised(evening: Evening) -> None:
    """The rules raise on the newest two positions: the advice is the one before them."""
    session = evening.table.session
    bad, resolve = {digest(session.journal.position(number)) for number in (1, 2)}, evening.game.resolve

    def failing(state: Any, orders: Any, dice: Any) -> Outcome[Any]:
        if digest(state) in bad:
            raise KeyError(FAULT)
        return resolve(state, orders, dice)

    with_rules(evening, resolve=failing)
    with pytest.raises(PositionBroken, match=r'rewind evening "#0"|No entry before it goes on'):
        evening.tick(resolve=True)


def test_where_the_forms_cannot_be_opened_nothing_is_stored(evening: Evening) -> None:
    session = evening.table.session
    last, known, opens = session.entry.number, digest(session.state), evening.game.open

    def failing(state: Any) -> Any:
        if digest(state) != known:
            raise IndexError(FAULT)
        return opens(state)

    with_rules(evening, open=failing)
    fill_in(evening)
    with pytest.raises(PositionBroken, match="IndexError"):
        evening.tick(resolve=True)
    assert_set_aside(evening, last)


def test_a_view_that_cannot_be_drawn_leaves_the_reason_on_the_gm_tab(evening: Evening) -> None:
    """What was played is stored, but not shown: the match is set aside, with the entry from which it goes on."""
    rules, seen, last = evening.game, list[str](), evening.table.session.entry.number

    def view(state: Any, seat: str | None) -> Any:
        seen.append(digest(state))
        return rules.view(state, seat)

    def seated(found: Any, seats: Any) -> Any:
        """This is asked only where something is drawn."""
        session = evening.table.session
        if session.entry.number > last and seen[-1] == digest(session.state):
            raise IndexError(FAULT)
        return rules.showing.seated(found, seats)

    with_rules(evening, view=view, seated=seated)
    fill_in(evening)
    with pytest.raises(PositionBroken, match="IndexError"):
        evening.tick(resolve=True)
    newest = evening.store.last_number(evening.name)
    assert newest > last
    advised = re.search(r'rewind evening "#(\d+)"', problem(evening))
    assert advised
    assert int(advised[1]) < newest


def test_what_the_game_master_does_keeps_the_laws(evening: Evening) -> None:
    """An action that leaves the position as it is works on one that breaks a law; no other leads to such a position."""
    session = evening.table.session
    last, known = session.entry.number, digest(session.state)
    with_rules(evening, laws=(forbidding({known}), *evening.game.checks.laws))
    session = evening.table.session
    what, old = a_number(session.state)
    override = Override(what=what, old=old, new=old + 1, why="past all checks")
    for action in (override, Rewind(to=0, why="past all checks")):
        with pytest.raises(BadAction, match=FAULT):
            evening.tick(actions=[action])
    for on, act in (("#0", "rewind"), (what, "override")):
        with pytest.raises(BadAction, match=FAULT):
            action_of_desk_order(session.context(), DeskOrder(act=act, on=on, value=str(old + 1), why="because"))
    assert evening.store.last_number(evening.name) == last
    assert evening.store.record(evening.name).status is Status.LIVE
    with_rules(evening, laws=(*evening.game.checks.laws, forbidding(set())))
    evening.tick(actions=[Pause()])
    assert evening.store.last_number(evening.name) == last + 1


def a_number(state: Any) -> tuple[str, int]:
    """A whole number at the top of a position, and its name."""
    values = state.model_dump(mode="json")
    return next((key, value) for key, value in values.items() if isinstance(value, int) and not isinstance(value, bool))


def test_rules_by_whose_laws_the_position_is_wrong_are_not_adopted(evening: Evening) -> None:
    last = evening.table.session.entry.number
    with_rules(evening, version="other rules", laws=(*evening.game.checks.laws, forbidding(set())))
    with pytest.raises(BadAction, match=FAULT):
        evening.tick(actions=[Adopt(rules="other rules")])
    assert evening.store.last_number(evening.name) == last
    with_rules(evening, laws=())
    evening.tick(actions=[Adopt(rules="other rules")])
    assert evening.store.last_number(evening.name) == last + 1


def test_a_desk_row_that_leads_to_a_wrong_position_is_refused_in_its_row(evening: Evening) -> None:
    known = digest(evening.table.session.state)
    with_rules(evening, laws=(*evening.game.checks.laws, forbidding({known})))
    evening.do("rewind", "#0")
    assert FAULT in evening.answer()
    assert evening.store.record(evening.name).status is Status.LIVE


def test_rules_that_raise_on_a_row_that_is_done_at_once_cost_that_row_alone() -> None:
    evening, told = duel(), list[str]()

    def failing(state: Any, orders: Any, dice: Any) -> Outcome[Any]:
        if any(getattr(order, "word", "") == "fool" for given in orders.values() for order in given):
            raise KeyError(FAULT)
        return duel_of_words.GAME.resolve(state, orders, dice)

    with_rules(evening, resolve=failing)
    evening.table.session.ports.report = lambda row, error: told.append(f"{row}: {error}")
    evening.tick()
    before = evening.table.session.entry.number
    fill(evening, "left", "says", 1, word="fool", ready=True)
    for _ in range(3):
        evening.tick()
    assert answer_to(evening, "left", "says") == f"✗ {RULES_FAIL.text}"
    assert (evening.table.session.entry.number, evening.record.status) == (before, Status.LIVE)
    assert told == [f"Row 1 of left on says cannot be done: KeyError: '{FAULT}'"]
    say(evening, "left", "knave")
    assert evening.table.session.entry.number == before + 1
    assert answer_to(evening, "left", "says").startswith("✓")


def test_one_match_whose_rules_fail_is_set_aside_at_once_and_the_other_goes_on() -> None:
    evening = installed("gvg")
    create_gvg_match(evening.store, evening.sync, "another", clock=lambda: evening.now)
    raise_here(evening)

    def poller(match: str) -> Poller:
        rules = evening.game if match == evening.name else game("gvg")
        return poller_of(Session(rules, evening.looks, Ports(evening.store, lambda: evening.now), match), evening.sync)

    rounds = Rounds(evening.store, poller, lambda: evening.now, fixed(0.0))
    evening.now += 2 * 86400.0
    list(rounds.round())
    evening.now += 2 * 86400.0
    done = list(rounds.round())
    (trouble,) = (each for each in done if isinstance(each, Trouble))
    assert (trouble.match, trouble.stuck) == ("evening", True)
    assert FAULT in trouble.reason
    assert [each.match for each in done if isinstance(each, Tick)] == ["another"]
    assert problem(evening) == evening.store.record(evening.name).reason == trouble.reason
    assert all(entry.kind != "turn" for entry in evening.store.entries(evening.name))
    assert [each.match for each in rounds.round()] == ["another"]
