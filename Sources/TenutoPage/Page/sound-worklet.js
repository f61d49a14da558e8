// Plays the ring in the browser's audio thread. The two machines' clocks differ, so the speed is
// adjusted slightly by the fill of the ring.

import { Ring } from "./ring.js";

/** Wanted distance in frames between the lowest fill of the last seconds and an empty ring. */
const margin = 192;
/** Limits of the fill, in seconds. */
const targets = { first: 0.012, least: 0.006, most: 0.25 };
/** Seconds without a glitch before the fill is reduced; each glitch doubles them. */
const windows = { first: 4, most: 120 };
/** The controller of the speed: its gains, and its limit. */
const control = { smoothing: 0.01, proportion: 1, integral: 0.15, limit: 0.012 };

/** The player of a ring. */
class RingPlayer extends AudioWorkletProcessor {
  #ring;
  #isFilling = true;
  #beginnings = 0;
  /** Position of the next sample between two frames, 0 to 1. */
  #phase = 0;
  #fill = 0;
  #integral = 0;
  #lowest = Infinity;
  #window = windows.first;
  #windowEnd = 0;

  constructor({ processorOptions }) {
    super();
    this.#ring = new Ring(processorOptions.buffer);
    this.#ring.target = 0;
  }

  process(_, [output]) {
    const ring = this.#ring;
    const frames = output[0].length;
    const rate = ring.sampleRate;
    if (!rate) return true;
    if (ring.target === 0) ring.target = Math.round(targets.first * rate);
    this.#followSource(ring);
    if (this.#isFilling && !this.#begin(ring)) return true;
    this.#dropExcess(ring, rate);
    const speed = this.#speed(ring, rate, frames);
    const needed = Math.ceil(this.#phase + speed * frames) + 3;
    if (ring.fill < needed) return this.#runDry(ring, rate);
    this.#play(ring, output, speed);
    this.#adapt(ring, rate);
    return true;
  }

  /** Drops the waiting frames and refills after a change of the source. */
  #followSource(ring) {
    const { beginnings } = ring;
    if (beginnings === this.#beginnings) return;
    this.#beginnings = beginnings;
    ring.skip(ring.fill);
    this.#isFilling = true;
  }

  /** Waits until the ring reaches its target fill. */
  #begin(ring) {
    if (ring.fill < ring.target) return false;
    // Frames that waited before the start would add latency for good.
    ring.skip(ring.fill - ring.target);
    this.#isFilling = false;
    this.#fill = ring.target;
    this.#lowest = Infinity;
    this.#windowEnd = currentTime + this.#window;
    return true;
  }

  /** Skips to the newest frames after the machine was suspended. */
  #dropExcess(ring, rate) {
    if (ring.fill < ring.target + rate * 0.2) return;
    ring.skip(ring.fill - ring.target);
    this.#fill = ring.target;
    ring.countGlitch();
  }

  /** Number of the ring's frames per frame of output. */
  #speed(ring, rate, frames) {
    this.#fill += (ring.fill - this.#fill) * control.smoothing;
    const error = (this.#fill - ring.target) / rate;
    const { proportion, integral, limit } = control;
    this.#integral += error * integral * (frames / sampleRate);
    this.#integral = Math.min(limit, Math.max(-limit, this.#integral));
    const correction = error * proportion + this.#integral;
    return (rate / sampleRate) * (1 + Math.min(limit, Math.max(-limit, correction)));
  }

  #play(ring, output, speed) {
    const { next } = ring;
    const [left, right] = output;
    let position = this.#phase;
    for (let frame = 0; frame < left.length; frame += 1) {
      const whole = Math.floor(position);
      const part = position - whole;
      left[frame] = interpolated(ring, next + whole, part, 0);
      right[frame] = interpolated(ring, next + whole, part, 1);
      position += speed;
    }
    const played = Math.floor(position);
    this.#phase = position - played;
    ring.skip(played);
  }

  /** Handles an empty ring: the target fill grows. */
  #runDry(ring, rate) {
    ring.countGlitch();
    // A smaller target has failed, so the next reduction waits longer.
    this.#window = Math.min(windows.most, this.#window * 2);
    ring.target = Math.min(Math.round(targets.most * rate), Math.round(ring.target * 1.4));
    this.#isFilling = true;
    return true;
  }

  /** Reduces the target fill after some seconds with frames to spare. */
  #adapt(ring, rate) {
    this.#lowest = Math.min(this.#lowest, ring.fill);
    if (currentTime < this.#windowEnd) return;
    const spare = this.#lowest - margin;
    if (spare > 0) {
      const least = Math.round(targets.least * rate);
      ring.target = Math.max(least, Math.round(ring.target - spare * 0.3));
    }
    this.#lowest = Infinity;
    this.#windowEnd = currentTime + this.#window;
  }
}

/** A value between two samples, by cubic Hermite interpolation through four. */
function interpolated(ring, frame, part, channel) {
  const before = ring.sample(frame, channel);
  const first = ring.sample(frame + 1, channel);
  const second = ring.sample(frame + 2, channel);
  const after = ring.sample(frame + 3, channel);
  const slope = (second - before) / 2;
  const bend = before - 2.5 * first + 2 * second - after / 2;
  const twist = (after - before) / 2 + 1.5 * (first - second);
  return ((twist * part + bend) * part + slope) * part + first;
}

registerProcessor("ring-player", RingPlayer);
