#!/usr/bin/env python3
"""Writes a list of jobs: a scale with many settings of a synthesizer and a delay.

    make_jobs.py COUNT FOLDER [SONG.mid]    writes FOLDER/jobs.csv, and FOLDER/scale.mid without a song
"""

import csv
import os
import struct
import sys


def scale(seconds):
    """Returns a Standard MIDI File: four notes a second; the last note ends with the song."""
    track = b"\x00\xff\x51\x03" + (500_000).to_bytes(3, "big")
    for index in range(seconds * 4):
        key = 48 + (0, 2, 4, 5, 7, 9, 11)[index % 7] + 12 * (index // 7 % 2)
        track += bytes([0, 0x90, key, 100]) + b"\x81\x70" + bytes([0x80, key, 64])
    track += b"\x00\xff\x2f\x00"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 480)
            + b"MTrk" + struct.pack(">I", len(track)) + track)


def rows(song, count):
    """Yields COUNT jobs, each with a different cutoff and mix."""
    for number in range(1, count + 1):
        cutoff = 200 + number * 7919 % 7800
        mix = number * 31 % 100
        yield [song, "aumu saw1 Tnto", "aufx dely Tnto", f"cutoff={cutoff};delay.mix={mix}", "1",
               f"out/{number:04}.flac"]


def write(folder, count, song=None):
    """Writes the list, and a song of four seconds if none is given; returns the list's path."""
    os.makedirs(folder, exist_ok=True)
    if song is None:
        song = "scale.mid"
        with open(f"{folder}/{song}", "wb") as file:
            file.write(scale(4))
    else:
        song = os.path.abspath(song)
    path = f"{folder}/jobs.csv"
    with open(path, "w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["source", "instrument", "effect", "set", "tail", "output"])
        writer.writerows(rows(song, count))
    return path


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    print(write(sys.argv[2], int(sys.argv[1]), *sys.argv[3:]))
