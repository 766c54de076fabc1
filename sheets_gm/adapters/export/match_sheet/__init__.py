"""The final match sheet: an Excel workbook of a whole match, drawn from its story.

Its rows are written in order and never held together, so a long match takes no more memory than a short one.
"""
