"""Tests the Python package with a built `tenuto` and extensions, from TENUTO and TENUTO_PATH."""

import os
import signal
import subprocess
import sys
import tempfile
import time
import typing
import unittest

import numpy as np

import tenuto
from tenuto import api

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SONG = os.path.join(ROOT, "Examples", "Songs", "canon.mid")
PACKAGE = os.path.join(ROOT, "Examples", "Python")
PATIENCE = 60  # Seconds: shared machines are slow at times.


def eventually(condition):
    """Waits until a condition holds; returns false if it never does."""
    end = time.monotonic() + PATIENCE
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True


class RenderTests(unittest.TestCase):
    def test_the_same_call_gives_the_same_samples(self):
        sounds = [tenuto.render(SONG, instrument="aumu sine Tnto", rate=8000, tail=0.5)
                  for _ in range(2)]
        self.assertTrue(np.array_equal(sounds[0].samples, sounds[1].samples))
        self.assertEqual(sounds[0].samples.dtype, np.float32)
        self.assertEqual(sounds[0].samples.shape[0], 2)
        self.assertGreater(sounds[0].peak, 0.01)
        self.assertGreater(sounds[0].duration, 100)

    def test_settings_change_the_sound(self):
        loud, soft = (tenuto.render(SONG, instrument="aumu sine Tnto", rate=8000,
                                    settings={"gain": gain}) for gain in (0.5, 0.25))
        self.assertAlmostEqual(loud.peak / soft.peak, 2, places=3)
        self.assertAlmostEqual(loud.rms / soft.rms, 2, places=2)

    def test_a_session_is_rendered(self):
        session = tenuto.chain("aumu sine Tnto", ["aufx dely Tnto"], song=SONG, rate=8000,
                               settings={"instrument": {"gain": 0.25}, "effect-1": {"mix": 0}})
        sound = tenuto.render(session)
        alone = tenuto.render(SONG, instrument="aumu sine Tnto", rate=8000,
                              settings={"gain": 0.25})
        self.assertEqual(sound.samples.shape, alone.samples.shape)
        self.assertLess(np.abs(sound.samples - alone.samples).max(), 1e-4)

    def test_errors_are_reported(self):
        with self.assertRaisesRegex(tenuto.TenutoError, "aumu none Test"):
            tenuto.render(SONG, instrument="aumu none Test")
        with self.assertRaisesRegex(tenuto.TenutoError, "missing.mid"):
            tenuto.render("missing.mid", instrument="aumu sine Tnto")

    def test_the_file_is_kept_and_read(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "a.wav")
            sound = tenuto.render(SONG, instrument="aumu sine Tnto", rate=8000, output=path)
            self.assertTrue(np.array_equal(tenuto.read_sound(path).samples, sound.samples))
            # The same sound with 24 bits, within half a quantization step.
            done = subprocess.run(
                [os.environ["TENUTO"], "render", SONG, "--instrument", "aumu sine Tnto",
                 "--rate", "8000", "--24-bit", "-o", os.path.join(folder, "b.wav")],
                capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            steps = tenuto.read_sound(os.path.join(folder, "b.wav"))
            self.assertLess(np.abs(steps.samples - sound.samples).max(), 2**-22)
            with self.assertRaisesRegex(ValueError, "not a WAV file"):
                tenuto.read_sound(SONG)


class HostTests(unittest.TestCase):
    def start(self, **options):
        session = tenuto.chain("aumu saw1 Tnto", song=SONG, loop=True)
        return tenuto.Host.start(session, **options)

    def test_a_session_is_edited_while_it_plays(self):
        with self.start() as host:
            self.assertEqual(host.status["engine"], "clock")
            host.set("instrument", cutoff="1.5 kHz")
            self.assertAlmostEqual(host.values("instrument")["cutoff"], 1500, places=1)
            echo = host.add("aufx dely Tnto", name="echo", mix=30)
            self.assertEqual(echo, "echo")
            self.assertAlmostEqual(host.values("echo")["mix"], 30, places=4)
            host.connect("instrument", "echo")
            host.connect("echo", "out")
            host.disconnect("instrument", "out")
            links = [(link["from"], link["to"]) for link in host.get_session()["connections"]
                     if link["from"] != "song"]
            self.assertEqual(sorted(links), [("echo", "out"), ("instrument", "echo")])
            host.remove("echo")
            self.assertNotIn("echo", host.nodes)
            with self.assertRaises(tenuto.TenutoError) as refused:
                host.set("none", cutoff=1)
            self.assertEqual(refused.exception.status, 404)
            second = tenuto.Host(host.name)
            self.assertEqual(second.status["pid"], host.status["pid"])

    def test_sound_and_levels_are_received(self):
        with self.start() as host:
            sound = host.listen(1)
            self.assertEqual(sound.samples.shape, (2, 48000))
            self.assertTrue(eventually(lambda: host.listen(0.5).peak > 0.01))
            self.assertTrue(eventually(lambda: host.listen(0.5, "instrument").peak > 0.01))
            levels = dict(host.levels(1))
            self.assertTrue(-60 < levels["instrument"] < 6, levels)

    def test_a_recording_is_read_while_it_grows(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "take.wav")
            with self.start(record=path) as host:
                self.assertTrue(eventually(lambda: os.path.exists(path + ".part")
                                           and os.path.getsize(path + ".part") > 50000))
                with tenuto.Take(path) as take:
                    pieces = [take.read()]
                    self.assertTrue(eventually(
                        lambda: pieces.append(take.read()) or take.frame_count > 48000))
                    host.stop()
                    pieces.append(take.read())
            whole = tenuto.read_sound(path)
            joined = np.concatenate([piece.samples for piece in pieces], axis=1)
            count = min(whole.samples.shape[1], joined.shape[1])
            self.assertGreater(count, 48000)
            self.assertTrue(np.array_equal(joined[:, :count], whole.samples[:, :count]))

    def test_a_crash_is_reported(self):
        with self.start() as host:
            pid = host.node("instrument")["pid"]
            os.kill(pid, signal.SIGKILL)
            self.assertTrue(eventually(lambda: host.node("instrument")["restarts"] == 1
                                       and host.node("instrument").get("pid", pid) != pid))
            self.assertIn("SIGKILL", host.node("instrument")["faults"][-1]["message"])

    def test_a_host_that_cannot_start_gives_the_reason(self):
        with self.assertRaisesRegex(tenuto.TenutoError, "nowhere.yaml"):
            tenuto.Host.start("nowhere.yaml")
        with self.assertRaises(OSError):
            tenuto.Host("nobody-has-this-name").get_status()


class TypeTests(unittest.TestCase):
    def test_the_types_match_the_description(self):
        done = subprocess.run([sys.executable, os.path.join(PACKAGE, "generate.py"), "--check"],
                              capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stderr)

    def test_every_request_has_types(self):
        methods = [getattr(api.API, name) for name in dir(api.API)
                   if name.split("_")[0] in ("get", "post", "delete")]
        self.assertGreater(len(methods), 30)
        for method in methods:
            self.assertIn("return", typing.get_type_hints(method), method.__name__)

    def test_the_types_match_the_answers_of_a_host(self):
        with tenuto.Host.start(tenuto.chain("aumu sine Tnto", song=SONG)) as host:
            for answer, kind in [(host.get_status(), api.HostStatus),
                                 (host.node("instrument"), api.NodeStatus),
                                 (host.get_transport(), api.TransportRecord),
                                 (host.get_session(), api.SessionRecord)]:
                names = typing.get_type_hints(kind, include_extras=True)
                self.assertLessEqual(set(answer), set(names))
                needed = {key for key, value in names.items()
                          if typing.get_origin(value) is not typing.NotRequired}
                self.assertLessEqual(needed, set(answer))


if __name__ == "__main__":
    unittest.main()
