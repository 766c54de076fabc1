"""The command line in processes of its own that need not import everything again.

A server process imports the program once and forks a child for each command, so a command is a real process and takes
a fraction of the time. What a start from nothing imports has a test of its own (tests/adapters/cli/test_exit_codes.py).
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

import sheets_gm
from tests import patience

PACKAGE = Path(sheets_gm.__file__).parent
FOLDERS = (PACKAGE / "adapters" / "cli", PACKAGE / "games", PACKAGE / "gm")
IMPORTED = ["gspread", "sqlalchemy.dialects.sqlite"] + [
    ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts)
    for folder in FOLDERS
    for path in sorted(folder.rglob("[a-z]*.py"))
]
"""What the server imports before the first command."""


def _command(home: str, words: Sequence[str], environment: Mapping[str, str], out: str) -> None:
    """Be the program in the folder *home*; what it prints goes to the files *out*.out and *out*.err."""
    for number, name in ((1, f"{out}.out"), (2, f"{out}.err")):
        os.dup2(os.open(name, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), number)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    sys.stdin, sys.stdout, sys.stderr = open(0), open(1, "w"), open(2, "w")  # noqa: SIM115 - for the whole process
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(home)
    sys.argv = ["sheets-gm", *words]
    from sheets_gm.adapters.cli import main

    main()


def run(home: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """What `sheets-gm WORDS` prints and exits with in the folder *home*."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(IMPORTED)
    env = {**os.environ, "SHEETS_GM_HOME": str(home), **environment}
    with tempfile.TemporaryDirectory() as kept:
        out = str(Path(kept) / "printed")
        child = context.Process(target=_command, args=(str(home), words, env, out))
        child.start()
        child.join(patience.SECONDS)
        if child.exitcode is None:
            child.kill()
            raise subprocess.TimeoutExpired(list(words), patience.SECONDS)
        printed = [Path(f"{out}.{name}").read_text(encoding="utf-8") for name in ("out", "err")]
    return subprocess.CompletedProcess(list(words), child.exitcode, *printed)
