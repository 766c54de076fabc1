"""Base classes of errors. The base class shows who has to act; the message states what is wrong and what to do.

An exception that has none of these base classes is either caught inside the program or a bug.
"""

from __future__ import annotations

from pydantic import ValidationError

from sheets_gm.kernel.validation_messages import place


class UserError(Exception):
    """The request of the user is impossible."""


class SetupError(Exception):
    """The installation must be fixed first."""


class UnavailableError(Exception):
    """A service cannot be reached or does not answer. Trying later may help."""


class PollEnded(Exception):
    """The poll cannot go on: another process was faster, or a service that it needs does not answer."""


class GameError(Exception):
    """The rules of a game break the contract that every game keeps. The game's author must fix them."""


def plain_reason(error: Exception) -> str:
    """Return the reason for *error* in plain words. For a bug it includes the class of the error, for the author."""
    if isinstance(error, UserError | SetupError | UnavailableError):
        return str(error)
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename else error.strerror
    if isinstance(error, ValidationError):  # without the input, which may be a secret
        first = error.errors(include_url=False, include_input=False)[0]
        return f"{place(first, error.title)}: {first['msg']}"
    return f"{type(error).__name__}: {error}"
