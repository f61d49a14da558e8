// Plays the ring in the browser's audio thread. The two machines' clocks differ, so that it plays a
// little faster or slower, as the ring is fuller or emptier than it should be.

import { Ring } from "./ring.js";

/** Frames between the lowest fill of the last seconds and an empty ring that are wanted. */
const margin = 192;
/** Limits of what waits in the ring, in seconds. */
const targets = { first: 0.012, least: 0.006, most: 0.25 };
/** How many seconds are looked at before less is kept waiting; each glitch doubles them. */
const windows = { first: 4, most: 120 };
/** How fast the speed follows the fill, and how far it may go. */
const control = { smoothing: 0.01, proportion: 1, integral: 0.15, limit: 0.012 };

/** The player of a ring. */
class RingPlayer extends AudioWorkletProcessor {
  #ring;
  #isFilling = true;
  #beginnings = 0;
  /** Where between two frames the next sample lies, 0 to 1. */
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

  /** Where a user has chosen another source, forgets what waits and begins anew. */
  #followSource(ring) {
    const { beginnings } = ring;
    if (beginnings === this.#beginnings) return;
    this.#beginnings = beginnings;
    ring.skip(ring.fill);
    this.#isFilling = true;
  }

  /** Waits until as much is there as is wanted. */
  #begin(ring) {
    if (ring.fill < ring.target) return false;
    // What waited while nothing played would be heard late for ever.
    ring.skip(ring.fill - ring.target);
    this.#isFilling = false;
    this.#fill = ring.target;
    this.#lowest = Infinity;
    this.#windowEnd = currentTime + this.#window;
    return true;
  }

  /** After a long stop of the machine, goes on with what is new. */
  #dropExcess(ring, rate) {
    if (ring.fill < ring.target + rate * 0.2) return;
    ring.skip(ring.fill - ring.target);
    this.#fill = ring.target;
    ring.countGlitch();
  }

  /** How many frames of the ring make one of the output. */
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

  /** Nothing is there in time: more has to wait from now on. */
  #runDry(ring, rate) {
    ring.countGlitch();
    // Less than this was tried and was too little: it is not tried again soon.
    this.#window = Math.min(windows.most, this.#window * 2);
    ring.target = Math.min(Math.round(targets.most * rate), Math.round(ring.target * 1.4));
    this.#isFilling = true;
    return true;
  }

  /** Keeps less waiting after some seconds in which more was there than was needed. */
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

/** A value between two samples, by a cubic curve through four (Hermite). */
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
