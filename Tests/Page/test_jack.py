"""JACK ports of other programs in the patchbay: shown, connected and disconnected live."""

import shutil
import unittest

import jack

from jack_server import JACKServer
from page_browser import PageBrowser
from running_host import RunningHost

SESSION = """\
tenuto: 2
name: patched
engine: {clients: %s}
nodes:
  keys: {midi-input: true}
  sawtooth: {component: aumu saw1 Tnto}
  hall: {component: aufx rvrb Tnto}
  out: {audio-output: 2, ports: ["system:playback_*"]}
connections:
  - {midi: keys -> sawtooth}
  - sawtooth -> hall
  - hall -> out
"""

SYSTEM_IN = "article[data-client='jack:system in']"
SYSTEM_OUT = "article[data-client='jack:system out']"


class JACKCase(unittest.TestCase):
    clients = "each"

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(JACKServer(f"patch-{cls.clients}", outputs=8).start().stop)
        cls.host = RunningHost(f"page-jack-{cls.clients}", session=SESSION % cls.clients).start()
        cls.addClassCleanup(cls.host.stop)
        cls.browser = PageBrowser(1920, 1080)
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.open(cls.host.address)
        cls.peer = jack.Client("looper", no_start_server=True)
        # Without a callback a client takes no part in the cycle, and clients behind it wait.
        cls.peer.set_process_callback(lambda _: None)
        cls.addClassCleanup(cls.peer.close)
        cls.peer.activate()

    def setUp(self):
        # The positions of cards from earlier tests do not matter.
        self.browser.button("Tidy").click()
        self.browser.button("Fit").click()

    def tearDown(self):
        self.assertEqual(self.browser.errors(), [])

    def until(self, what, condition):
        return self.browser.until(what, condition)

    def point(self, selector, index=0):
        return self.browser.run(
            "const port = document.querySelectorAll(arguments[0])[arguments[1]];"
            "port.scrollIntoView({ block: 'nearest', inline: 'nearest' });"
            "const box = port.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]", selector, index)

    def drag(self, start, end):
        """Drags between ports, given as arguments of `point`, once cards stand still."""
        ends = lambda: (self.point(*start), self.point(*end), self.point(*start))
        last = [None]

        def stands():
            before, last[0] = last[0], ends()
            return last[0] == before and last[0][0] == last[0][2] and last[0]

        places = self.until("cards do not move", stands)
        self.browser.drag(places[0], places[1])

    def wires(self):
        return {wire.get_attribute("aria-label").split(",")[0]
                for wire in self.browser.all("g.wire.jack")}

    def connected(self, name):
        return {port.name for port in self.peer.get_all_connections(name)}

    def remove(self, wire):
        self.browser.run(
            "[...document.querySelectorAll('g.wire.jack')]"
            ".find((one) => one.getAttribute('aria-label').startsWith(arguments[0])).focus()", wire)
        self.browser.press("Delete", "Delete")


