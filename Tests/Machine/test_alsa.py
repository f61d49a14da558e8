"""Keyboards of the ALSA sequencer play an instrument: in a virtual machine with snd-virmidi.

What is written to /dev/snd/midiC0D0 comes from the port of a keyboard, and what a port of Tenuto sends to
that of a synthesizer is read from /dev/snd/midiC0D1.
"""

import base64
import glob
import os
import re
import subprocess
import unittest

from machine import ROOT, Machine
from recording import parts

BUILD = os.path.join(ROOT, ".build-test", "debug")
SEQUENCER = ["snd-timer", "snd-seq-device", "snd-rawmidi", "snd-seq", "snd-seq-midi-event",
             "snd-seq-virmidi"]
MODULES = ["soundcore", "snd"] + SEQUENCER + ["snd-virmidi"]

# A period of 32 ms, since what is emulated is slow.
SESSION = """\
tenuto: 2
engine: {clients: clock, rate: 8000, frames: 256}
nodes:
  keys: {midi-input: true, ports: ["Virtual Raw MIDI 0-0:*"]}
  lead: {component: aumu sine Tnto, spare: none}
  thru: {midi-output: true, ports: ["Virtual Raw MIDI 0-1:*"]}
  out: {audio-output: 1}
connections:
  - {midi: keys -> lead}
  - {midi: keys -> thru}
  - lead -> out
"""

SYSEX = bytes([0xF0]) + bytes(number % 126 for number in range(1500)) + bytes([0xF7])

SCRIPT = """\
load soundcore snd
say "without a sequencer"
tenuto play --instrument 'aumu sine Tnto' --engine clock; echo "status $?"
tenuto play --instrument 'aumu sine Tnto'; echo "status $?"
tenuto run /session.yaml --for 0.5 --midi-driver alsa; echo "status $?"
load %(sequencer)s snd-virmidi
say "with a sequencer"
ls /dev/snd
tenuto run /session.yaml --record /take.wav --name stage >/report 2>&1 &
host=$!
connected() {
  until [ "$(grep -c "' is connected" /report)" -ge "$1" ]; do
    kill -0 $host || { cat /report; exit 1; }
    sleep 0.1
  done
}
connected 2
say "connected"
cat /proc/asound/seq/clients
cat /dev/snd/midiC0D1 >/thru &
reader=$!
sleep 1
cat /on45 >/dev/snd/midiC0D0
sleep 1.5
cat /off45 >/dev/snd/midiC0D0
sleep 0.5
cat /sysex >/dev/snd/midiC0D0
sleep 2
kill $reader
say "unplugged in the middle of a note"
cat /on45 >/dev/snd/midiC0D0
sleep 1
echo snd_virmidi.0 >/sys/bus/platform/drivers/snd_virmidi/unbind
until grep -q 'has gone' /report; do sleep 0.1; done
say "gone"
sleep 1.5
echo snd_virmidi.0 >/sys/bus/platform/drivers/snd_virmidi/bind
connected 4
say "plugged in again"
sleep 0.5
cat /on57 >/dev/snd/midiC0D0
sleep 1
cat /off57 >/dev/snd/midiC0D0
sleep 1
kill -INT $host
wait $host
say "status $?"
cat /report
tenuto play --instrument 'aumu sine Tnto' --rate 8000 --frames 256 --spare none --name live \\
  --record /live.wav >/report 2>&1 &
host=$!
connected 4
cat /on45 >/dev/snd/midiC0D2
sleep 1
cat /off45 >/dev/snd/midiC0D2
sleep 0.5
kill -INT $host
wait $host
say "status $?"
cat /report
tenuto doctor | grep -A 2 'ALSA sequencer'
for file in take.wav live.wav thru; do
  echo "BEGIN $file"
  base64 /$file
  echo "END $file"
done
"""


class ALSATests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.machine = machine = Machine()
        machine.add_program(os.path.join(BUILD, "tenuto"), "/bin/tenuto")
        bundles = os.path.join(machine.root, "extensions")
        subprocess.run([os.path.join(ROOT, ".ci", "bundles"), BUILD, bundles, "Sine"], check=True)
        machine.add("/usr/share/alsa")
        machine.add(glob.glob("/usr/lib/*/libasound.so.2")[0])
        machine.add_modules(*MODULES)
        machine.write("/session.yaml", SESSION)
        machine.write("/sysex", SYSEX)
        for note in (45, 57):
            machine.write(f"/on{note}", bytes([0x90, note, 100]))
            machine.write(f"/off{note}", bytes([0x80, note, 64]))
        cls.text = machine.run(SCRIPT % {"sequencer": " ".join(SEQUENCER)})
        if os.environ.get("TENUTO_MACHINE_OUTPUT"):
            print(re.sub(r"BEGIN.*?END", "", cls.text, flags=re.S))

    @classmethod
    def tearDownClass(cls):
        cls.machine.close()

    def part(self, start, end):
        self.assertIn(end, self.text.split(start, 1)[-1], self.text[:6000])
        return self.text.split(start, 1)[1].split(end, 1)[0]

    def file(self, name):
        return base64.b64decode("".join(self.part(f"BEGIN {name}\n", f"END {name}").split()))

    def test_without_a_sequencer_it_says_what_is_missing(self):
        text = self.part("without a sequencer", "with a sequencer")
        self.assertEqual(re.findall(r"status (\d)", text), ["1", "1", "1"])
        self.assertEqual(text.count("/dev/snd/seq is missing (run 'sudo modprobe snd-seq')"), 3)

    def test_devices_come_and_go(self):
        report = self.part("plugged in again", "BEGIN take.wav")
        self.assertEqual(re.findall(r"status (\d)", report), ["0", "0"])
        session = report.split("status 0")[1]
        for port in ("Virtual Raw MIDI 0-0:VirMIDI 0-0", "Virtual Raw MIDI 0-1:VirMIDI 0-1"):
            self.assertEqual(session.count(f"'{port}' is connected"), 2, session)
            self.assertEqual(session.count(f"'{port}' has gone"), 1, session)

    def test_other_programs_see_the_ports_of_the_session(self):
        clients = self.part(" connected\n", "unplugged")
        self.assertRegex(clients, r'Client +\d+ : "stage"')
        self.assertRegex(clients, r'Port +\d+ : "keys" \(-We-\)')
        self.assertRegex(clients, r'Port +\d+ : "thru" \(R-e-\)')

    def test_notes_sound_and_end(self):
        sounds = parts(self.file("take.wav"))
        # The note, the note that the unplugging ended, and the note of the returned keyboard.
        self.assertEqual(len(sounds), 3, sounds)
        for (begin, end, pitch), expected in zip(sounds, (110, 110, 220)):
            self.assertAlmostEqual(pitch, expected, delta=3)
            self.assertTrue(0.3 < end - begin < 6, sounds)

    def test_a_keyboard_plays_at_once_where_no_session_names_it(self):
        sounds = parts(self.file("live.wav"))
        self.assertEqual([round(pitch / 110) for _, _, pitch in sounds], [1], sounds)

    def test_the_output_has_every_byte_of_notes_and_a_long_sysex(self):
        expected = bytes([0x90, 45, 100, 0x80, 45, 64]) + SYSEX
        self.assertEqual(self.file("thru"), expected)

    def test_the_doctor_finds_the_ports(self):
        self.assertIn("It can be used; MIDI comes from 4 ports.", self.text, self.text[-3000:])


if __name__ == "__main__":
    unittest.main()
