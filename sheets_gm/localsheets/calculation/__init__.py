"""Formula evaluation: the engine that recalculates a document, the functions, spilled arrays, conditional formats.

It is our own because the available libraries follow Excel: they report errors without sentences, have no blank
results and no half-open ranges, and cannot rewrite the stored text when cells move.
"""
