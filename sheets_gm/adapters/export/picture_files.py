"""Writing pictures of a match to files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from sheets_gm.adapters.export.files import CannotWrite
from sheets_gm.adapters.files.replacing import replacing
from sheets_gm.adapters.files.system_errors import system_sentence
from sheets_gm.adapters.pictures.animation import MOVING, write_animation
from sheets_gm.adapters.pictures.fonts import installed_fonts
from sheets_gm.adapters.pictures.png import png_of
from sheets_gm.gm.story.audience import Audience, audience_named, usual_audience
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.model import Story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import Turn, last_turn, told_turns, turn_named
from sheets_gm.kernel.english import counted
from sheets_gm.sheet.picture.looks import LOOKS
from sheets_gm.sheet.picture.svg import Picture, draw_picture

FEW = 7
"""An animation shows all turns of a match with up to this many."""

SCALE = 2.0
"""How many pixels of a PNG a pixel of the sheet becomes, so that it is sharp on a phone."""


def write_picture(past: Past, path: Path, *, turn: str | None, who: str | None, look: str) -> Iterator[str]:
    """Draw *past* to *path* by its ending, and yield messages. Raises NoSuchTurn, NoSuchAudience, CannotWrite."""
    audience = audience_named(past.record, who) if who else usual_audience(past.record, past.game.secrecy)
    try:
        if path.suffix.lower() in MOVING:
            yield from _moving(past, audience, path, look)
            return
        shown = turn_named(past, audience, turn) if turn else last_turn(past, audience)
        picture = _drawn(past, audience, shown, look)
        with replacing(path) as partly:
            if path.suffix.lower() == ".svg":
                partly.write_text(picture.svg, encoding="utf-8")
            else:
                partly.write_bytes(png_of(picture.svg, SCALE))
        yield f"{path}: {shown.label}"
    except OSError as error:
        why = system_sentence(error) or error.strerror
        raise CannotWrite(f"{path} cannot be written ({why}): choose another file with -o.") from error


def _moving(past: Past, audience: Audience, path: Path, look: str) -> Iterator[str]:
    """Draw the boards of the turning points, the first and the last one, each with the sentence of its turn."""
    story = build_story(past, audience)
    wanted = flags(story)
    turns = (each for each in told_turns(past, audience) if each.number in wanted)
    frames = [_drawn(past, audience, each, look, _caption(story.turns[each.number].text)) for each in turns]
    if len(frames) < len(story.turns):
        yield f"The match has {counted(len(story.turns), 'turn')}; {path.name} shows those in which it turned."
    write_animation(path, frames)
    yield f"{path}: {counted(len(frames), 'board')}, {path.stat().st_size / 1_000_000:.1f} MB"


def _caption(text: str) -> str:
    """Return what the picture of a turn says below its board."""
    return text and f"{text} · the board after the turn"


def flags(story: Story) -> frozenset[int]:
    """Return the turns of a moving picture: the first, the turning points and the last; for a short match all."""
    if len(story.turns) <= FEW:
        return frozenset(row.number for row in story.turns)
    return frozenset({0, *(point.turn for point in story.points), story.turns[-1].number})


def _drawn(past: Past, audience: Audience, turn: Turn, look: str, text: str = "") -> Picture:
    caption = text or (turn.news[-1] if turn.news else "")
    emoji = installed_fonts().emoji
    return draw_picture(boards_after(past, audience, turn), LOOKS[look], caption, emoji=emoji)
