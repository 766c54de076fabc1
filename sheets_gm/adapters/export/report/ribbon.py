"""The ribbon of who was ahead, turn by turn: areas with the share of each side, and a flag at each turning point.

It is also the slider of the boards: its horizontal axis is the turn. It has no letters that could overlap or be cut:
names are beside it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape

from sheets_gm.gm.story.model import Story, TurnRow
from sheets_gm.kernel.story import AHEAD

NAMED = {"blue": "#2563eb", "red": "#dc2626", "teal": "#0d9488", "orange": "#c2410c", "violet": "#7c3aed"}
"""The colours of sides whose names are colours."""

COLOURS = ("#2563eb", "#dc2626", "#0d9488", "#c2410c", "#7c3aed", "#a16207")
OTHERS = "#9ca3af"
"""The colour of further sides when all other colours are used."""

WIDE, HIGH = 1000, 100
"""Units of the ribbon, which fills the width of the page."""

HOW = {
    AHEAD: "How near each side is to winning, by the rules.",
}
"""The description of the ribbon, by the title of the lead."""

TWO = 2


def ribbon(story: Story) -> str:
    """Return the ribbon with its flags; "" for a match without sides to compare, or without turns."""
    sides = _sides(story)
    turns = _turns(story)
    if len(story.turns) < TWO or not sides or not all(row.share for row in turns):
        return ""
    parts, below = [], [0.0] * len(turns)
    for side, colour in sides.items():
        top = [under + row.share.get(side, 0.0) for under, row in zip(below, turns, strict=True)]
        parts.append(_area(below, top, len(story.turns), colour))
        below = top
    half = f'<path class="half" d="M0 {HIGH / 2:g}H{WIDE}"/>' if len(sides) == TWO else ""
    drawn = (
        f'<svg viewBox="0 0 {WIDE} {HIGH}" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f"{''.join(parts)}{half}</svg>"
    )
    return f'{drawn}<svg class="flags" role="group" aria-label="Turning points">{"".join(_flags(story))}</svg>'


def key(story: Story) -> str:
    """Return the key above the ribbon: what it shows, the colour of each side, and what its numbers are."""
    if not ribbon(story):
        return ""
    colours = {side: colour for side, colour in _sides(story).items() if colour != OTHERS}
    items = "".join(
        f'<li><svg width="14" height="14" aria-hidden="true"><rect width="14" height="14" fill="{colour}"/></svg> '
        f"{escape(story.sides.get(side, side))}</li>"
        for side, colour in colours.items()
    )
    title, count = f"<li><strong>{escape(story.ahead)}</strong></li>", len(story.points)
    numbers = f"<li>{'1' if count == 1 else f'1 to {count}'}: when it turned, listed below</li>" if count else ""
    return f'<ul class="legend" id="key">{title}{items}{numbers}</ul>'


def meaning(story: Story) -> str:
    """Return what the heights of the ribbon mean."""
    how = escape(HOW.get(story.ahead, "What each side has, as a part of all of it."))
    return f'<p class="note"><strong>{escape(story.ahead)}</strong> {how}</p>' if ribbon(story) else ""


def _sides(story: Story) -> Mapping[str, str]:
    """Return the sides from the bottom, each with its colour. Sides that share a colour come last."""
    sides = list(story.turns[-1].share)
    best = sorted(sides, key=lambda side: -sum(row.share.get(side, 0.0) for row in story.turns))
    coloured = sides if len(sides) <= len(COLOURS) else best[: len(COLOURS)]
    colours = {side: NAMED.get(side, colour) for side, colour in zip(coloured, COLOURS, strict=False)}
    return colours | {side: OTHERS for side in sides if side not in colours}


def _turns(story: Story) -> Sequence[TurnRow]:
    """Return the turns that are drawn.

    If nearness to winning is drawn, the last turn of a finished match is left out, because the winner has all.
    """
    return story.turns[:-1] if story.over and len(story.turns) > TWO and story.ahead == AHEAD else story.turns


def _area(below: Sequence[float], top: Sequence[float], count: int, colour: str) -> str:
    upper = [f"{_x(at, count):.1f},{HIGH * (1 - value):.1f}" for at, value in enumerate(top)]
    lower = [f"{_x(at, count):.1f},{HIGH * (1 - value):.1f}" for at, value in enumerate(below)]
    last = f"{WIDE},{HIGH * (1 - top[-1]):.1f} {WIDE},{HIGH * (1 - below[-1]):.1f}"
    return f'<polygon points="{" ".join(upper)} {last} {" ".join(reversed(lower))}" fill="{colour}"/>'


def _x(at: int, count: int) -> float:
    return WIDE * at / max(count - 1, 1)


def _flags(story: Story) -> list[str]:
    """Return a flag at each turning point, which links to its turn."""
    flags = []
    for number, point in enumerate(story.points, 1):
        label = escape(f"{number}. {point.label}: {point.text}")
        left = 100 * point.turn / max(len(story.turns) - 1, 1)
        drawn = '<circle cy="12" r="11"/><text y="16.5" text-anchor="middle">'
        link = f'<a href="#turn-{point.turn}" aria-label="{label}">{drawn}{number}</text></a>'
        flags.append(f'<svg x="{left:.2f}%" overflow="visible"><title>{label}</title>{link}</svg>')
    return flags
