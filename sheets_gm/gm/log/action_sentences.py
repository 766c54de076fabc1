"""Actions as sentences of the log, with the names of the people who played at that time."""

from __future__ import annotations

from collections.abc import Sequence

from sheets_gm.gm.between.feature import Names
from sheets_gm.gm.between.finding import owners
from sheets_gm.kernel.actions import Action, Concede
from sheets_gm.kernel.english import describe_winners, sides_left


def describe_action(action: Action, names: Names, conceded: Sequence[str] = ()) -> str:
    """Return *action* as a sentence, with its reason. *conceded* are the teams that have conceded by then."""
    text = owners()[type(action)].sentence(action, names)
    left = sides_left(names.seats.values(), conceded)
    if isinstance(action, Concede) and len(left) == 1:
        return f"{text}{f' ({action.why})' if action.why else ''}: {describe_winners(left, names.seats)}."
    if action.why:
        return f"{text.removesuffix('.')}: {action.why}"
    return text if text.removesuffix("”").endswith((".", "!", "?", "…")) else f"{text}."
