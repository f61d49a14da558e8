"""A headless Firefox, controlled by WebDriver BiDi over a WebSocket, without geckodriver."""

import json
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time

import websocket

PATIENCE = 60
READY = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
PREFERENCES = {
    # Every page may play sound, and the browser sends no requests of its own.
    "media.autoplay.default": 0, "datareporting.policy.dataSubmissionEnabled": False,
    "app.update.disabledForTesting": True, "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False, "browser.shell.checkDefaultBrowser": False,
    # A window without a screen also has the focus.
    "focusmanager.testmode": True,
    "browser.startup.page": 0, "services.settings.server": "data:,#remote-settings-dummy/v1",
}


class Firefox:
    """A browser with one tab, with the methods of `PageBrowser` and its driver that tests use."""

    def __init__(self, width=1440, height=900):
        self.profile = tempfile.mkdtemp(prefix="tenuto-firefox-")
        with open(os.path.join(self.profile, "user.js"), "w", encoding="utf-8") as file:
            for name, value in PREFERENCES.items():
                file.write(f"user_pref({json.dumps(name)}, {json.dumps(value)});\n")
        self.process = subprocess.Popen(
            [shutil.which("firefox-esr") or "firefox", "--headless", "--no-remote",
             "--profile", self.profile, "--remote-debugging-port", "0",
             "--width", str(width), "--height", str(height)],
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, start_new_session=True,
            env={**os.environ, "HOME": self.profile})
        self.driver = self
        self.faults = []
        self.number = 0
        self.socket = websocket.create_connection(
            self._address() + "/session", timeout=PATIENCE, suppress_origin=True)
        self.command("session.new", capabilities={"alwaysMatch": {}})
        self.command("session.subscribe", events=["log.entryAdded"])
        self.context = self.command("browsingContext.getTree")["contexts"][0]["context"]

    def _address(self):
        for line in self.process.stderr:
            found = READY.search(line)
            if found:
                # Its output must be read, or it blocks.
                threading.Thread(target=self._drain, daemon=True).start()
                return found.group(1)
        raise RuntimeError("Firefox has ended before it listened.")

    def _drain(self):
        for _ in self.process.stderr:
            pass

    def command(self, method, **parameters):
        """Returns the browser's answer."""
        self.number += 1
        self.socket.send(json.dumps(
            {"id": self.number, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message.get("method") == "log.entryAdded":
                entry = message["params"]
                if entry["level"] == "error":
                    self.faults.append(entry["text"])
            elif message.get("id") == self.number:
                if message["type"] == "error":
                    raise RuntimeError(f"{method}: {message['error']}: {message['message']}")
                return message["result"]

    # Methods of a selenium driver

    def get(self, address):
        self.command("browsingContext.navigate", context=self.context, url=address,
                     wait="complete")

    def refresh(self):
        self.command("browsingContext.reload", context=self.context, wait="complete")

    def set_script_timeout(self, seconds):
        self.socket.settimeout(seconds)

    def _call(self, function, arguments):
        # Values are passed as JSON, which is sufficient for these tests.
        answer = self.command(
            "script.callFunction", awaitPromise=True, target={"context": self.context},
            functionDeclaration=f"async (text) => {{ const value = await ({function})"
                                "(...JSON.parse(text)); return JSON.stringify(value ?? null); }",
            arguments=[{"type": "string", "value": json.dumps(arguments)}])
        if answer["type"] == "exception":
            raise RuntimeError(answer["exceptionDetails"]["text"])
        return json.loads(answer["result"]["value"])

    def run(self, script, *arguments):
        return self._call(f"function () {{ {script} }}", arguments)

    def execute_async_script(self, script, *arguments):
        return self._call(
            f"(...all) => new Promise((done) => (function () {{ {script} }})(...all, done))",
            arguments)

    # Methods of `PageBrowser`

    def until(self, what, condition, patience=PATIENCE):
        end = time.monotonic() + patience
        while True:
            value = condition()
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"It never came that {what}; last was {value!r}.")
            time.sleep(0.05)

    def errors(self):
        """Returns the errors on the console since the last call."""
        faults, self.faults = self.faults, []
        return faults

    def perform(self, *sources):
        """Performs actions of pointers and keys, as described by WebDriver."""
        self.command("input.performActions", context=self.context, actions=list(sources))

    def pointer(self, *actions, kind="mouse", name="pointer"):
        self.perform({"type": "pointer", "id": name, "parameters": {"pointerType": kind},
                      "actions": list(actions)})

    def keys(self, *actions):
        self.perform({"type": "key", "id": "keyboard", "actions": [
            {"type": kind, "value": value} for kind, value in actions]})

    def quit(self):
        """Ends the browser and its child processes."""
        try:
            if self.process.poll() is None:
                self.command("browser.close")
        except (OSError, RuntimeError, websocket.WebSocketException):
            pass
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.socket.close()
        shutil.rmtree(self.profile, ignore_errors=True)
