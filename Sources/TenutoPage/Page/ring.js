// A ring buffer of stereo samples in shared memory, between the worker that receives them and the
// worklet that plays them. With one writer and one reader, no other work of the page can delay
// them.

/** The ring's length in frames, a power of 2. */
const capacity = 1 << 16;

/** Indices of the words before the samples. All counts wrap at 2³². */
const word = {
  written: 0, read: 1, glitches: 2, lost: 3, target: 4, sampleRate: 5, beginnings: 6,
};
const headerWords = 8;

/** The ring; created once, and opened from its buffer elsewhere. */
export class Ring {
  buffer;
  #words;
  #samples;

  constructor(buffer = new SharedArrayBuffer(headerWords * 4 + capacity * 8)) {
    this.buffer = buffer;
    this.#words = new Int32Array(buffer, 0, headerWords);
    this.#samples = new Float32Array(buffer, headerWords * 4);
  }

  /** Number of frames that wait to be played. */
  get fill() {
    return (Atomics.load(this.#words, word.written) - Atomics.load(this.#words, word.read)) | 0;
  }

  /** Number of times that the reader ran out of frames. */
  get glitches() { return Atomics.load(this.#words, word.glitches); }

  /** Frames that the server dropped because this machine was slow. */
  get lost() { return Atomics.load(this.#words, word.lost); }

  /** Number of frames that the reader tries to keep waiting. */
  get target() { return Atomics.load(this.#words, word.target); }
  set target(frames) { Atomics.store(this.#words, word.target, frames); }

  /** The sample rate in Hz; 0 until it is known. */
  get sampleRate() { return Atomics.load(this.#words, word.sampleRate); }
  set sampleRate(rate) { Atomics.store(this.#words, word.sampleRate, rate); }

  /** Number of source changes; the reader then refills without counting a glitch. */
  get beginnings() { return Atomics.load(this.#words, word.beginnings); }

  begin() { Atomics.add(this.#words, word.beginnings, 1); }
  countGlitch() { Atomics.add(this.#words, word.glitches, 1); }
  countLost(frames) { Atomics.add(this.#words, word.lost, frames); }

  /** Writes frames with that many channels; mono goes to both sides, more than two are dropped. */
  write(samples, channels) {
    const frames = Math.floor(samples.length / channels);
    // If the reader stands still, the newest frames are dropped.
    if (this.fill + frames > capacity) return;
    const start = Atomics.load(this.#words, word.written);
    for (let frame = 0; frame < frames; frame += 1) {
      const place = ((start + frame) & (capacity - 1)) * 2;
      this.#samples[place] = samples[frame * channels];
      this.#samples[place + 1] = samples[frame * channels + (channels > 1 ? 1 : 0)];
    }
    Atomics.store(this.#words, word.written, (start + frames) | 0);
  }

  /** The number of the next frame to play, for `sample`. */
  get next() { return Atomics.load(this.#words, word.read); }

  /** A waiting sample, by the number of its frame. */
  sample(frame, channel) {
    return this.#samples[(frame & (capacity - 1)) * 2 + channel];
  }

  /** Releases frames that have been played. */
  skip(frames) { Atomics.add(this.#words, word.read, frames); }
}
