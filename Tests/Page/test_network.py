"""Network MIDI sessions: the page shows the same as `tenuto net status`."""

import json
import os
import shutil
import subprocess
import unittest

from page_browser import PageBrowser
from running_host import RunningHost, TENUTO


@unittest.skipUnless(shutil.which("jackd"), "jackd is not installed")
class NetworkTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.server_name = f"tenuto-page-net-{os.getpid()}"
        server = subprocess.Popen(
            ["jackd", "-r", "-S", "-n", cls.server_name, "-d", "dummy", "-r", "48000", "-p", "256"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(cls.end, server)
        subprocess.run(["jack_wait", "-s", cls.server_name, "-w", "-t", "30"], check=True,
                       stdout=subprocess.DEVNULL)
        cls.host = RunningHost("page-network").start()
        cls.addClassCleanup(cls.host.stop)
        cls.browser = PageBrowser()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.open(cls.host.address, "network")

    @staticmethod
    def end(process):
        process.terminate()
        process.wait()

    def session(self, *words):
        """A session on the loopback interface, which ends with the test."""
        process = subprocess.Popen(
            [TENUTO, "net", *words, "--port", "0", "--interface", "lo", "--server",
             self.server_name],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=self.host.environment)
        self.addCleanup(self.end, process)
        return process

    def status(self):
        answer = subprocess.run([TENUTO, "net", "status", "--json"], env=self.host.environment,
                                stdout=subprocess.PIPE, text=True, check=True)
        return {session["name"]: session for session in json.loads(answer.stdout)}

    def rows(self):
        return [[cell.text for cell in row.find_elements("css selector", "td")]
                for row in self.browser.all("#network tbody tr")]

    def test_shows_the_status(self):
        until = self.browser.until
        until("it says that there is no session", lambda: "No network session" in
              self.browser.one("#network .summary").text)
        self.session("accept", "--policy", "anyone", "--name", "Listener", "--hidden")
        until("the session is listed", lambda: any(
            "Listener (rtp" in title.text for title in self.browser.all("#network h2")))
        port = self.status()["Listener"]["port"]
        # If this name were markup, it would run a script.
        caller = self.session("connect", f"127.0.0.1:{port}", "--name", "<img src=x onerror=hurt()>")
        until("both peers have a round trip", lambda: len(self.rows()) == 2 and all(
            row[1] == "connected" and row[2].endswith(" ms") for row in self.rows()))
        shown = {row[0]: row for row in self.rows()}
        for session in self.status().values():
            peer = session["peers"][0]
            row = shown[peer["name"]]
            self.assertEqual(row[7:10], [str(peer[key]) for key in ("lost", "recovered", "late")])
            exclusive = peer["systemExclusive"]
            self.assertEqual(row[10], f"{exclusive['received']}/{exclusive['sent']}")
        self.end(caller)
        until("the peer is gone", lambda: self.rows() == [])
        self.assertEqual(self.browser.errors(), [])


if __name__ == "__main__":
    unittest.main()
