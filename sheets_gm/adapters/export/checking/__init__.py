"""The check whether a match sheet or a report follows from the record that it contains."""
