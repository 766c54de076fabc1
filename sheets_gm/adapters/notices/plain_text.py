"""Prepares texts of people for chat services, so that they are shown literally: they ping nobody and format nothing.

Everything that goes to a chat passes through `as_plain_text`, because names, titles and comments occur in every
sentence. For Discord, signs are escaped with backslashes. For other services, a sign that would format the text is
replaced by one that looks like it. A space of zero width is put behind each `@`, so that it names nobody. In web
addresses only the `@` is changed, to `%40`, which means the same.
"""

from __future__ import annotations

import re

_LINK = re.compile(r"(https?://[^\s<>|`*\\]+)")
_MARKUP = re.compile(r"([\\*_~|`<>\[\]]|^[#-]|^\d+(?=\.))", re.MULTILINE)
_ALIKE = str.maketrans({"*": "∗", "_": "\uff3f", "~": "∼", "|": "∣", "`": "ˋ", "<": "‹", ">": "›", "[": "⁅", "]": "⁆"})


def as_plain_text(text: str, *, is_discord: bool) -> str:
    """Return *text* as it is sent to a chat service."""
    parts = _LINK.split(text)
    return "".join(
        part.replace("@", "%40") if at % 2 else _quoted(part, is_discord=is_discord) for at, part in enumerate(parts)
    )


def _quoted(text: str, *, is_discord: bool) -> str:
    named = text.replace("@", "@\u200b")
    return _MARKUP.sub(_escaped, named) if is_discord else named.translate(_ALIKE)


def _escaped(match: re.Match[str]) -> str:
    return f"{match[0]}\\" if match[0].isdigit() else f"\\{match[0]}"
