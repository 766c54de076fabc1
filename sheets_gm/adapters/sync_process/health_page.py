"""The web page of a running sync: `/healthz` for a supervisor, `/metrics` for Prometheus.

It only reads: no request can change a match or delay it.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from sheets_gm.adapters.installation.optional_dependencies import how_to_get
from sheets_gm.adapters.sync_process.health import HANGING, Health
from sheets_gm.kernel.errors import SetupError

LOOPBACK = "127.0.0.1"
PLAIN = "text/plain; charset=utf-8"


class PortInUse(SetupError):
    """The page cannot use that port. The message says what to do."""


def parse_address(text: str) -> tuple[str, int]:
    """Return host and port from `PORT` or `HOST:PORT`. Raises ValueError."""
    host, _, port = text.rpartition(":")
    number = int(port)
    if not 0 <= number < 65536:
        raise ValueError(port)
    return host.strip("[]") or LOOPBACK, number


@contextmanager
def serve_health(health: Health, where: tuple[str, int]) -> Iterator[str]:
    """Serve the page at *where* until the block ends, and yield its address. Raises PortInUse."""
    metrics = metrics_answer(health)

    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path == "/healthz":
                value = health.as_value()
                body = json.dumps(value, ensure_ascii=False).encode()
                self._answer(503 if value["state"] == HANGING else 200, "application/json", body)
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
            """Log nothing."""

    try:
        server = ThreadingHTTPServer(where, Page)
    except OSError as error:
        raise PortInUse(f"Cannot listen at {where[0]}:{where[1]} ({error.strerror}): choose another port.") from error
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


def metrics_answer(health: Health) -> Callable[[], tuple[int, str, bytes]]:
    """Return a function that returns a status, a content type and the metrics (or how to install their library)."""
    try:
        from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
        from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, SummaryMetricFamily
        from prometheus_client.registry import Collector
    except ImportError:
        missing = f"Metrics need prometheus-client: {how_to_get('metrics')}\n".encode()
        return lambda: (501, PLAIN, missing)

    class Metrics(Collector):
        def collect(self) -> Iterator[Any]:
            yield CounterMetricFamily("sheets_gm_rounds", "Rounds of all matches.", health.rounds)
            yield SummaryMetricFamily("sheets_gm_round_seconds", "Duration of rounds.", health.rounds, health.seconds)
            yield GaugeMetricFamily("sheets_gm_last_round_seconds", "Duration of the last round.", health.last)
            yield GaugeMetricFamily(
                "sheets_gm_last_round_timestamp_seconds", "When the last round ended.", health.ended or 0.0
            )
            for name, description, label, counts in (
                ("ticks", "Polls of a match.", "match", health.ticks),
                ("turns", "Turns that were played.", "match", health.turns),
                ("failures", "Polls that failed.", "match", health.failures),
                ("calls", "Calls to the spreadsheet service.", "kind", health.calls()),
            ):
                family = CounterMetricFamily(f"sheets_gm_{name}", description, labels=[label])
                for key, value in sorted(counts.items()):
                    family.add_metric([key], value)
                yield family
            matches = GaugeMetricFamily("sheets_gm_matches", "Matches by status.", labels=["status"])
            statuses = [status.value for status in health.statuses.values()]
            for status in ("live", "paused", "stuck", "over"):
                matches.add_metric([status], statuses.count(status))
            yield matches

    registry = CollectorRegistry()
    registry.register(Metrics())
    return lambda: (200, CONTENT_TYPE_LATEST, generate_latest(registry))
