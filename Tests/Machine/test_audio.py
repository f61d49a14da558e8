"""A session plays on when its USB interface was unplugged and plugged in again, in a virtual machine with one.

Without its device jackd (1.9.21) stands still, and tells its clients nothing: it is killed, and a loop starts
it again.
"""

import base64
import glob
import os
import re
import struct
import subprocess
import unittest

from machine import ROOT, Machine
from recording import parts

BUILD = os.path.join(ROOT, ".build-test", "debug")
USB = ["usb-common", "usbcore", "xhci-hcd", "xhci-pci"]
SOUND = ["soundcore", "snd", "snd-timer", "snd-pcm", "snd-seq-device", "snd-rawmidi", "mc",
         "snd-hwdep", "snd-usbmidi-lib", "snd-usb-audio"]

SESSION = """\
tenuto: 2
engine: {clients: one, transport: none}
nodes:
  tune: {song: song.mid}
  lead: {component: aumu sine Tnto, spare: none}
  out: {audio-output: 2, ports: ["system:playback_*"]}
connections:
  - {midi: tune -> lead}
  - lead -> out
"""

SCRIPT = """\
load %(modules)s
export JACK_NO_AUDIO_RESERVATION=1
until [ -e /dev/snd/pcmC0D0p ]; do sleep 0.1; done
say "an interface"
cat /proc/asound/cards
serve() { while true; do jackd -r -t 5000 -d alsa -d hw:0 -P -r 48000 -p 4096 -n 3 -s; sleep 1; done; }
serve >/jackd 2>&1 &
until tenuto run /session.yaml --engine jack --record /take.wav --name stage >/report 2>&1; do
  sleep 1
done &
plays() {
  for attempt in $(seq 300); do
    tenuto status --name stage 2>/dev/null | grep -q 'jack 48000 Hz' && return
    sleep 0.5
  done
  echo "it does not play"; cat /report /jackd; exit 1
}
plays
sleep 5
say "playing"
device=$(dirname $(grep -l 46f4 /sys/bus/usb/devices/*/idVendor))
echo 0 >$device/authorized
until grep -q 'read error, stopping' /jackd; do sleep 0.1; done
say "unplugged"
kill -9 $(pidof jackd)
until grep -q 'server has ended' /report; do sleep 0.1; done
say "without a server"
ls /dev/snd
sleep 2
echo 1 >$device/authorized
say "plugged in"
until grep -q 'server is back' /report; do sleep 0.1; done
say "playing again"
sleep 5
plays
kill -INT $(pidof tenuto)
while pidof tenuto >/dev/null; do sleep 0.2; done
cat /report
say "over"
echo "BEGIN take.wav"
base64 /take.wav
echo "END take.wav"
"""


def endless_note():
    """A Standard MIDI File with one note of ten minutes."""
    track = b"\x00\x90\x45\x64" + b"\x85\xa3\x00" + b"\x80\x45\x40" + b"\x00\xff\x2f\x00"
    return (b"MThd" + struct.pack(">IHHH", 6, 0, 1, 96)
            + b"MTrk" + struct.pack(">I", len(track)) + track)


class AudioTests(unittest.TestCase):
    def test_it_plays_on(self):
        machine = Machine()
        self.addCleanup(machine.close)
        machine.options = ["-audiodev", "none,id=sound", "-device", "qemu-xhci", "-device",
                           "usb-audio,audiodev=sound"]
        machine.add_program(os.path.join(BUILD, "tenuto"), "/bin/tenuto")
        subprocess.run([os.path.join(ROOT, ".ci", "bundles"), BUILD,
                        os.path.join(machine.root, "extensions"), "Sine"], check=True)
        machine.add("/usr/share/alsa")
        machine.add("/usr/bin/jackd")
        for pattern in ("libjack.so.0", "libasound.so.2", "jack/jack_alsa.so"):
            machine.add(glob.glob(f"/usr/lib/*/{pattern}")[0])
        machine.add_modules(*USB, *SOUND)
        machine.write("/session.yaml", SESSION)
        machine.write("/song.mid", endless_note())
        text = machine.run(SCRIPT % {"modules": " ".join(USB + SOUND)})
        if os.environ.get("TENUTO_MACHINE_OUTPUT"):
            print(re.sub(r"BEGIN.*?END", "", text, flags=re.S))
        self.assertIn("END take.wav", text, text[-6000:])
        self.assertNotIn("pcmC0D0p", text.split("without a server")[1].split("plugged in")[0])
        take = base64.b64decode(
            "".join(text.split("BEGIN take.wav\n")[1].split("END take.wav")[0].split()))
        # The one note sounds before and after; a slow machine may miss cycles in between.
        sounds = parts(take)
        self.assertAlmostEqual(sounds[0][2], 440, delta=10)
        self.assertAlmostEqual(sounds[-1][2], 440, delta=10)
        self.assertGreater(sounds[-1][1], 8, sounds)


if __name__ == "__main__":
    unittest.main()
