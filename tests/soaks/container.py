"""The image of the program: built from its Containerfile, and played in by a user who is not root.

It needs buildah and the base image, which comes from a registry, or is named by `$SHEETS_GM_BASE`.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.test_wheel import UV

ROOT = Path(__file__).resolve().parents[2]
CONTAINERFILE = ROOT / "templates" / "deploy" / "Containerfile"
CHROOT = ["--isolation", "chroot"]  # needs no right that a test run inside a container may lack


def buildah(*words: str, seconds: float = 280) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["buildah", *words], capture_output=True, text=True, check=False, timeout=seconds)


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A container of the image, built of this tree."""
    if shutil.which("buildah") is None:
        pytest.skip("NO IMAGE IS BUILT: buildah is not installed here: apt install buildah")
    usual = re.findall(r"(?m)^ARG BASE=(\S+)$", CONTAINERFILE.read_text(encoding="utf-8"))[0]
    base = os.environ.get("SHEETS_GM_BASE", usual)
    if buildah("inspect", "--type", "image", base).returncode and buildah("pull", base).returncode:
        pytest.skip(f"NO IMAGE IS BUILT: {base} cannot be had here")
    folder = tmp_path_factory.mktemp("image")
    shutil.copy(CONTAINERFILE, folder)
    subprocess.run([UV, "build", "-q", "--wheel", "--out-dir", str(folder), str(ROOT)], check=True, timeout=120)
    certificates = ["--volume", "/etc/ssl/certs:/etc/ssl/certs:ro", "--network", "host"]
    image = "localhost/sheets-gm-test"
    built = buildah("build", *CHROOT, *certificates, "--build-arg", f"BASE={base}", "--tag", image, str(folder))
    assert built.returncode == 0, built.stderr[-3000:]
    name = buildah("from", image).stdout.strip()
    yield name
    buildah("rm", name)
    buildah("rmi", image)


def test_a_match_is_played_in_it_by_nobodys_root_who_can_change_nothing_of_the_program(container: str) -> None:
    def ran(script: str) -> subprocess.CompletedProcess[str]:
        return buildah("run", *CHROOT, container, "--", "sh", "-c", script)

    assert ran("id -u").stdout == "10001\n"
    assert ran("touch /opt/sheets-gm/bin/mine").returncode != 0
    played = ran("sheets-gm demo gvg --fast --players 2 --set max_turns=1 --to /data/exports && ls /data/exports")
    assert played.returncode == 0, played.stderr
    assert "all 2 entries recompute" in played.stdout
    assert "gvg-demo.xlsx" in played.stdout
    assert Path("/data/exports").exists() is False
