"""Exceptions of a game's rules, separate from their refusals and from exceptions of the rest of the program."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sheets_gm.kernel.errors import GameError, SetupError, UnavailableError, UserError, plain_reason
from sheets_gm.kernel.rules import LawBroken


class RulesFailed(GameError):
    """The rules of a game raised an exception, or returned a position that breaks a law. Nothing is stored."""


@contextmanager
def asking_the_rules() -> Iterator[None]:
    """Turn any exception of a game's rules into `RulesFailed`, except refusals."""
    try:
        yield
    except (UserError, SetupError, UnavailableError):
        raise
    except LawBroken as error:
        raise RulesFailed(f"it would break a law of the game: {error}") from error
    except Exception as error:
        raise RulesFailed(plain_reason(error)) from error
