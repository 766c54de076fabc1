"""The functions that formulas can call, grouped as in Google's function list; `FUNCTIONS` finds each by its name.

`arguments` declares how a function takes its arguments; `criteria` reads the conditions of COUNTIF and its relatives.
"""

from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Function
from sheets_gm.localsheets.spreadsheet.calculation.functions import (
    addresses,
    arrays,
    dates,
    kinds,
    lambdas,
    logic,
    lookup,
    math,
    query,
    regex,
    shaping,
    statistics,
    text,
)

FUNCTIONS: dict[str, Function] = {
    function.name: function
    for module in (
        addresses,
        arrays,
        dates,
        kinds,
        lambdas,
        logic,
        lookup,
        math,
        query,
        regex,
        shaping,
        statistics,
        text,
    )
    for function in module.FUNCTIONS
}
