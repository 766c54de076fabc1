"""The functions that formulas can call, grouped as in Google's function list; `FUNCTIONS` finds each by its name.

`arguments` declares how a function takes its arguments; `criteria` reads the conditions of COUNTIF and its relatives.
"""

from sheets_gm.localsheets.spreadsheet.calculation.evaluation import Function
from sheets_gm.localsheets.spreadsheet.calculation.functions import arrays, dates, logic, lookup, math, statistics, text

FUNCTIONS: dict[str, Function] = {
    function.name: function
    for module in (arrays, dates, logic, lookup, math, statistics, text)
    for function in module.FUNCTIONS
}
