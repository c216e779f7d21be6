"""`python -m bench.generality.programs.cgi_server PORT SCRIPT [PREFIX=FOLDER …]`: a program of the Common Gateway
Interface on loopback, and folders of files beside it. Does as little of it as the programs of the catalogue need.
"""

import os
import re
import subprocess
import sys
from email.parser import BytesParser
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from urllib.parse import unquote, urlsplit

from bench.static_server import Server

_END = re.compile(rb"\r?\n\r?\n")


class Handler(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    script: str
    folders: dict[str, str]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002  # the name is the base class's
        del format, args

    def do_GET(self) -> None:
        if any(self.path.startswith(prefix) for prefix in self.folders):
            super().do_GET()
        else:
            self._answer(b"")

    def do_POST(self) -> None:
        self._answer(self.rfile.read(int(self.headers.get("Content-Length", 0))))

    def translate_path(self, path: str) -> str:
        prefix = next(prefix for prefix in self.folders if path.startswith(prefix))
        inner = Path(self.folders[prefix], unquote(urlsplit(path).path)[len(prefix) :].lstrip("/"))
        return str(inner) if ".." not in inner.parts else "/nowhere"

    def _answer(self, body: bytes) -> None:
        done = subprocess.run([self.script], input=body, capture_output=True, env=os.environ | self._variables)
        end = _END.search(done.stdout)
        head, page = (done.stdout[: end.start()], done.stdout[end.end() :]) if end else (b"", done.stdout)
        headers = BytesParser().parsebytes(head + b"\n\n")
        status = headers.get("Status", "302" if "Location" in headers else "200")
        self.send_response(int(status.split()[0]))
        for name in {*headers} - {"Status", "Content-Length"}:
            self.send_header(name, headers[name])
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    @property
    def _variables(self) -> dict[str, str]:
        cut = urlsplit(self.path)
        return {
            "GATEWAY_INTERFACE": "CGI/1.1",
            "REQUEST_METHOD": self.command,
            "QUERY_STRING": cut.query,
            "SCRIPT_NAME": "",
            "SCRIPT_FILENAME": self.script,
            "PATH_INFO": unquote(cut.path),
            "REQUEST_URI": self.path,
            "SERVER_NAME": "127.0.0.1",
            "SERVER_PORT": str(self.server.server_port),  # type: ignore[attr-defined]
            "SERVER_PROTOCOL": "HTTP/1.1",
            "HTTP_HOST": self.headers.get("Host", ""),
            "CONTENT_TYPE": self.headers.get("Content-Type", ""),
            "CONTENT_LENGTH": self.headers.get("Content-Length", "0"),
            "REMOTE_ADDR": "127.0.0.1",
        }


def main() -> None:
    port, Handler.script, *folders = sys.argv[1:]
    Handler.folders = dict(folder.split("=", 1) for folder in folders)
    Server(("127.0.0.1", int(port)), Handler).serve_forever()


if __name__ == "__main__":
    main()
