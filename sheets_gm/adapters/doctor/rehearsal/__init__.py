"""The rehearsal: everything that play needs, as a table of requests with the answers that Google should give.

`rows` is the table, `asking` sends its requests on the spreadsheet of a `stage`. The tests send them to the local
spreadsheet, whose answers define what is expected.
"""
