// Connections, drawn as curves.

import { setAttribute, svg } from "./element.js";
import { linkKey, linkText, nodeOf } from "./ports.js";
import { meterShare } from "./units.js";

/** Steps of loudness that a wire shows; few steps save redrawing. */
const loudnessSteps = 4;

/** The curve from an output to an input. */
export function curve(from, to) {
  const reach = Math.max(36, Math.min(160, Math.abs(to.x - from.x) / 2));
  return `M${from.x} ${from.y}C${from.x + reach} ${from.y} ${to.x - reach} ${to.y} ${to.x} ${to.y}`;
}

/** All wires of a patchbay, in an SVG element below the cards. */
export class Wires {
  element = svg("svg", { class: "wires", role: "group", "aria-label": "Connections" });
  #wires = new Map();
  #draft = svg("path", { class: "draft", "aria-hidden": true });
  #onRemove;

  /** Calls `onRemove` with a connection that the user wants to remove. */
  constructor(onRemove) {
    this.#onRemove = onRemove;
    this.element.append(this.#draft);
  }

  /** Draws connections; `pointOf` returns the position of an end, if it is visible. */
  update(links, pointOf, { width, height }) {
    setAttribute(this.element, "width", width);
    setAttribute(this.element, "height", height);
    const seen = new Set();
    for (const link of links) {
      const [from, to] = [pointOf(link, link.from, "out"), pointOf(link, link.to, "in")];
      if (!from || !to) continue;
      const key = linkKey(link);
      seen.add(key);
      const wire = this.#wires.get(key) ?? this.#add(key, link);
      const path = curve(from, to);
      for (const line of wire.group.children) setAttribute(line, "d", path);
    }
    for (const [key, wire] of this.#wires) {
      if (seen.has(key)) continue;
      wire.group.remove();
      this.#wires.delete(key);
    }
  }

  #add(key, link) {
    const remove = () => this.#onRemove(link);
    const group = svg(
      "g", {
        class: `wire ${link.kind}`, tabindex: 0, role: "button",
        "aria-label": `${linkText(link)}, ${link.kind}. Delete disconnects.`,
        ondblclick: remove,
        onkeydown: (event) => {
          if (event.key !== "Delete" && event.key !== "Backspace") return;
          event.preventDefault();
          event.stopPropagation();
          remove();
        },
      },
      svg("path", { class: "hit" }), svg("path", { class: "line" }));
    this.element.prepend(group);
    const wire = { group, link };
    this.#wires.set(key, wire);
    return wire;
  }

  /** Shows the level of a node on the wires that start at it. */
  setLevel(node, level) {
    const step = Math.ceil(meterShare(level) * loudnessSteps);
    for (const { group, link } of this.#wires.values()) {
      if (link.kind !== "midi" && nodeOf(link, link.from) === node) {
        setAttribute(group, "data-loudness", step);
      }
    }
  }

  /** Shows the wire being drawn; null hides it. */
  setDraft(from, to, kind) {
    setAttribute(this.#draft, "d", from && to ? curve(from, to) : null);
    setAttribute(this.#draft, "data-kind", kind);
  }
}
