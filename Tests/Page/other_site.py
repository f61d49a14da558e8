"""Pages of another site, on a port of their own."""

import http.server
import threading


class OtherSite:
    """Serves pages by their paths until `stop`."""

    def __init__(self, pages):
        site = self
        self.pages = pages
        self.headers = {}

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = site.pages.get(self.path)
                self.send_response(404 if body is None else 200)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                for name, value in site.headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write((body or "").encode())

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.origin = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
