"""Pictures as files: still pictures as SVG or PNG, and a whole match as an animation."""
