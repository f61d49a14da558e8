"""The node view: parameters as controls, and presets."""

import unittest

from page_case import PageCase


class NodeTests(PageCase):
    def choose(self, name):
        self.browser.one(f"article[data-node={name}] h3").click()
        self.until(f"{name} is chosen",
                   lambda: self.browser.one(".node .rename").get_attribute("value") == name)

    def control(self, identifier):
        return f".node .control[data-parameter={identifier}]"

    def value(self, node, identifier):
        return self.host.parameter(node, identifier)

    def dial(self, identifier):
        self.browser.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})",
                         f"{self.control(identifier)} .dial")
        return self.browser.center(f"{self.control(identifier)} .dial")

    def test_a_knob_is_dragged_finely_with_shift(self):
        self.choose("delay")
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 20})
        shown = f"{self.control('mix')} .dial"
        self.until("the page shows external changes", lambda: float(
            self.browser.one(shown).get_attribute("aria-valuenow")) == 20)
        x, y = self.dial("mix")
        self.browser.drag((x, y), (x, y - 54))
        coarse = self.until("the host has more", lambda: (
            self.value("delay", "mix") if self.value("delay", "mix") > 20 else None))
        self.assertAlmostEqual(coarse, 50, delta=3)

    def test_a_double_click_is_the_default(self):
        self.choose("delay")
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 77})
        initial = next(one["initial"] for one in
                       self.host.ask("GET", "/v1/nodes/delay/parameters")["parameters"]
                       if one["id"] == "mix")
        x, y = self.dial("mix")
        for count in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                self.browser.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                                 clickCount=count)
        self.until("the default is back", lambda: self.value("delay", "mix") == initial)

    def test_a_value_is_typed_as_text(self):
        self.choose("filter")
        field = self.browser.one(f"{self.control('cutoff')} input.value")
        self.browser.write(field, "1.5 kHz")
        self.until("the host has it", lambda: self.value("filter", "cutoff") == 1500)
        self.until("the field shows it", lambda: field.get_attribute("value") == "1500 Hz")
        self.browser.write(field, "loud")
        self.until("the invalid value is reported", lambda: any(
            "not a value" in notice.text for notice in self.browser.all(".notice.error")))
        self.assertEqual(self.value("filter", "cutoff"), 1500)
        refusals = self.browser.errors()
        self.assertTrue(refusals and all("status of 400" in text for text in refusals), refusals)

    def test_a_knob_is_moved_by_keys(self):
        self.choose("filter")
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "gain", "value": 0})
        dial = f"{self.control('gain')} .dial"
        self.until("the knob shows it", lambda: float(
            self.browser.one(dial).get_attribute("aria-valuenow")) == 0)
        self.browser.run("document.querySelector(arguments[0]).focus()", dial)
        self.browser.press("ArrowUp", "ArrowUp")
        self.until("it is more", lambda: 0 < self.value("filter", "gain") < 1)
        self.browser.press("Home", "Home")
        self.until("it is the least", lambda: self.value("filter", "gain") == -24)

    def test_a_menu_sets_its_values(self):
        self.choose("filter")
        menu = f"{self.control('shape')} select"
        self.browser.run(
            "const menu = document.querySelector(arguments[0]); menu.value = 'High-Pass';"
            "menu.dispatchEvent(new Event('change'))", menu)
        self.until("the host has it", lambda: self.value("filter", "shape") == 1)
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "shape", "value": "Notch"})
        self.until("the menu shows external changes",
                   lambda: self.browser.one(menu).get_attribute("value") == "Notch")

    def test_a_preset_is_loaded(self):
        self.choose("hall")
        presets = self.host.ask("GET", "/v1/nodes/hall/presets")["presets"]
        self.until("the presets are there", lambda: len(
            self.browser.all(".node .presets select option")) == len(presets) + 1)
        before = self.host.ask("GET", "/v1/nodes/hall/parameters")
        self.browser.run(
            "const menu = document.querySelector('.node .presets select');"
            "menu.value = arguments[0]; menu.dispatchEvent(new Event('change'))",
            presets[-1]["name"])
        self.until("the values are others",
                   lambda: self.host.ask("GET", "/v1/nodes/hall/parameters") != before)
        values = {one["id"]: one["value"] for one in
                  self.host.ask("GET", "/v1/nodes/hall/parameters")["parameters"]}
        self.until("the controls show them", lambda: all(
            abs(float(dial.get_attribute("aria-valuenow"))
                - values[dial.find_element("xpath", "..").get_attribute("data-parameter")]) < 1e-3
            for dial in self.browser.all(".node .dial")))

    def test_a_preset_is_saved_replaced_and_deleted(self):
        self.choose("delay")
        def users():
            presets = self.host.ask("GET", "/v1/nodes/delay/presets")["presets"]
            return [one["name"] for one in presets if one["isUser"]]
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 61})
        self.browser.button("Save…", ".presets").click()
        self.browser.write(self.browser.one(".presets .saving input"), "Dub <b>one</b>")
        self.until("the host has it", lambda: users() == ["Dub <b>one</b>"])
        self.until("it is chosen", lambda: self.browser.one(
            ".presets select").get_attribute("value") == "Dub <b>one</b>")
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 17})
        self.browser.button("Save…", ".presets").click()
        self.browser.write(self.browser.one(".presets .saving input"), "Dub <b>one</b>")
        self.until("it is asked first", lambda: self.browser.button("Replace", ".presets"))
        self.browser.button("Replace", ".presets").click()
        self.until("the form is gone", lambda: not self.browser.one(
            ".presets .saving").is_displayed())
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 80})
        self.host.ask("POST", "/v1/nodes/delay/preset", {"name": "Dub <b>one</b>"})
        self.assertEqual(self.value("delay", "mix"), 17)
        self.browser.button("Delete", ".presets").click()
        self.until("it is gone", lambda: users() == [])
        self.assertEqual(self.value("delay", "mix"), 17)

    def test_presets_are_stepped_through(self):
        self.choose("hall")
        presets = [one["name"] for one in
                   self.host.ask("GET", "/v1/nodes/hall/presets")["presets"]]
        self.host.ask("POST", "/v1/nodes/hall/preset", {"name": presets[0]})
        shown = lambda: self.browser.one(".presets select").get_attribute("value")
        self.until("the first is shown", lambda: shown() == presets[0])
        self.browser.button("Next preset", ".presets").click()
        self.until("the host has the next", lambda: (
            self.host.node("hall").get("preset") == presets[1]))
        self.browser.button("Preset before", ".presets").click()
        self.until("and the one before", lambda: (
            self.host.node("hall").get("preset") == presets[0]))

    def test_two_settings_are_compared(self):
        self.choose("delay")
        mix = lambda: self.value("delay", "mix")
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 25})
        self.browser.button("Setting B", ".presets").click()
        self.until("B plays", lambda: self.host.node("delay").get("comparison") == "B")
        self.assertEqual(mix(), 25)
        self.host.ask("POST", "/v1/nodes/delay/set", {"parameter": "mix", "value": 90})
        self.browser.button("Setting A", ".presets").click()
        self.until("A is as it was", lambda: mix() == 25)
        self.browser.button("Setting B", ".presets").click()
        self.until("and B is as it was", lambda: mix() == 90)
        self.browser.button("Make A like B", ".presets").click()
        self.until("it is reported", lambda: any(
            "A now equals B" in notice.text for notice in self.browser.all(".notice")))
        self.browser.button("Setting A", ".presets").click()
        self.until("A plays", lambda: self.host.node("delay").get("comparison") == "A")
        self.assertEqual(mix(), 90)

    def test_a_ramp_is_typed(self):
        self.choose("filter")
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "gain", "value": -20})
        field = self.browser.one(f"{self.control('gain')} input.value")
        self.browser.write(field, "12 dB in 0.4 s")
        self.until("it has arrived", lambda: self.value("filter", "gain") == 12)

    def test_a_mapped_controller_is_shown_and_unmapped(self):
        self.choose("filter")
        self.host.ask("POST", "/v1/maps", {"controller": 74, "node": "filter",
                                           "parameter": "cutoff"})
        shown = self.until("it is shown", lambda: self.browser.one(".node .maps li"))
        self.assertIn("Controller 74 → Cutoff", shown.text)
        self.browser.one(".node .maps button").click()
        self.until("it is gone", lambda: not self.host.ask("GET", "/v1/session")["maps"])
        self.until("nothing is shown", lambda: not self.browser.all(".node .maps li"))

    def test_groups_have_their_names(self):
        self.choose("filter")
        groups = {one["group"] for one in
                  self.host.ask("GET", "/v1/nodes/filter/parameters")["parameters"]}
        self.assertEqual({legend.text for legend in self.browser.all(".node legend")}, groups)

    def test_a_restart_gives_another_process(self):
        self.choose("filter")
        before = self.host.node("filter")["pid"]
        self.browser.button("Restart", ".node").click()
        self.until("it has another process", lambda: self.host.node("filter").get("pid")
                   not in (None, before))

    def test_a_spare_is_removed_and_started_again(self):
        self.choose("filter")
        self.until("a spare is ready", lambda: self.host.node("filter")["hasSpare"])
        menu = self.browser.driver.find_element(
            "xpath", "//label[starts-with(., 'Spare')]/select")
        def keep(word):
            self.browser.run(
                "arguments[0].value = arguments[1];"
                "arguments[0].dispatchEvent(new Event('change'))", menu, word)

        for word, has_spare in (("none", False), ("component", False), ("instance", True)):
            keep(word)
            self.until("the host has it", lambda: (
                self.host.node("filter")["spare"], self.host.node("filter")["hasSpare"])
                == (word, has_spare))
        facts = self.browser.one(".node .facts")
        self.until("the page shows it", lambda: "spare ready" in facts.text)
        keep("shadow")
        # The node has played before its cycles were kept.
        self.until("the page shows its shadow", lambda: "shadow: state only" in facts.text)

    def test_the_state_of_its_midi_input_is_shown(self):
        self.choose("sawtooth")
        fold = self.browser.driver.find_element("xpath", "//details[summary='MIDI input']")
        self.browser.run("arguments[0].open = true", fold)
        self.until("nothing was played", lambda: "nothing" in fold.text)
        # A bend, modulation, a program and a note of channel 2, until the socket is closed.
        self.browser.run("""
            const bytes = new Uint32Array([
              0x40E10000, 0xC0000000, 0x40B10100, 0x80000000, 0x40C10000, 0x05000000,
              0x40913C00, 0xC0000000]);
            window.played = new WebSocket(`ws://${location.host}/v1/play?node=sawtooth`);
            played.onopen = () => played.send(bytes.buffer);""")
        shown = lambda: [row.text for row in fold.find_elements("css selector", "dt, dd")]
        self.until("it is shown", lambda: shown() == [
            "Channel 2", "C4, program 6, bend 0.50, modulation 50 %"])
        self.browser.run("played.close()")
        self.until("the ended notes are gone", lambda: shown() == [
            "Channel 2", "program 6, modulation 50 %"])
        self.browser.run("arguments[0].open = false", fold)

    def test_a_node_is_renamed(self):
        self.choose("sine")
        place = self.browser.one("article[data-node=sine]").get_attribute("style")
        self.browser.write(self.browser.one(".node .rename"), "flute")
        self.until("the host has the name", lambda: self.host.session_node("flute"))
        renamed = self.until("its card has the name", lambda: self.browser.one("article[data-node=flute]"))
        self.assertEqual(renamed.get_attribute("style"), place)
        self.host.ask("POST", "/v1/nodes/flute/rename", {"name": "sine"})
        self.until("its old name is back", lambda: self.browser.one("article[data-node=sine]"))


if __name__ == "__main__":
    unittest.main()
