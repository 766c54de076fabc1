"""Whichever columns of an orders tab somebody deletes, nobody loses an order."""

from __future__ import annotations

from itertools import product

import pytest

from tests.gm.test_owners_edits import LOST, costs_no_order, typed_evening


@pytest.mark.parametrize(("names", "sorted_too"), list(product(LOST, (False, True))), ids=str)
def test_a_deleted_column_costs_nobody_an_order_that_was_accepted(names: tuple[str, ...], sorted_too: bool) -> None:
    costs_no_order(typed_evening(), names, sorted_too)
