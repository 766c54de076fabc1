"""Hooks: a player has notices sent to the secret address of a service, which nobody else gets to read."""

from __future__ import annotations

import json
import re

import pytest
import responses
from hypothesis import given
from hypothesis.strategies import DataObject, data, from_regex, sampled_from

from sheets_gm.adapters.notices.sending import notifier
from sheets_gm.adapters.outgoing import process
from sheets_gm.adapters.outgoing.calls import CallFailed
from sheets_gm.adapters.outgoing.guard import Guard
from sheets_gm.games.finding import games
from sheets_gm.gm.between.notices import WishNotices
from sheets_gm.gm.match_record.hooks import SERVICES, TAKEN, BadHook, hook_of
from sheets_gm.gm.match_record.notices_part import Notices
from sheets_gm.gm.poll.dead_hooks import HookOutcome
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.gm.ports.sheets import SheetsDown
from sheets_gm.gm.workbooks.live import showing
from sheets_gm.kernel.forms import Kind
from tests.gm.any_game import SETTINGS, match_of
from tests.gm.table import Evening
from tests.gm.test_hand_over import is_proved
from tests.gm.test_seats_tab import ask, fill, friday, home
from tests.gm.test_votes import heard

SECRET = "tOkEn-that_nobody-reads-" + "a" * 44
DISCORD = f"https://discord.com/api/webhooks/123456789012345678/{SECRET}"
ADDRESSES = {
    "Discord": DISCORD,
    "Slack": f"https://hooks.slack.com/services/T1JJ3T3L2/A1BRTD4JD/{'x' * 24}",
    "Google Chat": "https://chat.googleapis.com/v1/spaces/AAAA-bc/messages?key=abc-d_e&token=f-g_h%3D",
    "Guilded": f"https://media.guilded.gg/webhooks/{'1' * 8}-0000-0000-0000-{'2' * 12}/{'b' * 40}",
    "ntfy": "https://ntfy.sh/friday-game-night",
}


def cell(match: Evening, seat: str) -> object:
    """What Who of a row of the tab “Your seat” holds."""
    return match.row("seats", seat, home(match, seat))["who"]


def others(match: Evening, seat: str) -> dict[str, str]:
    """All that the workbooks hold that somebody but *seat* can open, by key."""
    own = home(match, seat)
    books = [each for each in match.table.workbooks.layouts if each.key != own]
    return {book.key: json.dumps([match.values(tab, book.key) for tab in book.tabs]) for book in books}


def sealed(name: str) -> tuple[Evening, str]:
    """A sealed match of any game, and its first seat."""
    match = match_of(name, sealed=True)
    match.tick()
    return match, next(each.id for each in match.table.session.record.people if not each.neutral)


def offered(match: Evening, seat: str) -> tuple[str, ...]:
    """What *seat* may choose on the tab “Your seat”."""
    form = next(each for each in match.table.session.all_forms if (each.key, each.seat) == ("seats", seat))
    (field,) = (each for each in form.fields if each.kind is Kind.CHOICE)
    return tuple(map(str, field.choices))


def test_a_player_types_a_hook_and_it_is_taken_from_the_cell_and_tried_at_once() -> None:
    match, seat = sealed("champions")
    before, notices = others(match, seat), heard(match)
    answer = ask(match, seat, act="notices to a hook", who=f" {DISCORD} ")
    assert answer.endswith("gets notices by Discord.")
    assert not cell(match, seat)
    (test,) = (each for each in notices if each.hook)
    assert (test.seat, test.hook) == (seat, DISCORD)
    assert "notices of this match come by Discord too" in test.body
    assert SECRET not in json.dumps(others(match, seat))
    assert {key for key in before if SECRET in before[key]} == set()
    assert is_proved(match)


def test_no_entry_no_answer_and_no_draft_holds_the_address() -> None:
    match, seat = sealed("champions")
    ask(match, seat, act="notices to a hook", who=DISCORD)
    entries = match.store.entries(match.name)
    assert SECRET not in "".join(each.model_dump_json() for each in entries)
    record = match.store.record(match.name)
    assert Notices.of(record).wishes[seat].hook == DISCORD
    assert SECRET not in Notices().on(record).model_dump_json()


