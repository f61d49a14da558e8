"""A listener of pymidi: prints what it has heard when its input ends.

Usage: pymidi_peer.py PORT
"""

import collections
import logging
import sys
import threading

import pymidi.server

heard = collections.Counter()
broken = collections.Counter()


class Handler(pymidi.server.Handler):
    def on_peer_connected(self, peer):
        pass

    def on_peer_disconnected(self, peer):
        pass

    def on_midi_commands(self, peer, commands):
        for command in commands:
            heard[str(command.command)] += 1


class Broken(logging.Handler):
    """Counts the packets that pymidi cannot read."""

    def emit(self, record):
        if "malformed" in record.getMessage():
            broken["packets"] += 1


logging.getLogger().handlers = [Broken()]
server = pymidi.server.Server([("127.0.0.1", int(sys.argv[1]))])
server.add_handler(Handler())
threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", flush=True)
sys.stdin.read()
print(f"on {heard['note_on']} off {heard['note_off']} broken {broken['packets']}", flush=True)
