"""A computer judge. It marks strategies by a formula that everybody can check.

A strategy has 3 points for being sent, and 1 more for each of these: it has at least 30 words; it has at least 100
words; it names an enemy army; it names a creature of its own army; it names the terrain of the square; it uses the
weather; it plans for a surprise ("if"). A kill attempt and an escape have the mark of their army's text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from sheets_gm.games.contract import Filled
from sheets_gm.games.war_game.position.state import Army, Battle
from sheets_gm.games.war_game.rules.combat.strategies import sent_by
from sheets_gm.games.war_game.views.visible import View
from sheets_gm.kernel.dice import Dice
from sheets_gm.kernel.forms import Form, Typed

THERE = 3
LONG, LONGER = 30, 100
PLAIN = {"and", "air", "mild", "light", "clear", "calm"}
"""Words of a weather that a text has anyway."""


def mark_of(view: View, battle: Battle, army: Army) -> int:
    """Return the mark of the strategy that counts for *army*; 0 if it sent none."""
    strategy = sent_by(view.sent, battle, army.name)
    if strategy is None:
        return 0
    text = (strategy.text or "").casefold()
    words = len(text.split())
    enemies = battle.second if army.name in battle.first else battle.first
    weather = view.announcements[str(battle.number)].rpartition("(")[2]
    signs = (
        words >= LONG,
        words >= LONGER,
        _names(text, enemies),
        _names(text, (each.creature for each in army.units)),
        _names(text, (view.world.terrain[battle.place],)),
        _names(text, set(re.findall(r"\w+", weather.casefold())) - PLAIN),
        _names(text, ("if",)),
    )
    return min(THERE + sum(signs), view.world.battle["strategy most"])


def _names(text: str, words: Iterable[str]) -> bool:
    """Whether *text* contains one of *words* as a whole word."""
    return any(re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", text) for word in words)


def judge(view: View, form: Form, _dice: Dice) -> list[Filled]:
    """Mark every battle."""
    battles = {battle.number: battle for battle in view.battles}
    filled = []
    for row in range(form.rows):
        at = form.at(row)
        marks = _marks(view, battles[int(str(at.row.says["battle"]))])
        cells = {name: marks[name] for name in (field.name for field in at.fields) if name in marks}
        filled.append(Filled(form.key, row, {**cells, "ready": True}))
    return filled


def _marks(view: View, battle: Battle) -> dict[str, Typed]:
    """Return the marks of both sides by field: one for each text, and for kills and escapes that of a side's better
    text.
    """
    armies = {army.name: army for army in view.armies}
    first, second = ([mark_of(view, battle, armies[name]) for name in names] for names in (battle.first, battle.second))
    marks: dict[str, Typed] = {"first": first[0], "second": second[0]}
    marks |= {"first_joint": first[1]} if len(first) > 1 else {}
    marks |= {"second_joint": second[1]} if len(second) > 1 else {}
    return {
        **marks,
        "first_kill": max(first),
        "first_escape": max(first),
        "second_kill": max(second),
        "second_escape": max(second),
    }


def approve(_view: View, form: Form, _dice: Dice) -> list[Filled]:
    """Allow every legend."""
    return [Filled(form.key, row, {"allow": True, "ready": True}) for row in range(form.rows)]


JUDGING: dict[str, Callable[[View, Form, Dice], list[Filled]]] = {"judging": judge, "approvals": approve}
"""The forms that the computer fills in for the judge."""
