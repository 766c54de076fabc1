"""Notices really sent, to a web hook on this machine."""

from __future__ import annotations

import json
import sys
import threading
from base64 import b64decode
from collections.abc import Iterator
from email.message import EmailMessage
from email.parser import BytesParser
from email.policy import default
from http.server import BaseHTTPRequestHandler, HTTPServer
from io import BytesIO
from pathlib import Path
from socketserver import StreamRequestHandler, ThreadingTCPServer
from typing import TYPE_CHECKING, Any

import pytest
import requests
import responses
from icalendar import Calendar
from PIL import Image

from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation.settings import FILE, BadSettings, Channels
from sheets_gm.adapters.notices import outbox
from sheets_gm.adapters.notices.sending import notifier, tolerant_notifier
from sheets_gm.adapters.notices.stops import LocalStops
from sheets_gm.adapters.outgoing import process
from sheets_gm.adapters.outgoing.guard import Guard
from sheets_gm.gm.between.pauses import Pause
from sheets_gm.gm.poll.notices import Notice
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity.accounts import MAIL
from tests.adapters.place import typed
from tests.gm.table import Evening
from tests.gm.test_seats_tab import DAY, HOUR, ask, friday
from tests.installation import installation
from tests.localsheets import real
from tests.localsheets.browser_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser


class Hook:
    """A web hook that keeps what it is sent, by path."""

    def __init__(self) -> None:
        found: list[tuple[str, dict[str, Any]]] = []
        self.received = found

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                found.append((self.path, json.loads(body)))
                self.send_response(200)
                self.end_headers()

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def address(self, path: str) -> str:
        return f"json://127.0.0.1:{self.server.server_port}/{path}"


@pytest.fixture
def hook() -> Iterator[Hook]:
    hook = Hook()
    yield hook
    hook.server.shutdown()
    hook.server.server_close()


TABLE = Notice(seat=None, title="Friday: Turn 3", body="Ana broke A13.")
SECRET = Notice(seat="blue1", title="Friday: Turn 3", body="You found a key.")


def test_a_notice_goes_to_its_table_or_its_seat_and_nowhere_else(hook: Hook) -> None:
    channels = Channels(table=(hook.address("table"),), seats={"blue1": (hook.address("ana"),)})
    notify = notifier({"friday": channels, "monday": Channels(table=(hook.address("monday"),))})
    notify("friday", [TABLE, SECRET])
    assert [(path, body["title"], body["message"]) for path, body in hook.received] == [
        ("/table", "Friday: Turn 3", "Ana broke A13."),
        ("/ana", "Friday: Turn 3", "You found a key."),
    ]


def test_who_wants_no_talk_hears_of_turns_and_not_of_what_people_say(hook: Hook) -> None:
    channels = Channels(table=(hook.address("table"),), seats={"blue1": (hook.address("ana"),)}, talk=False)
    notify = notifier({"friday": channels, "*": Channels(table=(hook.address("all"),))})
    notify("friday", [TABLE, TABLE.but(body="Ben: “Hello.”", talk=True), SECRET.but(body="Ben: “Fish?”", talk=True)])
    told = [(path, body["message"]) for path, body in hook.received]
    assert sorted(told) == [("/all", "Ana broke A13."), ("/all", "Ben: “Hello.”"), ("/table", "Ana broke A13.")]


