"""Folding: characters that people type for one another become one character.

A phone writes ’ for ', – for -- and “ for ". A word processor writes an arrow for -->, and puts a bullet before each
line of a list. The program folds what people type before it compares or parses it, but stores and shows it as typed.
"""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

_ALIKE = {
    "'": "‘’‚‛′‵ʹʻʼʽˈ՚׳＇`´",
    '"': "“”„‟″‶ʺ״〝〞〟＂",
    "-": "‐‑‒–—―−⁃˗֊־﹘﹣－⸺⸻〜",
    ">": "→➔➙➛➜➝➞➟➠➡➢➣➤➥➦➨➺➻➼➽➾⇒⇨⇢⇝⇥⇾↦↣↝↠⟶⟹⟼⟾⭢⮕🠖🠚🠞🡒🡪🡲￫\uf0e0\uf0e8",
    "\n": "\u2028\u2029\x85",
}
"""Each character with those read as it. The last two arrows are what a word processor writes for --> and ==>."""

_TABLE = str.maketrans({sign: one for one, signs in _ALIKE.items() for sign in signs})

UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e01ef]"
)
"""Invisible characters, which people paste without knowing."""

_ARROW = re.compile(r"[-=~]+>")
_LIST_MARK = re.compile(r"\s*(?:[-*•◦▪▫‣⁌⁍·∙●○■□◆◇▶►▸☐☑✓✔>]+\s*|\(?\d{1,2}[.)]\s+|[①-⒛❶-➓]\s*)")


def fold(text: str) -> str:
    """Return *text* with plain quotes, hyphens, spaces, letters and digits, > for every arrow, and no invisible
    characters.

    Characters such as ² and ① stay as they are, so that 5² is never read as 52.
    """
    if text.isascii():
        text = text.replace("`", "'")
    else:
        parts = groupby(UNSEEN.sub("", text).translate(_TABLE), lambda sign: unicodedata.category(sign) == "No")
        text = "".join("".join(signs) if odd else _composed("".join(signs)) for odd, signs in parts)
    return _ARROW.sub(">", text)


def plain(text: str) -> str:
    """Return *text* in a form for comparison: folded, in lower case, with single spaces."""
    return " ".join(fold(text).split()).casefold()


def _composed(text: str) -> str:
    letters = unicodedata.normalize("NFKC", text).translate(_TABLE)  # ‴ is three of its signs
    return "".join(str(unicodedata.decimal(sign)) if sign.isdecimal() else sign for sign in letters)


def without_list_mark(line: str) -> str:
    """Return a folded *line* without a bullet or list number at its start: "• 6D > 7D", "1. 6D > 7D"."""
    mark = _LIST_MARK.match(line)
    return line if mark is None else line[mark.end() :]


MOST_DIGITS = 9
"""The most digits of a whole number that is typed as text: no number that people mean here has more."""


def whole_number(text: str) -> int | None:
    """Return the whole number in *text*, wide digits too; None for anything else. A sign is not allowed."""
    digits = fold(text).strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) <= MOST_DIGITS else None
