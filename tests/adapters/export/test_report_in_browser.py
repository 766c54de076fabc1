"""The report in a real browser, offline and from a file: its boards, its address, its check of the dice."""

from __future__ import annotations

import gzip
import re
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from sheets_gm.adapters.export.files import write_exports
from sheets_gm.adapters.export.proof import Proof
from sheets_gm.adapters.export.record import MatchRecord
from sheets_gm.adapters.export.report.page import report_page
from sheets_gm.gm.story.audience import EVERYTHING, PUBLIC
from sheets_gm.gm.story.turns import told_turns
from sheets_gm.kernel.beacon import QUICKNET
from sheets_gm.kernel.dice import Secrets
from tests.accessibility import axe_script, findings
from tests.adapters.export.test_report import report
from tests.adapters.public_beacon.rounds import ROUNDS
from tests.browsing import DESK, MILLISECONDS, PHONE
from tests.gm import test_beacon as beacon
from tests.gm import test_manual_dice as manual_dice
from tests.gm.pasts import SEED, SHORT, short_past
from tests.gm.table import Evening
from tests.gm.test_beacon import LOCK
from tests.gm.test_finished_matches import match

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

MOST_PAGES = 12


@pytest.fixture(scope="session")
def axe(request: pytest.FixtureRequest) -> str:
    """The script of axe-core."""
    return axe_script(request.config)


@contextmanager
def shown(
    browser: Browser, folder: Path, text: str, size: dict[str, int] = DESK, scheme: str = "light", turn: str = ""
) -> Iterator[Page]:
    """The page *text* opened from a file, without a network."""
    path = folder / "report.html"
    path.write_text(text, encoding="utf-8")
    context = browser.new_context(viewport=size, color_scheme=scheme, offline=True)  # type: ignore[arg-type]
    context.set_default_timeout(MILLISECONDS)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(f"{path.as_uri()}{turn}")
    page.locator(".buttons").wait_for()
    yield page
    assert complaints == []
    context.close()


def verdict(page: Page) -> str:
    """What the page says after its check of the dice."""
    page.get_by_role("button", name="Check this page").click()
    page.locator("#check:enabled").wait_for()
    page.locator("#verdict:not(:has-text('Checking'))").wait_for()
    return page.locator("#verdict").inner_text()


@pytest.mark.parametrize("name", SHORT)
def test_the_browser_recomputes_every_roll_and_every_seal(name: str, browser: Browser, tmp_path: Path) -> None:
    entries = list(short_past(name).entries())
    rolls = sum(len(entry.rolls) for entry in entries)
    with shown(browser, tmp_path, report(name)) as page:
        said = verdict(page)
    assert said.startswith(f"{rolls} rolls are right.")
    assert "are as they were written" in said
    assert f"{len(entries)} seals are right too; the last is {entries[-1].seal}." in said


def repacked(page: str, change: Callable[[str], str], parcel: str = "sealed") -> str:
    """The *page* with a *change* of the texts in a parcel: those that its check reads, its boards, its record."""
    found = re.search(rf'id="{parcel}">([^<]*)<', page)
    assert found is not None
    before = gzip.decompress(b64decode(found[1])).decode()
    after = change(before)
    assert after != before
    return page.replace(found[1], b64encode(gzip.compress(after.encode())).decode())


def other_value(text: str) -> str:
    return re.sub(r'"sides":6,"value":(\d)', lambda found: f'"sides":6,"value":{int(found[1]) % 6 + 1}', text, count=1)


def other_seal(text: str) -> str:
    lines = text.split("\n")
    return "\n".join([*lines[:-1], "0" * 64])


def told_otherwise(page: str) -> str:
    return re.sub(
        r"(<li data-roll=[^>]*>[^<]*: )(\d+)( of)",
        lambda found: f"{found[1]}{int(found[2]) + 1}{found[3]}",
        page,
        count=1,
    )


