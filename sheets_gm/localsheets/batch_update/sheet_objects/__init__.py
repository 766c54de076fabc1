"""Requests about objects of a sheet: named and protected ranges, filters, charts, conditional formats, metadata.

Each object has an id and is stored in the sheet's `meta`, in the form in which Google returns it.
"""
