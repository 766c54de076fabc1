"""A few of many like things, the same ones with each commit; `scripts/soak` tries the others by night."""

from __future__ import annotations

import os
import random
from collections.abc import Iterable
from typing import TypeVar

Each = TypeVar("Each")


def few(every: Iterable[Each], keep: int, *of: object) -> list[Each]:
    """*keep* of *every*, in their order, or all of them if there are no more.

    A test that chooses again and again says *of* what, so that it does not always choose the same places.
    """
    listed = list(every)
    places = random.Random(repr(of)).sample(range(len(listed)), min(keep, len(listed)))
    return [listed[place] for place in sorted(places)]


def by_day(*some: Each, of: Iterable[Each]) -> list[Each]:
    """*some* with each commit, where these show what is to be shown; all *of* them by night."""
    return list(of) if os.environ.get("HYPOTHESIS") == "night" else list(some)
