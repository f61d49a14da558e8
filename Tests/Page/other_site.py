"""Pages of another site, on a separate port, and a WebSocket that echoes messages."""

import base64
import hashlib
import http.server
import ssl
import subprocess
import threading

from wsproto.connection import Connection, ConnectionType
from wsproto.events import BytesMessage, CloseConnection, Ping, TextMessage

GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"


class OtherSite:
    """Serves pages by their paths until `stop`; `folder` is for a certificate, None for HTTP."""

    def __init__(self, pages, folder=None):
        site = self
        self.pages = pages
        self.headers = {}
        # The header fields of each WebSocket request, by lower-case names.
        self.socket_requests = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                if self.headers.get("Upgrade", "").lower() == "websocket":
                    fields = {name.lower(): value for name, value in self.headers.items()}
                    site.socket_requests.append(fields)
                    self.close_connection = True
                    return echo(self)
                body = (site.pages.get(self.path) or "").encode()
                self.send_response(200 if self.path in site.pages else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                for name, value in site.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, request, client_address):
                pass  # A client that does not trust the certificate.

        self.server = Server(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        if folder:
            self.secure(folder)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def secure(self, folder):
        """Serves over TLS as `localhost`, with a self-signed certificate in the folder."""
        self.certificate, key = f"{folder}/site.crt", f"{folder}/site.key"
        subprocess.run(
            ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out",
             self.certificate, "-days", "2", "-subj", "/CN=localhost", "-addext",
             "subjectAltName=DNS:localhost"], check=True, stderr=subprocess.DEVNULL)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.certificate, key)
        self.server.socket = context.wrap_socket(
            self.server.socket, server_side=True, do_handshake_on_connect=False)
        self.origin = f"https://localhost:{self.server.server_port}"

    def stop(self):
        self.server.shutdown()
        self.server.server_close()


def echo(request):
    """Echoes WebSocket messages on a request's connection, and closes with 4001 at "end"."""
    key = request.headers["Sec-WebSocket-Key"] + GUID
    request.send_response_only(101)
    request.send_header("Connection", "Upgrade")
    request.send_header("Upgrade", "websocket")
    request.send_header(
        "Sec-WebSocket-Accept", base64.b64encode(hashlib.sha1(key.encode()).digest()).decode())
    if "Sec-WebSocket-Protocol" in request.headers:
        names = request.headers["Sec-WebSocket-Protocol"].split(", ")
        request.send_header("Sec-WebSocket-Protocol", names[-1])
    request.end_headers()
    connection = Connection(ConnectionType.SERVER)
    while data := request.connection.recv(1 << 16):
        connection.receive_data(data)
        for event in connection.events():
            if isinstance(event, TextMessage) and event.data == "end":
                event = CloseConnection(code=4001, reason="done")
            elif isinstance(event, (CloseConnection, Ping)):
                event = event.response()
            elif not isinstance(event, (TextMessage, BytesMessage)):
                continue
            request.connection.sendall(connection.send(event))
            if isinstance(event, CloseConnection):
                return
