"""Web push: a browser that has asked for it hears from the local spreadsheet that a turn is its account's."""

from __future__ import annotations

import json
import os
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
import requests
import responses
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from sheets_gm.localsheets.http_server import server
from sheets_gm.localsheets.http_server.account import sending
from sheets_gm.localsheets.http_server.account.subscriptions import MOST, is_push_service
from tests import browsing, patience
from tests.gm.table import Evening
from tests.gm.test_seats_tab import DAY, friday
from tests.localsheets.browser_page import expect

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

http_ece = pytest.importorskip("http_ece")

SERVICE = "https://fcm.googleapis.com"
LATE = 0.5
"""Seconds within which nothing has come that would come."""


def text_of(data: bytes) -> str:
    return urlsafe_b64encode(data).rstrip(b"=").decode()


def bytes_of(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


@dataclass
class OwnBrowser:
    """A browser: its keys, and where its push service reaches it."""

    name: str
    key: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    auth: bytes = field(default_factory=lambda: os.urandom(16))

    @property
    def endpoint(self) -> str:
        return f"{SERVICE}/fcm/send/{self.name}"

    def subscription(self) -> dict[str, Any]:
        """How it describes itself (Push API)."""
        point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"endpoint": self.endpoint, "keys": {"p256dh": text_of(point), "auth": text_of(self.auth)}}

    def read(self, body: bytes) -> Any:
        """What was sent to it, which nobody else can read."""
        return json.loads(http_ece.decrypt(body, private_key=self.key, auth_secret=self.auth, version="aes128gcm"))


@dataclass
class PushServices:
    """The push services of browsers, of which each request is kept."""

    mocked: responses.RequestsMock

    def take(self, browser: OwnBrowser, status: int = 201) -> None:
        self.mocked.upsert(responses.POST, browser.endpoint, status=status)

    def sent(self, browser: OwnBrowser) -> list[Any]:
        """The requests to a browser."""
        return [call.request for call in self.mocked.calls if call.request.url == browser.endpoint]

    def wait(self, browser: OwnBrowser, number: int) -> list[Any]:
        """What a browser was sent, once that is so many requests."""
        end = time.monotonic() + patience.SECONDS
        while len(self.sent(browser)) < number and time.monotonic() < end:
            time.sleep(0.02)
        assert len(self.sent(browser)) == number
        return [browser.read(request.body) for request in self.sent(browser)]


@pytest.fixture
def services() -> Iterator[PushServices]:
    with responses.RequestsMock(assert_all_requests_are_fired=False) as mocked:
        mocked.add_passthru("http://127.0.0.1")
        yield PushServices(mocked)


@pytest.fixture
def match() -> Evening:
    return friday(every=DAY)


@pytest.fixture
def base(match: Evening, services: PushServices) -> Iterator[str]:
    with server.running(match.service) as address:
        yield address


def ask(match: Evening, base: str, account: str, method: str, browser: OwnBrowser | None = None) -> requests.Response:
    """A request of the page of *account*."""
    match.person(account)
    headers = {"authorization": f"Bearer token of {account}"}
    body = browser.subscription() if browser else None
    return requests.request(method, f"{base}/push", headers=headers, json=body, timeout=20)


def next_turn(match: Evening) -> None:
    """Everybody is ready, and the next turn opens."""
    match.all_ready()
    match.tick()
    match.tick()


@pytest.mark.long
def test_a_browser_hears_once_of_each_turn_that_opens_and_nobody_else_can_read_it(
    match: Evening, base: str, services: PushServices
) -> None:
    ben = OwnBrowser("ben")
    services.take(ben)
    assert ask(match, base, "ben@table", "POST", ben).status_code == 204
    next_turn(match)
    (told,) = services.wait(ben, 1)
    document = match.record.workbooks[0].document
    due = int(match.table.session.record.due or 0)
    assert told == {"document": document, "name": "An evening", "tab": "Orders", "due": due}
    match.order("blue2", ready=True)
    match.tick()
    match.order("blue2", ready=False)
    match.tick()
    next_turn(match)
    services.wait(ben, 2)
    with pytest.raises(http_ece.ECEException):
        OwnBrowser("cleo").read(services.sent(ben)[0].body)


