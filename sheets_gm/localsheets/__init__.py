"""A local spreadsheet server that speaks the Google Sheets API v4 and the Drive API v3 calls that clients make.

It knows nothing of games and imports nothing from the rest of the project. A gspread program uses it by mounting
`rewrite.Rewrite` (over HTTP) or `inprocess.InProcess` (without a socket) on its session. The packages, each importing
only those before it: `protocol`, `spreadsheet`, `formulas`, `values`, `calculation`, `batch_update`, `identity`,
`drive`, `api`, `http_server`. The web page is in `page`.
"""
