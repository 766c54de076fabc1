"""The chart of who was ahead, as SVG: a line a side, and a link at each turning point."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from html import escape

from sheets_gm.gm.story.model import Story, TurnRow

NAMED = {"blue": "#2563eb", "red": "#dc2626", "teal": "#0d9488", "orange": "#c2410c", "violet": "#7c3aed"}
"""The colours of sides that are called by them."""

COLOURS = ("#2563eb", "#dc2626", "#0d9488", "#c2410c", "#7c3aed", "#a16207")
DASHES = ("", "7 4", "2 4", "10 3 2 3", "4 2", "1 3")
"""How the lines differ for those who do not see their colours."""

MOST_LINES = 6
SHORT = 14
"""Letters of the name of a turn below the chart."""

STANDS = "How well each side stands by what it has, in percent of all of it, before the last turn decides."
WIDE, HIGH = 760, 250
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 22, 30
MARKS = 6
"""Turns that the axis names, about."""


def chart(story: Story) -> str:
    """The chart with its legend; "" for a match that has no sides to compare, or no turns."""
    lines, title = _lines(story)
    if len(story.turns) < 2 or not lines:
        return ""
    top = _round(max((value for values in lines.values() for value in values), default=0) or 1)
    parts = [*_grid(story.turns, top)]
    legend = []
    for (side, values), other, dash in zip(lines.items(), COLOURS, DASHES, strict=False):
        colour = NAMED.get(side, other)
        look = f'fill="none" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"'
        places = " ".join(f"{_x(at, len(story.turns)):.1f},{_y(value, top):.1f}" for at, value in enumerate(values))
        parts.append(f'<polyline points="{places}" {look}/>')
        swatch = f'<svg width="34" height="10" aria-hidden="true"><path d="M1 5H33" {look}/></svg>'
        legend.append(f"<li>{swatch} {escape(story.sides.get(side, side))}</li>")
    parts += _points(story, lines, top)
    drawn = f'<svg viewBox="0 0 {WIDE} {HIGH}" role="group" aria-label="{escape(title)}">{"".join(parts)}</svg>'
    return f'<p class="note">{escape(title)}</p>{drawn}<ul class="legend">{"".join(legend)}</ul>'


def _lines(story: Story) -> tuple[Mapping[str, Sequence[float]], str]:
    """The values of each side turn by turn, and what they are: its share, or of many sides the first figure.

    A share ends before the last turn of a match that is over, which has no other one than all.
    """
    if len(story.sides) <= MOST_LINES and all(turn.share for turn in story.turns):
        sides = list(story.turns[-1].share)
        turns = story.turns[:-1] if story.over and len(story.turns) > 2 else story.turns
        found = {side: [100 * turn.share.get(side, 0.0) for turn in turns] for side in sides}
        return found, f"{STANDS} A circle is a turn in which it turned."
    name, values = next(iter(story.turns[-1].figures.items()), ("", {}))
    rows = {side: [turn.figures.get(name, {}).get(side, 0.0) for turn in story.turns] for side in values}
    best = sorted(rows, key=lambda side: (-rows[side][-1], -sum(map(bool, rows[side])), -sum(rows[side])))[:MOST_LINES]
    kept = {side: rows[side] for side in rows if side in best}
    few = f" of the best {len(kept)}" if len(kept) < len(rows) else ""
    return kept, f"{name}{few} after each turn. A circle is a turn in which it turned."


def _x(at: int, count: int) -> float:
    return LEFT + (WIDE - LEFT - RIGHT) * at / max(count - 1, 1)


def _y(value: float, top: float) -> float:
    return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * value / top


def _grid(turns: Sequence[TurnRow], top: float) -> list[str]:
    found = []
    for part in range(5):
        value = top * part / 4
        y = _y(value, top)
        found.append(f'<path class="grid" d="M{LEFT} {y:.1f}H{WIDE - RIGHT}"/>')
        found.append(f'<text x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">{value:.0f}</text>')
    step = max(1, round((len(turns) - 1) / MARKS))
    last = ""
    for at in range(0, len(turns), step):
        name = _short(turns[at].label)
        anchor = "start" if at == 0 else "end" if at == len(turns) - 1 else "middle"
        if name != last:
            x = f"{_x(at, len(turns)):.1f}"
            found.append(f'<text x="{x}" y="{HIGH - 8}" text-anchor="{anchor}">{escape(name)}</text>')
        last = name
    return found


def _short(label: str) -> str:
    """The name of a turn without its step: “Round 3” of “Round 3, afternoon: Gus”."""
    name = label.partition(":")[0]
    return name if len(name) <= SHORT else name.partition(",")[0][:SHORT]


def _round(value: float) -> float:
    """The next number above *value* whose quarters are good to read."""
    size = 10.0 ** math.floor(math.log10(value))
    return next(size * each for each in (1, 1.2, 1.6, 2, 2.4, 3.2, 4, 6, 8, 10) if size * each >= value)


def _points(story: Story, lines: Mapping[str, Sequence[float]], top: float) -> list[str]:
    """A circle on the highest line at each turning point, a link to its turn."""
    found = []
    for point in story.points:
        y = min(_y(values[min(point.turn, len(values) - 1)], top) for values in lines.values())
        label = escape(f"{point.label}: {point.text}")
        circle = f'<circle cx="{_x(point.turn, len(story.turns)):.1f}" cy="{y:.1f}" r="12"/>'
        found.append(f'<a href="#turn-{point.turn}" aria-label="{label}"><title>{label}</title>{circle}</a>')
    return found
