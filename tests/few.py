"""A few of many like things, the same ones in every run: `scripts/soak` tries the others."""

from __future__ import annotations

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
