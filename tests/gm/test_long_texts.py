"""Texts of some pages in a cell: typed, answered, kept between polls, taken at the lock."""

from __future__ import annotations

from sheets_gm.kernel.forms import Typed
from tests.gm.legion import PAGES, campaign
from tests.gm.table import Evening

KEY = "seat.red"
TEXT = ("Hold the bridge until the third day, then fall back to the ford. " * 400)[:PAGES]


def write(evening: Evening, text: str, **cells: Typed) -> str:
    """Type a strategy and return its receipt."""
    typed = {evening.cell("plan", "red", name, KEY): value for name, value in {"text": text, **cells}.items()}
    evening.type("plan", typed, key=KEY)
    evening.tick()
    return evening.receipt("red", "plan", KEY)


def test_a_text_of_twenty_thousand_characters_is_an_order() -> None:
    evening = campaign()
    assert write(evening, TEXT, ready=True).startswith("✓ Ready")
    (step,) = evening.tick(resolve=True).steps
    assert step.entry.orders["red"][0]["text"] == TEXT
    assert evening.row("plan", "red", KEY)["text"] == ""


def test_one_character_more_is_refused_with_the_limit() -> None:
    assert "This has 20,001 characters, and the limit is 20,000" in write(campaign(), TEXT + "!")


def test_it_is_still_there_for_the_next_process() -> None:
    evening = campaign()
    write(evening, TEXT)
    evening.table = evening.poller()
    assert evening.tick().writes == 0
    (draft,) = evening.table.session.record.drafts
    assert draft.typed["text"] == TEXT


def test_no_message_repeats_it() -> None:
    """Neither the receipt of a standing order nor that of a refused row holds pages of text."""
    evening = campaign()
    assert len(write(evening, TEXT[:-9] + " elephant")) < 200
