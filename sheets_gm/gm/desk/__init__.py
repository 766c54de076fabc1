"""The Desk and Claims tabs: their forms, the GM actions that their rows ask for, and what each action does to a match.

The command line uses the same actions.
"""
