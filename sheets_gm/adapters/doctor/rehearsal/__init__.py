"""The rehearsal: what play relies on, as a table of requests with what Google should answer to each.

`rows` is the table, `asking` asks what stands in it, on the spreadsheet of a `stage`. The tests ask the local
spreadsheet, so what should be answered is what that answers.
"""
