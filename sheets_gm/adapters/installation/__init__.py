"""An installation: its settings, the templates that it reads and the optional libraries."""
