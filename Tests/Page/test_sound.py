"""Sound in the page: from the host's WebSocket to the browser's audio thread."""

import unittest

from page_case import PageCase

# The player of the audio thread, driven by a simulated clock: `play(seconds, options)`
# writes a sine at the host's rate in periods of 256 frames, and takes the output in blocks of 128
# whose clock is `drift` times as fast. It returns the samples, and the state of the ring.
SIMULATION = """
const [script, done] = arguments;
(async () => {
  let Player;
  globalThis.AudioWorkletProcessor ??= class {};
  globalThis.registerProcessor = (_, made) => { Player = made; };
  globalThis.sampleRate = 48000;
  globalThis.currentTime = 0;
  const { Ring } = await import("/page/ring.js");
  await import(`/page/sound-worklet.js?${Math.random()}`);
  const ring = new Ring();
  ring.sampleRate = 48000;
  const player = new Player({ processorOptions: { buffer: ring.buffer } });
  const wave = (frame) => 0.5 * Math.sin((2 * Math.PI * 440 * frame) / 48000);
  let frame = 0, hostTime = 0, now = 0;
  const fills = [];
  const play = (seconds, { drift = 1, isWriting = true } = {}) => {
    const heard = [];
    for (const end = now + seconds; now < end; now += 128 / 48000) {
      while (isWriting && hostTime <= now) {
        const samples = new Float32Array(512);
        for (let index = 0; index < 256; index += 1, frame += 1) {
          samples[2 * index] = wave(frame);
          samples[2 * index + 1] = -wave(frame);
        }
        ring.write(samples, 2);
        hostTime += (256 / 48000) * drift;
      }
      if (!isWriting) hostTime = now;
      const output = [new Float32Array(128), new Float32Array(128)];
      globalThis.currentTime = now;
      player.process([], [output]);
      // The right channel is the left one inverted; a swapped channel becomes NaN.
      const [left, right] = output;
      heard.push(...left.map((sample, index) => (sample + right[index] === 0 ? sample : NaN)));
      fills.push(ring.fill);
    }
    return heard;
  };
  const step = (heard) => heard.slice(1).reduce(
    (most, sample, index) => Math.max(most, Math.abs(sample - heard[index])), 0);
  const loudest = (heard) => heard.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  done(new Function("play", "step", "loudest", "ring", "fills", `"use strict";${script}`)(
    play, step, loudest, ring, fills));
})().catch((error) => done(`failed: ${error.stack}`));
"""

# The largest step of the sine from one sample to the next; a larger step is a click.
STEEPEST = 0.5 * 2 * 3.14159 * 440 / 48000