@pytest.mark.parametrize(
    ("alter", "complaint"),
    [
        (lambda page: repacked(page, other_value), r"Entry \d+ \(.*\): its seal does not match its contents"),
        (
            lambda page: repacked(page, lambda text: other_value(text).replace('"whole":true', '"whole":false')),
            "but its key gives",
        ),
        (lambda page: repacked(page, other_seal), "its seal does not match its contents"),
        (
            lambda page: repacked(page, lambda text: re.sub(r'"move_to":"[A-E]', '"move_to":"Z', text, count=1)),
            "do not match its locks",
        ),
        (
            lambda page: repacked(page, lambda text: text.replace('"top":"', '"top":"0', 1)),
            "not the one that was fixed",
        ),
        (told_otherwise, "the record another roll"),
    ],
    ids=["a roll", "a roll without seals", "a seal", "an order", "the charter", "what the page tells"],
)
def test_altered_dice_are_caught(alter: Callable[[str], str], complaint: str, browser: Browser, tmp_path: Path) -> None:
    page = alter(report("gvg"))
    assert page != report("gvg")
    with shown(browser, tmp_path, page) as opened:
        assert re.search(complaint, verdict(opened)), opened.locator("#verdict").inner_text()


def test_while_a_match_goes_on_its_public_rolls_are_checked(browser: Browser, tmp_path: Path) -> None:
    past = short_past("champions")
    record = MatchRecord(past.record.charter, past.entries(), Secrets(SEED).hidden)
    public = sum(not roll.hidden for entry in past.entries() for roll in entry.rolls)
    with shown(browser, tmp_path, report_page(past, PUBLIC, Proof(lambda: record, whole=False))) as page:
        said = verdict(page)
    rolls = f"{public or 'No'} {'rolls are right' if public else 'roll was made'}."
    assert said.startswith(f"{rolls} The seals were not checked.")


