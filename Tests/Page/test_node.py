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
        self.until("the page shows what others set", lambda: float(
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
        self.until("it reads so", lambda: field.get_attribute("value") == "1500 Hz")
        self.browser.write(field, "loud")
        self.until("what is no value is said", lambda: any(
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

    def test_a_menu_sets_what_it_names(self):
        self.choose("filter")
        menu = f"{self.control('shape')} select"
        self.browser.run(
            "const menu = document.querySelector(arguments[0]); menu.value = 'High-Pass';"
            "menu.dispatchEvent(new Event('change'))", menu)
        self.until("the host has it", lambda: self.value("filter", "shape") == 1)
        self.host.ask("POST", "/v1/nodes/filter/set", {"parameter": "shape", "value": "Notch"})
        self.until("the menu shows what others set",
                   lambda: self.browser.one(menu).get_attribute("value") == "Notch")

    def test_a_preset_is_loaded(self):
        self.choose("hall")
        presets = self.host.ask("GET", "/v1/nodes/hall/presets")["presets"]
        self.until("the presets are there", lambda: len(
            self.browser.all(".node .presets option")) == len(presets) + 1)
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

    def test_a_node_is_renamed(self):
        self.choose("sine")
        place = self.browser.one("article[data-node=sine]").get_attribute("style")
        self.browser.write(self.browser.one(".node .rename"), "flute")
        self.until("the host calls it so", lambda: self.host.session_node("flute"))
        renamed = self.until("its card does", lambda: self.browser.one("article[data-node=flute]"))
        self.assertEqual(renamed.get_attribute("style"), place)
        self.host.ask("POST", "/v1/nodes/flute/rename", {"name": "sine"})
        self.until("its old name is back", lambda: self.browser.one("article[data-node=sine]"))


if __name__ == "__main__":
    unittest.main()
