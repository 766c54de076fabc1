"""The features between the turns: each action belongs to one, and what all of them promise is kept."""

from __future__ import annotations

import importlib.metadata
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from pydantic import JsonValue

from sheets_gm.adapters.cli.match_options import assigned_by, chosen_policy
from sheets_gm.gm.between import GROUP, finding
from sheets_gm.gm.between.effects import after
from sheets_gm.gm.between.feature import Argument, Command, DeskAction, Done, Feature, Message, Names, SeatAction, Words
from sheets_gm.gm.between.finding import desk_actions, features, read_action, seat_actions
from sheets_gm.gm.between.rows.context import MatchContext
from sheets_gm.gm.between.rows.desk_orders import DeskOrder, SeatOrder
from sheets_gm.gm.between.substitutes import Substitute
from sheets_gm.gm.forgetting import without_person
from sheets_gm.gm.match_record.known_person import KnownPerson
from sheets_gm.gm.match_record.part import Part
from sheets_gm.gm.match_record.policy import Policy, Status
from sheets_gm.gm.match_record.policy_option import PolicyOption
from sheets_gm.gm.match_record.record import Record
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.gm.poll.notifying import Outlet
from sheets_gm.gm.poll.schedule.pace import fixed
from sheets_gm.gm.poll.schedule.rounds import Rounds
from sheets_gm.gm.poll.tick import Tick
from sheets_gm.gm.session import Session
from sheets_gm.kernel.actions import Action, BadAction, Concede, Rewind
from sheets_gm.kernel.folding import whole_number
from sheets_gm.kernel.forms import Typed
from sheets_gm.kernel.match.integrity import Fault
from sheets_gm.kernel.match.journal import Charter, Entry
from sheets_gm.kernel.match.proof import verify
from sheets_gm.kernel.seats import Seat
from tests.adapters.place import typed
from tests.gm.table import Evening
from tests.installation import installation


def test_every_action_belongs_to_exactly_one_feature_and_has_a_kind_of_its_own() -> None:
    actions = [action for feature in features() for action in feature.effects]
    assert len(actions) == len(set(actions)) == len({action.model_fields["kind"].default for action in actions})


def test_no_two_features_have_a_row_of_the_same_name() -> None:
    assert len(desk_actions()) == sum(len(feature.desk) for feature in features())
    assert len(seat_actions()) == sum(len(feature.seat) for feature in features())


@pytest.mark.parametrize("feature", features(), ids=lambda feature: feature.name)
def test_a_feature_names_only_what_there_is(feature: Feature) -> None:
    assert {*feature.personal, *feature.of_a_step} <= (feature.part or Record).model_fields.keys()
    acts = {*feature.when_over, *feature.repairs, *feature.says, *feature.quiet, *feature.hands_over}
    assert acts <= feature.effects.keys()
    assert {action.undo for action in feature.desk.values()} - {""} <= desk_actions().keys()
    assert {action.about for action in feature.desk.values()} <= {"", "person", "side", "turn", "change"}


class Toast(Action):
    """*by* raises a glass to *to*."""

    to: str


class Glasses(Part):
    """How many glasses each seat has raised."""

    KEY = "toasts"
    raised: dict[str, int] = {}
    to: tuple[str, ...] = ()


def _raise_a_glass(record: Record, action: Toast, _done: Done) -> Record:
    glasses = Glasses.of(record)
    raised = {**glasses.raised, action.by: glasses.raised.get(action.by, 0) + 1}
    return Glasses(raised=raised, to=(*glasses.to, action.to)).on(record)


def _on_roster(record: Record, _word: Words) -> Iterator[tuple[str, str]]:
    for seat, glasses in Glasses.of(record).raised.items():
        yield seat, f"{glasses} raised"


def _most_glasses(policy: Policy, text: str) -> dict[str, JsonValue]:
    glasses = whole_number(text)
    if glasses is None:
        raise BadAction("Write how many glasses each may raise.")
    return {**policy.others, "most glasses": glasses}


MOST_GLASSES = PolicyOption(
    "most glasses", "others", "How many glasses each may raise.", "the most glasses", _most_glasses
)


def _toast_on_seats(_context: MatchContext, order: SeatOrder, by: str) -> Action:
    return Toast(to=order.who, by=by)


def _toast_on_desk(_context: MatchContext, order: DeskOrder, by: str) -> Action:
    return Toast(to=order.on, why=order.why, by=by)


def _forget(record: Record, person: KnownPerson) -> Record:
    glasses = Glasses.of(record)
    return glasses.but(to=tuple(each for each in glasses.to if not person.is_named_in(each))).on(record)


def _toast(action: Toast, names: Names) -> str:
    return f"{names.by(action)} raises a glass to {action.to}"


def _to_who_is_toasted(_record: Record, action: Toast) -> Iterator[Message]:
    yield Message("blue1", "a toast", f"To {action.to}!")


TOASTS = Feature(
    name="toasts",
    place=1,
    effects={Toast: _raise_a_glass},
    sentence=_toast,
    options=(MOST_GLASSES,),
    desk={"toast": DeskAction(_toast_on_desk, "whom", "", "raises a glass")},
    commands=(
        Command(
            "toast",
            "Raise a glass in MATCH to WHO.",
            lambda who: DeskOrder(act="toast", on=who),
            (Argument("who", many=" "),),
        ),
    ),
    forget=_forget,
    part=Glasses,
    personal=("raised",),
    roster=_on_roster,
    messages=_to_who_is_toasted,
    seat={"toast": SeatAction(_toast_on_seats)},
)
"""A feature of another package: nothing of the house knows of it."""


