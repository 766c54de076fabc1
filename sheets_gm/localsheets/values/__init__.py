"""Values: how what a caller sends becomes a cell, and how a cell is read.

RAW keeps what it is given; USER_ENTERED reads text as if it were typed (`entering`). Readers get what a cell comes to,
as its number format shows it (`formats`) or plain.
"""

from sheets_gm.localsheets.values.automatic import shown
from sheets_gm.localsheets.values.reading import as_cell_data, filled, is_filled, plain_value, read, shown_at, value_of
from sheets_gm.localsheets.values.writing import MOST_CHARACTERS, write

__all__ = [
    "MOST_CHARACTERS",
    "as_cell_data",
    "filled",
    "is_filled",
    "plain_value",
    "read",
    "shown",
    "shown_at",
    "value_of",
    "write",
]
