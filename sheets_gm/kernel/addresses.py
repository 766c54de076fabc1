"""E-mail addresses as people type and paste them."""

from __future__ import annotations

import re

from sheets_gm.kernel.folding import UNSEEN, fold

_PERSON = re.compile(
    r"""(?:\"?(?P<name>[^<>\"]*?)\"?\s*<|(?P<plain>[^<>\"@]*?)[\s,(]+)?\s*(?:mailto:)?\s*
    (?P<address>[^\s@<>＜＞,;()]+@[^\s@<>＜＞,;()]*[^\s@<>＜＞,;().])\s*[>)]?[\s,;.]*""",
    re.IGNORECASE | re.VERBOSE,
)


def name_and_address(typed: str) -> tuple[str, str]:
    """Split "Ana <ana@example.org>", "Ana, ana@example.org" and the like into name and address.

    Without an address, the text is the name.
    """
    text = UNSEEN.sub("", typed).strip()
    if "@" not in fold(text):
        return text, ""
    match = _PERSON.fullmatch(text) or _PERSON.fullmatch(fold(text))
    return ((match["name"] or match["plain"] or "").strip(), fold(match["address"])) if match else (text, "")
