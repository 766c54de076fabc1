"""Many clients at once, and servers that are killed: nothing that was answered is ever lost.

`scripts/soak --clients 50` and `scripts/soak --kills 100` run it at length, `test_load` for a few seconds.
"""

from __future__ import annotations

import random
import signal
import threading
import time
from collections import Counter
from dataclasses import dataclass, field
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from statistics import quantiles
from typing import Any

import requests
from gspread.exceptions import APIError
from gspread.utils import rowcol_to_a1

from sheets_gm.localsheets.identity.accounts import Accounts
from tests.localsheets import real

ROWS = 20_000
RAW: Any = {"valueInputOption": "RAW"}
KINDS = ("cell", "append", "cell", "batch", "read")
WIDTH = 8
"""Cells that a batch writes at once."""

# -- many clients ------------------------------------------------------------------------------------------------------


@dataclass
class ClientLog:
    """What one client recorded: its acknowledged writes, the seconds each call took by kind, what went wrong."""

    client: int
    cells: int = 0
    rows: list[int] = field(default_factory=list)
    blocks: int = 0
    took: dict[str, list[float]] = field(default_factory=dict)
    wrong: Counter[str] = field(default_factory=Counter)


def one_client(base: str, token: str, name: str, number: int, seconds: float) -> ClientLog:
    """Write and read for *seconds*: a cell of one's own column, a row of the common log, a block, a look."""
    http = real.client(base, token).http_client
    http.set_timeout(60)
    log = ClientLog(number)
    ends = time.monotonic() + seconds
    for turn in count(1):
        if time.monotonic() > ends:
            break
        kind = KINDS[turn % len(KINDS)]
        began = time.monotonic()
        try:
            match kind:
                case "cell":
                    cell = f"Own!{rowcol_to_a1(log.cells + 1, number + 1)}"
                    http.values_update(name, cell, RAW, {"values": [[log.cells]]})
                    log.cells += 1
                case "append":
                    http.values_append(name, "Log!A1", RAW, {"values": [[number, turn]]})
                    log.rows.append(turn)
                case "batch":
                    http.batch_update(name, block(number, turn))
                    log.blocks = turn
                case _:
                    http.values_batch_get(name, [f"Block!A{number + 1}:H{number + 1}", "Log!A1:B5"])
        except (APIError, requests.RequestException) as error:
            log.wrong[f"{kind}: {error}"[:200]] += 1
        log.took.setdefault(kind, []).append(time.monotonic() - began)
    return log


def block(row: int, value: int) -> dict[str, Any]:
    """A batch that writes *value* into every cell of a row, one request each."""
    cell = {"userEnteredValue": {"numberValue": value}}
    return {
        "requests": [
            {
                "updateCells": {
                    "start": {"sheetId": 3, "rowIndex": row, "columnIndex": column},
                    "rows": [{"values": [cell]}],
                    "fields": "userEnteredValue",
                }
            }
            for column in range(WIDTH)
        ]
    }