def test_an_address_may_keep_its_secret_in_the_environment(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOOK", hook.address("secret"))
    notifier({"*": Channels(table=("$HOOK",))})("friday", [TABLE])
    assert [path for path, _ in hook.received] == ["/secret"]


def test_a_service_that_is_away_is_reported_without_its_address(capsys: pytest.CaptureFixture[str]) -> None:
    notifier({"*": Channels(table=("json://user:hunter2@127.0.0.1:9/x",))})("friday", [TABLE])
    shown = capsys.readouterr().err
    assert "friday: could not send a notice to the table" in shown
    assert "hunter2" not in shown


def test_an_address_that_means_nothing_is_refused_at_once() -> None:
    with pytest.raises(BadSettings, match=r"notices\.friday") as raised:
        notifier({"friday": Channels(table=("carrier-pigeon://secret",))})
    assert "secret" not in str(raised.value)


def test_an_address_that_means_nothing_stops_only_the_notices_of_its_match(
    hook: Hook, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = Channels(table=("carrier-pigeon://secret",))
    notify = tolerant_notifier({"friday": wrong, "sunday": wrong, "monday": Channels(table=(hook.address("monday"),))})
    for match in ("friday", "sunday", "monday"):
        notify(match, [TABLE])
    assert [path for path, _ in hook.received] == ["/monday"]
    (message,) = capsys.readouterr().err.splitlines()
    assert "notices.friday: apprise does not know the address “carrier-pigeon:…”" in message
    assert "notices.sunday" in message
    assert "secret" not in message


@pytest.mark.parametrize("missing", [True, False])
def test_commands_and_the_sync_go_on_without_notices_and_the_doctor_names_them(
    missing: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with installation(tmp_path):
        for name in ("friday", "sunday"):
            assert typed(tmp_path, "new", "gvg", "--name", name, "--set", "team_size=1").code == 0
        address = "json://127.0.0.1" if missing else "carrier-pigeon://x"
        with (tmp_path / FILE).open("a", encoding="utf-8") as file:
            file.write(f'\n[notices."*"]\ntable = ["{address}"]\n')
        if missing:
            monkeypatch.setitem(sys.modules, "apprise", None)
        for words in (("sync", "--once"), ("pause", "friday"), ("resolve", "sunday", "--dry-run")):
            done = typed(tmp_path, *words)
            shown = done.err.count("Continuing without notices")
            assert (done.code, shown, done.err.count("\n")) == (0, 1, 1), done.err
            assert ("apprise" if missing else "carrier-pigeon") in done.err
        assert "notices" in typed(tmp_path, "doctor").out


SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><path d="M0 0H8V8H0Z" fill="#f00"/></svg>'


def test_the_board_goes_with_a_notice_to_those_who_want_pictures(hook: Hook) -> None:
    notify = notifier(
        {
            "friday": Channels(table=(hook.address("some"),)),
            "*": Channels(table=(hook.address("others"),), pictures=False),
        }
    )
    notify("friday", [TABLE.but(picture=lambda _emoji: SQUARE)])
    sent = {path: body["attachments"] for path, body in hook.received}
    (picture,) = sent["/some"]
    assert (picture["mimetype"], picture["filename"]) == ("image/png", "board.png")
    assert Image.open(BytesIO(b64decode(picture["base64"]))).size == (12, 12)
    assert sent["/others"] == []


def test_a_board_that_cannot_be_drawn_stops_no_notice(hook: Hook, capsys: pytest.CaptureFixture[str]) -> None:
    def broken(_emoji: bool) -> str:
        raise KeyError("no such tile")

    notifier({"friday": Channels(table=(hook.address("table"),))})("friday", [TABLE.but(picture=broken)])
    assert [(body["message"], body["attachments"]) for _, body in hook.received] == [("Ana broke A13.", [])]
    assert "Friday: Turn 3: the board could not be drawn (KeyError: 'no such tile')" in capsys.readouterr().err


@responses.activate
def test_discord_shows_a_deadline_by_the_clock_of_each_reader(hook: Hook, monkeypatch: pytest.MonkeyPatch) -> None:
    """The exchange as Discord documents it: a time is written <t:SECONDS:STYLE>."""
    address = "https://discord.com/api/webhooks/123456789012345678/" + "a" * 68
    sent = responses.post(address, status=204)
    responses.add_passthru("http://127.0.0.1")
    late = TABLE.but(body="Due Sat 16 Jan 09:00 (UTC).", instants={"Sat 16 Jan 09:00 (UTC)": 1768554000.0})
    monkeypatch.setattr(outbox, "CALLS", CallsHere())
    notifier({"friday": Channels(table=(address, hook.address("table")))})("friday", [late])
    body = json.loads(sent.calls[0].request.body or "")
    assert "Due <t:1768554000:f> (<t:1768554000:R>)." in json.dumps(body)
    assert [each["message"] for _, each in hook.received] == [late.body]


class CallsHere:
    """Calls that this process makes itself, so that a test can answer them."""

    def notify(self, *what: Any, trusted: bool, patience: float) -> bool:
        return bool(process.notify(Guard(), *what, trusted=trusted)["sent"])


class Mailbox:
    """A mail server on this machine that keeps what it is sent (RFC 5321, as much as a client needs)."""

    def __init__(self) -> None:
        mails: list[EmailMessage] = []
        self.mails = mails

        class Handler(StreamRequestHandler):
            def handle(self) -> None:
                self.wfile.write(b"220 ready\r\n")
                while line := self.rfile.readline():
                    word = line[:4].upper()
                    if word == b"DATA":
                        self.wfile.write(b"354 go on\r\n")
                        text = b"".join(iter(self.rfile.readline, b".\r\n"))
                        mails.append(BytesParser(EmailMessage, policy=default).parsebytes(text))
                    self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 done\r\n")

        self.server = ThreadingTCPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    @property
    def address(self) -> str:
        return f"mailto://127.0.0.1:{self.server.server_address[1]}?from=gm@table.example&to=ana@table.example"

    def files(self) -> list[dict[str, bytes]]:
        """What is attached to each mail, by name."""
        return [
            {str(part.get_filename()): bytes(part.get_payload(decode=True) or b"") for part in each.iter_attachments()}
            for each in self.mails
        ]


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    mailbox = Mailbox()
    yield mailbox
    mailbox.server.shutdown()
    mailbox.server.server_close()


def events(text: bytes) -> dict[str, Any]:
    return {str(each["UID"]): each for each in Calendar.from_ical(text).walk("VEVENT")}


def own_mail(match: Evening, mailbox: Mailbox, **extra: Any) -> None:
    """Ana's notices go to her mail from now on."""
    match.table.outlet = match.table.outlet._replace(
        notify=notifier({"*": Channels(seats={"blue1": (mailbox.address,)}, **extra)})
    )


def nudge(match: Evening) -> None:
    match.do("nudge", "ana", row=4)


def test_mail_to_a_seat_brings_its_deadlines_and_the_next_mail_moves_them(mailbox: Mailbox) -> None:
    match = friday("google", every=3 * DAY)
    own_mail(match, mailbox)
    nudge(match)
    due = match.table.session.record.due
    match.play(1)
    match.now += DAY
    nudge(match)
    first, second = (events(each["deadlines.ics"]) for each in mailbox.files())
    assert len(first) == 11
    assert first.keys() == second.keys()
    (key,) = (key for key, each in first.items() if str(each["STATUS"]) == "CONFIRMED")
    assert first[key]["DTSTART"].dt.timestamp() == int(due or 0)
    assert second[key]["DTSTART"].dt.timestamp() == int(match.table.session.record.due or 0) > int(due or 0)
    assert all(second[each]["SEQUENCE"] > first[each]["SEQUENCE"] for each in first)
    assert {str(each["STATUS"]) for each in second.values()} == {"CONFIRMED", "TENTATIVE"}


def test_a_calendar_takes_out_what_a_pause_has_ended(mailbox: Mailbox) -> None:
    match = friday("google", every=3 * DAY)
    own_mail(match, mailbox)
    ask(match, "blue1", act="quiet hours", since="7", until="9:30")
    nudge(match)
    match.table.tick(actions=[Pause()])
    assert not mailbox.mails
    match.now += 2 * HOUR
    match.tick()
    (last,) = (events(each["deadlines.ics"]) for each in mailbox.files())
    assert (len(last), {str(each["STATUS"]) for each in last.values()}) == (11, {"CANCELLED"})


def test_a_calendar_of_a_seat_tells_nothing_of_what_others_do(mailbox: Mailbox) -> None:
    texts = []
    for busy in (False, True):
        match = friday("google", every=3 * DAY)
        own_mail(match, mailbox)
        if busy:
            match.order("red1", ready=True)
        match.tick()
        nudge(match)
        own = match.table.session.record.charter.top[:12].encode()
        unfolded = mailbox.files()[-1]["deadlines.ics"].replace(b"\r\n ", b"")
        texts.append(unfolded.replace(own, b"").replace(match.record.workbooks[0].link.encode(), b""))
    assert texts[0] == texts[1]


def test_a_calendar_goes_to_mail_alone_and_only_to_those_who_want_it(mailbox: Mailbox, hook: Hook) -> None:
    match = friday("google", every=3 * DAY)
    channels = Channels(table=(mailbox.address,), seats={"blue1": (hook.address("ana"),)})
    match.table.outlet = match.table.outlet._replace(notify=notifier({"*": channels}))
    nudge(match)
    assert [body["attachments"] for _, body in hook.received] == [[]]
    own_mail(match, mailbox, calendar=False)
    match.now += DAY
    nudge(match)
    assert mailbox.mails
    assert not any("deadlines.ics" in each for each in mailbox.files())
    monday = friday("google", every=None)
    own_mail(monday, mailbox)
    nudge(monday)
    assert "deadlines.ics" not in mailbox.files()[-1], "nothing is ever due"


def asks_for_mail(match: Evening, mailbox: Mailbox) -> str:
    """The answer to Ben, who has an address and wants notices by mail too, from a sender of the installation."""
    match.do("substitute", "ben", "Ben <ben@table.example>", row=2)
    sender = mailbox.address.partition("&to=")[0]
    match.table.outlet = match.table.outlet._replace(notify=notifier({}, sender))
    answer = ask(match, "blue2", act="notices by mail")
    (first,) = mailbox.mails
    body = first.get_body(("plain", "html"))
    assert body is not None
    assert "From now on notices of this match come by mail too." in body.get_content()
    mailbox.mails.clear()
    return answer


def test_a_player_gets_notices_by_mail_at_their_own_account_and_reads_there_how_to_stop_them(mailbox: Mailbox) -> None:
    match = friday("google", every=3 * DAY)
    assert (
        asks_for_mail(match, mailbox)
        == "✓ Ben gets notices by mail, to the account of the roster, where mail is set up."
    )
    match.do("nudge", "ben", row=4)
    match.do("nudge", "cleo", row=3)
    (mail,) = mailbox.mails
    assert "ben@table.example" in mail["To"]
    assert mail["List-Unsubscribe"] == "<mailto:gm@table?subject=no-notices-by-mail>"
    body = mail.get_body(("plain", "html"))
    assert body is not None
    assert "choose “no notices by mail” on the tab “Your seat”, or write to gm@table." in body.get_content()
    (files,) = mailbox.files()
    assert list(files) == ["deadlines.ics"]
    assert ask(match, "blue2", act="no notices by mail") == "✓ Ben gets no notices by mail."
    match.now += 2 * DAY
    match.do("nudge", "ben", row=4)
    assert len(mailbox.mails) == 1


def test_only_the_mail_of_a_player_says_how_to_stop_it_and_their_other_channels_do_not(
    hook: Hook, mailbox: Mailbox
) -> None:
    channels = Channels(seats={"blue1": (hook.address("ana"),)})
    sender = mailbox.address.partition("&to=")[0]
    notifier({"friday": channels}, sender)("friday", [SECRET.but(mail="ana@table.example", stop="gm@table")])
    (mail,) = mailbox.mails
    body = mail.get_body(("plain", "html"))
    assert body is not None
    assert "no notices by mail" in body.get_content()
    ((path, sent),) = hook.received
    assert (path, sent["message"]) == ("/ana", SECRET.body)


def test_on_a_local_spreadsheet_a_mail_is_stopped_by_one_click_without_an_account_and_let_come_again(
    mailbox: Mailbox,
) -> None:
    match = friday("google", every=3 * DAY)
    with server.running(match.service) as base:
        asks_for_mail(match, mailbox)
        sheets = GoogleSheets(real.client(base, match.service.add_account("sync@table", "token of sync@table")))
        match.table.outlet = match.table.outlet._replace(
            notify=notifier({}, mailbox.address.partition("&to=")[0], LocalStops(sheets))
        )
        match.person("ben@table.example")
        match.tick()
        match.do("nudge", "ben", row=4)
        (mail,) = mailbox.mails
        link, by_mail = (each.strip(" <>") for each in mail["List-Unsubscribe"].split(","))
        assert (link.startswith(f"{base}/mail/"), by_mail) == (True, "mailto:gm@table?subject=no-notices-by-mail")
        assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
        body = mail.get_body(("plain", "html"))
        assert body is not None
        assert link in body.get_content()
        shown = requests.get(link, timeout=20).text
        assert ("ben@table.example" in shown, "No more mail" in shown) == (True, True)
        assert requests.post(link, data={"List-Unsubscribe": "One-Click"}, timeout=20).status_code == 200
        match.now += 2 * DAY
        match.do("nudge", "ben", row=3)
        assert len(mailbox.mails) == 1
        assert "Let mail come again" in requests.get(link, timeout=20).text
        requests.post(link, data={"again": "yes"}, timeout=20)
        match.now += 2 * DAY
        match.do("nudge", "ben", row=2)
        assert len(mailbox.mails) == 2
        requests.post(link, data={"List-Unsubscribe": "One-Click"}, timeout=20)
        for act in ("no notices by mail", "notices by mail"):
            ask(match, "blue2", account="ben@table.example", act=act)
        assert len(mailbox.mails) == 3, "whoever asks for mail on the sheet gets it again"
        assert requests.get(f"{base}/mail/guess", timeout=20).status_code == 404
        account = f"{base}/mail?account=ben@table.example"
        stranger = {"authorization": f"Bearer {match.service.add_account('stranger@table')}"}
        assert requests.get(account, headers=stranger, timeout=20).status_code == 404
        assert requests.get(account, timeout=20).status_code == 404
        match.service.identity.remove("ben@table.example")
        assert requests.get(link, timeout=20).status_code == 404


@pytest.mark.browser
def test_the_link_of_a_mail_shows_who_it_is_for_and_ends_it_by_a_button(browser: Browser) -> None:
    match = friday("google")
    match.person("ben@table")
    link = f"/mail/{match.service.identity.secret(MAIL, 'ben@table')}"
    with server.running(match.service) as base:
        page = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
        page.goto(f"{base}{link}")
        expect(page.get_by_text("It is sent to ben@table.")).to_be_visible()
        page.get_by_role("button", name="No more mail").click()
        expect(page.get_by_text("No more of it is sent to ben@table.")).to_be_visible()
        assert match.service.identity.is_mail_stopped("ben@table")
        page.get_by_role("button", name="Let mail come again").click()
        expect(page.get_by_text("It is sent to ben@table.")).to_be_visible()
        assert not match.service.identity.is_mail_stopped("ben@table")
        page.context.close()


def test_whoever_takes_a_seat_gets_no_mail_before_asking_for_it(mailbox: Mailbox) -> None:
    match = friday("google", every=3 * DAY)
    asks_for_mail(match, mailbox)
    match.do("substitute", "ben", "Zoe <zoe@table.example>", row=4)
    match.do("nudge", "zoe", row=3)
    assert mailbox.mails == []


def test_without_an_account_or_without_a_sender_there_is_no_mail(mailbox: Mailbox) -> None:
    match = Evening(on="google", settings={"team_size": 2}, accounts=False)
    match.tick()
    answer = ask(match, "blue2", account="sync@table", act="notices by mail")
    assert answer.startswith("✗ C5: No account of Ben is known. The game master adds it: substitute, Name <account>.")
    named = friday("google", every=3 * DAY)
    named.table.outlet = named.table.outlet._replace(
        notify=notifier({"*": Channels(seats={"red1": (mailbox.address,)})})
    )
    ask(named, "blue2", act="notices by mail")
    named.do("nudge", "ben", row=4)
    assert mailbox.mails == []


def test_a_sender_that_cannot_send_mail_is_refused_and_the_rest_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(BadSettings, match="no address from which mail can be sent"):
        notifier({}, "json://127.0.0.1/hook")
    tolerant_notifier({}, "nonsense")("friday", [TABLE])
    assert "no address from which mail can be sent" in capsys.readouterr().err
