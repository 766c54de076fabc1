"""What the rules of a game raise, told apart from what they refuse and from what the rest of the program raises."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sheets_gm.kernel.errors import GameError, SetupError, UnavailableError, UserError, plain_reason
from sheets_gm.kernel.rules import LawBroken


class RulesFailed(GameError):
    """The rules of a game raise where they should give a position, or give one that breaks a law: nothing is stored."""


@contextmanager
def asking_the_rules() -> Iterator[None]:
    """Nothing but the rules works within this: what they raise is a `RulesFailed`. What they refuse stays as it is."""
    try:
        yield
    except (UserError, SetupError, UnavailableError):
        raise
    except LawBroken as error:
        raise RulesFailed(f"it would break a law of the game: {error}") from error
    except Exception as error:
        raise RulesFailed(plain_reason(error)) from error
