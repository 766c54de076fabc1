"""Pictures as files: still ones as SVG or PNG, and a whole match as a moving one."""