@unittest.skipUnless(shutil.which("jackd"), "jackd is not installed")
class PortsOfOthersTests(JACKCase):
    def test_physical_ports_are_shown(self):
        names = self.until("the outputs' card is there", lambda: [
            port.text for port in self.browser.all(f"{SYSTEM_IN} .port-name")])
        self.assertEqual(names, [f"playback_{number}" for number in range(1, 9)])
        self.assertEqual(len(self.browser.all(f"{SYSTEM_OUT} .port.out.audio")), 2)

    def test_ports_of_an_output_are_wires_of_that_output(self):
        expected = {f"hall:out_{number} → system:playback_{number}" for number in (1, 2)}
        self.until("the wires are there", lambda: expected <= self.wires())
        end = self.browser.run(
            "return [...document.querySelectorAll('g.wire.jack')].find((one) =>"
            " one.getAttribute('aria-label').startsWith('hall:out_1'))"
            ".querySelector('.line').getAttribute('d').match(/^M([\\d.]+)/)[1]")
        place = self.browser.run(
            "return document.querySelector('article[data-node=out]').style.transform"
            ".match(/translate\\(([\\d.]+)px/)[1]")
        self.assertEqual(float(end), float(place) + 190)

    def test_clients_come_and_go(self):
        port = self.peer.inports.register("left")
        card = "article[data-client='jack:looper']"
        self.until("its card is there", lambda: self.browser.all(f"{card} .port.in.audio"))
        more = self.peer.midi_outports.register("notes")
        self.until("its new port is there", lambda: self.browser.all(f"{card} .port.out.midi"))
        port.unregister()
        more.unregister()
        self.until("its card is gone", lambda: not self.browser.all(card))

    def test_a_drag_connects_all_channels_and_delete_disconnects(self):
        ports = [self.peer.inports.register(name) for name in ("in_left", "in_right")]
        for port in ports:
            self.addCleanup(port.unregister)
        goal = "article[data-client='jack:looper'] .port.in.audio"
        self.until("its ports are there", lambda: len(self.browser.all(goal)) == 2)
        self.drag(("article[data-node=hall] .port.out.audio",), (goal,))
        self.until("both channels are connected in JACK", lambda: (
            self.connected("looper:in_left"), self.connected("looper:in_right"))
            == ({"hall:out_1"}, {"hall:out_2"}))
        self.until("the session has them", lambda: {
            ("jack", "hall:out_1", "looper:in_left"),
            ("jack", "hall:out_2", "looper:in_right")} <= self.host.links())
        wire = "hall:out_1 → looper:in_left"
        self.until("the wire is there", lambda: wire in self.wires())
        self.remove(wire)
        self.until("JACK no longer has it", lambda: not self.connected("looper:in_left"))
        self.until("nor has the page", lambda: wire not in self.wires())
        self.until("nor the session", lambda: (
            "jack", "hall:out_1", "looper:in_left") not in self.host.links())

    def test_other_programs_are_connected_to_each_other(self):
        port = self.peer.inports.register("mic")
        self.addCleanup(port.unregister)
        goal = "article[data-client='jack:looper'] .port.in.audio"
        self.until("its port is there", lambda: self.browser.all(goal))
        self.drag((f"{SYSTEM_OUT} .port.out.audio", 1), (goal,))
        self.until("JACK has it", lambda: self.connected("looper:mic") == {"system:capture_2"})
        self.until("the wire is there",
                   lambda: "system:capture_2 → looper:mic" in self.wires())
        # Connections by other programs are shown as well.
        self.peer.disconnect("system:capture_2", "looper:mic")
        self.until("it is gone", lambda: "system:capture_2 → looper:mic" not in self.wires())

    def test_another_programs_midi_is_connected_by_keyboard(self):
        port = self.peer.midi_outports.register("pads")
        self.addCleanup(port.unregister)
        start = "article[data-client='jack:looper'] .port.out.midi"
        self.until("its port is there", lambda: self.browser.all(start))
        self.browser.run("document.querySelector(arguments[0]).focus()", start)
        self.browser.press("Enter", "Enter")
        for _ in range(8):
            if self.browser.run("return document.activeElement.closest('.card').dataset.node") \
                    == "sawtooth":
                break
            self.browser.press("ArrowDown", "ArrowDown")
        self.browser.press("Enter", "Enter")
        self.until("JACK has it", lambda: "sawtooth:midi_in" in self.connected("looper:pads"))


@unittest.skipUnless(shutil.which("jackd"), "jackd is not installed")
class OneClientTests(JACKCase):
    clients = "one"

    def test_an_outputs_ports_lead_to_jack(self):
        wires = self.until("the wires are there", lambda: {
            wire for wire in self.wires() if "system:playback" in wire})
        self.assertEqual(len(wires), 2)
        outer = "article[data-node=out] .port.out.outer"
        self.drag((outer,), (f"{SYSTEM_IN} .port.in.audio", 4))
        self.until("the next ports are connected", lambda: all(
            self.connected(f"system:playback_{number}") for number in (5, 6)))


if __name__ == "__main__":
    unittest.main()
