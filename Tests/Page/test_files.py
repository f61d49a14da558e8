"""Files that are dropped on the page become nodes, and no other files are touched."""

import base64
import math
import os
import struct
import unittest

from page_case import PageCase
from running_host import SONG


def wave(frames=4800):
    samples = b"".join(struct.pack("<h", int(20000 * math.sin(n / 10))) for n in range(frames))
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 48000, 96000, 2, 16)
    data = struct.pack("<4sI", b"data", len(samples)) + samples
    return struct.pack("<4sI4s", b"RIFF", 4 + len(form) + len(data), b"WAVE") + form + data


class FileTests(PageCase):
    def setUp(self):
        with open(SONG, "rb") as file:
            self.song = file.read()

    @property
    def folder(self):
        return os.path.join(self.host.folder, "evening.files")

    def kept(self):
        return sorted(os.listdir(self.folder)) if os.path.isdir(self.folder) else []

    def drop(self, name, content, target="main"):
        """Drops a file as a user would, on an element."""
        self.browser.run("""
            const [name, text, selector] = arguments;
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const transfer = new DataTransfer();
            transfer.items.add(new File([bytes], name));
            const box = document.querySelector(selector).getBoundingClientRect();
            const place = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
            const options = { dataTransfer: transfer, bubbles: true, cancelable: true, ...place };
            const element = document.elementFromPoint(place.clientX, place.clientY);
            for (const kind of ["dragenter", "dragover", "drop"]) {
              element.dispatchEvent(new DragEvent(kind, options));
            }""", name, base64.b64encode(content).decode(), target)

    def remove(self, name):
        self.host.ask("DELETE", f"/v1/nodes/{name}")

    def refusal(self, words):
        self.until("the refusal is shown", lambda: any(
            words in notice.text for notice in self.browser.all(".notice.error")))
        self.browser.run("document.querySelector('.notices').replaceChildren()")

    def test_a_midi_file_becomes_a_song_for_the_instrument_below_it(self):
        self.drop("My Tune!.mid", self.song, "article[data-node=sawtooth]")
        self.until("the node is there", lambda: self.host.session_node("my-tune"))
        self.addCleanup(self.remove, "my-tune")
        self.until("it plays the instrument",
                   lambda: ("midi", "my-tune", "sawtooth") in self.host.links())
        self.assertEqual(self.host.session_node("my-tune")["kind"], "song")
        name = next(name for name in self.kept() if name.startswith("My Tune"))
        with open(os.path.join(self.folder, name), "rb") as file:
            self.assertEqual(file.read(), self.song)
        self.assertEqual(os.stat(os.path.join(self.folder, name)).st_mode & 0o777, 0o644)

    def test_a_sound_file_becomes_a_node_that_plays_it(self):
        self.drop("break.wav", wave())
        self.until("the node is there", lambda: self.host.session_node("break"))
        self.addCleanup(self.remove, "break")
        node = self.host.session_node("break")
        self.assertEqual((node["kind"], node["outputs"]), ("file-input", [1]))

    def test_two_files_of_one_name_are_kept(self):
        for count in (1, 2):
            self.drop("twice.wav", wave(100 * count))
            name = "twice" if count == 1 else "twice-2"
            self.until(f"{name} is there", lambda name=name: self.host.session_node(name))
            self.addCleanup(self.remove, name)
        sizes = [os.path.getsize(os.path.join(self.folder, name))
                 for name in ("twice.wav", "twice-2.wav")]
        self.assertEqual(sizes, [len(wave(100)), len(wave(200))])

    def test_other_files_are_refused_and_leave_nothing(self):
        before = self.kept()
        for name, content, words in (
                ("notes.txt", b"text", "neither a MIDI file nor a sound file"),
                ("script.html", b"<script>", "neither"), ("fake.mid", b"MThd nothing", "fake.mid"),
                ("fake.wav", b"<script>alert(1)</script>", "fake.wav"), ("empty.wav", b"", "empty")):
            with self.subTest(name):
                self.drop(name, content)
                self.refusal(words)
        self.assertEqual(self.kept(), before)
        self.assertFalse([name for name in os.listdir(self.folder) if name.startswith(".")])

    def test_a_name_cannot_leave_the_folder(self):
        for name in ("../../escape.wav", "/etc/escape.wav", "..\\..\\escape.wav", ".escape.wav"):
            answer = self.send(name, wave())
            self.assertEqual(os.path.dirname(answer["path"]), "evening.files")
            self.assertIn(os.path.basename(answer["path"]), self.kept())
            self.assertTrue(os.path.basename(answer["path"]).startswith("escape"))
        self.assertNotIn("escape.wav", os.listdir(self.host.folder))

    def send(self, name, content, announced=None):
        """Returns the host's answer to a file from a script."""
        return self.browser.driver.execute_async_script("""
            const [name, text, announced, done] = arguments;
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            const query = `name=${encodeURIComponent(name)}&bytes=${announced ?? bytes.length}`;
            const socket = new WebSocket(`ws://${location.host}/v1/files?${query}`);
            socket.onopen = () => socket.send(bytes);
            socket.onmessage = ({ data }) => done(JSON.parse(data));
            socket.onerror = () => done({ status: 0 });
            if (announced > bytes.length) socket.addEventListener("open", () =>
              setTimeout(() => socket.close(), 200));
            socket.onclose = () => done({ status: -1 });""",
            name, base64.b64encode(content).decode(), announced)

    def test_sizes_are_limited(self):
        before = self.kept()
        self.assertEqual(self.send("more.wav", wave(), 10)["status"], 400)
        self.assertEqual(self.send("huge.wav", wave(), 1 << 40)["status"], 413)
        self.assertEqual(self.send("huge.mid", self.song, (16 << 20) + 1)["status"], 413)
        self.assertEqual(self.send("cut.wav", wave(), 1 << 20)["status"], -1)
        self.until("nothing is left of it", lambda: self.kept() == before)


if __name__ == "__main__":
    unittest.main()