def exported(evening: Evening, folder: Path) -> str:
    """The report of *evening*."""
    (path,) = write_exports(evening.store, evening.name, folder, ["html"])
    return path.read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def signed(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of a match that is over, whose key has signed it."""
    evening = Evening(settings={"max_turns": 2, "team_size": 2}, accounts=False)
    evening.play(2)
    return exported(evening, tmp_path_factory.mktemp("signed"))


def test_the_check_says_that_it_covers_the_parts_of_the_page(signed: str, browser: Browser, tmp_path: Path) -> None:
    with shown(browser, tmp_path, signed) as page:
        said = verdict(page)
        assert re.search(r"All \d+ parts of this page are as the key of the match signed them", said), said
        assert page.locator("#verdict").get_attribute("class") == "right"


def swapped(old: str, new: str, page: str) -> str:
    assert old in page
    return page.replace(old, new, 1)


def other_boards(page: str) -> str:
    return repacked(page, lambda text: text.replace("#2563eb", "#dc2626"), "frames")


def other_record(page: str) -> str:
    return repacked(page, lambda text: text.replace("Ana", "Zoe"), "record")


@pytest.mark.parametrize(
    ("alter", "complaint"),
    [
        (lambda page: swapped('<p class="result">', '<p class="result">Not quite: ', page), "part “header”"),
        (lambda page: re.sub(r'(<ul class="card"><li>.*?</a> )\w+', r"\1Zoe", page, count=1), "part “boards”"),
        (lambda page: re.sub("<title>", "<title>Not quite: ", page, count=1), "part “title”"),
        (lambda page: re.sub('(og:title" content=")', r"\1Not quite: ", page, count=1), "part “title”"),
        (lambda page: swapped("<main>", "<main><p>Not quite</p>", page), "part “main”"),
        (lambda page: swapped("<main>", "<p>Not quite</p><main>", page), "part “p”"),
        (lambda page: swapped("<main>", "Not quite<main>", page), "part “text”"),
        (lambda page: swapped('<th scope="row">Ana</th>', '<th scope="row">Zoe</th>', page), "part “people”"),
        (lambda page: re.sub(r'(id="turn-2".*?<td>)\d', r"\g<1>7", page, count=1, flags=re.S), "part “turn-2”"),
        (lambda page: swapped("<polygon points=", '<polygon data-x="" points=', page), "part “boards”"),
        (lambda page: re.sub(r'<details id="turn-1".*?(?=<details id="turn-2")', "", page, flags=re.S), "part “turn"),
        (other_boards, "part “frames”"),
        (
            lambda page: re.sub(r'(id="sealed">.{40})..', r"\1//", page),
            "The record that this page carries is damaged. Get the file again",
        ),
        (
            lambda page: re.sub(r'(id="record">.{40})..', r"\1//", page),
            "The record that sheets-gm verify plays again is damaged. Get the file again",
        ),
        (other_record, "part “record”"),
        (lambda page: re.sub(r'id="parts">[^<]*<', 'id="parts"><', page), "The list of this page's parts is damaged"),
    ],
    ids=[
        *("headline", "the card", "the title", "a preview", "a paragraph", "one above", "a text", "a name", "a figure"),
        *("the ribbon", "a turn", "boards", "damaged seals", "a damaged record", "another record", "no list of parts"),
    ],
)
def test_altered_parts_are_named(
    alter: Callable[[str], str], complaint: str, signed: str, browser: Browser, tmp_path: Path
) -> None:
    page = alter(signed)
    assert page != signed
    with shown(browser, tmp_path, page) as opened:
        said = verdict(opened)
        assert complaint in said
        assert opened.locator("#verdict").get_attribute("class") == "wrong"


def test_parts_that_somebody_else_has_signed_are_refused(signed: str, browser: Browser, tmp_path: Path) -> None:
    found = re.search(r'id="parts">([^<]*)<', signed)
    assert found is not None
    listed, signature = gzip.decompress(b64decode(found[1])).decode().split("\n")
    for other, complaint in (("", "not signed by the key"), (f"00{signature[2:]}", "has not signed these parts")):
        packed = b64encode(gzip.compress(f"{listed}\n{other}".encode())).decode()
        with shown(browser, tmp_path, signed.replace(found[1], packed)) as page:
            assert complaint in verdict(page)


def test_rolls_of_real_dice_are_told_from_those_that_can_be_checked(browser: Browser, tmp_path: Path) -> None:
    evening = Evening(dice="manual", settings={"max_turns": 2, "team_size": 2})
    manual_dice.lock(evening)
    while needed := manual_dice.rows(evening):
        manual_dice.roll(evening, dict.fromkeys(needed, 1))
    rolls = sum(len(entry.rolls) for entry in evening.store.entries(evening.name))
    assert rolls
    with shown(browser, tmp_path, exported(evening, tmp_path)) as page:
        assert f"{rolls} rolls were made by hand: nobody can recompute them." in verdict(page)


def test_an_undone_turn_an_override_and_a_public_beacon_are_recomputed_too(browser: Browser, tmp_path: Path) -> None:
    settings = {"max_turns": 3, "team_size": 1}
    evening = Evening(beacon=QUICKNET, relay=lambda round: ROUNDS[round], settings=settings, now=LOCK - 60)
    evening.tick()
    beacon.lock(evening)
    beacon.play(evening)
    evening.do("override", "teams.blue.coins", 5, "a coin that rolled under the table")
    evening.do("rewind", "Turn 1", None, "a wrong board")
    entries = list(evening.store.entries(evening.name))
    assert [entry.kind for entry in entries] == ["start", "turn", "act", "act"]
    with shown(browser, tmp_path, exported(evening, tmp_path)) as page:
        assert "4 seals are right too" in verdict(page)


def test_the_slider_the_keys_and_the_address_lead_to_a_turn(browser: Browser, tmp_path: Path) -> None:
    labels = [turn.label for turn in told_turns(short_past("gvg"), PUBLIC)]
    with shown(browser, tmp_path, report("gvg"), turn="#turn-3") as page:
        caption, board = page.locator("#caption strong"), page.locator("#board")
        assert caption.inner_text() == labels[3]
        assert page.locator("#turn-3").get_attribute("open") is not None
        boards = [board.inner_html()]
        page.keyboard.press("ArrowRight")
        assert (caption.inner_text(), page.evaluate("location.hash")) == (labels[4], "#turn-4")
        page.locator("#turn").fill("1")
        assert (caption.inner_text(), page.evaluate("location.hash")) == (labels[1], "#turn-1")
        page.keyboard.press("End")
        assert caption.inner_text() == labels[-1]
        boards.append(board.inner_html())
        page.locator("#points a").first.click()
        assert page.evaluate("location.hash") == page.locator("#points a").first.get_attribute("href")
        page.evaluate("location.hash = 'turn-3'")
        page.locator("#caption strong", has_text=labels[3]).wait_for()
        assert board.inner_html() == boards[0] != boards[1]


@pytest.mark.parametrize("name", ["champions-4711", "gvg-4711", "war_game-4711", "win_or_die-4711"])
def test_a_report_opens_with_the_whole_sentence_of_the_decisive_turn_and_plays_from_the_start(
    name: str, browser: Browser, tmp_path: Path
) -> None:
    past, story = match(name)
    record = MatchRecord(past.record.charter, past.entries(), None)
    with shown(browser, tmp_path, report_page(past, EVERYTHING, Proof(lambda: record, whole=False))) as page:
        caption, decisive = page.locator("#caption"), story.turns[story.card[0].turn]
        early = ", before its result" if name.startswith(("champions", "win_or_die")) else ""
        assert caption.inner_text() == f"The decisive turn: {decisive.label}{early} {decisive.text}"
        assert page.locator("#turn").input_value() == str(decisive.number)
        bottom = "document.querySelector('{}').getBoundingClientRect().bottom <= innerHeight"
        assert page.evaluate(bottom.format("#caption"))
        assert page.evaluate(bottom.format("#key"))
        page.get_by_role("button", name="Play").click()
        assert page.locator("#turn").input_value() == "0"
        page.get_by_role("button", name="Pause").click()
        page.locator("#board").press("End")
        assert caption.inner_text() == f"{story.turns[-1].label}{early} {story.turns[-1].text}"


def test_the_play_button_shows_one_board_after_the_other(browser: Browser, tmp_path: Path) -> None:
    labels = [turn.label for turn in told_turns(short_past("gvg"), PUBLIC)]
    with shown(browser, tmp_path, report("gvg"), turn=f"#turn-{len(labels) - 2}") as page:
        play = page.get_by_role("button", name="Play")
        play.click()
        page.locator("#caption strong", has_text=labels[-1]).wait_for()
        page.get_by_role("button", name="Play").wait_for()


@pytest.mark.parametrize(("size", "scheme"), [(DESK, "light"), (PHONE, "dark")], ids=["desk", "phone"])
@pytest.mark.parametrize("name", SHORT)
def test_nobody_is_kept_from_using_the_report(
    name: str, size: dict[str, int], scheme: str, browser: Browser, tmp_path: Path, axe: str
) -> None:
    with shown(browser, tmp_path, report(name), size, scheme) as page:
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert page.evaluate("document.querySelector('.ribbon').getBoundingClientRect().bottom <= innerHeight"), (
            "headline, board and ribbon are the first screen"
        )
        assert findings(page, axe) == []


def test_a_phone_shows_the_whole_board_and_a_larger_one_on_request(browser: Browser, tmp_path: Path) -> None:
    hidden = "document.getElementById('board').scrollWidth - document.getElementById('board').clientWidth"
    with shown(browser, tmp_path, report("gvg"), PHONE) as page:
        larger = page.get_by_role("button", name="Large board")
        assert page.evaluate(hidden) == 0
        larger.click()
        assert larger.get_attribute("aria-pressed") == "true"
        assert page.evaluate(hidden) > 0
        larger.click()
        assert page.evaluate(hidden) == 0


@pytest.mark.parametrize("name", SHORT)
def test_a_printed_report_has_at_most_a_dozen_pages(name: str, browser: Browser, tmp_path: Path) -> None:
    with shown(browser, tmp_path, report(name)) as page:
        pages = len(re.findall(rb"/Type\s*/Page[^s]", page.pdf(format="A4")))
    assert 1 <= pages <= MOST_PAGES
