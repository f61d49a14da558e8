// The card of another program's JACK client in the patchbay.

import { cardSize } from "./card.js";
import { button, element } from "./element.js";

/** The height of the title and of a port, and the gap between two cards, in pixels. */
const [head, line, gap] = [52, 19, 26];

/** A card with the names of ports. */
export class ForeignCard {
  element;
  ports = new Map();
  cell = { column: 0, row: 0 };
  /** The number of rows of the patchbay that it occupies. */
  span;
  #client;

  constructor(client) {
    this.#client = client;
    const count = Math.max(client.inputs.length, client.outputs.length);
    const needed = head + count * line + 6;
    this.span = Math.max(1, Math.ceil((needed + gap) / (cardSize.height + gap)));
    this.element = element(
      "article", {
        class: "card foreign", tabindex: 0, "data-client": client.key,
        "aria-label": `${client.client}, in JACK`,
      },
      element(
        "header", {}, element("h3", {}, client.client),
        element("span", { class: "title" }, describe(client))));
    this.element.style.height = `${this.span * cardSize.height + (this.span - 1) * gap}px`;
    for (const ports of [client.inputs, client.outputs]) {
      ports.forEach((port, index) => this.#add(port, head + index * line + line / 2));
    }
  }

  #add(port, top) {
    const handle = button("", () => {}, {
      class: `port ${port.side} ${port.kind}`, title: port.end, "aria-label": port.label,
    });
    handle.style.top = `${top}px`;
    const name = element("span", { class: `port-name ${port.side}` }, port.name);
    name.style.top = `${top}px`;
    this.ports.set(port.end, { ...port, handle, top });
    this.element.append(name, handle);
  }

  /** Whether the client's ports differ from those on this card. */
  isOutdated(client) {
    const names = ({ inputs, outputs }) => [...inputs, ...outputs].map(({ end }) => end).join("\n");
    return names(client) !== names(this.#client);
  }

  /** The position of a port in the patchbay's coordinates; undefined if it has no such port. */
  pointOf(end) {
    const port = this.ports.get(end);
    if (!port) return undefined;
    return { x: this.x + (port.side === "out" ? cardSize.width : 0), y: this.y + port.top };
  }

  /** Moves the card to its cell. */
  moveTo(cell, { x, y }) {
    [this.cell, this.x, this.y] = [cell, x, y];
    this.element.style.transform = `translate(${x}px, ${y}px)`;
  }
}

function describe({ isPhysical, inputs }) {
  if (!isPhysical) return "in JACK";
  return inputs.length > 0 ? "hardware, out" : "hardware, in";
}
