"""What people do between the turns: a module for each feature, with its actions, their effects and their sentences.

Features are found by searching this folder; no list of features exists anywhere.
"""

GROUP = "sheets_gm.features"
"""The entry points with which other packages add features."""
