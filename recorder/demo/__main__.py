"""`python -m recorder.demo`: the demo site on its own, until Ctrl-C. Recording it is the work of `recorder demo`."""

from threading import Event

import click

from recorder.demo.server import DemoServer
from recorder.demo.site import DEFAULT_SEED, DEFAULT_SIZE


@click.command()
@click.option("--port", default=0, help="Port on loopback; a free one if not given.")
@click.option("--seed", default=DEFAULT_SEED, show_default=True, help="What the shop is invented from.")
@click.option("--books", default=DEFAULT_SIZE, show_default=True, help="How many books it sells.")
@click.option("--delay", default=0.0, show_default=True, help="Seconds every answer waits.")
def serve(port: int, seed: int, books: int, delay: float) -> None:
    """Serve the demo bookshop and print its entry page and a sample page."""
    try:
        with DemoServer(seed, books, delay=delay, port=port) as site:
            click.echo(site.entry_url)
            click.echo(site.sample_url)
            Event().wait()
    except KeyboardInterrupt:
        click.echo("Closed.", err=True)


if __name__ == "__main__":
    serve()
