"""The functions that formulas can call, grouped as in Google's function list; `FUNCTIONS` finds each by its name.

`arguments` declares how a function takes its arguments; `criteria` reads the conditions of COUNTIF and its relatives.
"""

from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Function
from sheets_gm.localsheets.spreadsheet.calculation.functions import (
    dates,
    kinds,
    logic,
    lookup,
    math,
    regex,
    statistics,
    text,
)
from sheets_gm.localsheets.spreadsheet.calculation.functions.making import addresses, arrays, lambdas, shaping
from sheets_gm.localsheets.spreadsheet.calculation.functions.querying import selecting

_MODULES = (dates, kinds, logic, lookup, math, regex, statistics, text, addresses, arrays, lambdas, shaping, selecting)

FUNCTIONS: dict[str, Function] = {function.name: function for module in _MODULES for function in module.FUNCTIONS}
