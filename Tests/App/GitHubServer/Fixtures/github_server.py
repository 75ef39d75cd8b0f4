"""A server on loopback with the part of GitHub's REST API that lists stars.

Prints its port, serves until its standard input ends, and keeps a room for each test, by the first part of the
path, so that tests do not affect each other:

    GET  /ROOM/users/NAME/starred?per_page=30&page=1   as GitHub documents it: Link, ETag, 304, limits
    GET  /ROOM/user/starred                            the same, with a token
    POST /ROOM/-/set     {"total": 95, "version": 1, "script": [{"do": "…"}, …], …}
    GET  /ROOM/-/log     the requests so far, and how often each event has happened
    GET  /ROOM/-/wait?event=NAME&count=N               answers once the event has happened so often
    POST /ROOM/-/event?name=NAME                       makes an event; "go" sends held answers
    GET  /ROOM/-/secure  the port of the same server over TLS

Each request takes the next step of the room's script. Without a script, the step is "list".
"""

import email.utils
import functools
import gzip
import hashlib
import http.server
import json
import os
import select
import ssl
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zlib

LONGEST_HOLD = 600  # seconds: far more than a busy machine needs, so that only a broken test reaches it


class Room:
    def __init__(self):
        self.changed = threading.Condition()
        self.settings = {"total": 95, "version": 1}
        self.script = []
        self.log = []
        self.events = {}

    def happen(self, event):
        with self.changed:
            self.events[event] = self.events.get(event, 0) + 1
            self.changed.notify_all()

    def wait(self, event, count, until=lambda: False):
        """Waits for an event to have come `count` times, or for `until`. Returns whether the event has come."""
        end = time.monotonic() + LONGEST_HOLD
        with self.changed:
            while self.events.get(event, 0) < count:
                if until() or time.monotonic() > end:
                    return False
                self.changed.wait(0.02)
        return True


rooms = {}
rooms_lock = threading.Lock()


def room_named(name):
    with rooms_lock:
        return rooms.setdefault(name, Room())


