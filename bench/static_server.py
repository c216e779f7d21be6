"""`python -m bench.static_server FOLDER`: serves a folder on a free loopback port, which it prints; no directory
listings.
"""

import sys
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def list_directory(self, path: object) -> None:
        del path
        self.send_error(HTTPStatus.NOT_FOUND)

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the base class's
        del format, args


class Server(ThreadingHTTPServer):
    def handle_error(self, request: object, client_address: object) -> None:
        """A browser that leaves a page hangs up on what it no longer wants."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]


def main() -> None:
    server = Server(("127.0.0.1", 0), partial(Handler, directory=sys.argv[1]))
    print(server.server_port, flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
