"""The picture of a tab: its grid as SVG, with the arrows of its marks, for a screen or for paper."""
