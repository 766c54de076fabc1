"""The functions of the sheet, by name."""

from sheets_gm.localsheets.formulas.evaluating import Function
from sheets_gm.localsheets.formulas.functions import arrays, counting, logic, lookup, maths, texts, times

FUNCTIONS: dict[str, Function] = {
    function.name: function
    for module in (arrays, counting, logic, lookup, maths, texts, times)
    for function in module.FUNCTIONS
}
