"""The service over HTTP: the server process, its security headers, the web page and the event stream for it.

`server` starts it, `application` lists its paths; the page itself is in the folder `page` next to this package.
"""
