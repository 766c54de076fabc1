"""Whether a process of this host has ended, as the other processes see it by its name."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from sheets_gm.adapters.sync_process.processes import has_ended, name_of, owner


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not report the state of a process")
def test_a_process_has_ended_when_it_was_killed_even_if_nobody_has_waited_for_it() -> None:
    with subprocess.Popen(["sleep", "60"]) as process:
        name = name_of(process.pid)
        assert not has_ended(name)
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        assert has_ended(name)
    assert has_ended(name)


def test_a_process_has_ended_when_another_one_has_its_number() -> None:
    host, pid, started = owner().split("/")
    assert not has_ended(owner())
    assert has_ended(f"{host}/{pid}/{int(started or 0) + 1}")


def test_nothing_is_known_of_the_processes_of_other_hosts() -> None:
    assert not has_ended("elsewhere/1/1")


def test_a_process_is_never_asked_on_windows_where_the_question_would_interrupt_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(os, "kill", lambda *_: pytest.fail("asked"))
    monkeypatch.setattr(sys, "platform", "win32")
    assert not has_ended(owner())
