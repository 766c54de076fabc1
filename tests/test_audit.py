"""The audit of the locked packages: what is gone, withdrawn or vulnerable fails it, and nothing is passed over."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]

UV = """#!/bin/sh
case "$1" in
    export) while [ "$1" != --output-file ]; do shift; done
            printf 'click==8.5.1 \\\\\\n    --hash=sha256:00\\nrich==14.0 ; sys_platform == "linux"\\n' >"$2" ;;
    pip) echo "$INDEX_SAYS"; exit "$INDEX" ;;
    audit) echo "$OSV_SAYS"; exit "$OSV" ;;
esac
"""
"""A uv that answers as the environment says, and asks nobody."""


def audited(folder: Path, index: tuple[int, str], osv: tuple[int, str]) -> subprocess.CompletedProcess[str]:
    (folder / "uv").write_text(UV)
    (folder / "uv").chmod(0o755)
    answers = {"INDEX": str(index[0]), "INDEX_SAYS": index[1], "OSV": str(osv[0]), "OSV_SAYS": osv[1]}
    env = {**os.environ, **answers, "PATH": f"{folder}:{os.environ['PATH']}"}
    return subprocess.run([ROOT / "scripts" / "audit"], capture_output=True, text=True, env=env, check=False)


FOUND, CLEAN = (0, " + click==8.5.1"), (0, "Found no known vulnerabilities")
GONE = (1, "there is no version of click==8.5.1")
AWAY = (2, "error: Request failed after 3 retries")


@pytest.mark.parametrize(
    ("index", "osv", "code", "message"),
    [
        (FOUND, CLEAN, 0, "Found no known vulnerabilities"),
        (GONE, CLEAN, 1, "no version of click==8.5.1"),
        ((0, "warning: `click==8.5.1` is yanked (reason: broken)"), CLEAN, 1, "is yanked"),
        (FOUND, (1, "click 8.5.1 has 1 known vulnerability"), 1, "click 8.5.1 has 1 known vulnerability"),
        (AWAY, (1, "click 8.5.1 has 1 known vulnerability"), 1, "click 8.5.1 has 1 known vulnerability"),
        (AWAY, CLEAN, 4, "NOT AUDITED: the index could not be reached"),
        (FOUND, AWAY, 4, "NOT AUDITED: the list of vulnerabilities could not be reached"),
        (AWAY, AWAY, 4, "NOT AUDITED: the index and the list of vulnerabilities could not be reached"),
    ],
)
def test_an_audit_is_right_only_if_everything_was_found(
    tmp_path: Path, index: tuple[int, str], osv: tuple[int, str], code: int, message: str
) -> None:
    done = audited(tmp_path, index, osv)
    assert (done.returncode, message in done.stderr) == (code, True), done
    assert "== 2 locked packages on the index" in done.stdout
    assert ("found: 2" in done.stdout) is (index == FOUND)


@pytest.mark.parametrize(("audit", "tests", "code"), [(0, 0, 0), (4, 0, 0), (1, 0, 1), (0, 2, 2), (1, 2, 1), (4, 1, 1)])
def test_ci_audits_the_packages_and_fails_on_what_is_found(tmp_path: Path, audit: int, tests: int, code: int) -> None:
    """A service that is away does not fail it, or it would fail for reasons that are not in the code."""
    for name, text in {
        ".ci/run": (ROOT / ".ci" / "run").read_text(encoding="utf-8"),
        "scripts/_env": "",
        "scripts/audit": f"#!/bin/sh\necho looked up; exit {audit}\n",
        "scripts/test": f"#!/bin/sh\necho tested; exit {tests}\n",
        "apt-get": "#!/bin/sh\n",
    }.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    env = {**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run([tmp_path / ".ci" / "run"], capture_output=True, text=True, env=env, check=False)
    assert (done.returncode, done.stdout) == (code, "tested\nlooked up\n")
