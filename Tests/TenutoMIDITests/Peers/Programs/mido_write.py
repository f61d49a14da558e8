"""Writes random files 0.mid, 1.mid ... with mido, and prints their events: mido_write.py COUNT SEED"""

import random
import sys

import mido

from mido_events import dump

dice = random.Random(int(sys.argv[2]))


def channel_message(time):
    channel, first, second = dice.randrange(16), dice.randrange(128), dice.randrange(128)
    return dice.choice(
        [
            mido.Message("note_on", channel=channel, note=first, velocity=second, time=time),
            mido.Message("note_on", channel=0, note=first, velocity=second, time=time),
            mido.Message("note_off", channel=channel, note=first, velocity=second, time=time),
            mido.Message("polytouch", channel=channel, note=first, value=second, time=time),
            mido.Message("control_change", channel=channel, control=first, value=second, time=time),
            mido.Message("program_change", channel=channel, program=first, time=time),
            mido.Message("aftertouch", channel=channel, value=first, time=time),
            mido.Message("pitchwheel", channel=channel, pitch=dice.randrange(-8192, 8192), time=time),
        ]
    )


def other_message(time):
    data = [dice.randrange(128) for _ in range(dice.randrange(200))]
    text = "".join(dice.choice("abc é\"\\,") for _ in range(dice.randrange(150)))
    return dice.choice(
        [
            mido.Message("sysex", data=data, time=time),
            mido.MetaMessage("set_tempo", tempo=dice.randrange(1, 1 << 24), time=time),
            mido.MetaMessage("time_signature", numerator=7, denominator=8, time=time),
            mido.MetaMessage("key_signature", key=dice.choice(["C", "F#m", "Cb", "Abm"]), time=time),
            mido.MetaMessage("marker", text=text, time=time),
            mido.MetaMessage("lyrics", text=text, time=time),
            mido.MetaMessage("track_name", name=text, time=time),
            mido.MetaMessage("sequencer_specific", data=data, time=time),
        ]
    )


for number in range(int(sys.argv[1])):
    kind = dice.randrange(3)
    file = mido.MidiFile(type=kind, ticks_per_beat=dice.randrange(1, 1 << 15))
    for _ in range(1 if kind == 0 else dice.randrange(1, 4)):
        track = mido.MidiTrack()
        for _ in range(dice.randrange(60)):
            make = other_message if dice.randrange(5) == 0 else channel_message
            track.append(make(dice.randrange(1 << dice.randrange(1, 20))))
        file.tracks.append(track)
    file.save(f"{number}.mid")
    dump(f"{number}.mid")
