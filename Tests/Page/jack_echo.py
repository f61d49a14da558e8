"""A JACK client that echoes its input: `jack_echo.py NAME`; a line on stdin ends it."""

import collections
import sys

import jack

client = jack.Client(sys.argv[1], no_start_server=True)
inlet = client.midi_inports.register("in")
outlet = client.midi_outports.register("out")
waiting = collections.deque()


@client.set_process_callback
def process(_):
    for _, data in inlet.incoming_midi_events():
        waiting.append(bytes(data))
    outlet.clear_buffer()
    room = 30000
    while waiting and len(waiting[0]) <= room:
        data = waiting.popleft()
        room -= len(data) + 32
        outlet.write_midi_event(0, data)


with client:
    print("ready", flush=True)
    sys.stdin.readline()
