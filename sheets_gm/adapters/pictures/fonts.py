"""The fonts that pictures are drawn with: Roboto, which is installed with the program, and the machine's own emoji.

A machine may have no fonts at all. Then texts are drawn with Roboto, and emoji that have no drawing become badges.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

FACES = ("Regular", "Bold", "Italic", "BoldItalic")

EMOJI = (
    "/usr/share/fonts/truetype/noto/NotoColorEmoji.ttf",
    "/usr/share/fonts/noto/NotoColorEmoji.ttf",
    "/usr/share/fonts/google-noto-color-emoji-fonts/NotoColorEmoji.ttf",
    "/usr/share/fonts/noto-emoji/NotoColorEmoji.ttf",
    "/System/Library/Fonts/Apple Color Emoji.ttc",
    "C:/Windows/Fonts/seguiemj.ttf",
)
"""The paths at which systems keep their emoji font."""

LAST_LETTER = 0x052F
"""Roboto has the letters up to here: Latin, Greek and Cyrillic ones."""


class Fonts(NamedTuple):
    """The font *files*, whether one of them has *emoji*, and whether fonts of the *system* are used as well."""

    files: tuple[str, ...]
    emoji: bool = False
    system: bool = True


@lru_cache(maxsize=1)
def installed_fonts() -> Fonts:
    """Return the fonts of this machine."""
    emoji = next((path for path in EMOJI if Path(path).is_file()), None)
    return Fonts((*own_files(), *([emoji] if emoji else [])), emoji is not None)


@lru_cache(maxsize=1)
def own_files() -> tuple[str, ...]:
    """Return the paths of the Roboto files."""
    folder = files("font_roboto") / "files"
    return tuple(str(folder / f"Roboto-{face}.ttf") for face in FACES)


def needs_more(text: str) -> bool:
    """Return whether *text* has letters that Roboto lacks, so that the fonts of the system must be searched."""
    return any(LAST_LETTER < ord(letter) < 0x2000 or 0x2E80 <= ord(letter) < 0x1F000 for letter in text)
