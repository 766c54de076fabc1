"""The service over HTTP: the server process, its security headers, the web page and the event stream for it.

`server` starts it; the page itself lives in the folder `page` next to this room.
"""
