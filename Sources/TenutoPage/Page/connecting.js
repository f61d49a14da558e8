// Connects ports, by drag or by keyboard.

import { areCompatible } from "./ports.js";

/**
 * The connection that the user is drawing.
 *
 * `patchbay` has `allPorts()`, `pointIn(event)`, `portPoint(port)`, `drawDraft(from, to, kind)`,
 * `connect(first, second)` and `announce(text)`.
 */
export class Connecting {
  #patchbay;
  #start = null;

  constructor(patchbay) {
    this.#patchbay = patchbay;
  }

  /** Starts a connection at a port, and ends it where the pointer is released. */
  dragFrom(port, event) {
    event.preventDefault();
    event.stopPropagation();
    this.#begin(port);
    const target = event.target;
    target.setPointerCapture(event.pointerId);
    const move = (moved) => this.#draw(port, this.#patchbay.pointIn(moved));
    const end = (ended) => {
      target.removeEventListener("pointermove", move);
      target.removeEventListener("pointerup", end);
      target.removeEventListener("pointercancel", end);
      const goal = ended.type === "pointerup" ? this.#portAt(ended) : null;
      this.#finish(goal);
    };
    target.addEventListener("pointermove", move);
    target.addEventListener("pointerup", end);
    target.addEventListener("pointercancel", end);
  }

  /**
   * Enter on a port starts a connection, and on another port ends it; the arrow keys step through
   * compatible ports.
   */
  keyOn(port, event) {
    const { key } = event;
    if (key === "Enter" || key === " ") {
      event.preventDefault();
      event.stopPropagation();
      if (!this.#start) return this.#beginByKey(port);
      return this.#finish(port);
    }
    if (!this.#start) return undefined;
    if (key === "Escape") {
      event.stopPropagation();
      const start = this.#start;
      this.#finish(null);
      start.handle.focus();
    } else if (key.startsWith("Arrow")) {
      event.preventDefault();
      event.stopPropagation();
      const goals = this.#goals();
      const step = key === "ArrowDown" || key === "ArrowRight" ? 1 : -1;
      const next = goals[(goals.indexOf(port) + step + goals.length) % goals.length];
      this.#aim(next);
    }
    return undefined;
  }

  #goals() {
    return this.#patchbay.allPorts().filter((port) => areCompatible(port, this.#start));
  }

  #begin(port) {
    this.#start = port;
    port.handle.classList.add("starting");
    for (const goal of this.#goals()) goal.handle.classList.add("fitting");
  }

  #beginByKey(port) {
    this.#begin(port);
    const goals = this.#goals();
    this.#patchbay.announce(
      goals.length ? `Connecting ${port.node}: arrows choose, Enter connects, Escape ends.`
        : `Nothing can be connected to ${port.node}.`);
    if (goals.length) this.#aim(goals[0]);
    else this.#finish(null);
  }

  #aim(goal) {
    goal.handle.focus();
    this.#draw(this.#start, this.#patchbay.portPoint(goal));
  }

  #draw(port, point) {
    const own = this.#patchbay.portPoint(port);
    const [from, to] = port.side === "out" ? [own, point] : [point, own];
    this.#patchbay.drawDraft(from, to, port.kind);
  }

  /** The compatible port below the pointer, or the first one of the card below it. */
  #portAt(event) {
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const goals = this.#goals();
    return goals.find((goal) => goal.handle === below)
      ?? goals.find((goal) => goal.node === cardKey(below?.closest(".card")));
  }

  #finish(goal) {
    const start = this.#start;
    this.#start = null;
    this.#patchbay.drawDraft(null);
    for (const port of this.#patchbay.allPorts()) port.handle.classList.remove("starting", "fitting");
    if (goal && areCompatible(start, goal)) this.#patchbay.connect(start, goal);
  }
}

function cardKey(card) {
  return card?.dataset.node ?? card?.dataset.client;
}
