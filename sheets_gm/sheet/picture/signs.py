"""The signs that boards use, drawn as shapes, so that a picture needs no font for them.

Each is SVG in a square of 24 units; `{ink}` stands for the colour of the text around it. A sign without a shape here is
drawn with an emoji font if the machine has one, else as a badge with two letters of its name.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from types import MappingProxyType

JOINERS = "\u2060\u200b\u200d\ufe0e\ufe0f"
"""Characters that take no room."""

FIRST = 0x2190
"""The first of the arrows, shapes and signs of Unicode; letters of most scripts are before it, or from `LAST` on."""
LAST = 0x2E80
FIRST_EMOJI = 0x1F000


def _line(path: str) -> str:
    return f'<path d="{path}" fill="none" stroke="{{ink}}" stroke-width="2.4" stroke-linecap="round"/>'


def _shape(path: str, fill: str = "{ink}") -> str:
    return f'<path d="{path}" fill="{fill}"/>'


def _disc(fill: str, x: float = 12, y: float = 12, radius: float = 9) -> str:
    return f'<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}"/>'


_BLADE = "M4 3 15 14M13 16.5 17.5 12M17 16 20 19"
_BLADE_BACK = "M20 3 9 14M11 16.5 6.5 12M7 16 4 19"
_HILL = "M1 20 9 6l4 7 3-4 7 11z"
_FLAME = "M12 1c1 5 7 8 7 14a7 7.6 0 0 1-14 0c0-3 2-5 3-7 1 2 2 2 2 3 2-3 2-7 2-10z"
_SUN = "M12 1v3M12 20v3M1 12h3M20 12h3M4.5 4.5l2 2M17.5 17.5l2 2M19.5 4.5l-2 2M6.5 17.5l-2 2"
_HOUSE = "M12 3 2 12h3v9h14v-9h3z"
_HORSE = "M3 21l2-8c-2 1-3 3-3 5-2-5 1-8 5-8h6l3-6 1-2 2 2 4 5-2 2-3-1-1 5 1 8h-2l-2-6H10l-3 6z"
_DRAGON = "M3 22c-2-7 2-9 6-9-1-3 0-5 1-6L7 3l6 2 3-3 1 4 5 3-1 4-5-1c0 2 4 3 4 7 0 3-2 4-4 4 1-3 0-4-3-4-3 0-7 0-10 3z"
_LEAF = "M4 20C3 9 10 3 21 3c0 11-6 17-15 15z"

SIGNS: Mapping[str, str] = MappingProxyType(
    {
        "←": _line("M21 12H4M10 6 4 12l6 6"),
        "→": _line("M3 12H20M14 6l6 6-6 6"),
        "↑": _line("M12 21V4M6 10l6-6 6 6"),
        "↓": _line("M12 3V20M6 14l6 6 6-6"),
        "↗": _line("M5 19 19 5M9 5H19V15"),
        "↻": _line("M19 12a7 7 0 1 1-2-5M18 2v5h-5"),
        "⇒": _line("M2 9H17M2 15H17M14 5l7 7-7 7"),
        "➡": _line("M3 12H20M14 6l6 6-6 6"),
        "∘": '<circle cx="12" cy="13" r="3.4" fill="none" stroke="{ink}" stroke-width="2"/>',
        "≈": _line("M3 10c3-4 6-4 9 0s6 4 9 0M3 17c3-4 6-4 9 0s6 4 9 0"),
        "⌂": f'<path d="{_HOUSE}" fill="none" stroke="{{ink}}" stroke-width="2"/>',
        "▒": '<path d="M3 5h18M3 9h18M3 13h18M3 17h18M3 21h18"'
         ' stroke="{ink}" stroke-width="2" stroke-dasharray="2 2"/>',
        "▲": _shape("M12 4 22 20H2z"),
        "▼": _shape("M12 20 2 4h20z"),
        "▶": _shape("M6 3 21 12 6 21z"),
        "◆": _shape("M12 2 22 12 12 22 2 12z"),
        "◎": f'{_disc("none")}<circle cx="12" cy="12" r="9" fill="none" stroke="{{ink}}" stroke-width="2.2"/>'
        + _disc("{ink}", radius=4),
        "●": _disc("{ink}"),
        "○": '<circle cx="12" cy="12" r="8" fill="none" stroke="{ink}" stroke-width="2.2"/>',
        "★": _shape("M12 1 15 9h8l-6.5 5 2.5 8-7-5-7 5 2.5-8L1 9h8z"),
        "☆": _line("M12 2 15 9h7l-6 5 2 7-6-4-6 4 2-7-6-5h7z"),
        "♜": _shape("M4 3h4v3h2V3h4v3h2V3h4v7l-3 2v6h3v4H4v-4h3v-6l-3-2z"),
        "♣": _disc("{ink}", 12, 7, 4.6) + _disc("{ink}", 6.5, 13, 4.6) + _disc("{ink}", 17.5, 13, 4.6)
        + _shape("M11 12h2l2 10H9z"),
        "♥": _shape("M12 21C2 14 1 9 3 6c2-3 7-3 9 1 2-4 7-4 9-1 2 3 1 8-9 15z", "#dc2626"),
        "⚑": _line("M5 22V3") + _shape("M6 3h14l-4 5 4 5H6z"),
        "✓": _line("M4 13 10 19 21 5"),
        "✕": _line("M5 5 19 19M19 5 5 19"),
        "✗": _line("M6 4 17 20M19 4 5 19"),
        "✝": _line("M12 2V22M6 8H18"),
        "☐": '<path d="M4 4h16v16H4z" fill="none" stroke="{ink}" stroke-width="2"/>',
        "⚔": _line(_BLADE) + _line(_BLADE_BACK),
        "🗡": _line(_BLADE),
        "🏹": _line("M5 4C16 4 20 8 20 19M5 4 20 19M3 21 14 10M10 9.5h5v5"),
        "🛡": _shape("M12 1 21 4v8c0 6-5 9-9 11-4-2-9-5-9-11V4z", "#64748b")
        + _shape("M12 4v15c-3-2-6-4-6-8V6z", "#cbd5e1"),
        "☠": _shape("M12 2a9 8 0 0 0-9 8c0 4 2 6 4 7v4h10v-4c2-1 4-3 4-7a9 8 0 0 0-9-8z", "#475569")
        + _disc("#ffffff", 8.5, 11, 2.3) + _disc("#ffffff", 15.5, 11, 2.3),
        "⚠": _shape("M12 2 23 21H1z", "#f59e0b") + _shape("M11 8h2l-.4 7h-1.2z", "#111827")
        + _disc("#111827", 12, 18, 1.3),
        "⛑": _shape("M3 17a9 10 0 0 1 18 0z", "#dc2626") + _shape("M2 17h20v3H2z", "#991b1b")
        + _shape("M11 9h2v2h2v2h-2v2h-2v-2H9v-2h2z", "#ffffff"),
        "⛰": _shape(_HILL, "#78716c") + _shape("M9 6l2.6 4.5L9 12l-2.5-1.6z", "#f5f5f4"),
        "⚜": _shape("M12 1c3 4 4 7 2 12h-4C8 8 9 5 12 1z", "#b45309")
        + '<path d="M9 14C9 9 2 8 3 14c1 2 3 2 4 1M15 14c0-5 7-6 6 0-1 2-3 2-4 1" fill="none" stroke="#b45309"'
        + ' stroke-width="3"/>' + _shape("M6 14h12v3h-4l1 5-3 1-3-1 1-5H6z", "#b45309"),
        "✨": _shape("M10 4l2 6 6 2-6 2-2 6-2-6-6-2 6-2zM19 2l1 3 3 1-3 1-1 3-1-3-3-1 3-1z", "#eab308"),
        "☀": _disc("#f59e0b", radius=5.5) + f'<path d="{_SUN}" stroke="#f59e0b" stroke-width="2.2"/>',
        "🌙": _shape("M16 2a10 10 0 1 0 6 14A8.5 8.5 0 0 1 16 2z", "#eab308"),
        "🌅": _shape("M4 18a8 8 0 0 1 16 0z", "#f97316") + _shape("M1 18h22v3H1z", "#0ea5e9"),
        "🌇": _shape("M4 17a8 8 0 0 1 16 0z", "#ea580c") + _shape("M1 17h4v-6h4v6h6V8h4v9h4v5H1z", "#475569"),
        "🌊": _shape("M1 20c3-1 3-12 11-14 6-1 10 3 10 7-3-3-7-2-7 2 0 3 3 5 8 5v2H1z", "#2563eb"),
        "🌲": _shape("M12 1 19 9h-3l5 6h-4l4 5H3l4-5H3l5-6H5z", "#15803d") + _shape("M10.5 20h3v3h-3z", "#78350f"),
        "🌿": _shape(_LEAF, "#16a34a") + '<path d="M3 22 15 9" stroke="#14532d" stroke-width="1.6"/>',
        "🍁": _shape("M12 1l2.5 5L18 4.5l-1 6 5-1-1.5 3.5L23 15l-7 3 .5 2L13 19v4h-2v-4l-3.5 1 .5-2-7-3"
                    " 2.5-2L2 9.5l5 1-1-6L9.5 6z", "#dc2626"),
        "🍂": _shape(_LEAF, "#c2711c") + '<path d="M3 22 15 9" stroke="#7c3f0a" stroke-width="1.6"/>',
        "🔥": _shape(_FLAME, "#ea580c") + _shape("M12 12c2 3 3 4 3 6a3 3 0 0 1-6 0c0-2 2-3 3-6z", "#fde047"),
        "🟡": _disc("#eab308") + _disc("#fde047", radius=6),
        "💎": _shape("M6 3h12l5 6-11 13L1 9z", "#0ea5e9") + _shape("M6 3h12l5 6H1z", "#7dd3fc"),
        "👑": _shape("M2 6l5 5 5-8 5 8 5-5-2 14H4z", "#eab308"),
        "🏆": _shape("M6 2h12v7a6 6 0 0 1-12 0zM10.5 15h3v4h4v3h-11v-3h4z", "#ca8a04")
        + '<path d="M6 4H2c0 5 2 7 5 7M18 4h4c0 5-2 7-5 7" fill="none" stroke="#ca8a04" stroke-width="2"/>',
        "🎲": '<rect x="3" y="3" width="18" height="18" rx="4" fill="#f8fafc" stroke="#475569" stroke-width="1.6"/>'
        + "".join(_disc("#dc2626", x, y, 1.9) for x, y in ((8, 8), (16, 8), (12, 12), (8, 16), (16, 16))),
        "🏠": _shape(_HOUSE, "#b45309") + _shape("M10 14h4v7h-4z", "#fef3c7"),
        "🏰": _shape("M2 4h3v2h2V4h3v4h4V4h3v2h2V4h3v18h-7v-5h-6v5H2z", "#6b7280")
        + _shape("M9 22v-5a3 3 0 0 1 6 0v5z", "#374151"),
        "🐎": _shape(_HORSE, "#92400e"),
        "🐠": _shape("M1 6l6 4c3-5 12-6 16 2-4 8-13 7-16 2l-6 4c2-4 2-8 0-12z", "#f97316")
        + _shape("M11 6.5h2v11h-2z", "#ffffff") + _disc("#111827", 18.5, 10.5, 1.2),
        "🐉": _shape(_DRAGON, "#15803d")
        + _disc("#ffffff", 16.5, 8, 1.2),
        "🥁": '<ellipse cx="12" cy="9" rx="9.5" ry="4.5" fill="#f8fafc" stroke="#7f1d1d" stroke-width="1.4"/>'
        + _shape("M2.5 10v7c0 5 19 5 19 0v-7c-2 4-17 4-19 0z", "#b91c1c"),
        "🔮": _disc("#7c3aed", 12, 10, 8.5) + _disc("#c4b5fd", 9, 7, 2.4) + _shape("M6 18h12l2 4H4z", "#78350f"),
        "🎭": _shape("M3 4h18c0 9-2 17-9 18C5 21 3 13 3 4z", "#f1f5f9") + '<path d="M7 10h3M14 10h3M8 15c2 3 6 3 8 0"'
        + ' stroke="#334155" stroke-width="2" fill="none"/>',
        "💬": _shape("M2 3h20v14H12l-6 5v-5H2z", "#94a3b8"),
    }
)  # fmt: skip
"""The drawing of each sign."""


def is_sign(letter: str) -> bool:
    """Whether *letter* is a sign rather than a part of a text."""
    code = ord(letter)
    return FIRST <= code < LAST or code >= FIRST_EMOJI


def takes_no_room(letter: str) -> bool:
    """Return whether *letter* only joins or colours other letters and is not drawn itself."""
    return letter in JOINERS or unicodedata.category(letter) in ("Mn", "Cf", "Cc") or 0x1F3FB <= ord(letter) <= 0x1F3FF


def badge(sign: str) -> str:
    """Return two letters of the name of *sign*, for a machine that cannot draw it: “OX” for an ox."""
    words = [word for word in unicodedata.name(sign, "?").split() if word not in ("WITH", "OF", "SIGN", "SYMBOL")]
    return "".join(word[0] for word in words[:2]) if len(words) > 1 else words[0][:2]


PLAIN_SIGNS: Mapping[int, str] = MappingProxyType(str.maketrans({"⚔": "×", "☠": "†", "✝": "†"}))
"""Signs of battle and death for programs that have no font for them, or only one with emoji: signs of every font."""


def in_plain_signs(text: str) -> str:
    """Return *text* with signs that every font has, instead of the signs of battle and death."""
    return text.translate(PLAIN_SIGNS)
