"""An address on the internet: https in front, or nothing; tried against a proxy with a certificate of one's own."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import click
import gspread
import pytest
import requests
import trustme
from click.testing import CliRunner
from google.oauth2.credentials import Credentials

from sheets_gm.localsheets import rewrite
from sheets_gm.localsheets.http_server import listening
from sheets_gm.localsheets.http_server.command_line.public_address import check_network, check_public
from sheets_gm.localsheets.http_server.command_line.serving import serve
from tests import patience
from tests.localsheets import real

CADDYFILE = Path(__file__).resolve().parents[2] / "templates" / "deploy" / "Caddyfile"


class Certificate:
    """A certificate for localhost, and the authority that clients trust, as files."""

    def __init__(self, folder: Path) -> None:
        self.authority = trustme.CA()
        self.own = self.authority.issue_cert("localhost")
        self.trusted, self.chain, self.key = (str(folder / name) for name in ("ca.pem", "chain.pem", "key.pem"))
        self.authority.cert_pem.write_to_path(self.trusted)
        self.own.private_key_pem.write_to_path(self.key)
        Path(self.chain).write_bytes(b"".join(each.bytes() for each in self.own.cert_chain_pems))


@contextmanager
def forwarding(certificate: Certificate, port: int, target: int) -> Iterator[None]:
    """A proxy that ends TLS on *port* and hands everything else on, byte by byte."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificate.own.configure_cert(context)
    held = socket.create_server(("127.0.0.1", port))

    def pump(source: socket.socket, sink: socket.socket) -> None:
        try:
            while part := source.recv(65536):
                sink.sendall(part)
        except OSError:
            pass  # one of both has hung up
        for each in (source, sink):
            with suppress(OSError):
                socket.socket.shutdown(each, socket.SHUT_RDWR)  # without a word of TLS; it wakes the other pump

    def forward(outer: socket.socket) -> None:
        """Both ways until one side hangs up. Nothing is closed while a pump may still write to its number."""
        with closing(outer), socket.create_connection(("127.0.0.1", target)) as inner:
            pumps = [threading.Thread(target=pump, args=pair, daemon=True) for pair in ((outer, inner), (inner, outer))]
            for each in pumps:
                each.start()
            for each in pumps:
                each.join()

    def accept() -> None:
        while True:
            try:
                plain, _ = held.accept()
            except OSError:
                return  # the test is over
            try:
                outer = context.wrap_socket(plain, server_side=True)
            except (ssl.SSLError, OSError):
                continue  # somebody who does not trust it
            threading.Thread(target=forward, args=(outer,), daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    try:
        yield
    finally:
        held.shutdown(socket.SHUT_RDWR)
        held.close()


@contextmanager
def caddy(certificate: Certificate, port: int, target: int) -> Iterator[None]:
    """Caddy with the file that `sheets-gm deploy compose` writes, on other ports and with this certificate."""
    program = shutil.which("caddy")
    if program is None:
        pytest.skip("Caddy is not installed here: apt install caddy")
    text = CADDYFILE.read_text(encoding="utf-8").replace("serve:8765", f"127.0.0.1:{target}")
    text = text.replace(
        "play.example.org {", f"https://localhost:{port} {{\n\ttls {certificate.chain} {certificate.key}"
    )
    file = Path(certificate.key).with_name("Caddyfile")
    file.write_text("{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + text, encoding="utf-8")
    home = {"HOME": str(file.parent), "PATH": "/usr/bin:/bin"}
    command = [program, "run", "--adapter", "caddyfile", "--config", str(file)]
    with subprocess.Popen(command, env=home, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as running:
        try:
            yield
        finally:
            running.terminate()
            running.communicate()


def is_up(url: str, trusted: str) -> bool:
    try:
        return requests.get(f"{url}/page/sheet.css", verify=trusted, timeout=patience.SECONDS).ok
    except requests.ConnectionError:
        return False


@pytest.mark.parametrize("proxy", [forwarding, caddy])
def test_a_table_behind_a_proxy_is_reached_over_https_by_people_and_programs(proxy: object, tmp_path: Path) -> None:
    certificate = Certificate(tmp_path)
    port, inner = real.free_port(), real.free_port()
    url = f"https://localhost:{port}"
    with (
        real.process(tmp_path, "--public", url, "--account", "ana@example.org", port=inner) as running,
        proxy(certificate, port, inner),  # type: ignore[operator]
    ):
        patience.wait_until(lambda: is_up(url, certificate.trusted), "the proxy did not come up")
        with pytest.raises(requests.exceptions.SSLError):
            requests.get(url, timeout=20)  # nobody else's authority has signed it
        with requests.Session() as person:
            person.verify, person.trust_env = certificate.trusted, False
            assert person.get(url, timeout=20).status_code == 403  # without a link
            key = _key(running, url)
            page = person.get(f"{url}/?key={key}", headers={"sec-fetch-site": "none"}, timeout=20)
            assert page.status_code == 200
            assert {"Secure", "HttpOnly", "SameSite=strict"} <= set(_cookie(page).split("; "))
            elsewhere = person.post(f"{url}/drive/v3/files", headers={"origin": "https://evil.example"}, timeout=20)
            assert elsewhere.status_code == 403
        gc = gspread.Client(auth=Credentials(token=key))  # type: ignore[no-untyped-call]
        rewrite.mount(gc.http_client.session, url)
        gc.http_client.session.verify, gc.http_client.session.trust_env = certificate.trusted, False
        made = gc.create("On the internet")
        made.sheet1.update([["1", "=A1+1"]], raw=False)
        assert made.sheet1.acell("B1").value == "2"
        code, _, err = running.stop()
    assert (code, err) == (0, "")


def _key(running: real.Process, url: str) -> str:
    """The key of the link that the server has printed."""
    assert running.process.stdout is not None
    said = running.process.stdout.readline() + running.process.stdout.readline()
    (key,) = re.findall(rf"{re.escape(url)}/\?key=(\S+)", said)
    return str(key)


def _cookie(page: requests.Response) -> str:
    """The cookie that a link has become, as the server has sent it."""
    return next(each.headers["set-cookie"] for each in (*page.history, page) if "set-cookie" in each.headers)


@pytest.mark.parametrize(
    ("text", "made"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("https://Play.example.org:443/", "https://play.example.org"),
        ("https://play.example.org:8443", "https://play.example.org:8443"),
    ],
)
def test_an_address_with_https_is_taken(text: str, made: str) -> None:
    assert check_public(text, insists=False) == made


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--public", "http://play.example.org"], "has no https"),
        (["--public", "play.example.org"], "is not an address"),
        (["--public", "https://play.example.org/table"], "is not an address"),
        (["--public", "https://play.example.org:x"], "is not an address"),
        (["--public", "https://play.example.org", "--trust-all"], "this machine only"),
    ],
)
def test_what_the_internet_could_read_is_not_served(tmp_path: Path, words: list[str], message: str) -> None:
    done = CliRunner().invoke(serve, [*words, "--data", str(tmp_path / "sheets")])
    assert (done.exit_code, message in " ".join(done.stderr.split())) == (2, True), done.stderr
    assert not (tmp_path / "sheets").exists()


def test_a_machine_with_a_public_address_does_not_listen_on_the_network_without_tls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "own_names", lambda: ("8.8.4.4", "table"))
    done = CliRunner().invoke(serve, ["--lan", "--data", str(tmp_path / "sheets")])
    assert done.exit_code == 2
    assert "The internet can reach this machine at 8.8.4.4" in " ".join(done.stderr.split())
    assert not (tmp_path / "sheets").exists()


def test_a_network_of_ones_own_and_whoever_insists_are_served() -> None:
    check_network(("192.168.1.7", "10.0.0.3", "table", "100.64.0.9"), insists=False)
    check_network(("8.8.4.4",), insists=True)
    assert check_public("http://play.example.org:80", insists=True) == "http://play.example.org"
    with pytest.raises(click.UsageError):
        check_network(("10.0.0.3", "2606:4700::1111"), insists=False)
