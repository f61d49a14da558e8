"""A running host, by its control API."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import uuid
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlencode

from . import live, session as sessions
from .api import API, HostStatus, LinkRecord, NodeStatus
from .sound import Sound


class TenutoError(Exception):
    """An error from a host or a command."""

    def __init__(self, message: str, status: int | None = None):
        super().__init__(message)
        self.status = status
        """The HTTP status, for example 404; None for a failed command."""


def program() -> str:
    """Returns the path of `tenuto`: from the variable TENUTO, or from the search path."""
    found = os.environ.get("TENUTO") or shutil.which("tenuto")
    if not found:
        raise TenutoError("There is no 'tenuto' in PATH; set TENUTO to the program.")
    return found


def socket_folder() -> str:
    """The folder of the hosts' sockets."""
    runtime = os.environ.get("XDG_RUNTIME_DIR")
    return f"{runtime}/tenuto" if runtime else f"/tmp/tenuto-{os.getuid()}"


class _Connection(http.client.HTTPConnection):
    """HTTP over a Unix socket."""

    def __init__(self, path: str, timeout: float):
        super().__init__("tenuto", timeout=timeout)
        self.path = path

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.path)


class Host(API):
    """A running host.

    `Host("evening")` connects to a running host; `Host.start` starts a host, which ends with the `with`
    statement.
    """

    def __init__(self, name: str = "tenuto", timeout: float = 30):
        self.name = name
        self.timeout = timeout
        """Maximum time for an answer, in seconds."""
        self._process: subprocess.Popen[bytes] | None = None
        self._folder: str | None = None

    # Start and end

    @classmethod
    def start(cls, session: Mapping[str, Any] | str | os.PathLike[str], *, name: str | None = None,
              engine: str = "clock", record: str | os.PathLike[str] | None = None,
              options: Sequence[str] = (), environment: Mapping[str, str] = {}) -> Host:
        """Plays a session.

        Args:
            session: Its file, or the session itself, as `chain` returns it.
            name: The host's name; by default an unused one.
            engine: `clock`, or `jack`.
            record: A sound file for the output; `Take` reads it while it grows.
            options: Further options of `tenuto run`.
            environment: Variables of the environment to add.

        Raises:
            TenutoError: The session cannot be played.
        """
        host = cls(name or f"python-{uuid.uuid4().hex[:12]}")
        host._folder = folder = tempfile.mkdtemp(prefix="tenuto-python-")
        path = os.fspath(session) if isinstance(session, (str, os.PathLike)) else None
        if path is None:
            path = f"{folder}/session.yaml"
            sessions.write(session, path)  # type: ignore[arg-type]
        command = [program(), "run", path, "--name", host.name, "--engine", engine, *options]
        if record is not None:
            command += ["--record", os.fspath(record)]
        with open(f"{folder}/messages", "wb") as messages:
            host._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=messages, stderr=messages,
                env={**os.environ, **environment})
        host._wait()
        return host

    def _wait(self) -> None:
        """Waits until the host answers; raises its messages if it has ended."""
        assert self._process is not None
        while True:
            try:
                self.get_status()
                return
            except (OSError, http.client.HTTPException, TenutoError):
                pass
            if self._process.poll() is not None:
                messages = self.messages
                self.stop()
                raise TenutoError(messages or "The host has ended.")
            time.sleep(0.01)

    @property
    def messages(self) -> str:
        """The messages so far of a host that was started here."""
        if self._folder is None:
            return ""
        with open(f"{self._folder}/messages", encoding="utf-8", errors="replace") as file:
            return file.read().strip()

    def stop(self) -> int:
        """Ends a host that was started here, in order; returns its exit code."""
        process, self._process = self._process, None
        if process is None:
            return 0
        if process.poll() is None:
            process.send_signal(signal.SIGINT)
            try:
                process.wait(self.timeout)
            except subprocess.TimeoutExpired:
                process.kill()
        code = process.wait()
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None
        return code

    def __enter__(self) -> Host:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    # Requests

    @property
    def socket_path(self) -> str:
        """The path of its socket."""
        return f"{socket_folder()}/{self.name}.sock"

    def request(self, method: str, path: str, body: Any = None,
                query: dict[str, Any] | None = None) -> Any:
        """Sends a request of the control API, and returns its answer.

        Raises:
            TenutoError: The host refused the request.
            OSError: No host has this name.
        """
        used = {key: value for key, value in (query or {}).items() if value is not None}
        text = None if body is None else json.dumps(body)
        headers = {} if method == "GET" else {"Content-Length": str(len((text or "").encode()))}
        connection = _Connection(self.socket_path, self.timeout)
        try:
            connection.request(method, f"{path}?{urlencode(used)}" if used else path, text, headers)
            answer = connection.getresponse()
            content = json.loads(answer.read())
        finally:
            connection.close()
        if answer.status != 200:
            raise TenutoError(content.get("message", str(content)), answer.status)
        return content

    # The most common requests

    @property
    def status(self) -> HostStatus:
        """The host with all its nodes."""
        return self.get_status()

    @property
    def nodes(self) -> dict[str, NodeStatus]:
        """The status of each node, by its name."""
        return {node["name"]: node for node in self.get_status()["nodes"]}

    def node(self, name: str) -> NodeStatus:
        """The status of a node."""
        return self.get_nodes_name(name)

    def values(self, node: str) -> dict[str, float]:
        """The parameters of a node, by identifier, in their units."""
        parameters = self.get_nodes_name_parameters(node)["parameters"]
        return {parameter["id"]: float(parameter["value"]) for parameter in parameters}

    def set(self, node: str, **values: float | str) -> None:
        """Sets parameters, to numbers in their units or to texts such as "1.5 kHz".

        They have taken effect when the call returns.
        """
        self.post_set([{"node": node, "parameter": parameter, "value": value}
                       for parameter, value in values.items()])

    def ramp(self, node: str, parameter: str, value: float | str, seconds: float) -> None:
        """Moves a parameter to a value, exact to the frame."""
        self.post_nodes_name_ramp(
            node, {"parameter": parameter, "value": value, "seconds": seconds})

    def add(self, component: str, name: str | None = None, preset: str | None = None,
            **parameters: float) -> str:
        """Adds a node of a component while the session plays; returns the node's name."""
        order: Any = {"component": component, "parameters": parameters}
        if name is not None:
            order["name"] = name
        if preset is not None:
            order["preset"] = preset
        return self.post_nodes(order)["name"]

    def remove(self, node: str) -> None:
        """Removes a node and its connections."""
        self.delete_nodes_name(node)

    def connect(self, source: str, destination: str) -> LinkRecord:
        """Connects the audio of two nodes."""
        return self.post_connections({"from": source, "to": destination})

    def disconnect(self, source: str, destination: str) -> LinkRecord:
        """Disconnects two nodes."""
        return self.delete_connections({"from": source, "to": destination})

    def listen(self, seconds: float, node: str | None = None) -> Sound:
        """Returns the next seconds of the host's output, or of the first output bus of a node."""
        return live.listen(self.socket_path, seconds, node, self.timeout)

    def levels(self, seconds: float) -> Iterator[tuple[str, float]]:
        """Yields the peaks of the nodes in dB relative to full scale, about 20 times a second each."""
        return live.levels(self.socket_path, seconds, self.timeout)
