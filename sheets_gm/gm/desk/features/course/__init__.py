"""Features of the course of a match: its deadlines, its pauses, its position, its rules, and how it is run."""
