"""The patchbay: it shows the playing session, and its edits change the host's session."""

import os
import signal
import unittest

from page_case import PageCase
from running_host import HOSTILE_NAME


def card(name):
    return f"article[data-node={name}]"


def port(name, side, kind="audio", number=1):
    return f"{card(name)} .port.{side}.{kind}:nth-of-type({number})"


class PatchbayTests(PageCase):
    def names(self):
        return {found.get_attribute("data-node") for found in self.browser.all("article.card")}

    def place(self, name):
        return self.browser.run(
            "return document.querySelector(arguments[0]).style.transform", card(name))

    def port_point(self, name, side, kind="audio", index=0):
        return self.browser.run(
            "const port = document.querySelectorAll(arguments[0])[arguments[1]];"
            "port.scrollIntoView({ block: 'nearest', inline: 'nearest' });"
            "const box = port.getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]",
            f"{card(name)} .port.{side}.{kind}", index)

    def choose(self, name):
        self.browser.one(f"{card(name)} h3").click()
        self.until(f"{name} is chosen",
                   lambda: self.browser.one(".node .rename").get_attribute("value") == name)

    def test_shows_every_node_and_connection(self):
        session = self.host.ask("GET", "/v1/session")
        self.assertEqual(self.names(), {node["name"] for node in session["nodes"]})
        self.until("all wires are drawn", lambda: len(self.browser.all("g.wire path.line[d]"))
                   == len(session["connections"]))

    def test_levels_move(self):
        self.until("the sine's meter shows a level", lambda: self.browser.run(
            "return document.querySelector(arguments[0]).style.transform.match(/0\\.[1-9]/)",
            f"{card('sine')} .meter i"))

    def test_foreign_text_is_not_markup(self):
        title = self.until("the song's title is there", lambda: self.browser.one(
            f"{card('canon')} .title").get_attribute("textContent"))
        self.assertIn(HOSTILE_NAME, title)
        self.assertEqual(self.browser.all("img"), [])

    def test_connects_by_drag_and_disconnects_by_key(self):
        self.browser.drag(self.port_point("sawtooth", "out"), self.port_point("hall", "in"))
        self.until("the host has the connection",
                   lambda: ("audio", "sawtooth", "hall") in self.host.links())
        wire = self.until("the wire is drawn", lambda: next(
            found for found in self.browser.all("g.wire")
            if found.get_attribute("aria-label").startswith("sawtooth → hall")))
        self.browser.run("arguments[0].focus()", wire)
        self.browser.press("Delete", "Delete")
        self.until("it is gone at the host",
                   lambda: ("audio", "sawtooth", "hall") not in self.host.links())
        self.until("it is gone on the page", lambda: len(self.browser.all("g.wire"))
                   == len(self.host.links()))

    def test_connects_by_keyboard_alone(self):
        self.browser.run("document.querySelectorAll(arguments[0])[0].focus()",
                         f"{card('sine')} .port.out.audio")
        self.browser.press("Enter", "Enter")
        self.until("compatible ports are shown", lambda: self.browser.all(".port.fitting"))
        for _ in range(20):
            label = self.browser.run("return document.activeElement.getAttribute('aria-label')")
            if label.startswith("filter,"):
                break
            self.browser.press("ArrowDown", "ArrowDown")
        self.assertTrue(label.startswith("filter,"), label)
        self.browser.press("Enter", "Enter")
        self.until("the host has the connection",
                   lambda: ("audio", "sine", "filter") in self.host.links())
        self.host.ask("DELETE", "/v1/connections", {"from": "sine", "to": "filter"})

    def test_adds_from_a_search_and_nothing_jumps(self):
        # A moved card distinguishes a kept position from a computed one.
        self.browser.run("document.querySelector(arguments[0]).focus()", card("sawtooth"))
        for _ in range(2):
            place = self.place("sawtooth")
            self.browser.press("ArrowDown", "ArrowDown", modifiers=1)
            self.until("the card was moved", lambda: self.place("sawtooth") != place)
        before = {name: self.place(name) for name in self.names()}
        self.choose("delay")
        self.browser.press("KeyA")
        search = self.until("the search is there",
                            lambda: self.browser.one("dialog input[type=search]"))
        search.send_keys("gain utility")
        self.until("only the gain is found",
                   lambda: [row.text.split("\n")[0] for row in self.browser.all(".found li")]
                   == ["Gain"])
        self.browser.press("Enter", "Enter")
        self.until("the host has it", lambda: self.host.session_node("gain"))
        self.until("it is connected after the selected node",
                   lambda: ("audio", "delay", "gain") in self.host.links())
        self.until("its card is there", lambda: "gain" in self.names())
        self.assertEqual({name: self.place(name) for name in before}, before)
        places = [self.place(name) for name in self.names()]
        self.assertEqual(len(set(places)), len(places), "two cards stand in one place")

        self.until("the connection is on the page", lambda: any(
            found.get_attribute("aria-label").startswith("delay → gain")
            for found in self.browser.all("g.wire")))
        self.choose("gain")
        self.browser.button("Remove", ".node").click()
        self.until("it is gone", lambda: self.host.session_node("gain") is None)
        self.until("its card is gone", lambda: "gain" not in self.names())
        self.browser.button("Undo").click()
        self.until("undo brings it back", lambda: self.host.session_node("gain"))
        self.host.ask("DELETE", "/v1/nodes/gain")

    def test_replaces_with_the_connections(self):
        self.choose("filter")
        self.browser.button("Replace…", ".node").click()
        self.until("the search is there",
                   lambda: self.browser.one("dialog input[type=search]")).send_keys("compressor")
        self.until("the component of that name is first",
                   lambda: self.browser.one(".found li").text.split("\n")[0] == "Compressor")
        self.browser.press("Enter", "Enter")
        self.until("the new node has the position", lambda: {
            ("audio", "sawtooth", "compressor"), ("audio", "compressor", "delay")}
            <= self.host.links() and not self.host.session_node("filter"))
        self.until("the page shows it", lambda: "compressor" in self.names())
        for _ in range(4):  # A replacement consists of: add, two connections, remove.
            self.host.ask("POST", "/v1/undo")
        self.until("undo brings the old one back", lambda: "filter" in self.names())

    def test_switches_of_a_card_act(self):
        self.browser.button("Bypass delay").click()
        self.until("it is bypassed", lambda: self.host.node("delay")["isBypassed"])
        self.until("the page shows it", lambda: self.browser.one(
            f"{card('delay')} .switch").get_attribute("aria-pressed") == "true")
        self.browser.button("Bypass delay").click()
        self.until("it is heard again", lambda: not self.host.node("delay")["isBypassed"])
        self.browser.button("Mute delay").click()
        self.until("it is muted", lambda: self.host.node("delay")["isMuted"])
        self.until("the page knows", lambda: self.browser.one(
            card("delay")).get_attribute("data-muted") == "true")
        self.browser.button("Mute delay").click()
        self.until("it is no longer muted", lambda: not self.host.node("delay")["isMuted"])

    def test_a_crash_is_shown_with_its_cause(self):
        restarts = self.host.node("hall")["restarts"]
        os.kill(self.host.node("hall")["pid"], signal.SIGKILL)
        notice = self.until("a notice names it", lambda: next(
            found.text for found in self.browser.all(".notice.fault") if "hall" in found.text))
        self.assertIn("SIGKILL", notice)
        self.until("the notice has the replay command", lambda: next(
            found for found in self.browser.all(".notice.fault") if "tenuto replay" in found.text))
        self.assertEqual(len(self.browser.all(".notice.fault")), 1)
        box, width = self.browser.one(".notice.fault").rect, self.browser.run("return innerWidth")
        self.assertLessEqual(box["x"] + box["width"], width, "a long command widens the notice")
        # The replayed input ends no process, since the process was killed from outside.
        self.browser.button("Replay", ".notice.fault").click()
        self.until("its replay is reported", lambda: any(
            "rendered all cycles" in notice.text for notice in self.browser.all(".notice.info")))
        self.until("it was started again",
                   lambda: self.host.node("hall")["restarts"] > restarts)
        self.until("its card counts that", lambda: "restart" in self.browser.one(
            f"{card('hall')} .figures").text)
        self.choose("hall")
        self.until("its view shows the cause", lambda: "SIGKILL" in self.browser.one(
            ".node .faults").text)

    def test_saves_the_session(self):
        self.host.ask("POST", "/v1/nodes/mix/mute")
        self.until("the title marks the edit",
                   lambda: self.browser.one("#session").text.endswith("•"))
        self.browser.press("KeyS", "s", modifiers=2)
        self.until("it is saved", lambda: not self.host.ask("GET", "/v1/session")["isEdited"])
        with open(self.host.session, encoding="utf-8") as file:
            self.assertIn("mute: true", file.read())
        self.until("the title is unmarked", lambda: not self.browser.one("#session").text.endswith("•"))
        self.host.ask("POST", "/v1/nodes/mix/unmute")

    def test_edits_of_other_clients_are_shown(self):
        self.host.ask("POST", "/v1/nodes", {"kind": "mixer", "inputs": [2], "name": "other"})
        self.until("another client's node is shown", lambda: "other" in self.names())
        self.host.ask("POST", "/v1/nodes/other/rename", {"name": "another"})
        self.until("its new name is shown", lambda: "another" in self.names())
        self.host.ask("DELETE", "/v1/nodes/another")
        self.until("it is gone", lambda: "another" not in self.names())


