"""One row costs one row: what a row raises is answered at that row, and logged with its traceback.

Whatever a row is asked for goes through `at_its_row`: its check, its answer, the sum of its form, and what it does.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from sheets_gm.gm.ports.store import Conflict
from sheets_gm.kernel.errors import SetupError, UnavailableError, UserError, plain_reason
from sheets_gm.kernel.outcome import Remark
from sheets_gm.sheet.reading import Key

A = TypeVar("A")

logger = logging.getLogger(__name__)

CANNOT = "This row cannot be done"
"""How the answer to a row begins on which the program fails."""


def at_its_row(key: Key, ask: Callable[[], A]) -> A | Remark:
    """What *ask* returns about the row *key*, or a remark with what it raises.

    What says nothing about the row is raised: a service that is down, an installation that must be fixed, another
    process that was faster.
    """
    try:
        return ask()
    except (SetupError, UnavailableError, Conflict):
        raise
    except UserError as error:
        return Remark(text=str(error))
    except Exception as error:
        logger.exception("The row %s of %s on %s cannot be done", key[2] + 1, key[1], key[0])
        return Remark(text=f"{CANNOT}: {plain_reason(error)}")
