"""The parts of the page around its boards, as HTML: who won, when it turned, people, awards, actions, the check."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from sheets_gm.gm.story.facts import played
from sheets_gm.gm.story.model import LUCK, Story

Row = Sequence[str]


def head(story: Story, seen_by: str) -> str:
    """Return the title, how the match ended, and notes for the reader."""
    notes = "".join(f'<p class="note">{escape(note)}</p>' for note in (story.goal, *story.notes) if note)
    result = escape(story.result or "The match is not over.")
    last = f"ended in {story.turns[-1].label}" if story.over else f"now after {story.turns[-1].label}"
    facts = escape(" · ".join(filter(None, (story.game, last, played(story), seen_by))))
    told = [
        f"{f'Against {story.others}. ' if story.others else ''}{story.course}",
        f"{'At the end' if story.over else 'Now'}: {story.standing}" if story.standing else "",
    ]
    lines = "".join(f"<p>{escape(each)}</p>" for each in told if each)
    title = f'<h1>{escape(story.title)}</h1><p class="result">{result}</p>'
    return f'<header>{title}{lines}<p class="note">{facts}</p>{notes}</header>'


def card(story: Story) -> str:
    """Return the decisive turn, the last chance and the hero."""
    items = "".join(
        f'<li><a href="#turn-{each.turn}">{escape(each.title)}</a> {escape(each.text)}</li>' for each in story.card
    )
    return f'<ul class="card">{items}</ul>' if items else ""


def turning_points(story: Story) -> str:
    """Return when the match turned, in the order of the flags, each with a link to its turn."""
    if not story.points:
        return ""
    items = "".join(
        f'<li><a href="#turn-{each.turn}">{escape(each.label)}</a> {escape(each.text)}</li>' for each in story.points
    )
    return f'<h3 id="points-title">When it turned</h3><ol id="points" aria-labelledby="points-title">{items}</ol>'


def people(story: Story) -> str:
    """Return the players, the awards, a table of the players, and the changed settings."""
    body = table(("Player", "Plays", "Seat"), [(a, c, "" if b == a else b) for a, b, c in story.people])
    if story.awards:
        items = "".join(f"<li><strong>{escape(each.title)}</strong> {escape(each.text)}</li>" for each in story.awards)
        body += f'<h3>Awards</h3><ul id="awards">{items}</ul>'
    headings, rows = story.players_table
    shown = [[_text(*each) for each in zip(headings, row, strict=True)] for row in rows]
    body += f"<h3>Statistics</h3>{table(headings, shown)}" if rows else ""
    if story.changed:
        body += f"<h3>Settings that were changed</h3>{table(('Setting', 'Value'), story.changed)}"
    return section("people", "People", body)


def _text(heading: str, value: str | float | None) -> str:
    if value is None or isinstance(value, str):
        return value or ""
    return f"{value:+.0%}" if heading == LUCK else f"{value:g}"


def acts(story: Story) -> str:
    """Return the actions from outside the rules."""
    title, headings = "Talk, rulings and what the game master did", ("Turn", "What", "Text", "When")
    return section("acts", title, table(headings, story.acts_table)) if story.acts else ""


def section(name: str, title: str, inside: str) -> str:
    """Return a part of the page under a heading."""
    heading = f'<h2 id="{name}-title">{escape(title)}</h2>'
    return f'<section id="{name}" aria-labelledby="{name}-title">{heading}{inside}</section>'


def table(headings: Row, rows: Iterable[Row]) -> str:
    """Return a table that scrolls sideways on a narrow page. Columns without any text are left out."""
    listed = list(rows)
    used = [at for at in range(len(headings)) if at == 0 or any(row[at] for row in listed)]
    top = "".join(f'<th scope="col">{escape(headings[at])}</th>' for at in used)
    lines = "".join(
        f'<tr><th scope="row">{escape(row[0])}</th>{"".join(f"<td>{escape(row[at])}</td>" for at in used[1:])}</tr>'
        for row in listed
    )
    label = escape(f"Table: {', '.join(headings[at] for at in used[:3])}")
    inside = f"<table><thead><tr>{top}</tr></thead><tbody>{lines}</tbody></table>"
    return f'<div class="wide" role="group" tabindex="0" aria-label="{label}">{inside}</div>'
