"""Pages of another site behind `tenuto web proxy`, and their WebSockets."""

import shutil
import tempfile
import unittest
from urllib.parse import urlsplit

from other_site import OtherSite
from page_browser import PageBrowser
from running_host import RunningHost
import test_webmidi

# A page's use of a WebSocket: a text, a long message, and the end by the site.
TALK = """
    const socket = new WebSocket(args[0], ["one", "two"]);
    socket.binaryType = "arraybuffer";
    const next = () => new Promise((resolve, reject) => {
      socket.onmessage = ({ data }) => resolve(data);
      socket.onclose = (event) => reject(new Error(`${event.code}`));
    });
    await new Promise((resolve, reject) => {
      socket.onopen = resolve;
      socket.onclose = (event) => reject(new Error(`closed with ${event.code}`));
    });
    socket.send("über");
    const text = await next();
    const long = Uint8Array.from({ length: 1 << 20 }, (_, index) => index * 31 % 251);
    socket.send(long);
    const data = new Uint8Array(await next());
    const wrong = long.findIndex((byte, index) => byte !== data[index]);
    const end = new Promise((resolve) => { socket.onclose = resolve; });
    socket.send("end");
    const { code, reason, wasClean } = await end;
    return { text, length: data.length, wrong, code, reason, wasClean, protocol: socket.protocol };
"""

EXPECTED = {"text": "über", "length": 1 << 20, "wrong": -1, "code": 4001, "reason": "done",
            "wasClean": True, "protocol": "two"}


# The port of a second proxy for one site; the default ports are below.
PORT = 30471


class ProxyTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.host = RunningHost("page-proxy", session=test_webmidi.SESSION).start()
        cls.addClassCleanup(cls.host.stop)
        cls.browser = PageBrowser()
        cls.addClassCleanup(cls.browser.quit)
        cls.browser.driver.set_script_timeout(60)
        cls.folder = tempfile.mkdtemp(prefix="tenuto-proxy-")
        cls.addClassCleanup(shutil.rmtree, cls.folder, ignore_errors=True)

    def tearDown(self):
        self.assertEqual(self.browser.errors(), [])

    wait = test_webmidi.WebMIDITests.wait

    def proxied(self, site, certificates=None, port=None):
        """Starts a proxy that trusts these certificates and ends with the test; returns its address."""
        environment = dict(self.host.environment)
        if certificates:
            # The variable of openssl, and the one that curl checks first.
            environment["SSL_CERT_FILE"] = environment["CURL_CA_BUNDLE"] = certificates
            environment.pop("SSL_CERT_DIR", None)
        proxy = self.host.command(
            "web", "proxy", site.origin + "/", *(["--port", str(port)] if port else []), "--name",
            self.host.name, environment=environment)
        self.addCleanup(proxy.communicate)
        self.addCleanup(proxy.terminate)
        return proxy.stdout.readline().strip()

    def site(self, folder=None):
        site = OtherSite(
            {"/": "<!doctype html><link rel=icon href=data:,><title>app</title>"}, folder)
        site.headers["Set-Cookie"] = "id=7; Path=/"
        self.addCleanup(site.stop)
        return site

    def test_a_sites_websockets_pass_whether_named_by_the_page_or_the_site(self):
        site = self.site()
        site.headers["Content-Security-Policy"] = "default-src 'self'; img-src data:"
        address = self.proxied(site)
        self.browser.driver.get(address)
        place = urlsplit(site.origin).netloc
        for name in ("/live?a=1", f"ws://{place}/live?a=1"):
            with self.subTest(name):
                self.assertEqual(self.wait(TALK, name), EXPECTED)
        # Both requests had the site's own origin.
        self.assertEqual(len(site.socket_requests), 2)
        for fields in site.socket_requests:
            self.assertEqual((fields["host"], fields["origin"]), (place, site.origin))
            self.assertEqual(fields["cookie"], "id=7")
            self.assertNotIn("sec-websocket-extensions", fields)
        # The address of another site is unchanged.
        self.assertEqual(self.wait(
            "try { return new WebSocket('ws://127.0.0.1:9/x').url; } catch (e) { return e.name; }"),
            "ws://127.0.0.1:9/x")
        self.browser.errors()  # The policy has refused that WebSocket.

    def test_websockets_over_tls_reach_only_the_site_of_the_certificate(self):
        site = self.site(self.folder)
        address = self.proxied(site, site.certificate)
        self.browser.driver.get(address)
        self.assertEqual(self.browser.driver.title, "app")
        for name in ("/live", site.origin.replace("https", "wss") + "/live"):
            self.assertEqual(self.wait(TALK, name), EXPECTED)
        # A proxy that does not trust the certificate sends nothing to the site, and shows no page.
        other = OtherSite({}, tempfile.mkdtemp(dir=self.folder))
        self.addCleanup(other.stop)
        strange = self.proxied(site, other.certificate, port=PORT)
        self.browser.driver.get(strange)
        count = len(site.socket_requests)
        self.assertEqual(self.wait(
            "const socket = new WebSocket(args[0]);"
            "return new Promise((resolve) => { socket.onclose = ({ code }) => resolve(code); });",
            strange.replace("http", "ws") + "live"), 1006)
        self.assertEqual(len(site.socket_requests), count)
        refusals = self.browser.errors()  # Of the page, and of the WebSocket.
        self.assertTrue(refusals and all("502" in text for text in refusals), refusals)


if __name__ == "__main__":
    unittest.main()
