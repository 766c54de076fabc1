"""The journal as JSON lines: a head, then a line for each entry. docs/journal.schema.json describes them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sheets_gm.adapters.export.proof import Proof
from sheets_gm.kernel.match.journal import Charter, Entry

FORMAT = "sheets-gm journal 1"
"""The format in the head. A change of the schema that old readers cannot read gets another number."""


def journal_lines(proof: Proof) -> Iterator[str]:
    """Yield the lines for the part of a match that *proof* contains."""
    match = proof.shown()
    charter = match.charter
    # readers of this format know no sandboxes unless they need to
    fields = charter.model_dump(
        mode="json", exclude={name for name in ("sandbox", "locked", "accounts") if not getattr(charter, name)}
    )
    head = {"format": FORMAT, "whole": proof.whole, "charter": fields, "hidden": match.hidden and match.hidden.hex()}
    yield json.dumps(head, ensure_ascii=False) + "\n"
    for entry in match.entries:
        yield entry.model_dump_json() + "\n"


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a line."""
    places = "#/$defs/{model}"
    charter, entry = (kind.model_json_schema(mode="serialization", ref_template=places) for kind in (Charter, Entry))
    definitions = {**charter.pop("$defs", {}), **entry.pop("$defs", {}), "Charter": charter, "Entry": entry}
    head = {
        "type": "object",
        "description": "The first line. whole: nothing is left out. hidden: the secret that is revealed at the end.",
        "properties": {
            "format": {"const": FORMAT},
            "whole": {"type": "boolean"},
            "charter": {"$ref": places.format(model="Charter")},
            "hidden": {"anyOf": [{"type": "string", "pattern": "^[0-9a-f]*$"}, {"type": "null"}]},
        },
        "required": ["format", "whole", "charter", "hidden"],
        "additionalProperties": False,
    }
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": FORMAT,
        "description": "One line of an exported journal: the head, or an entry.",
        "anyOf": [{"$ref": places.format(model="Head")}, {"$ref": places.format(model="Entry")}],
        "$defs": {"Head": head, **definitions},
    }