def test_an_address_that_is_typed_and_not_ticked_is_in_no_entry_of_the_turns_that_are_played_meanwhile() -> None:
    match, seat = sealed("champions")
    own = next(each.account or "" for each in match.table.session.record.people if each.id == seat)
    fill(match, seat, {"act": "notices to a hook", "who": DISCORD}, own)
    match.play(1)
    fill(match, seat, {"who": f"{DISCORD} and more", "ready": True}, own)
    match.play(1)
    assert match.store.last(match.name).kind == "turn"
    assert SECRET not in "".join(each.model_dump_json() for each in match.store.entries(match.name))


def test_the_row_is_empty_then_and_is_filled_in_again() -> None:
    match, seat = sealed("champions")
    ask(match, seat, act="notices to a hook", who=DISCORD)
    own = next(each.account or "" for each in match.table.session.record.people if each.id == seat)
    fill(match, seat, {"ready": True}, own)
    match.tick()
    assert "This row is empty" in match.receipt(seat, "seats", home(match, seat))
    assert Notices.of(match.table.session.record).wishes[seat].hook == DISCORD
    assert ask(match, seat, act="quiet hours", since="22", until="8").startswith("✓")
    wish = Notices.of(match.table.session.record).wishes[seat]
    assert (wish.hook, wish.quiet) == (DISCORD, (22 * 60, 8 * 60))
    assert ask(match, seat, act="no notices to a hook").endswith("gets no notices to a hook.")
    assert not Notices.of(match.table.session.record).wishes[seat].hook


def test_a_sync_that_ended_before_it_showed_the_step_leaves_no_address_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    match, seat = sealed("champions")
    own = next(each.account or "" for each in match.table.session.record.people if each.id == seat)
    fill(match, seat, {"act": "notices to a hook", "who": DISCORD, "ready": True}, own)

    def down(*_: object, **__: object) -> None:
        raise SheetsDown("the quota is used up")

    with monkeypatch.context() as service:
        service.setattr(showing, "show", down)
        with pytest.raises(SheetsDown):
            match.tick()
    assert Notices.of(match.store.record(match.name)).wishes[seat].hook == DISCORD
    assert cell(match, seat) == DISCORD
    match.table = match.poller()
    match.tick()
    assert not cell(match, seat)
    assert len([each for each in match.store.entries(match.name) if each.act]) == 1


def test_the_same_address_once_more_is_taken_and_tried_once_more() -> None:
    match, seat = sealed("champions")
    ask(match, seat, act="notices to a hook", who=DISCORD)
    notices = heard(match)
    assert ask(match, seat, act="notices to a hook", who=DISCORD).startswith("✓")
    assert not cell(match, seat)
    assert [each.hook for each in notices if each.seat == seat] == [DISCORD]


@pytest.mark.parametrize("name", sorted({*games(), *SETTINGS}))
def test_a_hook_is_offered_where_nobody_else_opens_the_workbook(name: str) -> None:
    match, seat = sealed(name)
    (book,) = (each for each in match.table.workbooks.layouts if each.key == home(match, seat))
    people = [each for each in match.table.session.record.people if not each.neutral]
    assert ("notices to a hook" in offered(match, seat)) is ([each.id for each in book.readers(people)] == [seat])


def test_in_a_shared_workbook_the_game_master_enters_it_by_the_command_alone() -> None:
    match = friday()
    assert "notices to a hook" not in offered(match, "blue2")
    assert "no notices to a hook" in offered(match, "blue2")
    match.do("notices", "ben", f"hook {DISCORD}")
    assert f"Type `sheets-gm notices {match.name} blue2 hook`" in match.answer()
    match.tick(actions=[WishNotices(seat="blue2", hook="Discord", address=DISCORD)])
    assert Notices.of(match.table.session.record).wishes["blue2"].hook == DISCORD
    match.do("notices", "ben", "hook no", row=2)
    assert not Notices.of(match.table.session.record).wishes["blue2"].hook


