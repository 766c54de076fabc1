"""Checks of the templates of all games, so that a GM's typing error is found before a match is created."""

from __future__ import annotations

from collections.abc import Iterator

from sheets_gm.adapters import templates
from sheets_gm.adapters.doctor.findings import Finding, bad, ok
from sheets_gm.games.files import NoTemplate
from sheets_gm.games.finding import games
from sheets_gm.kernel.english import listed
from sheets_gm.sheet.template import BadTemplate


def check_templates() -> Iterator[Finding]:
    """Check the template of every installed game against the game's tabs, with a finding for each problem."""
    right = []
    for name in games():
        try:
            templates.template(name)
        except (NoTemplate, BadTemplate) as error:
            for line in str(error).splitlines():
                yield bad(subject_of(name), line)
        else:
            right.append(name)
    if right:
        yield ok("templates", f"those of {listed(right)} have all that their games need")


def subject_of(game: str) -> str:
    """The subject of findings about the template of *game*."""
    return f"template of {game}"
