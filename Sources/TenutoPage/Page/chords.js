// Groups strokes into chords, and names chords.

import { keyName } from "./notenames.js";

/** Chords by the semitones above their root. */
const chords = {
  "0,7": "5", "0,4,7": "", "0,3,7": "m", "0,3,6": "dim", "0,4,8": "aug", "0,2,7": "sus2",
  "0,5,7": "sus4", "0,4,7,9": "6", "0,3,7,9": "m6", "0,4,7,10": "7", "0,4,7,11": "maj7",
  "0,3,7,10": "m7", "0,3,7,11": "m(maj7)", "0,3,6,9": "dim7", "0,3,6,10": "m7♭5",
  "0,4,8,10": "7♯5", "0,4,6,10": "7♭5", "0,4,8,11": "maj7♯5", "0,5,7,10": "7sus4",
  "0,2,4,7": "add9", "0,2,3,7": "m(add9)", "0,2,4,7,9": "6/9", "0,2,4,7,10": "9",
  "0,2,4,7,11": "maj9", "0,2,3,7,10": "m9", "0,1,4,7,10": "7♭9", "0,3,4,7,10": "7♯9",
  "0,4,10": "7", "0,4,11": "maj7", "0,3,10": "m7",
};

const intervals = [
  "octave", "minor second", "major second", "minor third", "major third", "fourth", "tritone",
  "fifth", "minor sixth", "major sixth", "minor seventh", "major seventh",
];

/**
 * The name of keys that sound together: `Am7`, `C/E`, an interval, or the name of a single key.
 *
 * The lowest key is tried as the root first. The name is empty if no chord fits.
 */
export function chordName(keys, notation = "english") {
  const sorted = [...new Set(keys)].sort((first, second) => first - second);
  const classes = [...new Set(sorted.map((key) => key % 12))];
  if (classes.length === 0) return "";
  const [bass] = sorted;
  const name = (pitch) => keyName(pitch, notation);
  if (classes.length === 1) return sorted.length === 1 ? name(bass) : `${name(bass)} octave`;
  for (const root of classes) {
    const above = classes.map((pitch) => (pitch - root + 12) % 12)
      .sort((first, second) => first - second);
    const kind = chords[above.join()];
    // Two keys form a fifth only with the root below; the inversion is a fourth.
    if (kind === undefined || (classes.length === 2 && root !== bass % 12)) continue;
    return name(root) + kind + (root === bass % 12 ? "" : `/${name(bass)}`);
  }
  return classes.length === 2
    ? `${intervals[(sorted.at(-1) - bass) % 12]} on ${name(bass)}` : "";
}

/**
 * Groups strokes into chords by their times, as TenutoMIDI's `ChordGrouper` does: a chord is the
 * first stroke and all strokes within the window after it.
 */
export class ChordGrouper {
  /** In milliseconds. */
  window = 30;
  #strokes = [];

  /** Adds a stroke, and returns all strokes of its chord. */
  take(stroke) {
    const [first] = this.#strokes;
    if (!first || stroke.time - first.time >= this.window) this.#strokes = [];
    this.#strokes.push(stroke);
    return this.#strokes;
  }
}
