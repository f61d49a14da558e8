"""Web MIDI for a page of another site: interfaces, refusals, messages and permissions."""

import unittest
from urllib.parse import urlsplit

from other_site import OtherSite
from page_browser import PageBrowser
from running_host import RunningHost

SESSION = """\
tenuto: 2
name: midi
engine: {clients: clock, rate: 48000, frames: 256}
nodes:
  device: {component: aumi ldev Tnto}
  sine: {component: aumu sine Tnto}
  out: {audio-output: 2}
connections:
  - sine -> out
"""

# Helpers for the tests' scripts: the ports by name, and the next message.
HELPERS = """
    window.ports = (access, type) => new Map([...access[type].values()].map(p => [p.name, p]));
    window.next = (input, isWanted = () => true) => new Promise((resolve) => {
      const take = (event) => {
        if (!isWanted(event.data)) return;
        input.removeEventListener("midimessage", take);
        resolve(event);
      };
      input.addEventListener("midimessage", take);
    });
    window.failure = (work) => Promise.resolve().then(work).then(() => "none", (e) => e.name);
    window.until = async (condition) => {
      while (!condition()) await new Promise((resolve) => setTimeout(resolve, 5));
    };
"""


class WebMIDITests(unittest.TestCase):
    make_browser = PageBrowser

    @classmethod
    def setUpClass(cls):
        cls.host = RunningHost("page-webmidi", session=SESSION).start()
        cls.addClassCleanup(cls.host.stop)
        parts = urlsplit(cls.host.address)
        cls.base = f"{parts.scheme}://{parts.netloc}"
        cls.site = OtherSite({
            "/": f"<!doctype html><script src='{cls.base}/webmidi.js'></script><title>x</title>"})
        cls.addClassCleanup(cls.site.stop)
        cls.browser = cls.make_browser()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.driver.set_script_timeout(60)

    def setUp(self):
        self.allow(sysex=True)
        self.visit()

    def visit(self):
        self.browser.driver.get(self.site.origin + "/")
        self.browser.run(HELPERS)

    def allow(self, **decision):
        self.host.ask("POST", "/v1/midi/permissions",
                      {"origin": self.site.origin, "isAllowed": True, **decision})

    def revoke(self):
        self.host.ask("DELETE", "/v1/midi/permissions", {"origin": self.site.origin})

    def wait(self, script, *arguments):
        """Returns the result of an asynchronous function with this body."""
        answer = self.browser.driver.execute_async_script(
            "const done = arguments[arguments.length - 1];"
            "(async (...args) => {" + script + "})(...arguments)"
            ".then((value) => done({ value }), (e) => done({ error: `${e.name}: ${e.message}` }))",
            *arguments)
        self.assertNotIn("error", answer)
        return answer.get("value")

    # Interfaces

    def test_interfaces_match_the_specification(self):
        shape = self.wait("""
            const members = (name) => Object.getOwnPropertyNames(window[name].prototype).sort();
            const names = ["MIDIAccess", "MIDIInputMap", "MIDIOutputMap", "MIDIPort", "MIDIInput",
              "MIDIOutput", "MIDIMessageEvent", "MIDIConnectionEvent"];
            return Object.fromEntries(names.map((name) => [name, {
              members: members(name), length: window[name].length, own: window[name].name,
              string: window[name].prototype[Symbol.toStringTag],
              parent: Object.getPrototypeOf(window[name]).name,
              isHidden: !Object.keys(window).includes(name),
              isEnumerable: members(name).filter((one) => one !== "constructor").every((one) =>
                Object.getOwnPropertyDescriptor(window[name].prototype, one).enumerable),
            }]));""")
        members = {
            "MIDIAccess": ["inputs", "onstatechange", "outputs", "sysexEnabled"],
            "MIDIInputMap": ["entries", "forEach", "get", "has", "keys", "size", "values"],
            "MIDIOutputMap": ["entries", "forEach", "get", "has", "keys", "size", "values"],
            "MIDIPort": ["close", "connection", "id", "manufacturer", "name", "onstatechange",
                         "open", "state", "type", "version"],
            "MIDIInput": ["onmidimessage"], "MIDIOutput": ["clear", "send"],
            "MIDIMessageEvent": ["data"], "MIDIConnectionEvent": ["port"]}
        parents = {"MIDIAccess": "EventTarget", "MIDIPort": "EventTarget", "MIDIInput": "MIDIPort",
                   "MIDIOutput": "MIDIPort", "MIDIMessageEvent": "Event",
                   "MIDIConnectionEvent": "Event", "MIDIInputMap": "", "MIDIOutputMap": ""}
        for name, found in shape.items():
            with self.subTest(name):
                self.assertEqual(found["members"], sorted(members[name] + ["constructor"]))
                self.assertEqual(found["length"], 1 if name.endswith("Event") else 0)
                self.assertEqual((found["own"], found["string"]), (name, name))
                self.assertEqual(found["parent"], parents[name])
                self.assertTrue(found["isHidden"] and found["isEnumerable"])

    def test_illegal_constructors_and_receivers_are_type_errors(self):
        for script in ("new MIDIAccess()", "new MIDIPort()", "new MIDIInput()", "new MIDIOutput()",
                       "new MIDIInputMap()", "MIDIPort.prototype.id",
                       "MIDIAccess.prototype.inputs", "new MIDIMessageEvent()",
                       "new MIDIMessageEvent('x', { data: [1] })",
                       "MIDIOutput.prototype.send.call({}, [0xF8])",
                       "navigator.requestMIDIAccess(5)",
                       "navigator.requestMIDIAccess.call({})"):
            with self.subTest(script):
                self.assertEqual(
                    self.wait(f"return failure(() => {script});"), "TypeError")

    def test_maps_are_maplike_and_ids_are_the_same_each_time(self):
        ids = []
        for _ in range(2):
            self.visit()
            found = self.wait("""
                const access = await navigator.requestMIDIAccess();
                const map = access.outputs;
                const [id, port] = [...map][0];
                const each = [];
                map.forEach((value, key, all) => each.push(value === map.get(key) && all === map));
                return {
                  names: [...map.values()].map((one) => one.name), id, each,
                  isSame: port.id === id && map.get(id) === port && map.has(id)
                    && map.size === [...map.keys()].length && access.outputs === map
                    && map[Symbol.iterator] === map.entries && map.get("none") === undefined,
                  inputs: [...access.inputs.values()].map((one) => one.name),
                  kinds: [String(access), String(map), String(port), port.type, port.state,
                    port.connection, port.manufacturer], sysex: access.sysexEnabled };""")
            self.assertEqual(found["names"], ["device", "sine"])
            self.assertEqual(found["inputs"], ["device"])
            self.assertTrue(found["isSame"] and all(found["each"]) and len(found["each"]) == 2)
            self.assertEqual(found["kinds"], [
                "[object MIDIAccess]", "[object MIDIOutputMap]", "[object MIDIOutput]", "output",
                "connected", "closed", "Tenuto"])
            self.assertFalse(found["sysex"])
            self.assertRegex(found["id"], "^[0-9a-f]{32}$")
            ids.append(found["id"])
        self.assertEqual(ids[0], ids[1])

    # Errors

    def test_malformed_messages_are_type_errors(self):
        found = self.wait("""
            const access = await navigator.requestMIDIAccess({ sysex: true });
            const port = ports(access, "outputs").get("sine");
            const wrong = [[], [60, 100], [0x90, 60], [0x90, 60, 0x80], [0xF0, 1, 2], [0xF7], [0xF4],
              [0xF5], [0xF9], [0xFD], [0x90, 60, 100, 60, 0], [0xF0, 0x90, 0xF7], [0xF0, 0xFD, 0xF7],
              5, null, {}];
            const results = await Promise.all(wrong.map((data) => failure(() => port.send(data))));
            results.push(await failure(() => port.send()), await failure(() => port.send([0xF8], NaN)));
            port.send([0x90, 60, 1, 0x80, 60, 0, 0xF8]);
            port.send(new Set([0xFE]));
            return results;""")
        self.assertEqual(found, ["TypeError"] * 18)

    def test_system_exclusive_must_be_requested(self):
        self.assertEqual(self.wait("""
            const access = await navigator.requestMIDIAccess();
            return failure(() => ports(access, "outputs").get("device").send([0xF0, 0x7D, 0xF7]));
            """), "InvalidAccessError")

    def test_a_policy_without_midi_is_a_security_error(self):
        self.site.headers["Permissions-Policy"] = "midi=()"
        try:
            self.visit()
            self.assertEqual(
                self.wait("return failure(() => navigator.requestMIDIAccess());"), "SecurityError")
        finally:
            self.site.headers.clear()

    # Messages

    def test_sent_notes_sound_and_end_with_the_page(self):
        self.wait("""
            const access = await navigator.requestMIDIAccess();
            ports(access, "outputs").get("sine").send([0x90, 69, 127]);""")
        level = lambda: self.host.node("sine").get("level", -200)
        self.browser.until("it sounds", lambda: level() > -60)
        self.browser.driver.get("about:blank")
        self.browser.until("it ends", lambda: level() < -90)

    def test_messages_come_whole_in_order_and_with_their_times(self):
        found = self.wait("""
            const access = await navigator.requestMIDIAccess();
            const input = ports(access, "inputs").get("device");
            const output = ports(access, "outputs").get("device");
            const events = [];
            input.onmidimessage = (event) => events.push(event);
            await until(() => input.connection === "open");
            const begin = performance.now();
            for (let key = 0; key < 60; key += 1) output.send([0x90, key, 100, 0x80, key, 0]);
            await until(() => events.length === 120);
            input.onmidimessage = null;
            return {
              keys: events.map(({ data }) => [data[0], data[1]]),
              isWhole: events.every(({ data }) => data instanceof Uint8Array && data.length === 3),
              isTimely: events.every((event, index) => event.timeStamp > begin - 20
                && event.timeStamp < performance.now() + 20
                && (index === 0 || event.timeStamp >= events[index - 1].timeStamp)),
              connection: [input.connection, output.connection] };""")
        self.assertEqual(
            found["keys"], [[status, key] for key in range(60) for status in (0x90, 0x80)])
        self.assertTrue(found["isWhole"] and found["isTimely"])
        self.assertEqual(found["connection"], ["open", "open"])

    def test_messages_for_later_leave_in_the_order_of_their_times(self):
        keys = self.wait("""
            const access = await navigator.requestMIDIAccess();
            const input = ports(access, "inputs").get("device");
            const output = ports(access, "outputs").get("device");
            await input.open();
            await output.open();
            const keys = [];
            input.onmidimessage = ({ data }) => keys.push(data[1]);
            const now = performance.now();
            output.send([0x90, 3, 1], now + 300);
            output.send([0x90, 2, 1], now + 200);
            output.send([0x90, 9, 1], now + 30000);
            output.send([0x90, 1, 1]);
            await until(() => keys.length === 3);
            output.clear();
            output.send([0x90, 4, 1]);
            await until(() => keys.length === 4);
            return keys;""")
        self.assertEqual(keys, [1, 2, 3, 4])

    def test_a_mebibyte_of_system_exclusive_goes_both_ways(self):
        found = self.wait("""
            const access = await navigator.requestMIDIAccess({ sysex: true });
            const input = ports(access, "inputs").get("device");
            const output = ports(access, "outputs").get("device");
            const layout = Uint8Array.from(
              { length: 1 << 20 }, (_, index) => index < 128 ? index : index * 31 % 127);
            const begin = performance.now();
            output.send([0xF0, 0x7D, 0x54, 1, ...layout, 0xF7]);
            const answer = next(input, (data) => data[0] === 0xF0);
            await until(() => input.connection === "open");
            output.send([0xF0, 0x7D, 0x54, 2, 0xF7]);
            const { data } = await answer;
            return {
              length: data.length, head: [...data.subarray(0, 4)], last: data[data.length - 1],
              wrong: layout.findIndex((byte, index) => byte !== data[index + 4]),
              milliseconds: performance.now() - begin };""")
        print(f"1 MiB there and back: {found.pop('milliseconds'):.0f} ms")
        self.assertEqual(found, {
            "length": (1 << 20) + 5, "head": [0xF0, 0x7D, 0x54, 3], "last": 0xF7, "wrong": -1})

    def test_system_exclusive_of_any_length_is_whole(self):
        # Firefox's built-in Web MIDI has cut messages at 1024 bytes; records and packets have other sizes.
        sizes = [6, 7, 11, 12, 1023, 1024, 1025, 2048, 4095, 4096, 4097, 4098, 65536, 262144,
                 262145]
        found = self.wait("""
            const access = await navigator.requestMIDIAccess({ sysex: true });
            const input = ports(access, "inputs").get("device");
            const output = ports(access, "outputs").get("device");
            await input.open();
            const found = [];
            for (const size of args[0]) {
              const layout = Uint8Array.from({ length: size - 5 }, (_, index) => index * 31 % 127);
              output.send([0xF0, 0x7D, 0x54, 1, ...layout, 0xF7]);
              const answer = next(input, (data) => data[0] === 0xF0);
              output.send([0xF0, 0x7D, 0x54, 2, 0xF7]);
              const { data } = await answer;
              found.push(layout.every((byte, index) => byte === data[index + 4])
                && data[data.length - 1] === 0xF7 ? data.length : `${data.length} bytes, others`);
            }
            return found;""", sizes)
        self.assertEqual(found, sizes)

    # Ports that come and go

    def test_ports_come_and_go_while_the_page_looks(self):
        self.wait("""
            window.access = await navigator.requestMIDIAccess();
            window.events = [];
            access.onstatechange = ({ port }) =>
              events.push([port.name, port.type, port.state, port.connection]);""")
        self.host.ask("POST", "/v1/nodes", {"component": "aumu sine Tnto", "name": "second"})
        self.wait("""
            await until(() => events.length === 1);
            window.second = ports(access, "outputs").get("second");
            second.onstatechange = ({ port }) => events.push(["own", port === second]);
            await second.open();""")
        self.host.ask("DELETE", "/v1/nodes/second")
        found = self.wait("""
            await until(() => second.state === "disconnected");
            const size = access.outputs.size;
            return { size, failure: await failure(() => second.send([0xF8])),
              connection: second.connection };""")
        self.assertEqual(
            found, {"size": 2, "failure": "InvalidStateError", "connection": "pending"})
        self.host.ask("POST", "/v1/nodes", {"component": "aumu sine Tnto", "name": "second"})
        found = self.wait("""
            await until(() => second.connection === "open");
            await until(() => events.length === 7);
            return { events, isSame: ports(access, "outputs").get("second") === second };""")
        self.host.ask("DELETE", "/v1/nodes/second")
        self.assertTrue(found["isSame"])
        self.assertEqual(found["events"], [
            ["second", "output", "connected", "closed"],
            ["own", True], ["second", "output", "connected", "open"],
            ["own", True], ["second", "output", "disconnected", "pending"],
            ["own", True], ["second", "output", "connected", "open"]])

    # Consent

    def test_a_page_sees_nothing_before_permission(self):
        self.revoke()
        self.visit()
        self.browser.run("""
            window.seen = [];
            window.asked = navigator.requestMIDIAccess({ sysex: true }).then(
              (access) => access.outputs.size, (e) => e.name);
            window.raw = new WebSocket(arguments[0]);
            raw.onmessage = ({ data }) => seen.push(data);
            raw.onopen = () => raw.send('{"request":{"sysex":true}}');""",
                         f"ws://{urlsplit(self.base).netloc}/v1/midi")
        waiting = lambda: self.host.ask("GET", "/v1/midi/permissions")["waiting"]
        self.browser.until("it waits", waiting)
        self.assertEqual(waiting(), [{"origin": self.site.origin, "sysex": True}])
        self.assertEqual(self.wait("await until(() => seen.length); return seen;"),
                         ['{"kind":"waiting"}'])
        # A permission without System Exclusive does not answer the request.
        self.allow()
        self.assertEqual(self.wait("return asked;"), "NotAllowedError")
        self.assertEqual(
            self.wait("return (await navigator.requestMIDIAccess()).outputs.size;"), 2)
        self.assertEqual(
            self.wait("await until(() => raw.readyState === 3); return seen;")[1:],
            ['{"kind":"refused"}'])

    def test_the_hosts_page_asks_its_user(self):
        self.revoke()
        self.visit()
        self.browser.run("window.asked = navigator.requestMIDIAccess({ sysex: true })"
                         ".then((access) => access.sysexEnabled, (e) => e.name);")
        own = PageBrowser()
        try:
            own.open(self.host.new_address())
            own.until("it is asked", lambda: own.one("dialog.consent strong").text
                      == self.site.origin)
            own.button("Allow all", "dialog.consent").click()
            own.until("the dialog goes", lambda: not own.all("dialog.consent"))
            self.assertEqual(own.errors(), [])
        finally:
            own.quit()
        self.assertTrue(self.wait("return asked;"))
        self.assertIn({"origin": self.site.origin, "sysex": True},
                      self.host.ask("GET", "/v1/midi/permissions")["allowed"])

    def test_a_refusal_lasts_while_the_host_runs(self):
        self.revoke()
        self.visit()
        self.browser.run("window.asked = failure(() => navigator.requestMIDIAccess());")
        self.browser.until(
            "it waits", lambda: self.host.ask("GET", "/v1/midi/permissions")["waiting"])
        self.host.ask("POST", "/v1/midi/permissions",
                      {"origin": self.site.origin, "isAllowed": False})
        self.assertEqual(self.wait("return asked;"), "NotAllowedError")
        self.assertEqual(
            self.wait("return failure(() => navigator.requestMIDIAccess());"), "NotAllowedError")
        self.assertEqual(self.host.ask("GET", "/v1/midi/permissions")["waiting"], [])

    def test_a_revoked_permission_ends_at_once(self):
        self.wait("""
            window.access = await navigator.requestMIDIAccess();
            window.port = ports(access, "outputs").get("sine");""")
        self.revoke()
        self.assertEqual(self.wait("""
            await until(() => port.state === "disconnected");
            return [access.outputs.size, await failure(() => port.send([0xF8]))];"""),
            [0, "InvalidStateError"])

    def test_an_unmodified_page_has_midi_behind_the_proxy(self):
        inner = OtherSite({"/app/?x=1&x=2": (
            "<!-- <head> --><!DOCTYPE html><html lang='>'><HEAD><script nonce='abc'>"
            "window.first = String(navigator.requestMIDIAccess).includes('[native code]');"
            "</script></head><body>a page</body></html>")})
        inner.headers["Content-Security-Policy"] = (
            "default-src 'none'; script-src 'nonce-abc'; upgrade-insecure-requests")
        self.addCleanup(inner.stop)
        proxy = self.host.command(
            "web", "proxy", inner.origin + "/app/?x=1&x=2", "--name", self.host.name)
        self.addCleanup(proxy.communicate)
        self.addCleanup(proxy.terminate)
        address = proxy.stdout.readline().strip()
        origin = address.removesuffix("/app/?x=1&x=2")
        self.assertRegex(origin, r"^http://127\.0\.0\.1:2\d{4}$")
        self.host.ask("POST", "/v1/midi/permissions", {"origin": origin, "isAllowed": True})
        self.browser.driver.get(address)
        self.assertEqual(self.wait("return [document.body.textContent, window.first];"),
                         ["a page", False])
        self.assertEqual(
            self.wait("return (await navigator.requestMIDIAccess()).outputs.size;"), 2)
        self.assertEqual(self.wait("return (await fetch('/none').catch((e) => e)).name;"),
                         "TypeError")

    def test_commands_allow_and_revoke(self):
        self.revoke()
        allow = self.host.command("web", "permissions", "allow", self.site.origin,
                                  "--name", self.host.name)
        self.assertEqual(allow.communicate()[0], "Allowed.\n")
        self.visit()
        self.assertEqual(self.wait("""
            window.access = await navigator.requestMIDIAccess();
            return [access.outputs.size, access.sysexEnabled];"""), [2, False])
        listing = self.host.command("web", "permissions", "--name", self.host.name)
        self.assertIn(self.site.origin + "\n", listing.communicate()[0])
        revoke = self.host.command("web", "permissions", "revoke", self.site.origin)
        self.assertEqual(revoke.communicate()[0], "Revoked.\n")
        self.wait("await until(() => access.outputs.size === 0);")

    def test_other_sites_reach_nothing_else(self):
        for path in ("/", "/v1/status", "/v1/midi/permissions", "/page/main.js"):
            with self.subTest(path):
                self.assertEqual(
                    self.wait("return failure(() => fetch(arguments[0]));"
                              .replace("arguments[0]", "args[0]"), self.base + path), "TypeError")
        self.assertEqual(self.wait("""
            const answer = await fetch(`${args[0]}/v1/midi/reach`);
            return [answer.status, await answer.text()];""", self.base), [204, ""])


if __name__ == "__main__":
    unittest.main()
