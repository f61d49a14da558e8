"""Web MIDI and the piano in Firefox, by WebDriver BiDi."""

import os
import shutil
import signal
import unittest

from firefox import Firefox
from running_host import RunningHost
import test_webmidi

# The session itself does not play the instrument, so any sound comes from the page.
SILENCE = -90


@unittest.skipUnless(shutil.which("firefox-esr"), "firefox-esr is not installed")
class WebMIDIInFirefoxTests(test_webmidi.WebMIDITests):
    """The tests of Chromium, in a browser without built-in Web MIDI for pages."""

    make_browser = Firefox

    # Firefox does not expose a page's Permissions-Policy to scripts.
    test_a_policy_without_midi_is_a_security_error = None


@unittest.skipUnless(shutil.which("firefox-esr"), "firefox-esr is not installed")
class PianoInFirefoxTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = RunningHost("page-firefox").start()
        cls.addClassCleanup(cls.host.stop)
        cls.browser = Firefox()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.get(cls.host.address)

    def setUp(self):
        self.show(self.browser)

    def show(self, browser):
        # A browser of another test may have taken the focus.
        browser.command("browsingContext.activate", context=browser.context)
        browser.run("location.hash = 'piano'")
        self.until("the instrument is connected", lambda: browser.run(
            "const menu = document.querySelector('#piano select');"
            "if (![...menu.options].some((one) => one.value === 'sawtooth')) return false;"
            "if (menu.value !== 'sawtooth') { menu.value = 'sawtooth';"
            "menu.dispatchEvent(new Event('change')); return false; }"
            "return document.querySelector('#piano .toolbar .state').textContent === ''"))

    def tearDown(self):
        self.assertEqual(self.browser.errors(), [])

    def until(self, what, condition):
        return self.browser.until(what, condition)

    def pressed(self):
        return self.browser.run(
            "return [...document.querySelectorAll('.key[aria-pressed=true]')]"
            ".map((key) => Number(key.dataset.key)).sort((a, b) => a - b)")

    def level(self):
        return self.host.node("sawtooth").get("level", -200)

    def point(self, key, depth=0.9):
        x, y = self.browser.run(
            "const box = document.querySelector(`.key[data-key='${arguments[0]}']`)"
            ".getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height * arguments[1]]", key, depth)
        return {"type": "pointerMove", "x": round(x), "y": round(y)}

    def test_a_pointer_plays_and_lets_go(self):
        self.browser.pointer(self.point(60), {"type": "pointerDown", "button": 0})
        self.until("the key is shown as sounding", lambda: self.pressed() == [60])
        self.until("the node is loud", lambda: self.level() > SILENCE)
        self.browser.pointer({"type": "pointerUp", "button": 0})
        self.until("nothing is held", lambda: self.pressed() == [])
        self.until("the node is silent", lambda: self.level() < SILENCE)

    def test_the_computers_keys_play_a_chord(self):
        self.browser.run("document.activeElement.blur()")
        self.browser.keys(*(("keyDown", key) for key in "adg"))
        self.until("three keys sound", lambda: self.pressed() == [60, 64, 67])
        self.until("the chord has its name", lambda: self.browser.run(
            "return document.querySelector('.chord').textContent") == "C")
        self.browser.keys(*(("keyUp", key) for key in "adg"))
        self.until("nothing is held", lambda: self.pressed() == [])

    def test_a_browser_that_is_killed_leaves_no_note(self):
        other = Firefox()
        self.addCleanup(other.quit)
        other.get(self.host.new_address())
        self.show(other)
        other.pointer(self.point(62), {"type": "pointerDown", "button": 0})
        self.until("the node is loud", lambda: self.level() > SILENCE)
        os.killpg(other.process.pid, signal.SIGKILL)
        self.until("the node is silent", lambda: self.level() < SILENCE)

    def test_sound_and_graph_are_there(self):
        self.browser.run("location.hash = 'patch'")
        self.until("every node has a card", lambda: self.browser.run(
            "return document.querySelectorAll('article.card').length") == 8)
        isolated = self.browser.run("return globalThis.crossOriginIsolated")
        self.assertTrue(isolated)


if __name__ == "__main__":
    unittest.main()
