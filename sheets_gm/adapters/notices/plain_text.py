"""What people wrote, as chat services show it letter by letter: nobody is pinged by it, and it marks up nothing.

Whatever reaches a chat goes through `as_plain_text`, since names, titles and comments are in every sentence. Discord
has backslashes for this. Elsewhere a letter that would mark up becomes one that looks like it. An `@` is followed by a
space without width, so that it names nobody. In an address of the web only its `@` is changed: `%40` is the same.
"""

from __future__ import annotations

import re

_LINK = re.compile(r"(https?://[^\s<>|`*\\]+)")
_MARKUP = re.compile(r"([\\*_~|`<>\[\]]|^[#-]|^\d+(?=\.))", re.MULTILINE)
_ALIKE = str.maketrans({"*": "∗", "_": "\uff3f", "~": "∼", "|": "∣", "`": "ˋ", "<": "‹", ">": "›", "[": "⁅", "]": "⁆"})


def as_plain_text(text: str, *, is_discord: bool) -> str:
    """*text* for a chat service."""
    parts = _LINK.split(text)
    return "".join(
        part.replace("@", "%40") if at % 2 else _quoted(part, is_discord=is_discord) for at, part in enumerate(parts)
    )


def _quoted(text: str, *, is_discord: bool) -> str:
    named = text.replace("@", "@\u200b")
    return _MARKUP.sub(_escaped, named) if is_discord else named.translate(_ALIKE)


def _escaped(found: re.Match[str]) -> str:
    return f"{found[0]}\\" if found[0].isdigit() else f"\\{found[0]}"
