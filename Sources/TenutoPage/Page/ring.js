// Stereo samples between the worker that receives them and the worklet that plays them: a ring in
// shared memory with one writer and one reader, so that no other work of the page can delay them.

/** The ring's length in frames, a power of 2. */
const capacity = 1 << 16;

/** Words before the samples. All counts wrap at 2³². */
const word = {
  written: 0, read: 1, glitches: 2, lost: 3, target: 4, sampleRate: 5, beginnings: 6,
};
const headerWords = 8;

/** The ring; made once, and taken over by its buffer elsewhere. */
export class Ring {
  buffer;
  #words;
  #samples;

  constructor(buffer = new SharedArrayBuffer(headerWords * 4 + capacity * 8)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, headerWords);
    this.#samples = new Float32Array(buffer, headerWords * 4);
  }

  /** How many frames wait to be played. */
  get fill() {
    return (Atomics.load(this.#words, word.written) - Atomics.load(this.#words, word.read)) | 0;
  }

  /** How often nothing was there to be played. */
  get glitches() { return Atomics.load(this.#words, word.glitches); }

  /** Frames that the server left out because this machine was slow. */
  get lost() { return Atomics.load(this.#words, word.lost); }

  /** How many frames the reader keeps waiting. */
  get target() { return Atomics.load(this.#words, word.target); }
  set target(frames) { Atomics.store(this.#words, word.target, frames); }

  /** The rate of the samples in Hz; 0 before it is known. */
  get sampleRate() { return Atomics.load(this.#words, word.sampleRate); }
  set sampleRate(rate) { Atomics.store(this.#words, word.sampleRate, rate); }

  /** How often other sound began, which the reader waits for without a glitch. */
  get beginnings() { return Atomics.load(this.#words, word.beginnings); }

  begin() { Atomics.add(this.#words, word.beginnings, 1); }
  countGlitch() { Atomics.add(this.#words, word.glitches, 1); }
  countLost(frames) { Atomics.add(this.#words, word.lost, frames); }

  /** Writes frames of so many channels; one is heard on both sides, more than two are left out. */
  write(samples, channels) {
    const frames = Math.floor(samples.length / channels);
    // A reader that stands still keeps what it has: the newest is left out.
    if (this.fill + frames > capacity) return;
    const start = Atomics.load(this.#words, word.written);
    for (let frame = 0; frame < frames; frame += 1) {
      const place = ((start + frame) & (capacity - 1)) * 2;
      this.#samples[place] = samples[frame * channels];
      this.#samples[place + 1] = samples[frame * channels + (channels > 1 ? 1 : 0)];
    }
    Atomics.store(this.#words, word.written, (start + frames) | 0);
  }

  /** The number of the next frame to be played, for `sample`. */
  get next() { return Atomics.load(this.#words, word.read); }

  /** A sample that waits, by its frame's number. */
  sample(frame, channel) {
    return this.#samples[(frame & (capacity - 1)) * 2 + channel];
  }

  /** Gives frames free that were played. */
  skip(frames) { Atomics.add(this.#words, word.read, frames); }
}
