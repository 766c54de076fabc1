"""The card of a match: one picture of how it ended, for previews of links and for sending.

It shows the title and the result, the score, the highlights of the story, and the board of the decisive turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.boards import boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.model import Story
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.telling import storyteller
from sheets_gm.gm.story.turns import told_turns
from sheets_gm.sheet.picture.looks import LIGHT
from sheets_gm.sheet.picture.svg import FONT, Picture, draw_picture, draw_places, text_line
from sheets_gm.sheet.picture.text import lines, shortened

WIDE, HIGH = 1200, 630
"""Pixels of a card: what previews of links show."""

EDGE, BOARD, GAP = 40, 520, 36
"""In pixels: the margin, the width of the board, and the gap beside it."""

TEXT = WIDE - 2 * EDGE - BOARD - GAP

PAGE, INK, SOFT, ACCENT = LIGHT.page, LIGHT.ink, "#4b5563", LIGHT.arrow

TITLE, RESULT, SCORE, NAME, SENTENCE = 24, 34, 58, 18, 21
"""Font sizes in pixels: the title, the result, the score, the subject of a sentence, and the sentence."""

MOST_RESULT, MOST_SENTENCE = 3, 4
"""Lines of the result and of a sentence."""


class Letters(NamedTuple):
    """Lines of text with their size, their colour and the space below them."""

    lines: Sequence[str]
    size: float
    ink: str = INK
    bold: bool = False
    below: float = 10


def card_svg(past: Past, audience: Audience) -> str:
    """Return the card as SVG."""
    story = build_story(past, audience)
    board = _board(past, audience, story)
    scale = min(BOARD / board.width, (HIGH - 2 * EDGE) / board.height)
    wide, high = board.width * scale, board.height * scale
    x, y = WIDE - EDGE - (BOARD + wide) / 2, (HIGH - high) / 2
    sized = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    inside = board.svg.replace(f'width="{board.width}" height="{board.height}"', sized, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'font-family="{FONT}"><rect width="100%" height="100%" fill="{PAGE}"/>'
        f'<rect width="12" height="100%" fill="{ACCENT}"/>{"".join(_texts(story))}{inside}</svg>'
    )


def _board(past: Past, audience: Audience, story: Story) -> Picture:
    """Return the board of the decisive turn with its arrows, without the cells around it if the game has a board."""
    decisive = story.card[0].turn if story.card else story.turns[-1].number
    teller = storyteller(past.game, past.tabs, {seat.id: seat for seat in past.record.people})
    before: Mapping[str, Any] | None = None
    for turn in told_turns(past, audience):
        if turn.number == decisive:
            break
        before = turn.last.state
    shown = before
    for entry, events in turn.entries:
        if any(event.kind in teller.clearing for event in events):
            break
        shown = entry.state
    boards = boards_after(past, audience, turn, shown)
    return draw_places(boards) or draw_picture(boards, LIGHT, fitted=True)


def _texts(story: Story) -> list[str]:
    """Return the texts of the left side from the top. Sentences without room are left out."""
    down, drawn = float(EDGE), []
    for block in _blocks(story):
        high = len(block.lines) * block.size * LEADING + block.below
        if down + high > HIGH - EDGE / 2:
            break
        for at, line in enumerate(block.lines):
            y = down + block.size * (0.95 + LEADING * at)
            drawn.append(text_line(line, EDGE, y, block.size, block.ink, bold=block.bold))
        down += high
    return drawn


LEADING = 1.25
"""The height of a line, as a share of the size of its letters."""


def _blocks(story: Story) -> list[Letters]:
    last = story.turns[-1].label
    result = story.result or f"{story.title}: {last}"
    title = story.title if story.game in story.title else f"{story.game} · {story.title}"
    found = [
        Letters((shortened(title, TEXT, TITLE),), TITLE, SOFT),
        Letters(_cut(result, RESULT, MOST_RESULT, bold=True), RESULT, INK, bold=True, below=6),
    ]
    if score := score_line(story):
        size = SCORE if len(score) < 16 else RESULT
        found.append(Letters((shortened(score, TEXT, size, bold=True),), size, ACCENT, bold=True, below=0))
        found.append(Letters((story.score[0],), NAME, SOFT, below=16))
    for each in story.card:
        found.append(Letters((each.title.upper(),), NAME - 3, ACCENT, bold=True, below=0))
        found.append(Letters(_cut(each.text, SENTENCE, MOST_SENTENCE), SENTENCE))
    return found


def _cut(text: str, size: float, most: int, *, bold: bool = False) -> tuple[str, ...]:
    """Return *text* in at most *most* lines."""
    found = lines(text, TEXT, size, bold=bold)
    if len(found) <= most:
        return found
    return (*found[: most - 1], shortened(f"{found[most - 1]} …", TEXT, size, bold=bold))


def score_line(story: Story) -> str:
    """Return the score of two sides: “Ana 2 : 0 Ben”; "" for any other number of sides."""
    values = story.score[1]
    if len(values) != 2:
        return ""
    one, two = values
    return f"{story.sides.get(one, one)} {values[one]:g} : {values[two]:g} {story.sides.get(two, two)}"
