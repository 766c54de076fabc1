"""The largest length of texts in a request, so that no title, note or pattern takes the space of a whole spreadsheet.

Google documents 50,000 characters for a cell, 100 for the title of a sheet, 250 for the name of a range, and 124 bytes
for a property of a file. The other limits are ours, far above what people write.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

OTHERS = 5_000
"""The most characters of a text that has no limit of its own."""

MOST_IN_LIST = 20_000
"""The most texts of one list, such as the values that a filter hides."""

LIMITS: Mapping[tuple[str, str], int | None] = MappingProxyType(
    {
        ("ExtendedValue", "formulaValue"): 50_000,
        ("CellData", "note"): 50_000,
        ("ConditionValue", "userEnteredValue"): 50_000,
        ("SheetProperties", "title"): 100,
        ("DuplicateSheetRequest", "newSheetName"): 100,
        ("SpreadsheetProperties", "title"): 1_000,
        ("SpreadsheetProperties", "locale"): 35,
        ("SpreadsheetProperties", "timeZone"): 100,
        ("NamedRange", "name"): 250,
        ("NumberFormat", "pattern"): 1_000,
        ("TextFormat", "fontFamily"): 200,
        ("Link", "uri"): 2_083,
        ("ProtectedRange", "description"): 1_000,
        ("FilterView", "title"): 1_000,
        ("DataValidationRule", "inputMessage"): 1_000,
        # these have limits in words of their own, or are bounded by the cells that they fill
        ("ExtendedValue", "stringValue"): None,
        ("CellData", "formattedValue"): None,
        ("DeveloperMetadata", "metadataKey"): None,
        ("DeveloperMetadata", "metadataValue"): None,
        ("PasteDataRequest", "data"): None,
        ("FindReplaceRequest", "find"): 50_000,
        ("FindReplaceRequest", "replacement"): 50_000,
    }
)
"""The most characters of a text, by its type and field; None where another part of the server limits it."""

MOST_PROPERTIES, PROPERTY_BYTES = 30, 124
"""The most properties of a file that an app may have, and the most bytes of a key with its value."""

LONGEST_NAME = 1_000
"""The most characters of the name of a file."""


def limit_of(kind: str, field: str) -> int | None:
    """Return the largest number of characters of *field* in the type *kind*; None without a limit here."""
    return LIMITS.get((kind, field), OTHERS)
