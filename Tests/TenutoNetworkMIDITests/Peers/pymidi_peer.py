"""A pymidi session that counts received messages, and plays on request.

Usage: pymidi_peer.py PORT

It reads commands: "count" prints the numbers of notes on, notes off, parsed packets, and packets
that pymidi cannot parse; "play COUNT" plays COUNT notes, each with an end.
"""

import collections
import contextlib
import io
import logging
import sys
import threading
import time

import pymidi.server

# Importing the client runs an example.
with contextlib.redirect_stdout(io.StringIO()):
    import pymidi.client

counts = collections.Counter()


class Handler(pymidi.server.Handler):
    def on_midi_commands(self, peer, commands):
        for command in commands:
            counts[str(command.command)] += 1
        counts["packets"] += 1


class Broken(logging.Handler):
    """Counts the packets that pymidi cannot parse."""

    def emit(self, record):
        if "malformed" in record.getMessage():
            counts["broken"] += 1


class Player(pymidi.client.Client):
    """pymidi's client, which creates packets, with the server's socket, which sends them."""

    def __init__(self, data):
        self.data = data
        self.peer = next(iter(data.peers_by_ssrc.values()))
        super().__init__(self.peer.addr, ssrc=data.ssrc)

    def send_packet(self, packet):
        self.data.sendto(packet, self.peer.addr)
        time.sleep(0.001)

    def play(self, count):
        for number in range(count):
            for velocity in (100, 0):
                self.send_note_on(number % 128, velocity)


logging.getLogger().handlers = [Broken()]
server = pymidi.server.Server([("127.0.0.1", int(sys.argv[1]))])
server.add_handler(Handler())
threading.Thread(target=server.serve_forever, daemon=True).start()
print("ready", flush=True)
for line in sys.stdin:
    words = line.split()
    if words[0] == "play":
        Player(server.ipv4_protocols[1]).play(int(words[1]))
    print(*(counts[name] for name in ("note_on", "note_off", "packets", "broken")), flush=True)