@pytest.fixture
def toasts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The feature is installed."""
    entry = importlib.metadata.EntryPoint("toasts", f"{__name__}:TOASTS", GROUP)
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda **_options: (entry,))
    monkeypatch.setattr(importlib.metadata.EntryPoint, "load", lambda _entry: TOASTS)
    finding.forget_found()
    yield
    monkeypatch.undo()
    finding.forget_found()


@pytest.mark.usefixtures("toasts")
def test_a_feature_of_another_package_is_offered_done_told_and_proved() -> None:
    evening = Evening()
    heard: list[Notice] = []
    evening.table.outlet = evening.table.outlet._replace(notify=lambda _match, sent: heard.extend(sent))
    row: dict[str, Typed] = {"act": "toast", "who": "the Fish", "ready": True}
    evening.type("seats", {evening.cell("seats", "red1", field): value for field, value in row.items()})
    evening.tick()
    who = next(seat.player for seat in evening.seats if seat.id == "red1")
    assert evening.log()[-1] == f"{who} raises a glass to the Fish."
    assert any("1 raised" in map(str, line) for line in evening.values("roster"))
    assert ("blue1", "To the Fish!") in [(notice.seat, notice.body.partition("\n")[0]) for notice in heard]
    stored = evening.store.record(evening.name)
    assert Glasses.of(stored).raised == {"red1": 1}
    fish = KnownPerson(names=frozenset({"fish"}))
    seats = (evening.seats[0].but(player="Fish", account=None), *evening.seats[1:])
    assert Glasses.of(without_person(stored.but(seats=seats), fish, evening.game, (), None)).to == ()
    left = after(stored, Substitute(seat="red1", player="Zoe"), 9, 0.0)
    assert Glasses.of(left).raised == {}
    act = evening.table.session.entry.act
    assert act is not None
    assert read_action(act) == Toast(to="the Fish", by="red1")
    session = evening.table.session
    *before, last = evening.store.entries(evening.name)
    assert not faults(session, [*before, last])
    assert faults(session, [*before, last.but(label="Talk")]) == ["its label 'Talk' is wrong"]
    evening.do("change", "most glasses", "3")
    assert evening.log()[-1] == "The game master changed the most glasses to 3: because"
    assert evening.table.session.record.policy.others == {"most glasses": 3}
    assert chosen_policy(assigned_by(["most-glasses=2"]).options, str).others == {"most glasses": 2}


ASKED = ("messages", "reminds", "wakes", "due", "roster")


def test_what_a_feature_fails_on_is_reported_and_the_match_goes_on(
    monkeypatch: pytest.MonkeyPatch, toasts: None
) -> None:
    def failing(what: str, *_given: Any) -> Any:
        raise KeyError(what)

    asked: dict[str, Any] = {what: partial(failing, what) for what in ASKED}
    monkeypatch.setattr(importlib.metadata.EntryPoint, "load", lambda _entry: replace(TOASTS, **asked))
    finding.forget_found()
    evening, told, heard = Evening(), set[str](), list[Notice]()
    poller = evening.table
    report = poller.session.ports.report = lambda _job, error: told.add(error.args[0])
    poller.outlet = Outlet(lambda _match, sent: heard.extend(sent), report=report)
    rounds = Rounds(
        evening.store, lambda _match: poller, lambda: evening.now, fixed(0.0), report_of=lambda _match: report
    )
    for seat in ("red1", "blue1"):
        row: dict[str, Typed] = {"act": "toast", "who": "the Fish", "ready": True}
        evening.type("seats", {evening.cell("seats", seat, field): value for field, value in row.items()})
    for _ in range(2):
        evening.now += 100.0
        assert [type(each) for each in rounds.round()] == [Tick]
    assert evening.table.session.record.status is Status.LIVE
    assert sum("raises a glass" in line for line in evening.log()) == 2
    assert any("raises a glass" in notice.body for notice in heard)
    assert told == {*ASKED}


@pytest.mark.usefixtures("toasts")
def test_a_feature_of_another_package_has_its_command(tmp_path: Path) -> None:
    with installation(tmp_path):
        assert typed(tmp_path, "new", "gvg", "--name", "friday").code == 0
        done = typed(tmp_path, "toast", "friday", "the", "Fish", "--why", "it is late")
        assert done.out == "friday, entry 1: The game master raises a glass to the Fish: it is late\n"
        assert re.search(
            r"Of other packages:\n  toast +Raise a glass in MATCH to WHO", typed(tmp_path, "--help-all").out
        )
        assert re.search(r"Of other packages +toast\n", typed(tmp_path, "--help").out)


def faults(session: Session, entries: Sequence[Entry]) -> list[str]:
    """What a proof that knows the features finds wrong with *entries*."""
    checked = verify(session.game, session.record.charter, entries, read=read_action)
    return [each.what for each in checked if isinstance(each, Fault)]


def test_a_rewind_gives_back_a_side_that_conceded_also_to_a_later_rewind() -> None:
    seats = tuple(Seat(id=each, player=each.capitalize(), team=each) for each in ("ana", "ben", "cleo"))
    charter = Charter(match="m", title="M", game="any", rules="any-1", settings={}, seats=seats, top="", hidden_lock="")
    record = after(Record(charter=charter, seed=""), Concede(team="ana"), 5, 0.0)
    assert record.conceded == ("ana",)
    record = after(record, Rewind(to=3, why="Ana stays"), 6, 0.0)
    assert record.conceded == ()
    record = after(record, Concede(team="ben"), 8, 0.0)
    record = after(record, Rewind(to=7, why="Ben stays too"), 9, 0.0)
    assert record.conceded == ()
    assert after(record, Rewind(to=5, why="Ana left after all"), 10, 0.0).conceded == ("ana",)
