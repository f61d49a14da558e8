// A piano keyboard: drawn, played with pointers, coloured by the sounding notes.

import { element, setAttribute } from "./element.js";
import { isBlack, noteName } from "./notenames.js";

/** Length and width of a black key as a share of a white one. */
const black = { length: 0.62, width: 0.6 };
/** The lowest velocity, at the far end of a key. */
const softest = 0.12;
/** The width of a white key that suits a finger, in pixels, and the range of their number. */
const whiteKeys = { width: 30, least: 8, most: 52 };
const range = { lowest: 21, highest: 108 };

/** The colour of a velocity, 0 to 1: from blue for soft to red for loud. */
export function velocityColour(velocity) {
  return `hsl(${Math.round(215 - 215 * Math.min(1, velocity))} 72% 55%)`;
}

/** The keys that fit; calls `onStrike(key, velocity)` and `onLetGo(key)`. */
export class Keyboard {
  element = element("div", { class: "keys", role: "group", "aria-label": "Piano keys" });
  #keys = new Map();
  #sounding = new Map();
  #pointers = new Map();
  #first = 48;
  #whiteCount = 0;
  #notation = "english";
  #onStrike;
  #onLetGo;
  #focused = 60;

  constructor(onStrike, onLetGo) {
    [this.#onStrike, this.#onLetGo] = [onStrike, onLetGo];
    const keys = this.element;
    keys.addEventListener("pointerdown", (event) => this.#down(event));
    keys.addEventListener("pointermove", (event) => this.#move(event));
    for (const kind of ["pointerup", "pointercancel", "lostpointercapture"]) {
      keys.addEventListener(kind, (event) => this.#up(event));
    }
    keys.addEventListener("contextmenu", (event) => event.preventDefault());
    keys.addEventListener("keydown", (event) => this.#key(event, true));
    keys.addEventListener("keyup", (event) => this.#key(event, false));
    new ResizeObserver(() => this.#fit()).observe(keys);
  }

  /** The lowest visible key. */
  get first() {
    return this.#first;
  }

  /** Moves the visible range by octaves. */
  shift(octaves) {
    this.#begin(this.#first + octaves * 12);
  }

  /** Sets the notation of the keys' names. */
  setNotation(notation) {
    this.#notation = notation;
    this.#build();
  }

  /** Shows a sounding key with its velocity, 0 to 1; 0 ends it. */
  setSounding(key, velocity) {
    if (velocity > 0) this.#sounding.set(key, velocity);
    else this.#sounding.delete(key);
    this.#colour(key);
  }

  /** Shows all keys as silent. */
  silence() {
    for (const key of [...this.#sounding.keys()]) this.setSounding(key, 0);
    this.#pointers.clear();
  }

  // MARK: - Drawing

  #fit() {
    const fits = Math.floor(this.element.clientWidth / whiteKeys.width);
    const count = Math.min(whiteKeys.most, Math.max(whiteKeys.least, fits));
    if (count === this.#whiteCount) return;
    this.#whiteCount = count;
    // All 88 keys start at A0; fewer keys start at an octave around middle C.
    const octaves = Math.floor(count / 14);
    this.#begin(count === whiteKeys.most ? range.lowest : 60 - 12 * octaves);
  }

  #begin(first) {
    const span = Math.ceil((this.#whiteCount * 12) / 7);
    const lowest = first <= range.lowest ? range.lowest : first - (first % 12);
    const most = Math.max(range.lowest, range.highest - span + 1);
    this.#first = Math.max(range.lowest, Math.min(lowest, isBlack(most) ? most + 1 : most));
    this.#build();
  }

  #build() {
    this.#keys.clear();
    const made = [];
    let white = 0;
    for (let key = this.#first; key <= range.highest && white < this.#whiteCount; key += 1) {
      const shape = isBlack(key)
        ? { left: white - black.width / 2, width: black.width, length: black.length }
        : { left: white, width: 1, length: 1 };
      if (!isBlack(key)) white += 1;
      else if (white === this.#whiteCount) break;
      made.push(this.#make(key, shape));
    }
    this.element.replaceChildren(...made);
    for (const key of this.#sounding.keys()) this.#colour(key);
  }

  #make(key, { left, width, length }) {
    const isWide = this.element.clientWidth / this.#whiteCount >= 36;
    const isNamed = !isBlack(key) && (isWide || key % 12 === 0);
    const name = noteName(key, this.#notation);
    const label = element("span", {}, isNamed ? name : "");
    const made = element(
      "div", {
        class: `key ${isBlack(key) ? "black" : "white"}`, role: "button", "aria-pressed": "false",
        "aria-label": name, "data-key": key, tabindex: key === this.#focused ? 0 : -1,
      }, label);
    const share = 100 / this.#whiteCount;
    Object.assign(made.style, {
      left: `${left * share}%`, width: `${width * share}%`, height: `${length * 100}%`,
    });
    this.#keys.set(key, { made, left, width, length });
    return made;
  }

  #colour(key) {
    const shown = this.#keys.get(key);
    if (!shown) return;
    const velocity = this.#sounding.get(key);
    shown.made.style.background = velocity ? velocityColour(velocity) : "";
    setAttribute(shown.made, "aria-pressed", String(velocity !== undefined));
  }

  // MARK: - Pointers

  /** The key below a pointer, and the velocity at its position: louder near the player. */
  #keyAt(event) {
    const box = this.element.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * this.#whiteCount;
    const y = (event.clientY - box.top) / box.height;
    if (y < 0 || y > 1) return null;
    const hits = [...this.#keys].filter(([, { left, width, length }]) =>
      x >= left && x < left + width && y <= length);
    // A black key covers the white ones.
    const hit = hits.find(([key]) => isBlack(key)) ?? hits[0];
    if (!hit) return null;
    const share = Math.min(1, y / hit[1].length);
    return { key: hit[0], velocity: softest + (1 - softest) * share };
  }

  #down(event) {
    if (event.pointerType === "mouse" && event.button !== 0) return;
    const hit = this.#keyAt(event);
    if (!hit) return;
    event.preventDefault();
    this.element.setPointerCapture(event.pointerId);
    this.#pointers.set(event.pointerId, hit.key);
    this.#onStrike(hit.key, hit.velocity);
  }

  /** A pointer that moves to another key strikes it. */
  #move(event) {
    if (!this.#pointers.has(event.pointerId)) return;
    const hit = this.#keyAt(event);
    const held = this.#pointers.get(event.pointerId);
    if (hit?.key === held) return;
    if (held !== null) this.#onLetGo(held);
    this.#pointers.set(event.pointerId, hit?.key ?? null);
    if (hit) this.#onStrike(hit.key, hit.velocity);
  }

  #up(event) {
    const held = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (held != null) this.#onLetGo(held);
  }

  /** The arrow keys move the focus, Enter and the space bar strike. */
  #key(event, isDown) {
    const key = Number(event.target.dataset?.key);
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 12, ArrowDown: -12 }[event.key];
    if (step && isDown && this.#keys.has(key + step)) {
      event.preventDefault();
      this.#focused = key + step;
      setAttribute(event.target, "tabindex", -1);
      const { made } = this.#keys.get(this.#focused);
      setAttribute(made, "tabindex", 0);
      made.focus();
    } else if ((event.key === "Enter" || event.key === " ") && !event.repeat) {
      event.preventDefault();
      if (isDown) this.#onStrike(key, 0.75);
      else this.#onLetGo(key);
    }
  }

}
