"""Opens a host's page in headless Chromium, then attacks it from pages of other origins.

Usage: browser_peer.py URL. The page's address is good once. Prints a line for each finding: its name and
`true` or `false`.
"""
import functools
import http.server
import json
import os
import re
import sys
import tempfile
import threading

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service

URL = sys.argv[1]
PORT = int(re.search(r":(\d+)/", URL)[1])
HOST = f"http://127.0.0.1:{PORT}"


def say(name, is_so):
    print(name, "true" if is_so else "false", flush=True)


def browser(profile):
    options = Options()
    options.binary_location = "/usr/bin/chromium"
    for word in [
        "--headless=new", "--disable-gpu", "--disable-dev-shm-usage", f"--user-data-dir={profile}",
        # A site whose name points at this machine, as after DNS rebinding.
        "--host-resolver-rules=MAP evil.example 127.0.0.1",
    ]:
        options.add_argument(word)
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    driver.set_script_timeout(30)
    return driver


def run(driver, body):
    """What an asynchronous function returns."""
    return driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "(async () => {" + body + "})().then(done, error => done('error ' + error));")


SOCKET = """
return await new Promise(done => {
  const socket = new WebSocket(ADDRESS);
  socket.onopen = () => done('open');
  socket.onmessage = () => done('open');
  socket.onerror = () => done('refused');
});
"""


def socket(path):
    return SOCKET.replace("ADDRESS", json.dumps(f"ws://127.0.0.1:{PORT}{path}"))


def own_page(driver):
    driver.get(URL)
    say("page-is-open", "Tenuto" in driver.title and driver.current_url == HOST + "/")
    say("token-is-gone", "token" not in driver.current_url)
    say("cookie-is-hidden", driver.execute_script("return document.cookie") == "")
    say("isolated", driver.execute_script("return crossOriginIsolated") is True)
    say("reads", run(driver, "return (await fetch('/v1/status')).status") == 200)
    post = "return (await fetch('/v1/nodes/delay/retry', {method: 'POST'})).status"
    say("changes", run(driver, post) == 200)
    say("socket", run(driver, socket("/v1/changes")) == "open")
    say("sound", run(driver, socket("/v1/sound")) == "open")
    inline = """
    const script = document.createElement('script');
    script.textContent = 'window.wasRun = true';
    document.head.append(script);
    return window.wasRun === true"""
    say("inline-script-is-blocked", driver.execute_script(inline) is False)
    foreign = "return (await fetch('http://127.0.0.1:1/')).status"
    say("page-asks-nobody-else", str(run(driver, foreign)).startswith("error"))


def other_page(driver, address, name):
    """A page of another origin in the browser that has the cookie."""
    driver.get(address)
    for mode in ["cors", "no-cors"]:
        get = (f"const a = await fetch('{HOST}/v1/status', {{mode: '{mode}', credentials: 'include'}});"
               "return a.type + ' ' + (await a.text())")
        say(f"{name}-{mode}-reads-nothing", "stub" not in str(run(driver, get)))
        post = (f"await fetch('{HOST}/v1/nodes/delay/unmute',"
                f" {{method: 'POST', mode: '{mode}', credentials: 'include'}}); return 'sent'")
        run(driver, post)
    for path in ["/v1/changes", "/v1/sound", "/v1/play?node=delay"]:
        say(f"{name}-socket-{path[4:8]}-is-refused", run(driver, socket(path)) == "refused")
    frame = f"""
    return await new Promise(done => {{
      const frame = document.createElement('iframe');
      frame.onload = () => {{
        try {{ done(frame.contentDocument === null ? 'foreign' : 'own'); }} catch {{ done('foreign'); }}
      }};
      frame.src = '{HOST}/';
      document.body.append(frame);
    }});"""
    run(driver, frame)
    driver.switch_to.frame(0)
    text = driver.execute_script("return document.documentElement.textContent")
    driver.switch_to.default_content()
    say(f"{name}-frame-shows-nothing", "nodes" not in text and "stub" not in text)
    form = f"""
    const form = document.createElement('form');
    form.method = 'post';
    form.action = '{HOST}/v1/nodes/delay/unmute';
    document.body.append(form);
    form.submit();"""
    driver.execute_script(form)
    driver.get("about:blank")


class QuietHandler(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def main():
    folder = tempfile.TemporaryDirectory()
    with open(os.path.join(folder.name, "index.html"), "w") as page:
        page.write("<!doctype html><title>evil</title><body></body>")
    handler = functools.partial(QuietHandler, directory=folder.name)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile:
        driver = browser(profile)
        try:
            own_page(driver)
            evil = server.server_address[1]
            other_page(driver, f"http://127.0.0.1:{evil}/index.html", "other-port")
            other_page(driver, f"http://evil.example:{evil}/index.html", "other-site")
            driver.get(f"http://evil.example:{PORT}/")
            say("rebound-name-is-refused", "answers at" in driver.page_source)
            driver.get(HOST + "/")
            say("cookie-lasts", "Tenuto" in driver.title and "tenuto open" not in driver.page_source)
        finally:
            driver.quit()
    with tempfile.TemporaryDirectory() as profile:
        driver = browser(profile)
        try:
            for name, address in [("no-token", HOST + "/"), ("used-token", URL)]:
                driver.get(address)
                say(f"{name}-is-refused", "tenuto open" in driver.page_source)
        finally:
            driver.quit()
    print("end", flush=True)


main()
