"""What is shipped to run the sync: every line of it is real, and does what it says."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import click
import pytest
import yaml

from sheets_gm.adapters.cli import cli
from sheets_gm.adapters.cli.deploy import HOME, KINDS, filled
from sheets_gm.adapters.google.opening import connect
from sheets_gm.adapters.installation.settings import Settings
from sheets_gm.games import files
from sheets_gm.localsheets.api.service import Service
from tests.adapters.place import typed
from tests.installation import installation

NAMES = [name for names in KINDS.values() for name in names]
COMMANDS = sorted(
    {
        found[1].replace("COMMAND: ${{ inputs.command || '", "sheets-gm ").strip()
        for name in NAMES
        for found in re.finditer(r"((?:sheets-gm |COMMAND.* ')sync[^\n>#']*)", files.read("deploy", name))
    }
)


@pytest.fixture
def service(tmp_path: Path) -> Iterator[Service]:
    with installation(tmp_path) as made:
        yield made


@pytest.fixture
def home(tmp_path: Path, service: Service) -> Path:
    service.add_account("gm@x")
    done = typed(tmp_path, "new", "gvg", "--name", "friday", "--set", "max_turns=2", "--gm", "gm@x")
    assert done.code == 0, done.err
    return tmp_path


def written(home: Path, kind: str) -> list[str]:
    """The files of a kind for this installation."""
    done = typed(home, "deploy", kind, "--to", str(home / "deploy"))
    assert done.code == 0, done.err
    return [(home / "deploy" / name).read_text(encoding="utf-8") for name in KINDS[kind]]


def table(home: Path) -> dict[str, str]:
    """The files of a table on the internet, by name."""
    to = home / "table"
    done = typed(home, "deploy", "compose", "--domain", "table.example.net", "--to", str(to))
    assert done.code == 0, done.err
    return {path.name: path.read_text(encoding="utf-8") for path in to.iterdir()}


def test_the_containers_run_commands_that_there_are_with_nothing_to_write_to_but_their_volume(tmp_path: Path) -> None:
    made = table(tmp_path)
    assert not any("play.example.org" in text for text in made.values())
    services = yaml.safe_load(made["compose.yaml"])["services"]
    for name in ("serve", "sync"):
        words = shlex.split(services[name]["command"])
        command = cli.get_command(click.Context(cli), words[0])
        assert command is not None
        with command.make_context(words[0], words[1:]) as parsed:
            assert parsed.params.get("public", "https://table.example.net") == "https://table.example.net"
        assert services[name]["read_only"] is True
        assert services[name]["cap_drop"] == ["ALL"]
        assert "healthcheck" in services[name]
    assert re.search(r"(?m)^USER 10001:10001$", made["Containerfile"])
    assert "table.example.net {" in made["Caddyfile"]
    assert "reverse_proxy serve:8765" in made["Caddyfile"]


def test_the_settings_of_the_containers_find_the_server_and_the_database_by_the_names_of_their_services(
    tmp_path: Path,
) -> None:
    made = table(tmp_path)
    services = yaml.safe_load(made["compose.yaml"])["services"]
    settings = Settings.model_validate(tomllib.loads(made["sheets-gm.toml"]))
    assert urlsplit(settings.google.endpoint or "").hostname in services
    store = urlsplit(settings.store)
    assert (store.hostname in services, store.username) == (True, services["database"]["environment"]["POSTGRES_USER"])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["compose"], "compose needs --domain NAME"),
        (["compose", "--domain", "my table"], "is not a name"),
        (["cron", "--domain", "play.example.org"], "--domain is for compose"),
    ],
)
def test_a_table_on_the_internet_needs_a_name(tmp_path: Path, words: list[str], message: str) -> None:
    done = typed(tmp_path, "deploy", *words)
    assert (done.code, message in done.err) == (2, True)


def test_every_file_that_is_shipped_can_be_asked_for() -> None:
    assert sorted(path.name for path in files.folder("deploy").iterdir()) == sorted(NAMES)
    assert len(COMMANDS) >= 4


@pytest.mark.parametrize("line", COMMANDS)
def test_each_command_is_one_that_the_program_has(line: str) -> None:
    words = shlex.split(line)
    command = cli.get_command(click.Context(cli), words[1])
    assert command is not None
    command.make_context(words[1], words[2:]).close()


def test_crontab_lines_do_a_tick_and_keep_its_log(home: Path) -> None:
    assert typed(home, "new", "gvg", "--name", "monday", "--every", "1s").code == 0
    (text,) = written(home, "cron")
    assert HOME not in text
    jobs = [line for line in text.splitlines() if line and not line.startswith("#") and "=" not in line.split()[0]]
    assert len(jobs) == 3
    tick = jobs[0].split(maxsplit=5)
    assert tick[:5] == ["*"] * 5
    assert "%" not in text
    time.sleep(1.0)
    for command in (tick[5], *(job.split(maxsplit=1)[1] for job in jobs[1:])):
        done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False, timeout=60)
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    log = [json.loads(line) for line in (home / "sync.log").read_text(encoding="utf-8").splitlines()]
    assert [line["event"] for line in log] == ["turn"]
    assert json.loads((home / "health.json").read_text(encoding="utf-8"))["state"] == "ok"


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="NO UNIT IS CHECKED: there is no systemd here")
def test_systemd_finds_nothing_wrong_with_its_units(home: Path) -> None:
    written(home, "systemd")
    written(home, "timer")
    units = [str(path) for path in (home / "deploy").iterdir()]
    done = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert len(units) == 3


@pytest.mark.parametrize(("owner", "user"), [("root", "sheets-gm"), ("ana", "ana")])
def test_a_unit_runs_as_who_its_text_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: str, user: str
) -> None:
    monkeypatch.setattr(Path, "owner", lambda _self: owner)
    unit = filled(files.read("deploy", "sheets-gm.service"), tmp_path)
    timer = filled(files.read("deploy", "sheets-gm-once.timer"), tmp_path)
    assert f"\nUser={user}\n" in unit
    for text in (unit, timer):
        assert ("useradd" in text) == ("chown" in text) == (user == "sheets-gm")


def test_any_command_can_be_given_to_the_workflow_by_hand(home: Path) -> None:
    held = yaml.safe_load(files.read("deploy", "github-workflow.yml"))
    run = held["jobs"]["sync"]["steps"][-1]["run"]
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    env = {
        **os.environ,
        "PATH": beside,
        "SHEETS_GM_HOME": str(home),
        "COMMAND": "pause friday --why 'a $(date) of rest'",
    }
    done = subprocess.run(["bash", "-ec", run], env=env, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr
    answer = json.loads(typed(home, "status", "--json").out)[0]
    assert answer["status"] == "paused"


def test_a_workflow_without_the_code_says_which_variable_names_it(tmp_path: Path) -> None:
    held = yaml.safe_load(files.read("deploy", "github-workflow.yml"))
    (step,) = (step for step in held["jobs"]["sync"]["steps"] if "pip install" in step.get("run", ""))
    assert step["env"]["PACKAGE"] == "${{ vars.SHEETS_GM_PACKAGE || '.' }}"
    env = {**os.environ, "PACKAGE": "."}
    done = subprocess.run(
        ["bash", "-ec", step["run"]], check=False, env=env, cwd=tmp_path, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, "Set the variable SHEETS_GM_PACKAGE" in done.stdout) == (1, True)
    guide = (files.folder("deploy").parent.parent / "docs" / "google.md").read_text(encoding="utf-8")
    assert "`SHEETS_GM_PACKAGE`" in guide


def test_a_scheduled_workflow_signs_in_without_a_key_and_runs_once_at_a_time() -> None:
    held: dict[Any, Any] = yaml.safe_load(files.read("deploy", "github-workflow.yml"))
    assert held["concurrency"] == {"group": "sheets-gm", "cancel-in-progress": False}
    assert held["permissions"]["id-token"] == "write"
    steps = held["jobs"]["sync"]["steps"]
    uses = [step["uses"].partition("@")[0] for step in steps if "uses" in step]
    assert uses == ["actions/checkout", "google-github-actions/auth", "actions/setup-python"]
    assert "sync --once --json" in steps[-1]["env"]["COMMAND"]
    # the versions of pip's downloads are kept by the workflow's own file, which is always there
    (python,) = (step["with"] for step in steps if step.get("uses", "").startswith("actions/setup-python"))
    assert (python["cache"], python["cache-dependency-path"]) == ("pip", ".github/workflows/*.yml")


FREE_MINUTES = 2000
"""What GitHub gives a private repository a month, and counts for each run in whole minutes (2026-11-28)."""

NODE_24 = {
    "actions/checkout": 5,
    "actions/setup-python": 6,
    "actions/upload-artifact": 6,
    "actions/download-artifact": 7,
    "astral-sh/setup-uv": 7,
    "google-github-actions/auth": 3,
}
"""The first major of each action that runs on Node 24. GitHub took Node 20 off its runners in 2026 (2026-11-28)."""

COMPOSITE = {"pypa/gh-action-pypi-publish"}
"""Actions that bring a container of their own, and need no Node."""


def test_a_month_of_the_schedule_is_free_at_two_minutes_a_run() -> None:
    held: dict[Any, Any] = yaml.safe_load(files.read("deploy", "github-workflow.yml"))
    # YAML reads “on” as true
    (schedule,) = held[True]["schedule"]
    minute, *rest = schedule["cron"].split()
    assert (minute.isdigit(), rest) == (True, ["*"] * 4)
    a_month = 31 * 24 * 2
    assert a_month <= FREE_MINUTES


def test_every_action_runs_on_a_node_that_runners_still_have() -> None:
    ours = Path(__file__).parents[3] / ".github" / "workflows"
    texts = [files.read("deploy", "github-workflow.yml"), *(path.read_text("utf-8") for path in ours.glob("*.yml"))]
    used = {found for text in texts for found in re.findall(r"uses: ([\w./-]+)@(\S+)", text)}
    old = {(name, at) for name, at in used if name not in COMPOSITE and int(at.removeprefix("v")) < NODE_24[name]}
    assert (old, {name for name, _ in used} - COMPOSITE) == (set(), set(NODE_24))


SHIM = """
const fs = require("fs"), vm = require("vm");
const [script, values] = [process.argv[2], JSON.parse(process.argv[3])];
const said = [], set = [];
const range = (row, column, rows) => ({
  getValues: () => values.slice(row - 1, row - 1 + rows).map((line) => [line[column - 1] ?? ""]),
  setValue: (value) => set.push([row, column, value]),
});
const sheet = { getLastRow: () => values.length, getRange: (row, column, rows) => range(row, column, rows ?? 1) };
const menu = { addItem: (_, name) => (said.push(name), menu), addToUi: () => undefined };
const ui = { createMenu: () => menu, alert: (text) => said.push(text) };
const book = { getSheetByName: (name) => (name === "GM" ? sheet : null), toast: (text) => said.push(text) };
const world = { SpreadsheetApp: { getUi: () => ui, getActiveSpreadsheet: () => book } };
vm.createContext(world);
vm.runInContext(fs.readFileSync(script, "utf8"), world);
vm.runInContext("onOpen()", world);
const items = said.splice(0);
vm.runInContext(process.argv[4] + "()", world);
console.log(JSON.stringify({ items, said, set }));
"""
"""As much of Apps Script as a menu needs, on the values of a real tab."""


@pytest.mark.skipif(not shutil.which("node"), reason="NO SCRIPT IS RUN: there is no node here")
def test_the_menu_ticks_the_gms_box_and_the_sync_plays_the_turn(home: Path, service: Service) -> None:
    assert typed(home, "sync", "--once").code == 0
    written(home, "menu")
    (home / "shim.js").write_text(SHIM, encoding="utf-8")
    link = json.loads(typed(home, "status", "--json").out)[0]["workbooks"]["gm"]
    base, _, document = link.partition("/d/")
    gm = connect(service.add_account("gm@x"), base).connection.client.open_by_key(document).worksheet("GM")
    shown = json.dumps(gm.get_values(value_render_option="UNFORMATTED_VALUE"))  # type: ignore[arg-type]
    line = ["node", str(home / "shim.js"), str(home / "deploy" / "menu.gs"), shown]
    done = subprocess.run([*line, "resolveTurn"], capture_output=True, text=True, check=True, timeout=60)
    answer = json.loads(done.stdout)
    assert answer["items"] == ["resolveTurn", "rehearseTurn", "pauseMatch", "resumeMatch"]
    ((row, column, value),) = answer["set"]
    gm.update_cell(row, column, value)
    assert "Turn 1 of 2 is played" in typed(home, "sync", "--once").out
    paused = json.loads(subprocess.run([*line, "pauseMatch"], capture_output=True, check=True, timeout=60).stdout)
    assert paused["set"] == [[row + 1, column, True]]


def test_the_menu_has_the_words_of_the_template(tmp_path: Path) -> None:
    own = tmp_path / "templates" / "common"
    shutil.copytree(files.folder("common"), own)
    text = (own / "workbook.toml").read_text(encoding="utf-8")
    text = text.replace('title = "GM"', 'title = "Leitung"').replace(
        'rehearse = "Dry run"', 'rehearse = "Probe \\"1\\""'
    )
    (own / "workbook.toml").write_text(text, encoding="utf-8")
    (tmp_path / "sheets-gm.toml").write_text("", encoding="utf-8")
    script = typed(tmp_path, "deploy", "menu").out
    assert 'const TAB = "Leitung";' in script
    assert 'const REHEARSE = "Probe \\"1\\"";' in script
    assert 'const RESOLVE = "Resolve now";' in script


def test_every_image_that_a_registry_gives_is_named_by_its_digest() -> None:
    bases = re.findall(r"(?m)^ARG BASE=(\S+)$", files.read("deploy", "Containerfile"))
    services = yaml.safe_load(files.read("deploy", "compose.yaml"))["services"].values()
    images = [*bases, *(each["image"] for each in services if "build" not in each)]
    assert [
        image for image in images if not re.fullmatch(r"docker\.io/library/\S+:\S+@sha256:[0-9a-f]{64}", image)
    ] == []
    assert len(images) == 3
