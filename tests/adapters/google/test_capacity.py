"""What a step of a match with several workbooks takes, and that `new` says so."""

from __future__ import annotations

import pytest

from sheets_gm.adapters.google.calls.rate_limits import HEADROOM
from sheets_gm.adapters.google.capacity import step_of
from sheets_gm.adapters.google.google_sheets import GoogleSheets
from sheets_gm.adapters.installation.settings import Quota
from tests.adapters.place import Place, typed


def test_a_step_of_eighteen_workbooks_takes_a_third_of_an_accounts_minute() -> None:
    step = step_of(18, Quota())
    assert step.calls == 18
    assert step.shown == 18.0
    assert step.between == pytest.approx(18 * 60 / (60 * (1 - HEADROOM)))
    assert step.pause == pytest.approx(18 * 60 / (60 * (1 - HEADROOM)))


def test_a_larger_quota_lets_steps_follow_each_other_sooner_but_shows_them_no_sooner() -> None:
    large = step_of(18, Quota(reads=6000, writes=6000, account_reads=6000, account_writes=6000))
    assert large.shown == large.between == 18.0
    assert large.pause == 5.0


@pytest.mark.parametrize("at_google", [True, False])
def test_a_new_match_with_several_workbooks_says_what_a_step_takes(
    place: Place, monkeypatch: pytest.MonkeyPatch, at_google: bool
) -> None:
    monkeypatch.setattr(GoogleSheets, "is_local", property(lambda _: not at_google))
    keys = ("public", "team.blue", "team.red", "gm")
    named = [f"--sheet={key}={place.shared(key).url}" for key in keys]
    done = typed(place.folder, "new", "gvg", "--name", "friday", "--gm", "gm@x", "--sealed", *named)
    assert done.code == 0, done.err
    assert ("A step takes 4 reads, as a rule, and up to 4 writes, of the 60 and 60" in done.out) is at_google
