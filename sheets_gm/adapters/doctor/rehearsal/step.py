"""A step of the rehearsal: what is tried, what is expected, and what it means if the service differs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from sheets_gm.adapters.doctor.rehearsal.stage import REFUSED, Stage

Facts: TypeAlias = Mapping[str, Any]
"""What a step has seen, by name, as JSON: the same on every service that behaves the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step. *run* tries it and returns what it saw.

    *does* and *expects* describe what is tried and what should come of it; *means* and *advice* describe what a
    difference means to a GM, and what to do. The program tolerates a difference of the facts *tolerates* (`ALL`: of
    each); any other breaks play. *needs* names the option without which the step is left out.
    """

    name: str
    does: str
    expects: str
    means: str
    advice: str
    run: Callable[[Stage], Facts]
    tolerates: Sequence[str] = ()
    needs: str = ""


class LeftOut(Exception):
    """A step cannot be tried with this account, as is expected of it; the message states why."""


ALL = ("*",)
"""`Step.tolerates` of a step whose differences never break play."""

ABSENT = "(absent)"
"""The value, in a difference, of something that one side lacks."""

FAILED = "failed"
"""The fact that a step could not be tried to its end."""


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference between the service and the local spreadsheet; *breaks* is whether it breaks play."""

    fact: str
    expected: Any
    found: Any
    breaks: bool


def differences(step: Step, expected: Facts, found: Facts) -> Iterator[Difference]:
    """Where *found* differs from *expected*. What could not be tried after a refusal is no difference of its own."""
    cut_short = FAILED in found or any(str(each).startswith(REFUSED) for each in found.values())
    for name in dict.fromkeys((*expected, *found)):
        if cut_short and name not in found:
            continue
        breaks = step.tolerates != ALL and name not in step.tolerates
        for path, left, right in _unequal(name, expected.get(name, ABSENT), found.get(name, ABSENT)):
            yield Difference(path, left, right, breaks)


def _unequal(path: str, expected: Any, found: Any) -> Iterator[tuple[str, Any, Any]]:
    """The innermost places where two JSON values differ."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key in dict.fromkeys((*expected, *found)):
            if not expected.get(key) and not found.get(key) and not (key in expected and key in found):
                continue  # a service may leave out what is false, zero or empty
            yield from _unequal(f"{path}.{key}", expected.get(key, ABSENT), found.get(key, ABSENT))
    elif isinstance(expected, list) and isinstance(found, list) and len(expected) == len(found):
        for at, (left, right) in enumerate(zip(expected, found, strict=True)):
            yield from _unequal(f"{path}[{at}]", left, right)
    elif expected != found or type(expected) is not type(found):
        yield path, expected, found
