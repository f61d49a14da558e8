"""Web MIDI to the ports of a JACK server."""

import os
import shutil
import subprocess
import sys
import unittest
from urllib.parse import urlsplit

from jack_server import JACKServer
from other_site import OtherSite
from page_browser import PageBrowser
from running_host import RunningHost
import test_webmidi

SESSION = """\
tenuto: 2
name: midi
engine: {clients: one}
nodes:
  sine: {component: aumu sine Tnto}
  out: {audio-output: 2}
connections:
  - sine -> out
"""


@unittest.skipUnless(shutil.which("jackd"), "jackd is not installed")
class WebMIDIInJACKTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(JACKServer("page").start().stop)
        cls.host = RunningHost("page-webmidi-jack", session=SESSION).start()
        cls.addClassCleanup(cls.host.stop)
        parts = urlsplit(cls.host.address)
        cls.site = OtherSite({
            "/": f"<!doctype html><script src='http://{parts.netloc}/webmidi.js'></script>"})
        cls.addClassCleanup(cls.site.stop)
        cls.browser = PageBrowser()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.driver.set_script_timeout(60)
        cls.host.ask("POST", "/v1/midi/permissions",
                     {"origin": cls.site.origin, "isAllowed": True, "sysex": True})

    wait = test_webmidi.WebMIDITests.wait

    def echo(self):
        """Starts a program whose ports disappear with the test."""
        program = os.path.join(os.path.dirname(__file__), "jack_echo.py")
        peer = subprocess.Popen([sys.executable, program, "echo"], stdin=subprocess.PIPE,
                                stdout=subprocess.PIPE, text=True)
        self.addCleanup(self.stop, peer)
        self.assertEqual(peer.stdout.readline(), "ready\n")
        return peer

    @staticmethod
    def stop(peer):
        if peer.poll() is None:
            peer.communicate("\n")

    def setUp(self):
        self.browser.driver.get(self.site.origin + "/")
        self.browser.run(test_webmidi.HELPERS)

    def test_messages_go_to_jack_and_come_back(self):
        self.echo()
        found = self.wait("""
            const access = await navigator.requestMIDIAccess({ sysex: true });
            const named = (type) => [...access[type].values()].find((one) => /echo/.test(one.name));
            await until(() => named("inputs") && named("outputs"));
            const [input, output] = [named("inputs"), named("outputs")];
            const events = [];
            input.onmidimessage = (event) => events.push(event);
            await until(() => input.connection === "open");
            await output.open();
            for (let index = 0; index < 2000; index += 1) {
              output.send([0x90 | index % 16, index % 128, 1 + index % 127]);
            }
            await until(() => events.length >= 2000);
            const isWhole = events.every(({ data }, index) => data[0] === (0x90 | index % 16)
              && data[1] === index % 128 && data[2] === 1 + index % 127);
            const timed = next(input);
            const due = performance.now() + 100;
            output.send([0xC3, 5], due);
            const event = await timed;
            const layout = Uint8Array.from({ length: 1 << 20 }, (_, index) => index * 31 % 127);
            const begin = performance.now();
            const long = next(input, (data) => data[0] === 0xF0);
            output.send([0xF0, 0x7D, ...layout, 0xF7]);
            const { data } = await long;
            return { count: events.length, isWhole, names: [input.name, output.name],
              late: event.timeStamp - due, length: data.length,
              wrong: layout.findIndex((byte, index) => byte !== data[index + 2]),
              milliseconds: performance.now() - begin };""")
        print(f"In JACK: a timed message came {found['late']:.2f} ms behind its time;"
              f" 1 MiB there and back: {found['milliseconds']:.0f} ms")
        self.assertTrue(found["isWhole"])
        self.assertEqual((found["length"], found["wrong"]), ((1 << 20) + 3, -1))
        # The echo returns one or two cycles later, and not before its time.
        self.assertGreater(found["late"], 0)

    def test_programs_come_and_go(self):
        self.wait("window.access = await navigator.requestMIDIAccess();"
                  "window.seen = [];"
                  "access.onstatechange = ({ port }) => /echo/.test(port.name)"
                  " && seen.push([port.type, port.state]);")
        peer = self.echo()
        self.wait("await until(() => seen.length === 2);")
        self.stop(peer)
        seen = self.wait("await until(() => seen.length === 4); return seen;")
        self.assertEqual(sorted(seen[:2]), [["input", "connected"], ["output", "connected"]])
        self.assertEqual(sorted(seen[2:]), [["input", "disconnected"], ["output", "disconnected"]])


if __name__ == "__main__":
    unittest.main()
