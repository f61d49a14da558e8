"""Measures the page in Chromium with a separate jackd; a line of JSON for each figure.

`page_figures.py [--quick]`: `make bench` runs it. Each line has `name`, `unit`, `values`, and where there
is a bar, `bar`; the median of the values must be at most that.
"""

import ctypes
import json
import re
import statistics
import sys
import time

import jack

from jack_server import JACKServer
from other_site import OtherSite
from page_browser import PageBrowser
from running_host import RunningHost
import test_webmidi

IS_QUICK = "--quick" in sys.argv
RATE, PERIOD = 48000, 64

# Functions that JACK-Client lacks.
LIBRARY = ctypes.CDLL("libjack.so.0")
LIBRARY.jack_get_time.restype = ctypes.c_uint64
LIBRARY.jack_frames_to_time.restype = ctypes.c_uint64
LIBRARY.jack_frames_to_time.argtypes = [ctypes.c_void_p, ctypes.c_uint32]

SESSION = """\
tenuto: 2
name: figures
engine: {clients: one}
nodes:
  keys: {midi-input: true}
  sawtooth: {component: aumu saw1 Tnto}
  hall: {component: aufx rvrb Tnto}
  out: {audio-output: 2, ports: ["system:playback_*"]}
connections:
  - {midi: keys -> sawtooth}
  - sawtooth -> hall
  - hall -> out
"""


def say(name, unit, values, bar=None):
    line = {"name": f"page: {name}", "unit": unit, "values": values}
    if bar is not None:
        line["bar"] = bar
    print(json.dumps(line), flush=True)


class Ear:
    """A JACK client that records the frame and time of received messages."""

    def __init__(self):
        self.heard = []
        self.client = jack.Client("ear", no_start_server=True)
        self.inlet = self.client.midi_inports.register("in")
        self.outlet = self.client.midi_outports.register("out")
        self.client.set_process_callback(self.process)
        # Milliseconds by which the monotonic clock is ahead of JACK's; usually 0.
        self.clock = time.monotonic() * 1000 - LIBRARY.jack_get_time() / 1000
        self.handle = ctypes.c_void_p(int(jack._ffi.cast("uintptr_t", self.client._ptr)))
        self.client.activate()

    def process(self, _):
        start = self.client.last_frame_time
        self.outlet.clear_buffer()
        for offset, data in self.inlet.incoming_midi_events():
            message = bytes(data)
            # At once: JACK knows the time of this cycle, and estimates those of others.
            self.heard.append((self.milliseconds(start + offset), message))
            if message[0] & 0xF0 == 0xB0:  # Echoes controllers at their frame.
                self.outlet.write_midi_event(offset, message)

    def milliseconds(self, frame):
        """Returns the time of a frame on the monotonic clock."""
        return LIBRARY.jack_frames_to_time(self.handle, frame) / 1000 + self.clock


def ask(browser, script, *arguments):
    answer = browser.driver.execute_async_script(
        "const done = arguments[arguments.length - 1];"
        "(async (...args) => {" + script + "})(...arguments)"
        ".then((value) => done({ value }), (e) => done({ error: `${e.name}: ${e.message}` }))",
        *arguments)
    if "error" in answer:
        raise RuntimeError(answer["error"])
    return answer.get("value")


def clock_offset(browser, base):
    """Milliseconds to add to `performance.now()` for the monotonic clock, and the maximum error.

    As in Web MIDI's script: the host sends its clock over a WebSocket. The error of the fastest of
    many answers is at most half its round trip.
    """
    return ask(browser, """
        const socket = new WebSocket(`${args[0].replace("http", "ws")}/v1/midi`);
        const next = (kind) => new Promise((resolve) => {
          socket.onmessage = ({ data }) => {
            const news = JSON.parse(data);
            if (news.kind === kind) resolve(news);
          };
        });
        await new Promise((resolve) => { socket.onopen = resolve; });
        socket.send('{"request":{"sysex":false}}');
        await next("ports");
        let best = [0, Infinity];
        for (let count = 0; count < 500; count += 1) {
          const sent = performance.now();
          socket.send(JSON.stringify({ clock: sent }));
          const { time } = await next("clock");
          const now = performance.now();
          if (now - sent < best[1] * 2) best = [time - (sent + now) / 2, (now - sent) / 2];
        }
        socket.close();
        return best;""", base)


def metric(browser, name):
    metrics = browser.cdp("Performance.getMetrics")["metrics"]
    return next(one["value"] for one in metrics if one["name"] == name)