def repository(number, version):
    """A record with the fields GitHub sends that matter, and some that do not."""
    owner = f"owner-{number % 7}"
    name = f"repo-{number}"
    return {
        "id": 1000 + number,
        "node_id": f"R_{number}",
        "name": name,
        "full_name": f"{owner}/{name}",
        "private": False,
        "owner": {"login": owner, "id": number % 7, "type": "User"},
        "html_url": f"https://github.com/{owner}/{name}",
        "description": None if number % 5 == 4 else f"Number {number}, version {version}",
        "fork": number % 11 == 0,
        "language": None if number % 6 == 5 else ["Swift", "Rust", "C"][number % 3],
        "stargazers_count": 10 * number,
        "topics": [] if number % 4 == 3 else ["gtk", f"topic-{number % 3}"],
        "homepage": "",
        "license": {"key": "mit", "name": "MIT License", "spdx_id": "MIT", "url": None, "node_id": "x"},
        "updated_at": "2024-05-06T07:08:09Z",
        "archived": number % 13 == 0,
        "permissions": {"admin": False, "push": False, "pull": True},
    }


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # Head and body are written apart; without this the second waits 40 ms for the first to be acknowledged.
    disable_nagle_algorithm = True

    def log_message(self, format, *arguments):
        pass

    def do_GET(self):
        self.handle_request()

    def do_POST(self):
        self.handle_request()

    def handle_request(self):
        parts = urllib.parse.urlsplit(self.path)
        self.query = dict(urllib.parse.parse_qsl(parts.query))
        path = parts.path.strip("/").split("/")
        self.room = room_named(path[0])
        if path[1:2] == ["-"]:
            self.control(path[2])
        else:
            self.api(path[0], path[1:])

    def send(self, status, body=b"", headers=None, kind="application/json; charset=utf-8"):
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def send_json(self, status, value, headers=None):
        self.send(status, json.dumps(value).encode(), headers)

    # Control

    def control(self, command):
        room = self.room
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if command == "set":
            settings = json.loads(body)
            with room.changed:
                room.script = settings.pop("script", room.script)
                room.settings.update(settings)
            self.send_json(200, {})
        elif command == "log":
            with room.changed:
                self.send_json(200, {"requests": room.log, "events": room.events})
        elif command == "wait":
            came = room.wait(self.query["event"], int(self.query.get("count", "1")))
            self.send_json(200, {"came": came})
        elif command == "event":
            room.happen(self.query["name"])
            self.send_json(200, {})
        elif command == "secure":
            self.send_json(200, {"port": secure_port()})
        else:
            self.send_json(404, {})

    # The API

    def api(self, name, path):
        room = self.room
        with room.changed:
            step = room.script.pop(0) if room.script else {"do": "list"}
            settings = dict(room.settings)
            length = int(self.headers.get("Content-Length") or 0)
            entry = {
                "method": self.command,
                "port": self.client_address[1],
                "body": self.rfile.read(length).decode(),
                "path": "/" + "/".join(path),
                "page": self.query.get("page", ""),
                "headers": {key.lower(): value for key, value in self.headers.items()},
            }
            room.log.append(entry)
        room.happen("request")
        getattr(self, "do_" + step["do"].replace("-", "_"))(step, settings, name, path)

    def do_gzip(self, step, settings, name, path):
        self.send(200, gzip.compress(b"[]" + b" " * 100_000), {"Content-Encoding": "gzip"})

    def do_list(self, step, settings, name, path):
        if path not in (["user", "starred"], ["users", path[1] if len(path) > 1 else "", "starred"]):
            return self.send_json(404, {"message": "Not Found", "documentation_url": "https://docs.github.com/rest"})
        if path[0] == "user" and "authorization" not in {key.lower() for key in self.headers}:
            return self.send_json(401, {"message": "Requires authentication"})
        size = settings.get("size") or min(100, max(1, int(self.query.get("per_page", 30))))
        page = max(1, int(self.query.get("page", 1)))
        total = settings["total"]
        numbers = range((page - 1) * size, min(total, page * size))
        items = [repository(number, settings["version"]) for number in numbers]
        for index, value in (settings.get("replace") or {}).items():
            if 0 <= int(index) < len(items):
                items[int(index)] = value
        body = json.dumps(items).encode()
        tag = 'W/"' + hashlib.sha256(body).hexdigest() + '"'
        headers = {"ETag": tag, "X-RateLimit-Limit": "60", "X-RateLimit-Remaining": "57"}
        last = max(1, -(-total // size))
        links = []
        base = settings.get("link_base") or f"http://{self.headers['Host']}/{name}"

        def link(number, relation):
            address = f"{base}/{'/'.join(path)}?per_page={size}&page={number}"
            links.append(f'<{address}>; rel="{relation}"')

        if page > 1:
            link(page - 1, "prev")
        if page < last:
            link(page + 1, "next")
            link(last, "last")
        if page > 1:
            link(1, "first")
        if links:
            headers["Link"] = ", ".join(links)
        headers.update(settings.get("headers") or {})
        if self.headers.get("If-None-Match") == tag:
            self.send_response(304)
            for key, value in headers.items():
                self.send_header(key, value)
            self.end_headers()
            return
        self.send(200, body, headers)

    def do_status(self, step, settings, name, path):
        headers = dict(step.get("headers") or {})
        for key, seconds in (step.get("reset_in") or {}).items():
            headers[key] = str(int(time.time()) + seconds)
        for key, seconds in (step.get("date_in") or {}).items():
            headers[key] = email.utils.formatdate(time.time() + seconds, usegmt=True)
        if "body" in step:
            self.send(step["status"], step["body"].encode(), headers, step.get("kind", "application/json"))
        else:
            self.send_json(step["status"], {"message": step.get("message", "Told to")}, headers)

    def do_html(self, step, settings, name, path):
        page = b"\n<!DOCTYPE html><html><body>Please sign in to this network.</body></html>"
        self.send(step.get("status", 200), page, kind="text/html; charset=utf-8")

    def do_loop(self, step, settings, name, path):
        # Each answer redirects to the next.
        with self.room.changed:
            self.room.script.insert(0, {"do": "loop"})
        count = int(self.query.get("hop", "0")) + 1
        self.send(302, headers={"Location": f"http://{self.headers['Host']}/{'/'.join([name] + path)}?hop={count}"})

    def do_redirect(self, step, settings, name, path):
        to = step["to"].replace("{origin}", f"http://{self.headers['Host']}").replace("{room}", name)
        self.send(step.get("status", 301), headers={"Location": to})

    def do_cut(self, step, settings, name, path):
        """Announces more than it sends, then closes the connection."""
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", "100000")
        self.end_headers()
        self.wfile.write(b'[{"id": 1, "name": "half')
        self.wfile.flush()
        self.close_connection = True

    def do_drop(self, step, settings, name, path):
        """Closes the connection without an answer."""
        self.close_connection = True

    def do_hold(self, step, settings, name, path):
        """Waits for the event "go". If the client closes the connection first, that is the event "gone"."""
        gone = False

        def is_gone():
            nonlocal gone
            readable, _, _ = select.select([self.connection], [], [], 0)
            # The client has sent all of its request, so only the end of the connection can be there to read.
            gone = bool(readable)
            return gone

        if self.room.wait("go", 1, until=is_gone):
            self.do_list(step, settings, name, path)
            return
        self.close_connection = True
        if gone:
            self.room.happen("gone")

    def do_flood(self, step, settings, name, path):
        """Sends without end until the client closes the connection."""
        self.begin_unending(step)
        try:
            end = time.monotonic() + LONGEST_HOLD
            while time.monotonic() < end:
                self.wfile.write(b" " * 65536)
        except OSError:
            self.room.happen("gone")

    def do_repeat(self, step, settings, name, path):
        """Sends a list of the same element again and again: so many megabytes, or less if the client closes."""
        self.begin_unending(step)
        part = (step["body"] * (65536 // len(step["body"]))).encode()
        try:
            self.wfile.write(b"[")
            for _ in range(step["megabytes"] * 1_000_000 // len(part)):
                self.wfile.write(part)
            self.wfile.write(part[:-1] + b"]")
            self.room.happen("sent")
        except OSError:
            self.room.happen("gone")

    def do_pause(self, step, settings, name, path):
        """Begins a body and sends no more of it until the client closes the connection."""
        self.begin_unending(step)
        self.wfile.write(b'{"message": "Told to"}')
        select.select([self.connection], [], [], LONGEST_HOLD)
        self.room.happen("gone")

    def do_bomb(self, step, settings, name, path):
        """Sends a compressed gigabyte, or less if the client closes the connection."""
        self.begin_unending({"headers": {"Content-Encoding": "gzip"}})
        compressor = zlib.compressobj(9, wbits=31)
        try:
            for _ in range(1000):
                self.wfile.write(compressor.compress(b" " * 1_000_000))
            self.wfile.write(compressor.flush())
            self.room.happen("sent")
        except OSError:
            self.room.happen("gone")

    def begin_unending(self, step):
        """Announces a body of unknown length, which ends with the connection."""
        self.send_response(step.get("status", 200))
        self.send_header("Content-Type", "application/json")
        for name, value in (step.get("headers") or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, request, client_address):
        pass


@functools.cache
def secure_port():
    """Starts the server over TLS, with a certificate signed by itself."""
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = f"{folder}/key.pem", f"{folder}/certificate.pem"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=127.0.0.1", "-days", "2"]
            + ["-keyout", key, "-out", certificate],
            check=True,
            capture_output=True,
        )
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(certificate, key)
    server = Server(("127.0.0.1", 0), Handler)
    server.socket = context.wrap_socket(server.socket, server_side=True, do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_address[1]


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    # The input ends with the process of the tests.
    while os.read(sys.stdin.fileno(), 4096):
        pass
