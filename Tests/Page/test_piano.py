"""The piano: struck keys are played, and no note hangs."""

import unittest

from page_browser import PageBrowser
from page_case import PageCase

# Sawtooth only, so any sound comes from the page.
SILENCE = -90


class PianoTests(PageCase):
    view = "piano"

    def setUp(self):
        self.choose()

    def choose(self, browser=None):
        browser = browser or self.browser
        browser.run("document.querySelector('.notices').replaceChildren()")
        browser.until("the instrument is connected", lambda: browser.run(
            "const menu = document.querySelector('#piano select');"
            "if (![...menu.options].some((one) => one.value === 'sawtooth')) return false;"
            "if (menu.value !== 'sawtooth') { menu.value = 'sawtooth';"
            "menu.dispatchEvent(new Event('change')); return false; }"
            "return document.querySelector('#piano .toolbar .state').textContent === ''"))

    def level(self):
        return self.host.node("sawtooth").get("level", -200)

    def pressed(self):
        return {int(key.get_attribute("data-key"))
                for key in self.browser.all(".key[aria-pressed=true]")}

    def point(self, key, depth=0.9):
        """Returns a position on a key, 0 at its far end and 1 at its front edge."""
        return self.browser.run(
            "const box = document.querySelector(`.key[data-key='${arguments[0]}']`)"
            ".getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height * arguments[1]]", key, depth)

    def strengths(self):
        return [int(mark.text) for mark in self.browser.all(".strokes b")]

    def release(self):
        self.until("nothing is held", lambda: self.pressed() == set())

    def test_a_pointer_plays_and_lets_go(self):
        point = self.point(60)
        self.browser.mouse("mousePressed", *point)
        self.until("the key is shown as sounding", lambda: self.pressed() == {60})
        self.until("the node is loud", lambda: self.level() > SILENCE)
        self.browser.mouse("mouseReleased", *point, buttons=0)
        self.release()
        self.until("the node is silent", lambda: self.level() < SILENCE)

    def test_a_position_near_the_edge_is_louder(self):
        for depth in (0.1, 0.98):
            point = self.point(64, depth)
            self.browser.mouse("mousePressed", *point)
            self.until("it sounds", lambda: self.pressed() == {64})
            self.browser.mouse("mouseReleased", *point, buttons=0)
            self.release()
        soft, hard = self.strengths()[-2:]
        self.assertLess(soft, 40)
        self.assertGreater(hard, 110)

    def test_the_colour_shows_the_velocity(self):
        colours = []
        for depth in (0.1, 0.98):
            point = self.point(67, depth)
            self.browser.mouse("mousePressed", *point)
            self.until("it sounds", lambda: self.pressed() == {67})
            colours.append(self.browser.run(
                "return getComputedStyle(document.querySelector('.key[data-key=\"67\"]'))"
                ".backgroundColor.match(/\\d+/g).map(Number)"))
            self.browser.mouse("mouseReleased", *point, buttons=0)
            self.release()
        (soft_red, _, soft_blue), (hard_red, _, hard_blue) = colours
        self.assertGreater(soft_blue, soft_red)
        self.assertGreater(hard_red, hard_blue)

    def test_several_fingers_are_a_chord_with_a_name(self):
        points = [self.point(key) for key in (60, 64, 67)]
        touches = [{"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)]
        self.browser.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=touches)
        self.until("three keys sound", lambda: self.pressed() == {60, 64, 67})
        self.until("the chord has its name", lambda: self.browser.one(".chord").text == "C")
        names = [shown.text.split() for shown in self.browser.all(".names dd")]
        self.assertEqual(names, [
            ["C4", "E4", "G4"], ["C4", "E4", "G4"], ["Do4", "Mi4", "Sol4"],
            ["ド4", "ミ4", "ソ4"], ["ハ4", "ホ4", "ト4"]])
        self.browser.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        self.release()

    def test_the_computers_keys_play(self):
        self.browser.run("document.activeElement.blur()")
        for code in ("KeyA", "KeyE", "KeyG"):
            self.browser.key("down", code)
        self.until("three keys sound", lambda: self.pressed() == {60, 63, 67})
        for code in ("KeyA", "KeyE", "KeyG"):
            self.browser.key("up", code)
        self.release()
        self.browser.press("KeyX")
        self.browser.key("down", "KeyA")
        self.until("an octave higher", lambda: self.pressed() == {72})
        self.browser.key("up", "KeyA")
        self.browser.press("KeyZ")
        self.release()

    def test_losing_the_focus_releases(self):
        self.browser.run("document.activeElement.blur()")
        self.browser.key("down", "KeyD")
        self.until("it sounds", lambda: self.pressed() == {64})
        self.browser.run("dispatchEvent(new Event('blur'))")
        self.release()
        self.until("the node is silent", lambda: self.level() < SILENCE)
        self.browser.key("up", "KeyD")

    def test_another_view_releases(self):
        self.browser.run("document.activeElement.blur()")
        self.browser.key("down", "KeyF")
        self.until("it sounds", lambda: self.level() > SILENCE)
        self.browser.show("log")
        self.until("the node is silent", lambda: self.level() < SILENCE)
        self.browser.key("up", "KeyF")
        self.browser.show("piano")
        self.choose()

    def test_a_killed_tab_leaves_no_note(self):
        other = PageBrowser()
        self.addCleanup(other.quit)
        # A second browser needs a separate address, like a second user.
        other.driver.get(self.second_address())
        other.show("piano")
        self.choose(other)
        other.run("document.activeElement.blur()")
        other.key("down", "KeyH")
        self.until("it sounds", lambda: self.level() > SILENCE)
        self.until("the first page shows it too", lambda: self.pressed() == {69})
        # The renderer is killed without a chance to send anything.
        try:
            other.driver.set_page_load_timeout(5)
            other.driver.get("chrome://crash")
        except Exception:
            pass
        self.until("the server has released it", lambda: self.level() < SILENCE)
        self.release()

    def second_address(self):
        return self.host.new_address()

    def test_wheels_bend_and_modulate(self):
        self.browser.run(
            "window.sent = []; const send = WebSocket.prototype.send;"
            "WebSocket.prototype.send = function (data) {"
            " if (data instanceof ArrayBuffer) window.sent.push([...new Uint32Array(data)]);"
            " return send.call(this, data); };")
        self.browser.run(
            "const bend = document.querySelector('[aria-label=\"Pitch bend\"]');"
            "bend.value = 100; bend.dispatchEvent(new Event('input'));"
            "bend.dispatchEvent(new Event('pointerup'));"
            "const mod = document.querySelector('[aria-label=\"Modulation\"]');"
            "mod.value = 100; mod.dispatchEvent(new Event('input'))")
        self.assertEqual(self.browser.run("return window.sent"), [
            [0x40E00000, 0xFFFFFFFF], [0x40E00000, 0x80000000], [0x40B00100, 0xFFFFFFFF]])


class ChordNameTests(PageCase):
    """Names of chords, by the page's module."""

    def name(self, keys):
        return self.browser.driver.execute_async_script(
            "const [keys, done] = arguments;"
            "import('/page/chords.js').then(({ chordName }) => done(chordName(keys)))", keys)

    def test_names(self):
        for keys, name in (
            ([60], "C"), ([60, 72], "C octave"), ([60, 67], "C5"), ([60, 65], "fourth on C"),
            ([60, 64, 67], "C"), ([64, 67, 72], "C/E"), ([57, 60, 64], "Am"),
            ([59, 62, 65], "Bdim"), ([60, 64, 68], "Caug"), ([60, 65, 67], "Csus4"),
            ([67, 71, 74, 77], "G7"), ([60, 64, 67, 71], "Cmaj7"), ([62, 65, 69, 72], "Dm7"),
            ([59, 62, 65, 68], "Bdim7"), ([59, 62, 65, 69], "Bm7♭5"), ([60, 61, 62], ""),
            ([48, 64, 67, 70, 74], "C9"), ([60, 66], "tritone on C"),
        ):
            with self.subTest(keys=keys):
                self.assertEqual(self.name(keys), name)

    def test_strokes_within_the_window_are_a_chord(self):
        chords = self.browser.driver.execute_async_script(
            "const done = arguments[0]; import('/page/chords.js').then(({ ChordGrouper }) => {"
            " const grouper = new ChordGrouper();"
            " done([0, 10, 29.9, 30, 59, 60].map((time) =>"
            " grouper.take({ key: 60, velocity: 1, time }).length)); })")
        self.assertEqual(chords, [1, 2, 3, 1, 2, 1])


if __name__ == "__main__":
    unittest.main()