@pytest.mark.long
def test_the_server_shows_who_it_is_as_push_services_want_it(match: Evening, base: str, services: PushServices) -> None:
    """RFC 8292: a token for this push service, signed by the key with which the browser subscribed."""
    ben = OwnBrowser("ben")
    services.take(ben)
    point = bytes_of(ask(match, base, "ben@table", "GET").json()["key"])
    ask(match, base, "ben@table", "POST", ben)
    next_turn(match)
    services.wait(ben, 1)
    (request,) = services.sent(ben)
    scheme, _, words = request.headers["authorization"].partition(" ")
    given = dict(each.strip().split("=", 1) for each in words.split(","))
    assert (scheme, given["k"]) == ("vapid", text_of(point))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), point)
    signed, _, signature = given["t"].rpartition(".")
    halves = bytes_of(signature)
    both = encode_dss_signature(int.from_bytes(halves[:32]), int.from_bytes(halves[32:]))
    key.verify(both, signed.encode(), ec.ECDSA(SHA256()))
    claims = json.loads(bytes_of(signed.partition(".")[2]))
    assert (claims["aud"], claims["sub"]) == (SERVICE, "mailto:nobody@localhost")
    assert 0 < claims["exp"] - time.time() <= DAY
    assert (int(request.headers["ttl"]), request.headers["content-encoding"]) == (sending.KEPT, "aes128gcm")


@pytest.mark.long
def test_a_turn_that_is_open_already_is_not_told_nor_one_told_before_the_server_began_again(
    match: Evening, services: PushServices
) -> None:
    ben = OwnBrowser("ben")
    services.take(ben)
    with server.running(match.service) as base:
        ask(match, base, "ben@table", "POST", ben)
        match.order("blue2", move_to="A2")
        match.tick()
        next_turn(match)
        services.wait(ben, 1)
    with server.running(match.service):
        match.order("blue2", move_to="A2")
        match.tick()
        time.sleep(LATE)
        assert len(services.sent(ben)) == 1
        next_turn(match)
        services.wait(ben, 2)


@pytest.mark.long
def test_only_the_browsers_of_an_account_hear_of_its_turns(match: Evening, base: str, services: PushServices) -> None:
    ben, phone, owner = OwnBrowser("ben"), OwnBrowser("phone"), OwnBrowser("owner")
    for browser, account in ((ben, "ben@table"), (phone, "ben@table"), (owner, "nobody@table")):
        services.take(browser)
        ask(match, base, account, "POST", browser)
    next_turn(match)
    services.wait(ben, 1)
    services.wait(phone, 1)
    assert ask(match, base, "cleo@table", "DELETE", phone).status_code == 204
    assert ask(match, base, "ben@table", "DELETE", ben).status_code == 204
    next_turn(match)
    services.wait(phone, 2)
    assert len(services.sent(ben)) == 1
    assert services.sent(owner) == []


@pytest.mark.long
def test_a_browser_that_is_gone_is_forgotten_and_one_that_cannot_be_reached_is_asked_again(
    match: Evening, base: str, services: PushServices
) -> None:
    gone, away = OwnBrowser("gone"), OwnBrowser("away")
    services.take(gone, 410)
    services.take(away, 503)
    for browser in (gone, away):
        ask(match, base, "ben@table", "POST", browser)
    next_turn(match)
    services.wait(away, 1)
    services.wait(gone, 1)
    services.take(away)
    next_turn(match)
    services.wait(away, 2)
    assert len(services.sent(gone)) == 1


@pytest.mark.long
def test_an_account_that_is_removed_hears_no_more_and_has_so_many_browsers_at_most(
    match: Evening, base: str, services: PushServices
) -> None:
    browsers = [OwnBrowser(f"of ben {each}") for each in range(MOST + 1)]
    for browser in browsers:
        ask(match, base, "ben@table", "POST", browser)
    kept = [endpoint for _, endpoint in match.service.identity.pushes()]
    assert len(kept) == MOST
    assert browsers[0].endpoint not in "".join(kept)
    match.service.identity.remove("ben@table")
    assert match.service.identity.pushes() == []


@pytest.mark.long
def test_without_the_library_or_an_account_there_is_no_push(
    match: Evening, monkeypatch: pytest.MonkeyPatch, services: PushServices
) -> None:
    with server.running(match.service) as base:
        assert requests.get(f"{base}/push", timeout=20).status_code == 403
        match.person("ben@table")
        headers = {"authorization": "Bearer token of ben@table"}
        wrong = requests.post(f"{base}/push", headers=headers, json={"endpoint": 3}, timeout=20)
        assert wrong.status_code == 400
    monkeypatch.setattr("sheets_gm.localsheets.http_server.account.sending.find_spec", lambda _name: None)
    with server.running(match.service) as base:
        answer = ask(match, base, "ben@table", "GET")
        assert (answer.status_code, "“push”" in answer.text) == (404, True)


