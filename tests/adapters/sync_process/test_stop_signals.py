"""A sync that is asked to stop does so at once, whenever the signal comes."""

from __future__ import annotations

import subprocess
import sys

from tests import patience

TRIES = 3000

WAITS = f"""
import random, signal
from sheets_gm.adapters.sync_process import stop_signals
stop_signals.STOPPING = (signal.SIGALRM,)
luck = random.Random(7)
for number in range({TRIES}):
    stop = stop_signals.StopSignals()
    with stop.listening():
        signal.setitimer(signal.ITIMER_REAL, luck.uniform(1e-6, 1e-4))
        stop.wait(60.0)
        while not stop.came:
            pass
    print(number)
"""
"""Waits a minute each time, while a signal comes at about the instant at which that begins."""


def test_a_signal_ends_the_wait_whenever_it_comes() -> None:
    done = subprocess.run(
        [sys.executable, "-c", WAITS], capture_output=True, text=True, timeout=patience.SECONDS, check=True
    )
    assert len(done.stdout.split()) == TRIES
