"""What is stored of a match apart from its journal: its policy, workbooks, drafts, standing orders and claims.

These are frozen values. The store saves a record as a whole.
"""