class PlayerTests(PageCase):
    """The player alone, without a clock."""

    view = "log"

    def simulate(self, script):
        # The policy correctly forbids functions from texts, which the test needs.
        self.browser.cdp("Page.setBypassCSP", enabled=True)
        self.browser.driver.refresh()
        self.addCleanup(self.browser.cdp, "Page.setBypassCSP", enabled=False)
        return self.browser.driver.execute_async_script(SIMULATION, script)

    def test_plays_without_a_click(self):
        step, loudest, glitches = self.simulate(
            "play(0.2); const heard = play(3); return [step(heard), loudest(heard), ring.glitches];")
        self.assertLess(step, STEEPEST * 1.1)
        self.assertAlmostEqual(loudest, 0.5, delta=0.01)
        self.assertEqual(glitches, 0)

    def test_follows_a_clock_that_differs(self):
        for drift in (0.995, 1.005):
            step, glitches, fill, target = self.simulate(
                f"play(30, {{drift: {drift}}}); const heard = play(10, {{drift: {drift}}});"
                "const last = fills.slice(-1000);"
                "return [step(heard), ring.glitches, last.reduce((a, b) => a + b) / 1000, ring.target];")
            with self.subTest(drift=drift):
                self.assertLess(step, STEEPEST * 1.1)
                self.assertEqual(glitches, 0)
                self.assertAlmostEqual(fill, target, delta=256)

    def test_counts_a_glitch_and_increases_the_fill(self):
        before, after, glitches, again = self.simulate(
            "play(1); const before = ring.target; play(0.5, {isWriting: false});"
            "const after = ring.target; const glitches = ring.glitches;"
            "play(1); return [before, after, glitches, ring.glitches];")
        self.assertEqual(glitches, 1)
        self.assertEqual(again, 1)
        self.assertGreater(after, before)

    def test_another_source_is_not_a_glitch(self):
        glitches, loudest = self.simulate(
            "play(1); ring.begin(); play(0.5, {isWriting: false});"
            "const heard = play(1); return [ring.glitches, loudest(heard)];")
        self.assertEqual(glitches, 0)
        self.assertAlmostEqual(loudest, 0.5, delta=0.01)

    def test_reduces_the_fill_if_possible(self):
        high, low, glitches = self.simulate(
            "ring.target = 6000; play(1); const high = ring.target; play(60);"
            "return [high, ring.target, ring.glitches];")
        self.assertLess(low, high / 2)
        self.assertEqual(glitches, 0)

    def test_a_full_ring_drops_new_frames(self):
        fills = self.browser.driver.execute_async_script(
            "const done = arguments[0]; import('/page/ring.js').then(({ Ring }) => {"
            " const ring = new Ring(); const sound = new Float32Array(2 * 40000).fill(0.25);"
            " ring.write(sound, 2); const first = ring.fill; ring.write(sound, 2);"
            " done([first, ring.fill, ring.sample(39999, 1)]); })")
        self.assertEqual(fills, [40000, 40000, 0.25])


class ListeningTests(PageCase):
    """The whole path, with a note whose pitch must arrive."""

    view = "sound"

    def peak(self):
        """Returns the loudest received frequency in Hz, and its level in dB."""
        return self.browser.run(
            "const [analyser] = window.analysers ?? []; if (!analyser) return null;"
            "const levels = new Float32Array(analyser.frequencyBinCount);"
            "analyser.getFloatFrequencyData(levels);"
            "const bin = levels.indexOf(Math.max(...levels));"
            "return [bin * analyser.context.sampleRate / analyser.fftSize, levels[bin]]")

    def figures(self):
        return self.browser.one("#sound .figures").text

    def test_a_note_arrives_with_its_pitch(self):
        self.host.ask("POST", "/v1/transport/stop")
        # The page creates its analysers when it first receives audio.
        self.browser.cdp(
            "Page.addScriptToEvaluateOnNewDocument", source=
            "window.analysers = []; const Native = AnalyserNode;"
            "window.AnalyserNode = class extends Native {"
            " constructor(...all) { super(...all); window.analysers.push(this); } };")
        self.browser.driver.refresh()
        self.browser.show("sound")
        self.browser.button("Listen").click()
        self.until("the latency is shown", lambda: "ms" in self.browser.one(".latency").text)
        self.browser.run(
            "window.player = new WebSocket(`ws://${location.host}/v1/play?node=sine`);"
            "player.onopen = () => player.send(new Uint32Array([0x40904500, 0xC0000000]));")
        pitch = self.until("a tone is received", lambda: self.peak() and self.peak()[1] > -50
                           and self.peak())[0]
        self.assertAlmostEqual(pitch, 440, delta=24)
        self.assertIn("in the browser", self.figures())
        self.browser.run("player.close()")
        self.until("it ends with the connection", lambda: self.peak()[1] < -70)
        self.host.ask("POST", "/v1/transport/play")

    def test_the_pictures_are_drawn(self):
        self.browser.show("sound")
        for title in ("Scope", "Spectrum"):
            self.until(f"{title} is drawn", lambda title=title: self.browser.run(
                "const canvas = document.querySelector(`canvas[aria-label=${arguments[0]}]`);"
                "const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);"
                "return data.some((value, index) => index % 4 === 3 && value > 200)", title))


if __name__ == "__main__":
    unittest.main()
