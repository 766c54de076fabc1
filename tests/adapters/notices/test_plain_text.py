"""Nobody is pinged, and nothing is marked up, by what people write."""

from __future__ import annotations

import re

import apprise
import pytest
import responses

from sheets_gm.adapters.notices.outbox import Letter
from sheets_gm.adapters.notices.plain_text import as_plain_text
from sheets_gm.adapters.notices.sending import Way, _Letters
from sheets_gm.gm.poll.notices import Notice

WRITTEN = "Ana: @everyone <@123> <!channel> ||B4|| **_now_** [here](x) `y` ~~z~~ see https://x.org/a_b/@here"
PLAIN = "a notice of Turn 3 (2 of 4), until Sun 22 Nov 17:00 CET · B2 → B9"


@pytest.mark.parametrize("is_discord", [True, False])
def test_what_has_no_markup_stays_as_it_is(is_discord: bool) -> None:
    assert as_plain_text(PLAIN, is_discord=is_discord) == PLAIN


def test_discord_gets_backslashes_and_others_get_letters_that_look_alike() -> None:
    assert as_plain_text(WRITTEN, is_discord=True) == (
        "Ana: @\u200beveryone \\<@\u200b123\\> \\<!channel\\> \\|\\|B4\\|\\| \\*\\*\\_now\\_\\*\\* "
        "\\[here\\](x) \\`y\\` \\~\\~z\\~\\~ see https://x.org/a_b/%40here"
    )
    assert as_plain_text("# a\n- b\n1. c", is_discord=True) == "\\# a\n\\- b\n1\\. c"
    others = as_plain_text(WRITTEN, is_discord=False)
    assert not set("<>|*~`[]") & set(others)
    assert "@e" not in others


@pytest.mark.parametrize(
    ("address", "sends"),
    [
        ("discord://123456789012345678/" + "a" * 68, "https://discord.com"),
        ("slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ", "https://hooks.slack.com"),
        ("tgram://123456789:abcdefg_hijklmnop/12315544", "https://api.telegram.org"),
        ("json://127.0.0.1:9/x", ""),
        ("mailto://ana:pass@example.org", ""),
    ],
)
def test_every_chat_gets_titles_and_texts_without_mentions_and_programs_and_mail_get_them_as_they_are(
    address: str, sends: str
) -> None:
    letter: Letter = _Letters(apprise, "friday", Notice(seat=None, title=WRITTEN, body=WRITTEN)).to(Way(address))
    assert ("@everyone" in letter.title, "@everyone" in letter.body) == (not sends, not sends)
    assert ("<!channel>" in letter.body) is (not sends)
    if sends:
        with responses.RequestsMock(assert_all_requests_are_fired=False) as posted:
            posted.add_callback("POST", re.compile(".*"), lambda _: (200, {}, '{"ok": true, "result": []}'))
            chats = apprise.Apprise()
            chats.add(address)
            chats.notify(body=letter.body, title=letter.title)
            sent = "".join(str(call.request.body) for call in posted.calls)
        assert "everyone" in sent
        assert not any(word in sent for word in ("@everyone", "<@123>", "<!channel>", '"ping"'))
