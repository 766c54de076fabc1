"""An installation: its settings, the templates it reads and the libraries that it may use."""
