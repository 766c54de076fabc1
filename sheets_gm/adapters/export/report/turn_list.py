"""The turns of the page: each with a sentence, everything that happened in it, and its folded fights and dice."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from html import escape

from sheets_gm.adapters.export.report.sections import section, table
from sheets_gm.gm.match_record.deadlines import clock_face
from sheets_gm.gm.story.model import FightRow, Story, TurnRow
from sheets_gm.kernel.english import counted
from sheets_gm.kernel.report import Paragraph, Weight

MOST_PRINTED = 300
"""The most turns that are printed; the page shows the rest of a longer match only on a screen."""


def turn_list(story: Story, fights: Iterable[FightRow], *, dice: bool) -> str:
    """Return all turns with their *fights*. Without *dice*, the rolls of the fights are left out."""
    fought: dict[int, list[FightRow]] = defaultdict(list)
    for fight in fights:
        fought[fight.turn].append(fight)
    turns = "".join(_turn(story, row, fought[row.number], dice=dice) for row in story.turns)
    left = "" if dice else '<p class="note">The dice of this long match are in its record alone.</p>'
    return section("turns", "Turn by turn", left + turns)


def _turn(story: Story, row: TurnRow, fights: Iterable[FightRow], *, dice: bool) -> str:
    name = f'<span class="label">{escape(row.label)}</span> <span class="sentence">{escape(row.text)}</span>'
    paragraphs = "".join(_paragraphs(row.paragraphs, list(fights), dice=dice))
    figures = [
        (figure, *(f"{values[side]:g}" if side in values else "" for side in story.sides))
        for figure, values in row.figures.items()
    ]
    shown = table(("", *story.sides.values()), figures) if figures else ""
    played = ", ".join(filter(None, (clock_face(row.when, story.zone), row.why, _absent(row))))
    late = ' class="screen"' if row.number > MOST_PRINTED else ""
    inside = f'{paragraphs}{shown}<p class="note">Entry {row.entry}, {escape(played)}</p>'
    return f'<details id="turn-{row.number}"{late}><summary>{name}</summary>{inside}</details>'


def _absent(row: TurnRow) -> str:
    return f"absent: {', '.join(row.absent)}" if row.absent else ""


def _look(weight: Weight) -> str:
    return "" if weight is Weight.LINE else f' class="{weight.value}"'


def _paragraphs(paragraphs: Sequence[Paragraph], fights: list[FightRow], *, dice: bool) -> Iterator[str]:
    """Yield *paragraphs*, each of *fights* below the one about it. A fight without a paragraph comes at the end.

    The text of a paragraph is not repeated below a fight.
    """
    told = {each.text for each in paragraphs}
    for each in paragraphs:
        fight = next((one for one in fights if one.text == each.text), None)
        if fight is None:
            yield f"<p{_look(each.weight)}>{escape(each.text)}</p>"
        else:
            fights.remove(fight)
            yield _fight(fight, each.weight, told, dice=dice)
    for fight in fights:
        yield _fight(fight, Weight.LINE, told, dice=dice)


def _fight(fight: FightRow, weight: Weight, told: Collection[str], *, dice: bool) -> str:
    """Return a fight with its clause, and its folded details and dice. Each roll names its place in the record."""
    clause = f' <span class="clause">{escape(fight.clause)}</span>' if fight.clause else ""
    text = f"{escape(fight.text)}{clause}"
    lines = "".join(_lines(fight, told, dice=dice))
    if not lines:
        return f"<p{_look(weight)}>{text}</p>"
    count = counted(len(fight.rolls), "roll") if fight.rolls and dice else "how"
    folded = f"<details><summary>{count}</summary><ul>{lines}</ul></details>"
    return f'<div class="fight"><p{_look(weight)}>{text}</p>{folded}</div>'


def _lines(fight: FightRow, told: Collection[str], *, dice: bool) -> Iterator[str]:
    first = len(fight.details) - len(fight.rolls)
    yield from (f"<li>{escape(text)}</li>" for text in fight.details[:first] if text not in told)
    if dice:
        for roll, text in zip(fight.rolls, fight.details[first:], strict=True):
            yield f'<li data-roll="{fight.entry}.{roll}">{escape(text)}</li>'
