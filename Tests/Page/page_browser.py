"""A headless Chromium that shows the page, with methods for tests."""

import os
import shutil
import time

from selenium import webdriver
from selenium.webdriver.chrome.options import Options
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By

PATIENCE = 60


class PageBrowser:
    """A browser at a host's address."""

    def __init__(self, width=1440, height=900, scheme="dark"):
        options = Options()
        options.binary_location = shutil.which("chromium")
        for argument in ("--headless=new", "--disable-dev-shm-usage", "--hide-scrollbars",
                         "--autoplay-policy=no-user-gesture-required"):
            options.add_argument(argument)
        if os.getuid() == 0:
            options.add_argument("--no-sandbox")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(
            options=options, service=Service(shutil.which("chromedriver")))
        self.resize(width, height)
        self.wear(scheme)

    def resize(self, width, height):
        self.cdp("Emulation.setDeviceMetricsOverride", width=width, height=height,
                 deviceScaleFactor=1, mobile=width < 600)

    def wear(self, scheme):
        """Sets the system's colour scheme, dark or light."""
        self.cdp("Emulation.setEmulatedMedia",
                 features=[{"name": "prefers-color-scheme", "value": scheme}])

    def cdp(self, method, **parameters):
        return self.driver.execute_cdp_cmd(method, parameters)

    def open(self, address, view="patch"):
        self.driver.get(address)
        self.show(view)
        self.until("the graph is there", lambda: self.all(".card"))

    def show(self, view):
        self.run("location.hash = arguments[0]", view)
        self.until(f"{view} is shown", lambda: self.one(f"#{view}").is_displayed())

    def quit(self):
        self.driver.quit()

    def one(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def button(self, text, within="body"):
        """Returns the button with a text or label."""
        for found in self.all(f"{within} button"):
            if text in (found.text, found.get_attribute("aria-label")) and found.is_displayed():
                return found
        raise AssertionError(f"there is no button '{text}' in {within}")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def until(self, what, condition, patience=PATIENCE):
        """Waits until `condition` is true and returns its value; an error names `what`."""
        end = time.monotonic() + patience
        while True:
            try:
                value = condition()
            except Exception as error:  # An element may be replaced meanwhile.
                value, problem = None, error
            else:
                problem = value
            if value:
                return value
            if time.monotonic() > end:
                raise AssertionError(f"It never came that {what}; last was {problem!r}.")
            time.sleep(0.05)

    def center(self, selector):
        """Returns the middle of an element in the window."""
        return self.run(
            "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
            "return [box.x + box.width / 2, box.y + box.height / 2]", selector)

    def mouse(self, kind, x, y, buttons=1):
        self.cdp("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left",
                 buttons=buttons, clickCount=1)

    def drag(self, start, end, steps=6):
        """Drags from one point to another."""
        self.mouse("mousePressed", *start)
        for step in range(1, steps + 1):
            self.mouse("mouseMoved", *[a + (b - a) * step / steps for a, b in zip(start, end)])
        self.mouse("mouseReleased", *end, buttons=0)

    def key(self, kind, code, key=None, modifiers=0):
        key = key or code.removeprefix("Key").lower()
        number = {"Enter": 13, "Escape": 27, "Delete": 46, "ArrowDown": 40, "ArrowUp": 38,
                  "ArrowRight": 39, "ArrowLeft": 37, "Tab": 9}.get(key, ord(key[0].upper()))
        text = "\r" if key == "Enter" else key if len(key) == 1 else ""
        self.cdp("Input.dispatchKeyEvent", type="keyUp" if kind == "up" else "keyDown", code=code,
                 key=key, windowsVirtualKeyCode=number, modifiers=modifiers,
                 **({"text": text} if kind == "down" and text and not modifiers else {}))

    def press(self, code, key=None, modifiers=0):
        self.key("down", code, key, modifiers)
        self.key("up", code, key, modifiers)

    def write(self, field, text):
        """Replaces the text of a field, and presses Enter."""
        self.run("arguments[0].focus(); arguments[0].select()", field)
        field.send_keys(text)
        self.press("Enter", "Enter")

    def errors(self):
        """Returns the errors on the browser's console: scripts, refused resources, policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE"]
