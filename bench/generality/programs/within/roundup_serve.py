"""Serves a tracker of Roundup, whose own server refuses to run as root: `roundup_serve.py TRACKER PORT`."""

import sys
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from roundup.cgi.wsgi_handler import RequestDispatcher


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Handler(WSGIRequestHandler):
    def log_message(self, *_):
        pass


make_server("127.0.0.1", int(sys.argv[2]), RequestDispatcher(sys.argv[1]), Server, Handler).serve_forever()
