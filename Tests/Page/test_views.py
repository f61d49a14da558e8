"""Transport, timing and log: they show the host's state."""

import unittest

from selenium.webdriver.common.keys import Keys

from page_case import PageCase


class TransportTests(PageCase):
    def transport(self):
        return self.host.ask("GET", "/v1/transport")

    def test_stops_and_plays(self):
        self.until("it can be stopped", lambda: self.browser.button("Stop")).click()
        self.until("the music stops", lambda: not self.transport()["isPlaying"])
        self.until("the button plays", lambda: self.browser.button("Play")).click()
        self.until("the music plays", lambda: self.transport()["isPlaying"])

    def test_loops_a_song_or_plays_it_once(self):
        pressed = lambda: self.browser.button("Loop the song").get_attribute("aria-pressed")
        self.until("the page knows that it loops", lambda: pressed() == "true")
        for loops in (False, True):
            self.browser.button("Loop the song").click()
            self.until("the host does so", lambda: self.transport()["isLooping"] == loops)
            self.until("the page shows it", lambda: pressed() == str(loops).lower())
        # The song's node was replaced, and still plays.
        self.assertTrue(self.transport()["isPlaying"])

    def test_goes_to_a_measure(self):
        if self.transport()["isPlaying"]:
            self.until("it can be stopped", lambda: self.browser.button("Stop")).click()
            self.until("the music stops", lambda: not self.transport()["isPlaying"])
        self.browser.write(self.browser.one(".transport .measure"), "9")
        self.until("the music is there", lambda: self.transport()["measure"] == 9)
        self.until("the place is shown", lambda: self.browser.one(".place").text == "9.1")
        self.browser.button("Go to the start").click()
        self.until("it is at the start", lambda: self.transport()["seconds"] == 0)
        self.host.ask("POST", "/v1/transport/play")


class TimingTests(PageCase):
    view = "top"

    def test_lists_every_node_with_its_figures(self):
        nodes = {node["name"]: node for node in self.host.ask("GET", "/v1/status")["nodes"]}
        self.until("all nodes are listed", lambda: {
            row.find_element("css selector", "td").text for row in self.browser.all("#top tbody tr")
        } == set(nodes))
        # A bypassed node has the same figures as a playing one: its misses are counted.
        shown = [row.text.split() for row in self.browser.all("#top tbody tr")]
        self.assertTrue(all(words[1] == "playing" for words in shown), shown)

    def test_shows_chains(self):
        self.until("the chain is shown", lambda: any(
            "sawtooth → filter → delay" in chain.text for chain in self.browser.all(".chain")))


class LogTests(PageCase):
    view = "log"

    def test_shows_new_and_earlier_records(self):
        self.host.ask("POST", "/v1/nodes/delay/restart")
        self.until("the line is there", lambda: any(
            "delay" in line.text and "new process" in line.text
            for line in self.browser.all(".lines li")))
        self.browser.driver.refresh()
        self.browser.show("log")
        self.until("earlier records are there", lambda: any(
            "new process" in line.text for line in self.browser.all(".lines li")))
        search = self.browser.one("#log input[type=search]")
        search.send_keys("no such words")
        self.until("the filter hides it", lambda: not self.browser.all(".lines li"))
        search.send_keys(Keys.CONTROL, "a")
        search.send_keys(Keys.DELETE)
        self.until("it is back", lambda: self.browser.all(".lines li"))


class ConnectionTests(PageCase):
    """The end of the host."""

    def test_shows_that_the_host_is_disconnected(self):
        self.host.stop()
        self.until("the page shows it", lambda: "disconnected" in self.browser.one(".engine .format").text)
        self.browser.errors()  # Refused connections are expected here.


if __name__ == "__main__":
    unittest.main()
