"""The page of a running sync: `/healthz` for whoever must restart it, `/metrics` for Prometheus.

Law: it reads and tells; nothing that asks for it can change or slow down a match.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sheets_gm.adapters.extras import how_to_get
from sheets_gm.adapters.health import HANGING, Health
from sheets_gm.kernel.errors import SetupError

LOOPBACK = "127.0.0.1"
PLAIN = "text/plain; charset=utf-8"


class PortInUse(SetupError):
    """The page cannot listen there; the message says what to do."""


def parse_address(text: str) -> tuple[str, int]:
    """`PORT` or `HOST:PORT`; ValueError where it is neither."""
    host, _, port = text.rpartition(":")
    number = int(port)
    if not 0 <= number < 65536:
        raise ValueError(port)
    return host.strip("[]") or LOOPBACK, number


@contextmanager
def serve_health(health: Health, where: tuple[str, int]) -> Iterator[str]:
    """Answer at *where* until the block ends; the address it got. PortInUse."""
    metrics = answers(health)

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/healthz":
                told = health.as_value()
                body = json.dumps(told, ensure_ascii=False).encode()
                self._answer(503 if told["state"] == HANGING else 200, "application/json", body)
            elif path == "/metrics":
                self._answer(*metrics())
            else:
                self._answer(404, PLAIN, b"There are /healthz and /metrics.\n")

        def _answer(self, status: int, kind: str, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_given: Any) -> None:
            """Those who look on are no news."""

    try:
        server = ThreadingHTTPServer(where, Page)
    except OSError as error:
        raise PortInUse(f"Nobody can listen at {where[0]}:{where[1]} ({error.strerror}): choose another.") from error
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.2}, daemon=True)
    thread.start()
    host, port = server.server_address[:2]
    try:
        yield f"http://{host!s}:{port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def answers(health: Health) -> Callable[[], tuple[int, str, bytes]]:
    """What answers with a status, a content type and the text of the metrics, or with what they need."""
    try:
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
        from prometheus_client.registry import Collector
    except ImportError:
        missing = f"Metrics need prometheus-client: {how_to_get('metrics')}\n".encode()
        return lambda: (501, PLAIN, missing)

    class Figures(Collector):
        def collect(self) -> Iterator[Any]:
            yield CounterMetricFamily("sheets_gm_rounds", "Rounds of all matches.", health.rounds)
            yield SummaryMetricFamily("sheets_gm_round_seconds", "How long rounds took.", health.rounds, health.seconds)
            yield GaugeMetricFamily("sheets_gm_last_round_seconds", "How long the last round took.", health.last)
            yield GaugeMetricFamily(
                "sheets_gm_last_round_timestamp_seconds", "When the last round ended.", health.ended or 0.0
            )
            for name, told, label, counts in (
                ("ticks", "Polls of a match.", "match", health.ticks),
                ("turns", "Turns that were played.", "match", health.turns),
                ("failures", "Polls that failed.", "match", health.failures),
                ("calls", "Calls of the spreadsheet service.", "kind", health.calls()),
            ):
                family = CounterMetricFamily(f"sheets_gm_{name}", told, labels=[label])
                for key, value in sorted(counts.items()):
                    family.add_metric([key], value)
                yield family
            standing = GaugeMetricFamily("sheets_gm_matches", "Matches by how they stand.", labels=["status"])
            statuses = [status.value for status in health.statuses.values()]
            for status in ("live", "paused", "stuck", "over"):
                standing.add_metric([status], statuses.count(status))
            yield standing

    registry = CollectorRegistry()
    registry.register(Figures())
    return lambda: (200, CONTENT_TYPE_LATEST, generate_latest(registry))