def test_a_hook_is_its_players_own_and_ends_with_the_seat() -> None:
    match = friday()
    match.tick(actions=[WishNotices(seat="blue2", hook="Discord", address=DISCORD)])
    notices = heard(match)
    match.do("nudge", "cleo", row=1)
    match.do("nudge", "ben", row=2)
    assert {each.seat: each.hook for each in notices if each.seat} == {"red1": "", "blue2": DISCORD}
    match.do("substitute", "ben", "Zoe <zoe@table.example>", row=3)
    assert "blue2" not in Notices.of(match.table.session.record).wishes


@pytest.mark.parametrize("name", SERVICES)
def test_the_address_that_a_service_gives_out_is_one_that_notices_can_be_sent_to(name: str) -> None:
    apprise = pytest.importorskip("apprise")
    assert hook_of(ADDRESSES[name]) == (name, ADDRESSES[name])
    assert apprise.Apprise.instantiate(ADDRESSES[name]) is not None


@given(data())
def test_whatever_address_is_taken_is_one_that_notices_can_be_sent_to(data: DataObject) -> None:
    apprise = pytest.importorskip("apprise")
    service = data.draw(sampled_from(sorted(SERVICES)))
    typed = data.draw(from_regex(re.compile(SERVICES[service], re.ASCII), fullmatch=True))
    assert apprise.Apprise.instantiate(hook_of(typed).address) is not None


@pytest.mark.parametrize("host", ["canary.discord.com", "ptb.discord.com", "discordapp.com", "canary.discordapp.com"])
def test_an_address_of_a_test_application_of_discord_leads_to_discord(host: str) -> None:
    assert hook_of(DISCORD.replace("discord.com", host)) == ("Discord", DISCORD)


def test_an_address_that_is_refused_is_taken_from_its_cell_and_the_row_says_why() -> None:
    match, seat = sealed("champions")
    wrong = DISCORD.replace("discord.com", "discord.example")
    answer = ask(match, seat, act="notices to a hook", who=wrong)
    assert answer.startswith("✗")
    assert "as Discord, Slack" in answer
    assert "taken from the cell" in answer
    assert cell(match, seat) == TAKEN
    match.tick()
    assert "taken from the cell" in match.receipt(seat, "seats", home(match, seat))
    assert SECRET not in match.store.record(match.name).model_dump_json()


def test_an_address_is_taken_from_a_cell_that_others_read_too() -> None:
    match = friday()
    answer = ask(match, "blue2", act="notices to a hook", who=DISCORD)
    assert answer.startswith("✗")
    assert "taken from the cell" in answer
    assert cell(match, "blue2") == TAKEN
    match.tick()
    assert "taken from the cell" in match.receipt("blue2", "seats", home(match, "blue2"))


@pytest.mark.parametrize(
    "address",
    [
        "",
        TAKEN,
        "http://127.0.0.1/hook",
        "https://192.168.0.1/api/webhooks/1/a",
        "https://discord.com.example.org/api/webhooks/1/a",
        "https://example.org/https://ntfy.sh/a",
        "https://ntfy.sh/a@10.0.0.1/",
        "https://discord.com@10.0.0.1/api/webhooks/1/a",
        "https://discord.com/api/webhooks/1/a\nhttps://10.0.0.1",
        DISCORD.replace("https", "http"),
        "json://127.0.0.1",
        "$HOME",
    ],
)
def test_no_other_address_is_taken_and_none_is_repeated(address: str) -> None:
    with pytest.raises(BadHook) as raised:
        hook_of(address)
    assert not address or address not in str(raised.value)


