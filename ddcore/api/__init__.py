"""JSON over HTTP: every question at `/api/v1/<question>`, answered in processes of their own.

`routes` is the door itself: it passes on what it is sent, unread, and sends back what comes. `work` is what a worker
does, `asked` reads a request there, `workers` keeps the workers; `document` describes it all for programs, `page` for
people.
"""
