"""The other end of the cable, with python-rtmidi: `rtmidi_peer.py SERVER`.

Sends what arrives at its input back from its output, and prints "heard COUNT SUM" for each message.
Prints "ready" first and ends with its standard input.
"""
import os
import sys
import zlib

os.environ["JACK_DEFAULT_SERVER"] = sys.argv[1]

import rtmidi  # noqa: E402

output = rtmidi.MidiOut(rtmidi.API_UNIX_JACK, name="rtmidi_out")
output.open_virtual_port("out")
source = rtmidi.MidiIn(rtmidi.API_UNIX_JACK, name="rtmidi_in")
source.ignore_types(sysex=False, timing=False, active_sense=False)


def arrived(event, data):
    message = bytes(event[0])
    print(f"heard {len(message)} {zlib.crc32(message)}", flush=True)
    # Its ring to JACK has 16 KiB.
    if len(message) < 8192:
        output.send_message(message)


source.set_callback(arrived)
source.open_virtual_port("in")
print("ready", flush=True)
sys.stdin.read()
source.close_port()
output.close_port()
