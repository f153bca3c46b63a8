"""The server: tables over HTTP and WebSocket, kept in SQLite, for the pages in ``static/``.

::

    app ── api (HTTP) ──┐            pages (static files)   security (cookie, origin)
     └──── hub (sockets)┴─ tables ── store (journal)        limits (rates)
                             ├────── jobs ── opponent (the engine)
                             └────── views, records, rulings (what a page is told)

    messages, objects, bodies: the closed lists of docs/protocol.md as types

    app ── event_api ──┬─ event_commands ── events ── event_desk (a Director at the file)
                       │        └── event_process (pairings of big events, PDF)
                       ├─ event_shown ── event_views, event_log, event_extra (what is told)
                       ├─ event_streams (who follows)    event_keys (arbiters)
                       └─ event_paper, event_choices     event_boards (games at our tables)

    event_objects, event_bodies, event_command: the lists of docs/protocol-event.md as types

The server holds no rule of the game: `chuhe.table` decides, and the server
writes down, tells and waits. Nor does it know how events are run: that is
`chuhe.tournament.director`. ``run`` starts it as a program.
"""