@responses.activate
def test_a_notice_reaches_its_hook_as_the_service_documents_it() -> None:
    pytest.importorskip("apprise")
    sent = responses.post(DISCORD, status=204)
    answer = process.notify(Guard(), DISCORD, "Friday: Turn 3", "You found a key.", [], trusted=False)
    (call,) = sent.calls
    assert "You found a key." in json.dumps(json.loads(call.request.body or ""))
    assert answer == {"sent": True}


NOTICES = [
    Notice(seat="blue1", title="Friday: Turn 3", body="You found a key.", hook=DISCORD),
    Notice(seat="blue2", title="Friday: Turn 3", body="You found a sword."),
]


def test_a_hook_that_does_not_answer_is_reported_without_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("apprise")
    notify, calls = notifier({}), Failing()
    notify._outbox._calls = calls  # type: ignore[assignment]
    notify("friday", NOTICES)
    assert calls.asked == [DISCORD]
    shown = capsys.readouterr().err
    assert "friday: could not send a notice to blue1: Friday: Turn 3" in shown
    assert SECRET not in shown
    assert notify.outcomes("friday") == (HookOutcome("blue1", DISCORD, sent=False),)


class Failing:
    """Calls of which none succeeds."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def notify(self, address: str, *_: object, **_how: object) -> bool:
        self.asked.append(address)
        raise CallFailed("it is away")


@pytest.mark.parametrize("address", ["https://canary.discord.com/api/webhooks/12/abc", "nonsense", "json://", ""])
def test_an_address_that_the_library_cannot_use_stops_no_notice(
    address: str, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("apprise")
    notify = notifier({})
    notify("friday", [NOTICES[1].but(hook=address)])
    assert ("could not send a notice to blue2" in capsys.readouterr().err) is bool(address)


def test_a_hook_that_fails_three_times_is_ended_and_its_player_is_told() -> None:
    match = friday()
    match.tick(actions=[WishNotices(seat="blue2", hook="Discord", address=DISCORD)])
    notices, outcomes = heard(match), list[HookOutcome]()
    match.table.outlet = match.table.outlet._replace(outcomes=lambda _match: [outcomes.pop()] if outcomes else [])
    for sent in (False, False, True, False, False):
        outcomes.append(HookOutcome("blue2", DISCORD, sent))
        match.tick()
    assert Notices.of(match.table.session.record).wishes["blue2"].hook == DISCORD, (
        "one that arrived begins the count again"
    )
    outcomes.append(HookOutcome("blue2", "https://ntfy.sh/earlier", sent=False))
    match.tick()
    assert Notices.of(match.table.session.record).wishes["blue2"].failures == 2
    outcomes.append(HookOutcome("blue2", DISCORD, sent=False))
    match.tick()
    assert not Notices.of(match.table.session.record).wishes["blue2"].hook
    assert [each.title for each in notices if each.seat == "blue2"] == ["An evening: your hook"]
    assert any("no notices to a hook" in each.body for each in notices if each.seat is None)
    assert is_proved(match)


def test_notices_that_cannot_be_made_stop_neither_the_match_nor_other_notices(monkeypatch: pytest.MonkeyPatch) -> None:
    match, troubles = friday(), list[str]()
    notices = heard(match)
    match.table.outlet = match.table.outlet._replace(report=lambda job, error: troubles.append(f"{job}: {error}"))

    def broken(*_: object, **__: object) -> None:
        raise KeyError("no such tile")

    match.order("blue2", ready=True)
    with monkeypatch.context() as patched:
        patched.setattr("sheets_gm.gm.poll.notices.summaries", broken)
        patched.setattr("sheets_gm.gm.poll.delivery.calendar_of_seat", broken)
        patched.setattr("sheets_gm.gm.poll.comments.CommentReader.look", broken)
        match.now += 100
        match.all_ready()
        match.tick()
        match.do("nudge", "ben", row=4)
    assert {each.partition(":")[0] for each in troubles} == {
        "comments", "notices of what happened", "the calendar of a seat"
    }  # fmt: skip
    assert [each.seat for each in notices] == ["blue2"]
    assert any(each.kind == "turn" for each in match.store.entries(match.name))
