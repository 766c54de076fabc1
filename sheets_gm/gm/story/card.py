"""The card of a match: one picture of how it ended, for previews of links and for sending.

It shows the title and the result, the score, the highlights of the story, and the board of the decisive turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sheets_gm.gm.story.audience import Audience
from sheets_gm.gm.story.boards import before_result, boards_after
from sheets_gm.gm.story.building import build_story
from sheets_gm.gm.story.model import Story, TurnRow
from sheets_gm.gm.story.past import Past
from sheets_gm.gm.story.turns import moves_of, told_turns
from sheets_gm.kernel.story import AHEAD, before_the_colon
from sheets_gm.sheet.picture.looks import LIGHT
from sheets_gm.sheet.picture.svg import FONT, Picture, draw_around, draw_picture, draw_places, text_line
from sheets_gm.sheet.picture.text import lines, shortened

WIDE, HIGH = 1200, 630
"""Pixels of a card: what previews of links show."""

EDGE, BOARD, GAP = 40, 520, 36
"""In pixels: the margin, the width of the board, and the gap beside it."""

TEXT = WIDE - 2 * EDGE - BOARD - GAP

PAGE, INK, SOFT, ACCENT = LIGHT.page, LIGHT.ink, "#4b5563", LIGHT.arrow

TITLE, RESULT, SCORE, NAME, SENTENCE = 24, 34, 58, 18, 21
"""Font sizes in pixels: the title, the result, the score, the subject of a sentence, and the sentence."""

MOST_RESULT, MOST_SENTENCE, MOST_STANDING = 3, 4, 3
"""Lines of the result, of a sentence, and of how the sides stand below the board."""

LEADING = 1.25
"""The height of a line, as a share of the size of its letters."""

SCALES = (1.0, 0.92, 0.85, 0.78, 0.72)
"""The sizes of the texts, of which the largest is used that has room."""

CAPTION = 17
"""The font size around the board in pixels."""

SMALL, READABLE = 0.6, 1.15
"""The scale below which signs of a board cannot be read, and that of a part of it."""


class Letters(NamedTuple):
    """Lines of text with their size and their colour."""

    lines: Sequence[str]
    size: float
    ink: str = INK
    bold: bool = False


class Block(NamedTuple):
    """Texts that are shown together or not at all, and the space below them."""

    letters: Sequence[Letters]
    below: float

    @property
    def high(self) -> float:
        """The height with the space below."""
        return self.below + sum(len(each.lines) * each.size * LEADING for each in self.letters)


def card_svg(past: Past, audience: Audience) -> str:
    """Return the card as SVG."""
    story = build_story(past, audience)
    board, plane, cleared = _board(past, audience, story)
    row = _decisive(story)
    title = f"{story.card[0].title}: {before_the_colon(row.label)}" if story.card else row.label
    title = f"{title} · {plane}" if plane else title
    title = f"{title}, before its result" if cleared else title
    figures = story.standing_after(row)
    standing = _cut(f"After it: {figures}" if cleared and figures else figures, CAPTION, MOST_STANDING, BOARD)
    room = HIGH - 2 * EDGE - CAPTION * LEADING * (1 + len(standing)) - 2 * CAPTION
    scale = min(BOARD / board.width, room / board.height)
    wide, high = board.width * scale, board.height * scale
    x, y = WIDE - EDGE - (BOARD + wide) / 2, EDGE + CAPTION * (LEADING + 1) + (room - high) / 2
    left, below = WIDE - EDGE - BOARD, y + high + CAPTION
    captions = [text_line(shortened(title, BOARD, CAPTION, bold=True), left, y - CAPTION, CAPTION, INK, bold=True)]
    for at, line in enumerate(standing):
        captions.append(text_line(line, left, below + CAPTION * (0.95 + LEADING * at), CAPTION, SOFT))
    sized = f'x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}"'
    inside = board.svg.replace(f'width="{board.width}" height="{board.height}"', sized, 1)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}" '
        f'font-family="{FONT}"><rect width="100%" height="100%" fill="{PAGE}"/>'
        f'<rect width="12" height="100%" fill="{ACCENT}"/>{"".join(_texts(story))}{inside}{"".join(captions)}</svg>'
    )


def _decisive(story: Story) -> TurnRow:
    return story.turns[story.card[0].turn if story.card else -1]


def _board(past: Past, audience: Audience, story: Story) -> tuple[Picture, str, bool]:
    """Return the board of the decisive turn with its arrows, without the cells around it if the game has a board.

    If it is too large to be read, it is the part around the largest event of the turn, with the name of the board. The
    last value says whether the board is that before events which remove something from it.
    """
    row = _decisive(story)
    decisive = row.number
    before: Mapping[str, Any] | None = None
    for turn in told_turns(past, audience):
        if turn.number == decisive:
            break
        before = turn.last.state
    shown = before_result(past, turn, before)
    cleared = shown is not None
    boards = boards_after(past, audience, turn, shown)
    whole = draw_places(boards)
    if whole is not None and min(BOARD / whole.width, HIGH / whole.height) >= SMALL:
        return whole, "", cleared
    places = [each.at for each in sorted(row.tellings, key=lambda each: -each.size) if each.at]
    for place in (*places, *(end for _, end in moves_of(past, turn))):
        if (around := draw_around(boards, place, BOARD / READABLE, HIGH / 2 / READABLE)) is not None:
            return around, place.rpartition(" ")[0], cleared
    return whole or draw_picture(boards, LIGHT, fitted=True), "", cleared


def _texts(story: Story) -> list[str]:
    """Return the texts of the left side from the top, as large as all have room. What has none is left out."""
    room = HIGH - 1.5 * EDGE
    scale = next((each for each in SCALES if sum(block.high for block in _blocks(story, each)) <= room), SCALES[-1])
    blocks = _blocks(story, scale)
    down, drawn = float(EDGE), []
    for block in blocks:
        if down + block.high - block.below > EDGE + room:
            break
        for letters in block.letters:
            for at, line in enumerate(letters.lines):
                y = down + letters.size * (0.95 + LEADING * at)
                drawn.append(text_line(line, EDGE, y, letters.size, letters.ink, bold=letters.bold))
            down += len(letters.lines) * letters.size * LEADING
        down += block.below
    return drawn


def _blocks(story: Story, scale: float = 1.0) -> list[Block]:
    """Return the texts from the top, with their sizes enlarged by *scale*."""

    def letters(text: str, size: float, most: int = 1, ink: str = INK, *, bold: bool = False) -> Letters:
        return Letters(_cut(text, size * scale, most, bold=bold), size * scale, ink, bold)

    title = story.title if story.game in story.title else f"{story.game} · {story.title}"
    result = story.result or f"{story.title}: {story.turns[-1].label}"
    blocks = [
        Block([letters(title, TITLE, ink=SOFT)], 10 * scale),
        Block([letters(result, RESULT, MOST_RESULT, bold=True)], 6 * scale),
    ]
    about = [letters(f"Against {story.others}", NAME, 2, SOFT)] if story.others else []
    if score := score_line(story):
        size = SCORE if len(score) < 16 else RESULT
        about = [letters(score, size, ink=ACCENT, bold=True), letters(story.score[0], NAME, ink=SOFT), *about]
    blocks += [Block(about, 14 * scale)] if about else []
    sentences = [
        *((each.title, each.text) for each in story.card),
        ("Who led" if story.ahead == AHEAD else "Who had more", story.course),
        ("To win", story.goal),
    ]
    for name, text in sentences:
        if text:
            heading = letters(name.upper(), NAME - 3, ink=ACCENT, bold=True)
            blocks.append(Block([heading, letters(text, SENTENCE, MOST_SENTENCE)], 8 * scale))
    return blocks


def _cut(text: str, size: float, most: int, wide: float = TEXT, *, bold: bool = False) -> tuple[str, ...]:
    """Return *text* in at most *most* lines."""
    text_lines = lines(text, wide, size, bold=bold)
    if len(text_lines) <= most:
        return text_lines
    return (*text_lines[: most - 1], shortened(f"{text_lines[most - 1]} …", wide, size, bold=bold))


def score_line(story: Story) -> str:
    """Return the score of the winner and the best other side: “Ana 2 : 0 Ben”, “Ana 9 : 0 all 5 others”; "" without a
    score.
    """
    name, values = story.score
    if len(values) != 2:
        return ""
    one, two = values
    others = [value for side, value in story.turns[-1].figures[name].items() if side != one]
    rival = story.sides.get(two, two)
    if len(others) > 1:
        rival = f"all {len(others)} others" if len({*others}) == 1 else f"{rival}, best of {len(others)} others"
    return f"{story.sides.get(one, one)} {values[one]:g} : {values[two]:g} {rival}"
