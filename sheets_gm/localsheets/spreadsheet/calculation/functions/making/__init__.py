"""Functions that make arrays, functions of a formula's own, and areas by computed addresses."""
