"""Whether what a match sheet or a report shows follows from the record that it carries."""
