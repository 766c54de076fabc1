"""Bundles the page's JavaScript modules, so that a browser makes one request instead of one for each module.

Each module keeps its own scope and runs once, after the modules that it imports. Imports must have the form
`import { one, two } from "./folder/name.js";` and exports must be declarations; anything else is a `BundleError`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping

_IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "(\.{1,2}/[\w./-]+\.js)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (\w+))", re.MULTILINE)
_OTHER = re.compile(r"^\s*(?:import|export)\b(?!\.).*$", re.MULTILINE)


class BundleError(ValueError):
    """A module of the page cannot be bundled; the message names it."""


def bundle(files: Mapping[str, str], entry: str) -> str:
    """Return the module *entry* with everything that it imports, as one module. Raises `BundleError`."""
    order = list(_ordered(files, entry, ()))
    inner = "".join(_wrapped(name, *_read(files[name], name)) for name in order[:-1])
    body, _ = _read(files[entry], entry)
    return inner + body


def _ordered(files: Mapping[str, str], name: str, above: tuple[str, ...]) -> Iterator[str]:
    """Yield *name* and the modules that it imports, dependencies first."""
    if name not in files:
        raise BundleError(f"{above[-1]} imports {name}, which is not there.")
    if name in above:
        raise BundleError(f"{' imports '.join((*above, name))}.")
    seen: dict[str, None] = {}
    for _, path in _IMPORT.findall(files[name]):
        seen |= dict.fromkeys(_ordered(files, _resolved(path, name), (*above, name)))
    yield from seen
    yield name


def _resolved(path: str, importer: str) -> str:
    """Return the name of the module that *importer* imports by a relative *path*."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(importer), path))


def _read(text: str, name: str) -> tuple[str, list[str]]:
    """Return a module's text with imports turned into constants and without `export`, and the exported names."""
    exported = _EXPORT.findall(text)
    body = _EXPORT.sub(
        "", _IMPORT.sub(lambda match: f"const {{ {match[1]} }} = {_constant_name(_resolved(match[2], name))};", text)
    )
    if strange := _OTHER.search(body):
        raise BundleError(f"{name}: {strange[0].strip()}")
    return body, exported


def _wrapped(name: str, body: str, exported: list[str]) -> str:
    return f"const {_constant_name(name)} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"


def _constant_name(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name.removesuffix(".js"))
