"""A line for each event of a file: its tick in its track, and its bytes."""

import mido


def dump(path):
    file = mido.MidiFile(path)
    print("file", file.type, file.ticks_per_beat)
    for track in file.tracks:
        print("track")
        tick = 0
        for message in track:
            tick += message.time
            print(tick, bytes(message.bytes()).hex())
