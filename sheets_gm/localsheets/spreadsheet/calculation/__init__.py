"""Formulas: their results, their functions, conditional formats, and the recalculation of a document.

The implementation is our own because the available libraries follow Excel: they report errors without sentences, have
no blank results and no half-open ranges, and cannot rewrite the stored text when cells move.
"""
