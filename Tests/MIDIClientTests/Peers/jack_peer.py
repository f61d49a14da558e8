"""The other end of the cable, with JACK-Client: `jack_peer.py SERVER COMMAND [COUNT]`.

hear        prints "heard FRAME MICROSECONDS BYTES" for each event at pyhear:in, by CLOCK_MONOTONIC
play COUNT  sends COUNT notes from pyplay:out once it is connected, prints "played FRAME BYTES"
swallow     prints "swallowed COUNT SUM" for each System Exclusive message at pyswallow:in
pour COUNT  sends one System Exclusive message of COUNT bytes from pypour:out in parts

Each prints "ready" first and ends with its standard input.
"""
import collections
import ctypes
import select
import sys
import time
import zlib

import jack

server, command = sys.argv[1:3]
count = int(sys.argv[3]) if len(sys.argv) > 3 else 0
client = jack.Client("py" + command, servername=server)
lines = collections.deque()
library = ctypes.CDLL("libjack.so.0")
library.jack_frames_to_time.restype = ctypes.c_uint64
library.jack_frames_to_time.argtypes = [ctypes.c_void_p, ctypes.c_uint32]
library.jack_get_time.restype = ctypes.c_uint64
pointer = int(jack._ffi.cast("uintptr_t", client._ptr))


def clock():
    return time.clock_gettime_ns(time.CLOCK_MONOTONIC)


def message(size):
    """What sysExMessage of the tests makes."""
    body = bytes((i * 7 + i // 127) % 128 for i in range(size - 2))
    return b"\xf0" + body + b"\xf7"


def hear():
    port = client.midi_inports.register("in")

    def process(frames):
        start = client.last_frame_time
        # JACK's clock is another: CLOCK_MONOTONIC_RAW. The shortest reading is the best.
        readings = []
        for _ in range(5):
            before = clock()
            jack_time = library.jack_get_time()
            after = clock()
            readings.append((after - before, (before + after) // 2000 - jack_time))
        shift = min(readings)[1]
        for offset, data in port.incoming_midi_events():
            micros = library.jack_frames_to_time(pointer, (start + offset) & 0xFFFFFFFF)
            lines.append(f"heard {start + offset} {micros + shift} {bytes(data).hex()}")

    return process


def play():
    port = client.midi_outports.register("out")
    state = {"sent": 0, "wait": 0}

    def process(frames):
        port.clear_buffer()
        if not port.number_of_connections:
            return
        state["wait"] += 1
        # A connection of PipeWire needs some cycles.
        if state["wait"] < 8:
            return
        offset = 3
        while state["sent"] < count and offset < frames:
            data = (0x90, state["sent"] % 128, 1 + state["sent"] // 128 % 127)
            port.write_midi_event(offset, data)
            lines.append(f"played {client.last_frame_time + offset} {bytes(data).hex()}")
            state["sent"] += 1
            offset += 7 + state["sent"] % 11

    return process


def swallow():
    port = client.midi_inports.register("in")
    parts = []

    def process(frames):
        for _, data in port.incoming_midi_events():
            parts.append(bytes(data))
            if parts[-1][-1] == 0xF7:
                whole = b"".join(parts)
                parts.clear()
                lines.append(f"swallowed {len(whole)} {zlib.crc32(whole)}")

    return process


def pour():
    port = client.midi_outports.register("out")
    whole = message(count)
    state = {"place": 0, "wait": 0}

    def process(frames):
        port.clear_buffer()
        if not port.number_of_connections:
            return
        state["wait"] += 1
        if state["wait"] < 8 or state["place"] >= count:
            return
        part = whole[state["place"] : state["place"] + 16384]
        port.write_midi_event(0, part)
        state["place"] += len(part)

    return process


client.set_process_callback(
    {"hear": hear, "play": play, "swallow": swallow, "pour": pour}[command]()
)
client.activate()
print("ready", flush=True)

while not select.select([sys.stdin], [], [], 0.01)[0]:
    while lines:
        print(lines.popleft(), flush=True)
client.deactivate()
client.close()
