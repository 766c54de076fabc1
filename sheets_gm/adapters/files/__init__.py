"""Files of an installation, and what the operating system says when one cannot be used."""
