"""The WebSockets of the control API: levels and sound while a host plays."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlencode

import numpy as np
import websocket

from .sound import Sound


def _open(path: str, place: str, timeout: float, **query: str) -> websocket.WebSocket:
    connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    connection.settimeout(timeout)
    connection.connect(path)
    return websocket.create_connection(
        f"ws://tenuto{place}?{urlencode(query)}", socket=connection, timeout=timeout,
        suppress_origin=True)


def levels(path: str, seconds: float, timeout: float) -> Iterator[tuple[str, float]]:
    """Yields a node's name and its peak in dB, for some seconds."""
    stream = _open(path, "/v1/changes", timeout, levels="1")
    end = time.monotonic() + seconds
    try:
        while time.monotonic() < end:
            change = json.loads(stream.recv())
            if change.get("kind") == "level":
                yield change["node"], float(change["value"])
    finally:
        stream.close()


def listen(path: str, seconds: float, node: str | None, timeout: float) -> Sound:
    """Returns the next seconds of sound; missed cycles are silent."""
    stream = _open(path, "/v1/sound", timeout, **({} if node is None else {"node": node}))
    try:
        shape = json.loads(stream.recv())
        rate, channels = int(shape["sampleRate"]), int(shape["channels"])
        samples = np.zeros((channels, round(seconds * rate)), np.float32)
        first: int | None = None
        while True:
            message = stream.recv()
            if isinstance(message, str):
                raise RuntimeError(f"The format has changed: {message}")
            moment = int.from_bytes(message[:8], "little")
            piece = np.frombuffer(message, "<f4", offset=8).reshape(-1, channels).T
            first = moment if first is None else first
            start = moment - first
            if start >= samples.shape[1]:
                return Sound(samples, rate)
            count = min(piece.shape[1], samples.shape[1] - start)
            samples[:, start:start + count] = piece[:, :count]
            if start + count == samples.shape[1]:
                return Sound(samples, rate)
    finally:
        stream.close()
