"""What is stored of a match besides its journal: its policy, workbooks, drafts, standing orders and claims.

These are frozen values. The store saves a record as a whole.
"""