def percentile(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def measure_midi(base, site, browser):
    ear = Ear()
    browser.driver.get(site.origin + "/")
    browser.run(test_webmidi.HELPERS)
    ask(browser, """
        window.access = await navigator.requestMIDIAccess({ sysex: true });
        const named = (type) => [...access[type].values()].find((one) => /ear/.test(one.name));
        await until(() => named("inputs") && named("outputs"));
        [window.input, window.output] = [named("inputs"), named("outputs")];
        await output.open();
        window.back = [];
        input.onmidimessage = ({ data, timeStamp }) => back.push([data[2] + 128 * data[1], timeStamp]);
        await until(() => input.connection === "open");""")
    offset, error = clock_offset(browser, base)
    measure_latency(ear, browser, offset, error)
    measure_order(ear, browser)
    measure_hot_plug(browser, base)
    ear.client.close()


def measure_latency(ear, browser, offset, error):
    count = 300 if IS_QUICK else 3000
    ear.heard.clear()
    sent = ask(browser, """
        const sent = [];
        for (let index = 0; index < args[0]; index += 1) {
          await new Promise((resolve) => setTimeout(resolve, 3 + Math.random() * 4));
          sent.push(performance.now());
          output.send([0xB0, index >> 7 & 0x77, index & 0x7F]);
        }
        await until(() => back.length >= args[0]);
        return sent;""", count)
    frames = [heard for heard, _ in ear.heard[:count]]
    delays = [frame - (page + offset) for frame, page in zip(frames, sent)]
    say(f"note to its frame in JACK, p50, period {PERIOD} (clock known to {error:.2f} ms)", "ms",
        [statistics.median(delays)], 1)
    say("note to its frame in JACK, p99", "ms", [percentile(delays, 0.99)], 5)
    # The echo contains the frame in which the client received the message.
    stamps = [stamp for _, stamp in ask(browser, "return back;")]
    errors = [abs(stamp + offset - frame) for stamp, frame in zip(stamps, frames)]
    say("time stamp of what comes in, error to its frame (one period later at most)", "ms",
        errors, 1000 * PERIOD / RATE + error + 0.5)


def measure_order(ear, browser):
    count = 10_000 if IS_QUICK else 100_000
    ear.heard.clear()
    seconds = ask(browser, """
        const begin = performance.now();
        for (let index = 0; index < args[0]; index += 1) {
          output.send([0x90 | index >> 14 & 0xF, index >> 7 & 0x7F, index & 0x7F || 1]);
        }
        return (performance.now() - begin) / 1000;""", count)
    end = time.monotonic() + 120
    while len(ear.heard) < count and time.monotonic() < end:
        time.sleep(0.05)
    expected = [bytes([0x90 | index >> 14 & 0xF, index >> 7 & 0x7F, index & 0x7F or 1])
                for index in range(count)]
    wrong = sum(one != other for one, (_, other) in zip(expected, ear.heard))
    say(f"messages of {count} that were lost or are not in order", "messages",
        [abs(count - len(ear.heard)) + wrong], 0)
    say(f"{count} messages handed over by the page", "s", [seconds])


def measure_hot_plug(browser, base):
    browser.run("window.seen = new Map(); access.onstatechange = ({ port }) =>"
                " seen.has(port.name) || seen.set(port.name, performance.now());")
    offset, _ = clock_offset(browser, base)
    client = jack.Client("plug", no_start_server=True)
    client.activate()
    delays = []
    for number in range(5 if IS_QUICK else 50):
        before = time.monotonic() * 1000
        client.midi_inports.register(f"port{number}")
        page = ask(browser, """
            const name = () => [...seen.keys()].find((one) => one.endsWith(args[0]));
            await until(name);
            return seen.get(name());""", f"port{number}")
        delays.append(page + offset - before)
    client.close()
    say("hot-plug, a port of JACK to its event, p95", "ms", [percentile(delays, 0.95)], 50)


def measure_sound(host, browser):
    browser.open(host.new_address(), "sound")
    browser.button("Listen").click()
    browser.until("sound is there", lambda: "ms" in browser.one("#sound .figures").text)
    host.ask("POST", "/v1/transport/play")
    time.sleep(2)
    read = lambda: browser.one("#sound .figures").text
    first = [int(number) for number in re.findall(r"(?:glitches|frames) (\d+)", read())]
    latencies = []
    for _ in range(5 if IS_QUICK else 300):
        time.sleep(1)
        latencies.append(float(read().split(" ")[0]))
    last = [int(number) for number in re.findall(r"(?:glitches|frames) (\d+)", read())]
    say("sound, the host's cycle to the loudspeaker", "ms", latencies, 40)
    say(f"sound, glitches of the player in {len(latencies)} s", "glitches", [last[0] - first[0]], 0)
    say("sound, frames that the host left out", "frames", [last[1] - first[1]], 0)


def sixteen_nodes():
    """Returns a session of four chains that play the canon, with 16 extension nodes."""
    kinds = ["aumu saw1 Tnto", "aufx fltr Tnto", "aufx dely Tnto", "aufx rvrb Tnto"]
    nodes, links = [], []
    for chain in range(1, 5):
        names = [f"{kind[5:9].strip()}{chain}" for kind in kinds]
        nodes += [f"  {name}: {{component: {kind}}}" for name, kind in zip(names, kinds)]
        links += [f"  - {{midi: canon -> {names[0]}}}"]
        links += [f"  - {source} -> {target}" for source, target in zip(names, names[1:])]
        links += [f"  - {names[-1]} -> mix{'' if chain == 1 else f'.{chain - 1}'}"]
    return "\n".join([
        "tenuto: 2", "name: sixteen", "engine: {clients: clock, rate: 48000, frames: 1024}", "nodes:",
        '  canon: {song: "canon.mid", loop: true}', *nodes, "  mix: {mixer: [2, 2, 2, 2]}",
        "  out: {audio-output: 2}", "connections:", *links, "  - mix -> out", ""])


def measure_drawing(browser):
    """Measures the load of the page's main thread for 16 nodes, and the frames that it draws."""
    host = RunningHost("sixteen", song="canon.mid", session=sixteen_nodes()).start()
    try:
        browser.open(host.address)
        browser.until("levels move", lambda: browser.run(
            "return document.querySelector('article[data-node=saw11] .meter i')"
            ".style.transform.match(/0\\.[1-9]/)"))
        browser.run("document.querySelector('article[data-node=fltr1] h3').click()")
        browser.cdp("Performance.enable")
        shares, short = [], []
        for _ in range(3 if IS_QUICK else 20):
            before = metric(browser, "TaskDuration")
            frames, seconds = ask(browser, """
                return new Promise((resolve) => {
                  let [count, start] = [-1, 0];
                  const draw = (time) => {
                    start ||= time;
                    count += 1;
                    if (time - start < 3000) requestAnimationFrame(draw);
                    else resolve([count, (time - start) / 1000]);
                  };
                  requestAnimationFrame(draw);
                });""")
            shares.append((metric(browser, "TaskDuration") - before) / seconds * 100)
            short.append(max(0, 60 - frames / seconds))
        say("drawing 16 nodes, the page's main thread", "% of a core", shares, 20)
        say("drawing 16 nodes, frames short of 60 in a second", "frames", short, 1)
        browser.driver.get("about:blank")
    finally:
        host.stop()


def measure_pages(host, browser):
    seconds = 60

    def xruns():
        before = host.ask("GET", "/v1/status")["xruns"]
        time.sleep(seconds)
        return host.ask("GET", "/v1/status")["xruns"] - before

    browser.driver.get("about:blank")
    without = xruns()
    for _ in range(20):
        browser.driver.switch_to.new_window("window")
        browser.open(host.new_address())
    shown = xruns()
    say(f"xruns in {seconds} s with 20 pages open, beyond those without ({without})", "xruns",
        [max(0, shown - without)], 0)


def main():
    server = JACKServer("figures", frames=PERIOD, is_realtime=True).start()
    try:
        host = RunningHost("figures", session=SESSION).start()
        try:
            base = host.address.split("/?")[0]
            site = OtherSite({"/": f"<!doctype html><script src='{base}/webmidi.js'></script>"})
            host.ask("POST", "/v1/midi/permissions",
                     {"origin": site.origin, "isAllowed": True, "sysex": True})
            browser = PageBrowser()
            try:
                browser.driver.set_script_timeout(180)
                measure_midi(base, site, browser)
                measure_drawing(browser)
                measure_sound(host, browser)
                if not IS_QUICK:
                    measure_pages(host, browser)
            finally:
                browser.quit()
                site.stop()
        finally:
            host.stop()
    finally:
        server.stop()


if __name__ == "__main__":
    main()
