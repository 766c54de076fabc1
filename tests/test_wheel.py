"""The wheel: what it holds, and that a machine without the checkout plays with it and with nothing else.

A match is played from the files of the wheel alone, beside the libraries of this environment. `tests/soaks/wheel.py`
installs it into empty environments.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "sheets_gm"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
UV = os.environ.get("UV") or shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv")
SYSTEM = "/usr/bin:/bin"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("dist")
    subprocess.run([UV, "build", "-q", "--wheel", "--out-dir", str(folder), str(ROOT)], check=True, timeout=120)
    (found,) = folder.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def files(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the files of the wheel, as pip lays them out."""
    site = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    return site


def ran(
    program: list[str], home: Path, codes: tuple[int, ...] = (0,), more: Mapping[str, str] = MappingProxyType({})
) -> str:
    """What *program* prints in the folder *home*, with an environment that knows of no checkout."""
    home.mkdir(exist_ok=True)
    env = {"PATH": SYSTEM, "HOME": str(home), "LANG": "C.UTF-8", **more}
    done = subprocess.run(program, cwd=home, env=env, capture_output=True, text=True, check=False, timeout=280)
    assert done.returncode in codes, done.stdout[-2000:] + done.stderr[-4000:]
    return done.stdout


def beside(site: Path) -> Mapping[str, str]:
    """The environment in which Python finds the package in *site*."""
    return {"PYTHONPATH": str(site), "PYTHONDONTWRITEBYTECODE": "1"}


def test_it_holds_the_templates_the_manual_and_that_it_is_typed(files: Path) -> None:
    package = files / PACKAGE
    for folder in ("templates", "docs"):
        checkout = {path.relative_to(ROOT / folder) for path in (ROOT / folder).rglob("*") if _shipped(path)}
        assert checkout <= {path.relative_to(package / folder) for path in (package / folder).rglob("*")}
    for page in ("README.md", "CHANGELOG.md"):
        assert (package / "docs" / page).read_bytes() == (ROOT / page).read_bytes()
    assert (package / "py.typed").is_file()


def _shipped(path: Path) -> bool:
    return path.is_file() and "__pycache__" not in path.parts


@pytest.mark.slow
def test_a_match_is_played_to_its_workbook_from_its_files_alone(files: Path, tmp_path: Path) -> None:
    words = ["demo", "gvg", "--fast", "--players", "2", "--set", "max_turns=1"]
    code = "import sys, sheets_gm.adapters.cli as cli; print(cli.__file__); cli.main()"
    shown = ran([sys.executable, "-P", "-c", code, *words], tmp_path / "home", more=beside(files))
    assert shown.startswith(str(files))
    assert "Exported exports/gvg-demo.xlsx" in shown
    assert "all 2 entries recompute" in shown
