"""What is stored of a match apart from its journal: its policy, workbooks, drafts, standing orders and claims.

The values are frozen. The store saves a record as a whole.
"""
