"""The server: tables over HTTP and WebSocket, kept in SQLite, for the pages in ``static/``.

::

    app ── api (HTTP) ──┐            pages (static files)   security (cookie, origin)
     └──── hub (sockets)┴─ tables ── store (journal)        limits (rates)
                             ├────── jobs ── opponent (the engine)
                             └────── views, records, rulings (what a page is told)

    messages, objects, bodies: the closed lists of docs/protocol.md as types

The server holds no rule of the game: `chuhe.table` decides, and the server
writes down, tells and waits. ``run`` starts it as a program.
"""
