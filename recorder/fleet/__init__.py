"""Many sites on many machines: a queue of sites in PostgreSQL (Procrastinate), and workers that run the commands of
`recorder` for one site after the other. What a site is stays what it is elsewhere: one recording, one SQLite file.

The extra `recorder[fleet]`. It starts commands, reads databases and exports; it knows nothing of the engine.
"""
