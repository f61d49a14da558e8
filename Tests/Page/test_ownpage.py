"""Pages of extensions: shown beside the generic view, and restricted to messages."""

import os
import re
import signal
import unittest

from page_case import PageCase

FRAME = ".own-page iframe"


class OwnPageTests(PageCase):
    def choose(self, name):
        self.browser.one(f"article[data-node={name}] h3").click()
        self.until(f"{name} is chosen",
                   lambda: self.browser.one(".node .rename").get_attribute("value") == name)

    def within(self, script, *arguments):
        """Returns the result of a script in the frame."""
        frame = self.until("the frame is there", lambda: self.browser.one(FRAME))
        self.browser.driver.switch_to.frame(frame)
        try:
            return self.browser.run(script, *arguments)
        finally:
            self.browser.driver.switch_to.default_content()

    def values(self):
        return self.within("return document.getElementById('values')?.textContent ?? ''")

    def test_the_filter_shows_what_it_plays(self):
        self.choose("filter")
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "cutoff", "value": 2500})
        self.until("its page shows it", lambda: "2.50 kHz" in self.values())
        self.assertTrue(self.browser.all(".node .dial"))  # The generic view is beside it.

    def test_the_response_is_dragged(self):
        self.choose("filter")
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "shape", "value": "Low-Pass"})
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "cutoff", "value": 300})
        self.until("its page shows it", lambda: "300 Hz" in self.values())
        self.browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})",
                         FRAME)

        def dragged():
            """Drags from the current position of the frame; the target is constant."""
            left, top, width, height = self.browser.run(
                "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                "return [box.left, box.top, box.width, box.height]", FRAME)
            self.browser.drag((left + width * 0.4, top + height * 0.4),
                              (left + width * 0.75, top + height * 0.2))
            # Three quarters of ten octaves above 20 Hz.
            cutoff = self.host.parameter("filter", "cutoff")
            return cutoff if abs(cutoff - 20 * 1000 ** 0.75) < 400 else None

        cutoff = self.until("the host has the cutoff", dragged)
        self.assertGreater(self.host.parameter("filter", "resonance"), 2)
        self.until("the knob shows it", lambda: abs(float(self.browser.one(
            ".node .control[data-parameter=cutoff] .dial").get_attribute("aria-valuenow"))
            - cutoff) < 1)

    def test_the_curve_is_the_response(self):
        self.choose("filter")
        for parameter, value in (("shape", "High-Pass"), ("cutoff", 1000), ("resonance", 0.7071)):
            self.host.ask("POST", "/v1/nodes/filter/set",
                          {"parameter": parameter, "value": value})
        self.until("its page shows it", lambda: "1.00 kHz" in self.values())
        points = self.within(
            "const size = document.getElementById('picture').getBoundingClientRect();"
            "return document.getElementById('curve').getAttribute('d').slice(1).split('L')"
            ".map((point) => point.split(' ').map(Number))"
            ".map(([x, y]) => [x / size.width, 30 - y / size.height * 66])")
        level = lambda place: min(points, key=lambda point: abs(point[0] - place))[1]
        self.assertAlmostEqual(level(0.5663), -3, delta=0.6)   # 1 kHz
        self.assertAlmostEqual(level(0.466), -12.3, delta=0.8)  # 500 Hz
        self.assertAlmostEqual(level(0.9), 0, delta=0.3)

    def test_the_page_follows_a_new_process(self):
        self.choose("filter")
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "cutoff", "value": 4000})
        self.until("its page shows it", lambda: "4.00 kHz" in self.values())
        os.kill(self.host.node("filter")["pid"], signal.SIGKILL)
        self.until("it has failed", lambda: self.host.node("filter")["faults"])
        self.until("the successor plays", lambda: (
            self.host.node("filter")["condition"] == "playing"))
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "cutoff", "value": 500})
        self.until("the page follows the successor", lambda: "500 Hz" in self.values())
        self.browser.run("document.querySelector('.notices').replaceChildren()")

    def test_a_sampler_shows_its_sound_and_its_loop_is_dragged(self):
        name = self.host.ask("POST", "/v1/nodes", {"component": "aumu smpl Tnto"})["name"]
        self.addCleanup(self.host.ask, "DELETE", f"/v1/nodes/{name}")
        self.until("its card is there",
                   lambda: self.browser.all(f"article[data-node={name}]"))
        self.choose(name)
        before = self.until("the loop is shown", lambda: (
            self.values() if "loop" in self.values() else None))
        drawn = self.within(
            "const canvas = document.getElementById('wave');"
            "const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
            "return data.filter((value, index) => index % 4 === 3 && value > 200).length")
        self.assertGreater(drawn, 1000)
        self.within("document.getElementById('start').focus()")
        self.browser.press("ArrowLeft", "ArrowLeft")
        after = self.until("the loop begins elsewhere", lambda: (
            self.values() if self.values() != before else None))
        start = lambda text: float(re.search(r"loop ([\d.]+)", text).group(1))
        self.assertLess(start(after), start(before))
        # The page polls every two seconds, and then shows the extension's values.
        self.choose("filter")
        self.choose(name)
        self.until("the extension has it", lambda: self.values() == after)

    def test_the_frame_is_isolated(self):
        self.choose("filter")
        self.until("its page is there", lambda: "Hz" in self.values())
        self.assertEqual(self.browser.one(FRAME).get_attribute("sandbox"), "allow-scripts")
        found = self.within("""
            const attempt = (work) => { try { return String(work()); } catch (e) { return e.name; } };
            return [attempt(() => origin), attempt(() => parent.document.title),
              attempt(() => localStorage.length), attempt(() => document.cookie)];""")
        self.assertEqual(found[0], "null")
        self.assertEqual(found[1:], ["SecurityError"] * 3)
        fetched = self.browser.driver
        frame = self.browser.one(FRAME)
        fetched.switch_to.frame(frame)
        try:
            reached = fetched.execute_async_script(
                "const done = arguments[0];"
                "fetch('/v1/status').then(() => done('reached'), () => done('refused'))")
        finally:
            fetched.switch_to.default_content()
        self.assertEqual(reached, "refused")
        refusals = self.browser.errors()
        self.assertTrue(all("Content Security Policy" in text for text in refusals), refusals)

    def test_an_address_without_its_secret_is_refused(self):
        path = self.browser.driver.execute_async_script(
            "const done = arguments[0]; fetch('/extension-page?node=filter')"
            ".then((answer) => answer.json()).then(({ path }) => done(path))")
        status = lambda target: self.browser.driver.execute_async_script(
            "const [target, done] = arguments;"
            "fetch(target, { credentials: 'omit' }).then(({ status }) => done(status))", target)
        self.assertEqual(status(f"{path}index.html"), 200)
        for target in (f"{path}../../page/main.js", f"{path}%2e%2e/Filter", f"{path}.hidden.js",
                       f"{path}../Filter", "/extension/0000/index.html", path):
            with self.subTest(target):
                self.assertIn(status(target), (403, 404))
        self.browser.errors()


if __name__ == "__main__":
    unittest.main()