class LayoutTests(PageCase):
    """Narrow and wide windows, without layout shifts."""

    def test_nothing_overflows_the_window(self):
        self.addCleanup(self.browser.resize, 1440, 900)
        for width in (360, 600, 768, 1180, 1280, 1381, 3840):
            self.browser.resize(width, 800)
            for view in ("patch", "piano", "sound", "top", "log"):
                self.browser.show(view)
                with self.subTest(width=width, view=view):
                    wide = self.browser.run(
                        "return [document.documentElement.scrollWidth, innerWidth]")
                    self.assertLessEqual(wide[0], wide[1])
                    inner = self.browser.run(
                        "const bar = document.querySelector('.transport');"
                        "return [bar.scrollWidth, bar.clientWidth]")
                    self.assertLessEqual(inner[0], inner[1], "the transport is cut or covered")
                    for bar in self.browser.all(".bar > *, .toolbar > *"):
                        if bar.is_displayed() and bar.size["width"]:
                            self.assertLessEqual(bar.location["x"] + bar.size["width"], width + 1)
        self.browser.show("patch")

    def test_the_layout_does_not_shift(self):
        self.browser.driver.refresh()
        self.browser.show("patch")
        self.until("the graph is there", lambda: self.browser.all("article.card"))
        self.browser.run(
            "window.shift = 0; new PerformanceObserver((list) => { for (const entry of"
            " list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value; })"
            ".observe({ type: 'layout-shift', buffered: true })")
        before = self.host.ask("GET", "/v1/status")["position"]
        # Levels, load and position change constantly, and must do so for a while.
        self.until("three seconds were played",
                   lambda: self.host.ask("GET", "/v1/status")["position"] > before + 3)
        self.assertLess(self.browser.run("return window.shift"), 0.02)

    def test_every_control_has_a_name(self):
        for view in ("patch", "piano", "sound", "top", "log"):
            self.browser.show(view)
            nameless = self.browser.run(
                "return [...document.querySelectorAll('button, select, input, [role=slider]')]"
                ".filter((it) => !it.ariaLabel && !it.textContent.trim() && !it.labels?.length)"
                ".map((it) => it.outerHTML)")
            self.assertEqual(nameless, [], view)
        self.browser.show("patch")


if __name__ == "__main__":
    unittest.main()
