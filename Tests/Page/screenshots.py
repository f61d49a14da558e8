"""Takes screenshots of each view: `screenshots.py FOLDER`."""

import os
import sys

from page_browser import PageBrowser
from running_host import RunningHost

SIZES = {"wide": (1440, 810), "narrow": (360, 740)}


def strike(browser, keys):
    """Strikes and holds keys with one finger each, at different depths."""
    points = [browser.run(
        "const box = document.querySelector(`.key[data-key='${arguments[0]}']`)"
        ".getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height * arguments[1]]", key, depth)
        for key, depth in keys]
    browser.cdp("Input.dispatchTouchEvent", type="touchStart", touchPoints=[
        {"x": x, "y": y, "id": index} for index, (x, y) in enumerate(points)])


def choose(browser, name):
    browser.run("document.querySelector(`article[data-node='${arguments[0]}']`).click()", name)
    browser.until(f"{name} is chosen", lambda: browser.all(".node .dial, .node .links li"))


def play(browser):
    browser.until("the piano is connected", lambda: browser.run(
        "const menu = document.querySelector('#piano select');"
        "if (menu.value !== 'sawtooth') { menu.value = 'sawtooth';"
        "menu.dispatchEvent(new Event('change')); return false; }"
        "return document.querySelector('#piano .toolbar .state').textContent === ''"))
    for keys in (((57, 0.55), (60, 0.3), (64, 0.4)), ((53, 0.8), (57, 0.66), (60, 0.9)),
                 ((60, 0.95), (64, 0.45), (67, 0.75), (71, 0.55))):
        strike(browser, [key for key in keys if browser.all(f".key[data-key='{key[0]}']")])
        browser.until("they sound", lambda: browser.all(".key[aria-pressed=true]"))
        if keys[0][0] != 60:
            browser.cdp("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            browser.until("they do not", lambda: not browser.all(".key[aria-pressed=true]"))
    browser.until("the chord is named", lambda: browser.one(".chord").text)


def listen(browser):
    browser.button("Listen").click()
    browser.until("sound is there", lambda: "ms" in browser.one("#sound .figures").text)


PREPARATIONS = {"patch": lambda browser: choose(browser, "delay"), "piano": play, "sound": listen}


def main(folder):
    os.makedirs(folder, exist_ok=True)
    host = RunningHost("screenshots", song="canon.mid").start()
    try:
        for scheme in ("dark", "light"):
            for size, (width, height) in SIZES.items():
                for view in ("patch", "piano", "sound", "top", "log"):
                    browser = PageBrowser(width, height, scheme)
                    try:
                        browser.open(host.new_address(), view)
                        PREPARATIONS.get(view, lambda _: None)(browser)
                        browser.until("a level is shown", lambda: browser.run(
                            "return [...document.querySelectorAll('.card .meter i')]"
                            ".some((bar) => /0\\.[1-9]/.test(bar.style.transform))")
                            or view != "patch")
                        path = os.path.join(folder, f"{view}-{scheme}-{size}.png")
                        browser.driver.save_screenshot(path)
                        print(path)
                    finally:
                        browser.quit()
    finally:
        host.stop()


if __name__ == "__main__":
    main(sys.argv[1])