def several_clients(base: str, token: str, name: str, numbers: range, seconds: float) -> list[ClientLog]:
    """Clients in threads of this process, each with a connection of its own."""
    logs: list[ClientLog] = []
    threads = [
        threading.Thread(target=lambda at=at: logs.append(one_client(base, token, name, at, seconds))) for at in numbers
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return logs


def founded(base: str, token: str, clients: int) -> str:
    """A spreadsheet with a column, a row and a place in the log for every client; its id."""
    sheet = real.client(base, token).create("Load")
    tabs = (("Own", 1, ROWS, clients), ("Log", 2, 1, 2), ("Block", 3, clients, WIDTH))
    sheet.batch_update(
        {
            "requests": [
                {
                    "addSheet": {
                        "properties": {
                            "sheetId": number,
                            "title": title,
                            "gridProperties": {"rowCount": rows, "columnCount": columns},
                        }
                    }
                }
                for title, number, rows, columns in tabs
            ]
        }
    )
    return str(sheet.id)


@dataclass
class Load:
    """How a run went: the calls' seconds by kind, what went wrong, and which acknowledged writes are missing."""

    seconds: float
    took: dict[str, list[float]]
    wrong: Counter[str]
    lost: list[str]

    def lines(self) -> list[str]:
        """The figures, as a person reads them."""
        calls = [each for kind in self.took.values() for each in kind]
        made = [f"{len(calls)} calls in {self.seconds:.1f} s: {len(calls) / self.seconds:.0f} a second"]
        for kind, took in {**self.took, "all": calls}.items():
            cuts = quantiles(took, n=100) if len(took) > 1 else [took[0]] * 99
            worst = max(took) * 1000
            made.append(
                f"  {kind:<7} p50 {cuts[49] * 1000:6.1f} ms   p99 {cuts[98] * 1000:6.1f} ms   worst {worst:.0f} ms"
            )
        made.append(f"{len(self.lost)} writes lost, {sum(self.wrong.values())} calls failed")
        return made + self.lost + [f"{times} times {what}" for what, times in self.wrong.most_common(5)]


def hammer(home: Path, clients: int, seconds: float, processes: int = 1) -> Load:
    """*clients* gspread clients in *processes* on a server of its own; then everything acknowledged is read back."""
    token = Accounts(home / "sheets").add("load@x")
    with real.process(home) as running:
        name = founded(running.base, token, clients)
        share = -(-clients // processes)
        jobs = [
            (running.base, token, name, range(at, min(at + share, clients)), seconds) for at in range(0, clients, share)
        ]
        began = time.monotonic()
        if processes == 1:
            logs = several_clients(*jobs[0])
        else:
            with get_context("spawn").Pool(processes) as pool:
                logs = [each for part in pool.starmap(several_clients, jobs) for each in part]
        took = time.monotonic() - began
        lost = missing(running.base, token, name, logs)
        code, _, err = running.stop()
        wrong = sum((each.wrong for each in logs), Counter[str]())
        if code or err:
            wrong[f"the server ended with {code}: {err[-500:]}"] += 1
    kinds: dict[str, list[float]] = {}
    for each in logs:
        for kind, times in each.took.items():
            kinds.setdefault(kind, []).extend(times)
    return Load(took, kinds, wrong, lost)


def missing(base: str, token: str, name: str, logs: list[ClientLog]) -> list[str]:
    """Acknowledged writes that cannot be read, and rows that are there more than once."""
    sheet = real.client(base, token).open_by_key(name)
    option: Any = {"valueRenderOption": "UNFORMATTED_VALUE"}
    columns = sheet.values_get("Own", {**option, "majorDimension": "COLUMNS"}).get("values", [])
    log = Counter((row[0], row[1]) for row in sheet.values_get("Log", option).get("values", []))
    blocks = sheet.values_get("Block", option).get("values", [])
    lost = []
    for each in logs:
        own = columns[each.client] if each.client < len(columns) else []
        if own != list(range(each.cells)):
            lost.append(f"client {each.client}: {each.cells} cells were acknowledged, {len(own)} are there")
        lost += [
            f"client {each.client}: log row {turn} is there {log[each.client, turn]} times"
            for turn in each.rows
            if log[each.client, turn] != 1
        ]
        if each.blocks and blocks[each.client] != [each.blocks] * WIDTH:
            lost.append(f"client {each.client}: block {each.blocks} reads {blocks[each.client]}")
    return lost


# -- servers that are killed -------------------------------------------------------------------------------------------


@dataclass
class Writer:
    """Writes ever higher numbers, a whole row of cells at once, and rows of a log; remembers what was acknowledged."""

    number: int
    tried: int = 0
    kept: int = 0
    answered: int = 0
    rows: list[int] = field(default_factory=list)

    def run(self, base: str, token: str, name: str) -> None:
        """Write until the server is gone."""
        http = real.client(base, token).http_client
        http.set_timeout(10)
        while True:
            self.tried += 1
            try:
                http.batch_update(name, block(self.number, self.tried))
                self.kept = self.tried
                self.answered += 1
                http.values_append(name, "Log!A1", RAW, {"values": [[self.number, self.tried]]})
                self.rows.append(self.tried)
                self.answered += 1
            except requests.RequestException:
                return

    def judged(self, row: list[int], log: Counter[tuple[int, int]]) -> list[str]:
        """What is wrong with what a server read back."""
        wrong = []
        if len(set(row)) > 1 or len(row) not in (0, WIDTH):
            wrong.append(f"writer {self.number}: half a batch is there: {row}")
        elif not self.kept <= (row or [0])[0] <= self.tried:
            wrong.append(f"writer {self.number}: {row} is there; {self.kept} was acknowledged, {self.tried} was tried")
        wrong += [f"writer {self.number}: log row {turn} is lost" for turn in self.rows if not log[self.number, turn]]
        return wrong


@dataclass
class Kills:
    """How often a server was killed, how many writes it had acknowledged by then, and what was wrong afterwards."""

    kills: int
    acknowledged: int
    cut: int
    wrong: list[str]


def kill_often(home: Path, kills: int, writers: int = 4, seed: int | None = None, longest: float = 0.5) -> Kills:
    """Kill a server (SIGKILL) at random moments while it is written to, start it again, and read everything back."""
    luck = random.Random(seed)
    token = Accounts(home / "sheets").add("kill@x")
    port = real.free_port()
    hands = [Writer(number) for number in range(writers)]
    name, wrong, cut = "", [], 0
    for turn in range(kills + 1):
        with real.process(home, port=port) as running:
            name = name or founded(running.base, token, writers)
            wrong += read_back(running.base, token, name, hands)
            if turn == kills:
                break
            threads = [threading.Thread(target=hand.run, args=(running.base, token, name)) for hand in hands]
            for thread in threads:
                thread.start()
            before = sum(hand.answered for hand in hands)
            while sum(hand.answered for hand in hands) == before and any(thread.is_alive() for thread in threads):
                time.sleep(0.01)  # kill it while it writes, not before it has begun
            time.sleep(luck.uniform(0, longest))
            running.stop(signal.SIGKILL)
            for thread in threads:
                thread.join()
            cut += sum(hand.tried > hand.kept for hand in hands)
    return Kills(kills, sum(hand.answered for hand in hands), cut, wrong)


def read_back(base: str, token: str, name: str, hands: list[Writer]) -> list[str]:
    """What is wrong with what the server has, for every writer."""
    sheet = real.client(base, token).open_by_key(name)
    option: Any = {"valueRenderOption": "UNFORMATTED_VALUE"}
    rows = sheet.values_get("Block", option).get("values", [])
    log = Counter((row[0], row[1]) for row in sheet.values_get("Log", option).get("values", []))
    return [each for hand in hands for each in hand.judged(rows[hand.number] if hand.number < len(rows) else [], log)]
