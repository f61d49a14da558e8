"""A host that plays a session by the clock and serves the page, in separate folders."""

import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
TENUTO = os.environ.get("TENUTO", os.path.join(ROOT, ".build-test", "debug", "tenuto"))
SONG = os.path.join(ROOT, "Examples", "Songs", "canon.mid")
ADDRESS = re.compile(r"http://127\.0\.0\.1:\d+/\?token=[0-9A-Fa-f]+")
PATIENCE = 60  # Seconds: shared machines are slow at times.

# The name of the song's file would run a script if it were interpreted as HTML.
HOSTILE_NAME = "<img src=x onerror=hurt()>.mid"

SESSION = """\
tenuto: 2
name: evening
engine: {clients: clock, rate: 48000, frames: 512}
nodes:
  canon: {song: "%(song)s", loop: true}
  sawtooth: {component: aumu saw1 Tnto}
  sine: {component: aumu sine Tnto}
  filter: {component: aufx fltr Tnto}
  delay: {component: aufx dely Tnto}
  hall: {component: aufx rvrb Tnto}
  mix: {mixer: [2, 2]}
  out: {audio-output: 2}
connections:
  - {midi: canon -> sine}
  - sawtooth -> filter
  - filter -> delay
  - delay -> mix
  - sine -> hall
  - hall -> mix.1
  - mix -> out
"""


class RunningHost:
    """`tenuto run` with a web address, from `start` to `stop`."""

    def __init__(self, name, song=HOSTILE_NAME, session=None):
        self.folder = tempfile.mkdtemp(prefix="tenuto-page-")
        self.name = name
        shutil.copy(SONG, os.path.join(self.folder, song))
        self.session = os.path.join(self.folder, "evening.yaml")
        with open(self.session, "w", encoding="utf-8") as file:
            file.write(session or SESSION % {"song": song})
        self.process = None
        self.output = []
        self.address = None

    def start(self):
        runtime = os.path.join(self.folder, "run")
        os.mkdir(runtime, 0o700)
        self.environment = {
            **os.environ,
            "XDG_RUNTIME_DIR": runtime,
            "XDG_STATE_HOME": os.path.join(self.folder, "state"),
            "XDG_DATA_HOME": os.path.join(self.folder, "data"),
            "XDG_CONFIG_HOME": os.path.join(self.folder, "config"),
            "BROWSER": "true",
        }
        self.process = subprocess.Popen(
            [TENUTO, "run", self.session, "--name", self.name, "--web"],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.environment)
        found = threading.Event()
        threading.Thread(target=self._read, args=(found,), daemon=True).start()
        if not found.wait(PATIENCE) or self.address is None:
            self.stop()
            raise RuntimeError("The host says no address:\n" + "".join(self.output))
        return self

    def _read(self, found):
        for line in self.process.stdout:
            self.output.append(line)
            match = ADDRESS.search(line)
            if match and self.address is None:
                self.address = match.group()
                found.set()
        found.set()

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def command(self, *words, environment=None):
        """Starts another `tenuto` command."""
        return subprocess.Popen([TENUTO, *words], stdout=subprocess.PIPE, text=True,
                                env=environment or self.environment)

    def ask(self, method, path, body=None):
        """Returns an answer of the control API on the Unix socket, independent of the page."""
        connection = UnixConnection(
            os.path.join(self.folder, "run", "tenuto", f"{self.name}.sock"))
        text = None if body is None else json.dumps(body)
        headers = {} if method == "GET" else {"Content-Length": str(len(text or ""))}
        connection.request(method, path, text, headers)
        answer = connection.getresponse()
        content = json.loads(answer.read())
        connection.close()
        if answer.status != 200:
            raise RuntimeError(f"{method} {path}: {content}")
        return content

    def new_address(self):
        """Returns an address for another browser."""
        return self.ask("POST", "/v1/page", {})["url"]

    def node(self, name):
        return self.ask("GET", f"/v1/nodes/{name}")

    def session_node(self, name):
        nodes = self.ask("GET", "/v1/session")["nodes"]
        return next((node for node in nodes if node["name"] == name), None)

    def links(self):
        return {(link["kind"], link["from"], link["to"])
                for link in self.ask("GET", "/v1/session")["connections"]}

    def parameter(self, node, identifier):
        parameters = self.ask("GET", f"/v1/nodes/{node}/parameters")["parameters"]
        return next(one["value"] for one in parameters if one["id"] == identifier)


class UnixConnection(http.client.HTTPConnection):
    """HTTP on a Unix socket."""

    def __init__(self, path):
        super().__init__("tenuto", timeout=PATIENCE)
        self.path = path

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(PATIENCE)
        self.sock.connect(self.path)