@pytest.mark.parametrize(
    ("endpoint", "is_one"),
    [
        ("https://fcm.googleapis.com/fcm/send/a", True),
        ("https://updates.push.services.mozilla.com/wpush/v2/a", True),
        ("https://web.push.apple.com/a", True),
        ("https://am3p.notify.windows.com/w/?token=a", True),
        ("http://fcm.googleapis.com/fcm/send/a", False),
        ("https://127.0.0.1/a", False),
        ("https://notfcm.googleapis.com.example.org/a", False),
        ("https://evilnotify.windows.com/a", False),
        ("https://fcm.googleapis.com@10.0.0.1/a", False),
        ("https://fcm.googleapis.com:8080/a", False),
        ("https://fcm.googleapis.com:x/a", False),
        ("https://[/a", False),
        ("", False),
    ],
)
def test_nothing_is_sent_to_any_other_address(endpoint: str, is_one: bool) -> None:
    assert is_push_service(endpoint) is is_one


@pytest.mark.long
def test_such_an_address_is_refused(match: Evening, base: str) -> None:
    match.person("ben@table")
    body = OwnBrowser("ben").subscription() | {"endpoint": "https://127.0.0.1:8443/a"}
    headers = {"authorization": "Bearer token of ben@table"}
    answer = requests.post(f"{base}/push", headers=headers, json=body, timeout=20)
    assert (answer.status_code, "push service" in answer.text) == (400, True)


REACHED = """(own) => {
  const subscription = { toJSON: () => own, unsubscribe: async () => true };
  PushManager.prototype.subscribe = async () => subscription;
  PushManager.prototype.getSubscription = async () => subscription;
}"""
"""As if the browser had reached its push service, which no machine of ours does."""

ALLOWED = """
Object.defineProperty(Notification, "permission", { get: () => "granted" });
Notification.requestPermission = async () => "granted";
"""
NOTED = """() => {
  self.shown = [];
  self.registration.showNotification = async (title, told) => self.shown.push([title, told.body, told.data]);
}"""
"""A browser without windows allows no notifications and shows none: what would be shown is noted."""


def soon(page: Page, found: Callable[[], object]) -> None:
    """Wait until something is *found*, while the browser goes on."""
    end = time.monotonic() + patience.SECONDS
    while not found() and time.monotonic() < end:
        page.wait_for_timeout(20)


@pytest.mark.long
@pytest.mark.browser
def test_a_player_asks_for_it_on_the_list_of_matches_and_the_browser_shows_what_comes(
    match: Evening, base: str, services: PushServices, browser: Browser
) -> None:
    ben = OwnBrowser("ben")
    services.take(ben)
    context = browsing.visitor(browser, base, match.service.add_account("ben@table"))
    context.add_init_script(ALLOWED)
    page = context.new_page()
    page.add_init_script(f"({REACHED})({json.dumps(ben.subscription())})")
    page.goto(base)
    page.get_by_label("Notify me here when it is my turn").check()
    expect(page.get_by_text("Also while no page is open.")).to_be_visible()
    assert [email for email, _ in match.service.identity.pushes()] == ["ben@table"]
    next_turn(match)
    (told,) = services.wait(ben, 1)
    protocol = context.new_cdp_session(page)
    registrations: list[Any] = []
    protocol.on("ServiceWorker.workerRegistrationUpdated", lambda each: registrations.extend(each["registrations"]))
    protocol.send("ServiceWorker.enable")
    soon(page, lambda: [each for each in registrations if each["scopeURL"].startswith(base)])
    name = next(each["registrationId"] for each in registrations if each["scopeURL"].startswith(base))
    pushed = {"origin": base, "registrationId": name, "data": json.dumps(told)}
    (worker,) = context.service_workers
    worker.evaluate(NOTED)
    protocol.send("ServiceWorker.deliverPushMessage", pushed)
    soon(page, lambda: worker.evaluate("self.shown"))
    ((title, body, link),) = worker.evaluate("self.shown")
    assert title == "Your turn: An evening"
    assert body.startswith("Orders · due ")
    assert link == f"/d/{told['document']}#duty=Orders"
    page.get_by_label("Notify me here when it is my turn").uncheck()
    expect(page.get_by_text("Also while no page is open.")).to_have_count(0)
    assert match.service.identity.pushes() == []
    context.close()


@pytest.mark.long
@pytest.mark.browser
def test_where_no_push_service_is_reached_an_open_page_notifies(match: Evening, base: str, browser: Browser) -> None:
    context = browsing.visitor(browser, base, match.service.add_account("ben@table"))
    context.add_init_script(ALLOWED)
    page = context.new_page()
    page.add_init_script(
        "PushManager.prototype.subscribe = async () => { throw new DOMException('none', 'AbortError'); }"
    )
    page.goto(base)
    page.get_by_label("Notify me here when it is my turn").check()
    expect(page.get_by_text("While a page is open.")).to_be_visible()
    assert match.service.identity.pushes() == []
