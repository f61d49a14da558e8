// The card of a node in the patchbay.

import { button, element, setAttribute, setPressed, setText } from "./element.js";
import { jackPortsOf, outerPort } from "./jack.js";
import { portsOf } from "./ports.js";
import { meterShare, microsecondsText } from "./units.js";

/** The size of a card, equal to the one in `patchbay.css`. */
export const cardSize = { width: 190, height: 104 };

/** Conditions that need the user's attention. */
const troubled = new Set([
  "late", "restarting", "overloaded", "flooding", "muted", "quarantined", "missing", "failed",
]);

/** Whether `retry` helps in a condition. */
export const isGivenUp = (condition) =>
  ["overloaded", "flooding", "muted", "quarantined", "missing", "failed"].includes(condition);

/** A card: name, condition, level, figures, switches, and ports at its edges. */
export class Card {
  element;
  ports = new Map();
  /** The card's cell in the layout. */
  cell = { column: 0, row: 0 };
  #node;
  #name = element("h3", {});
  #title = element("span", { class: "title" });
  #dot = element("span", { class: "dot" });
  #bar = element("i", {});
  #figures = element("p", { class: "figures" });
  #bypass;
  #mute;
  #shownShare = 0;
  #jackKey;

  /** `actions` are `select`, `bypass` and `mute`; `jack` are JACK's ports, null for none. */
  constructor(node, actions, jack) {
    this.#node = node;
    this.#jackKey = jackKey(node, jack);
    this.#bypass = button("B", (event) => act(event, actions.bypass), {
      class: "switch", "aria-pressed": "false", title: "Bypass",
      "aria-label": `Bypass ${node.name}`,
    });
    this.#mute = button("M", (event) => act(event, actions.mute), {
      class: "switch", "aria-pressed": "false", title: "Mute", "aria-label": `Mute ${node.name}`,
    });
    const isExtension = node.kind === "component";
    this.element = element(
      "article", { class: `card ${node.kind}`, tabindex: 0, "data-node": node.name },
      element("header", {}, this.#dot, this.#name, this.#title),
      element("div", { class: "meter", "aria-hidden": true }, this.#bar),
      element(
        "div", { class: "foot" }, this.#figures, isExtension ? this.#bypass : null, this.#mute));
    setText(this.#name, node.name);
    this.#addPorts(jack);
  }

  /** Whether the node's ports differ from those on this card. */
  isOutdated(node, jack) {
    return this.#node.kind !== node.kind || portKeys(this.#node) !== portKeys(node)
      || this.#jackKey !== jackKey(node, jack);
  }

  #addPorts(jack) {
    const { inputs, outputs } = portsOf(this.#node);
    const outer = outerPort(jack, this.#node);
    const sides = [
      [...inputs, ...(outer?.side === "in" ? [outer] : [])],
      [...outputs, ...(outer?.side === "out" ? [outer] : [])],
    ];
    for (const ports of sides) {
      ports.forEach((found, index) => {
        const port = { ...found, isInJACK: jackPortsOf(jack, found).length > 0 };
        const top = (cardSize.height * (index + 1)) / (ports.length + 1);
        const handle = button("", () => {}, {
          class: `port ${port.side} ${port.kind}${port.isOuter ? " outer" : ""}`, title: port.label,
          "aria-label": `${port.node}, ${port.label}`,
        });
        handle.style.top = `${top}px`;
        this.ports.set(`${port.side} ${port.kind} ${port.end}`, { ...port, handle, top });
        this.element.append(handle);
      });
    }
  }

  /** The middle of a side, for connections to other programs' ports. */
  edgeOf(side) {
    return { x: this.x + (side === "out" ? cardSize.width : 0), y: this.y + cardSize.height / 2 };
  }

  /** The position of a port in the patchbay's coordinates; undefined if there is no such port. */
  pointOf(side, kind, end) {
    const port = this.ports.get(`${side} ${kind} ${end}`);
    if (!port) return undefined;
    return { x: this.x + (side === "out" ? cardSize.width : 0), y: this.y + port.top };
  }

  /** Moves the card to its cell. */
  moveTo(cell, { x, y }) {
    [this.cell, this.x, this.y] = [cell, x, y];
    this.element.style.transform = `translate(${x}px, ${y}px)`;
  }

  /** Updates the status of the node. */
  update(status, period) {
    const { condition, isBypassed, isMuted } = status;
    setText(this.#title, status.title);
    setAttribute(this.element, "data-condition", troubled.has(condition) ? condition : null);
    setAttribute(this.element, "data-bypassed", isBypassed);
    setAttribute(this.element, "data-muted", isMuted);
    setAttribute(this.#dot, "title", condition);
    setAttribute(this.element, "aria-label", labelOf(status));
    setPressed(this.#bypass, isBypassed);
    setPressed(this.#mute, isMuted);
    setText(this.#figures, figuresOf(status, period));
  }

  /** Shows a level in dB; null for silence. */
  setLevel(level) {
    const share = Math.round(meterShare(level) * 100) / 100;
    if (share === this.#shownShare) return;
    this.#shownShare = share;
    this.#bar.style.transform = `scaleX(${share})`;
    setAttribute(this.#bar, "data-zone", level > 0 ? "over" : level > -6 ? "high" : null);
  }
}

function act(event, action) {
  event.stopPropagation();
  action();
}

function portKeys(node) {
  return JSON.stringify([node.inputs, node.outputs, node.takesMIDI, node.givesMIDI]);
}

/** A key of a node's ports in JACK: equal for equal ports. */
function jackKey(node, jack) {
  return (jack?.ports ?? []).filter((port) => port.node === node.name).map(({ name }) => name).join("\n");
}

function labelOf({ name, title, condition, isBypassed, isMuted }) {
  return [name, title, condition, isBypassed && "bypassed", isMuted && "muted"]
    .filter(Boolean).join(", ");
}

/** One line about a node: problems first, then its share of a period. */
function figuresOf(status, period) {
  const { renderTime, misses, restarts, latency, condition } = status;
  const parts = [];
  if (troubled.has(condition)) parts.push(condition);
  if (restarts) parts.push(`${restarts} ${restarts === 1 ? "restart" : "restarts"}`);
  if (misses) parts.push(`${misses} missed`);
  if (latency) parts.push(`${latency} fr`);
  if (renderTime.p99 > 0 && parts.length < 3) {
    const share = (renderTime.p50 / period) * 100;
    parts.push(parts.length ? `${share.toFixed(1)} %`
      : `${microsecondsText(renderTime.p50)} · ${share.toFixed(1)} %`);
  }
  return parts.join(" · ");
}
