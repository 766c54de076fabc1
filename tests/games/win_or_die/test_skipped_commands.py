"""With `on_fail=skip` an illegal command is skipped: its player reads why, and nobody else learns of it."""

from __future__ import annotations

import pytest

from sheets_gm.games.win_or_die.data.words import other
from sheets_gm.gm.match_record.policy import Policy
from tests.games.win_or_die.test_live_reactions import fill
from tests.gm.table import Evening


@pytest.mark.clause("WOD-R31")
def test_a_skipped_command_is_answered_with_its_reason_which_the_public_does_not_learn() -> None:
    settings = {"mode": "core", "on_fail": "skip"}
    evening = Evening(plays="win_or_die", settings=settings, policy=Policy(layout="sealed", gm=("gm@table",)))
    evening.tick()
    evening.tick(resolve=True)
    for _ in range(3):
        evening.tick(resolve=True)
    state = evening.table.session.state
    unit = state.field.units_of(state.acting)[0]
    cells = {"unit": state.field.label_for(unit, state.acting), "to": state.field.units_of(other(state.acting))[0].at}
    fill(evening, "commands", state.acting, " #1", **cells)
    assert evening.tick().steps
    answer = evening.receipt(f"{state.acting} #1", "commands", f"seat.{state.acting}")
    assert "No public events" not in answer
    assert "A command of " in answer
    assert "is skipped" in answer
    assert not any("is skipped" in line for line in evening.log())
