"""The calendar of a player on the local spreadsheet: a secret address that calendars read, and what stands there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pytest
import requests
from icalendar import Calendar

from sheets_gm.localsheets.api.open_turns import KEY
from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.identity.accounts import CALENDAR
from sheets_gm.localsheets.protocol.icalendar import OCTETS
from sheets_gm.localsheets.spreadsheet import developer_metadata
from tests import browsing
from tests.gm.table import Evening
from tests.gm.test_seats_tab import DAY, friday
from tests.localsheets.browser_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.fixture
def match() -> Evening:
    return friday("google", every=DAY)


@pytest.fixture
def base(match: Evening) -> Iterator[str]:
    with server.running(match.service) as address:
        yield address


def address_of(match: Evening, base: str, account: str, *, anew: bool = False) -> str:
    """The address of the calendar of *account*, as its page asks for it."""
    headers = {"authorization": f"Bearer token of {account}"}
    match.person(account)
    answer = requests.request("POST" if anew else "GET", f"{base}/calendar", headers=headers, timeout=20)
    assert answer.status_code == 200, answer.text
    return f"{base}{answer.json()['path']}"


def events(address: str) -> list[Any]:
    """The events that a calendar finds at *address*, which needs no cookie."""
    answer = requests.get(address, timeout=20)
    assert answer.headers["content-type"] == "text/calendar; charset=utf-8"
    assert max(map(len, answer.content.split(b"\r\n"))) <= OCTETS
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def test_a_calendar_reads_the_deadline_of_a_turn_and_what_is_to_do(match: Evening, base: str) -> None:
    (event,) = events(address_of(match, base, "ben@table"))
    assert event["DTSTART"].dt == datetime.fromtimestamp(int(match.table.session.record.due or 0), UTC)
    assert str(event["SUMMARY"]) == "An evening: Turn 1 of 60"
    assert str(event["DESCRIPTION"]).startswith("To do: Orders. http://127.0.0.1:")
    assert str(event["URL"]) == f"{base}/d/{match.record.workbooks[0].document}"
    (alarm,) = event.walk("VALARM")
    assert alarm["TRIGGER"].dt.total_seconds() == -7200


def test_a_deadline_that_moves_is_the_same_event_and_a_later_one_of_it(match: Evening, base: str) -> None:
    address = address_of(match, base, "ben@table")
    (before,) = events(address)
    match.do("extend", None, "24h", row=2)
    (after,) = events(address)
    assert before["UID"] == after["UID"]
    assert (after["DTSTART"].dt - before["DTSTART"].dt).total_seconds() == DAY
    assert after["SEQUENCE"] >= before["SEQUENCE"]


def test_who_is_ready_reads_so_and_a_match_that_is_paused_has_no_deadline(match: Evening, base: str) -> None:
    match.order("blue2", ready=True)
    match.tick()
    address = address_of(match, base, "ben@table")
    (event,) = events(address)
    assert str(event["DESCRIPTION"]).startswith("You are ready. ")
    assert not event.walk("VALARM")
    match.do("pause")
    match.tick()
    assert events(address) == []


def test_the_address_is_secret_one_of_each_account_and_ends_when_another_is_made(match: Evening, base: str) -> None:
    ben, cleo = (address_of(match, base, f"{who}@table") for who in ("ben", "cleo"))
    assert ben != cleo
    assert address_of(match, base, "ben@table") == ben
    other = address_of(match, base, "ben@table", anew=True)
    assert other != ben
    assert [requests.get(each, timeout=20).status_code for each in (ben, other, cleo)] == [404, 200, 200]
    assert requests.get(f"{base}/calendar", timeout=20).status_code == 403
    match.service.identity.remove("cleo@table")
    assert requests.get(cleo, timeout=20).status_code == 404


def test_what_strangers_note_is_told_as_a_text_or_left_out(match: Evening, base: str) -> None:
    document = match.service.documents[match.record.workbooks[0].document]
    document.meta["properties"]["title"] = "Zoë's; game, 🐎\\ " + "long " * 30 + "\r\nBEGIN:VEVENT\x00\ud800"
    address = address_of(match, base, "ben@table")
    (event,) = events(address)
    assert str(event["SUMMARY"]).startswith("Zoë's; game, 🐎\\ long long")
    assert "\nBEGIN:VEVENT" in str(event["SUMMARY"])
    (held,) = (each for each in developer_metadata.all_of(document) if each["metadataKey"] == KEY)
    for due in ("1e99", "99999999999999", "-5", '"soon"'):
        held["metadataValue"] = re.sub(r'"due":\s*[^,}]+', f'"due": {due}', held["metadataValue"])
        assert events(address) == []


@pytest.mark.browser
def test_a_player_finds_the_address_on_the_list_of_matches_and_can_replace_it(
    match: Evening, base: str, browser: Browser
) -> None:
    page = browsing.visitor(browser, base, match.service.add_account("ben@table")).new_page()
    page.goto(base)
    page.get_by_text("My deadlines in a calendar").click()
    field = page.get_by_label("Address")
    expect(field).to_have_value(f"{base}/calendar/{match.service.identity.secret(CALENDAR, 'ben@table')}.ics")
    before = field.input_value()
    page.get_by_role("button", name="New address").click()
    expect(page.get_by_text("The address before no longer works.")).to_be_visible()
    assert field.input_value() != before
    assert len(events(field.input_value())) == 1
