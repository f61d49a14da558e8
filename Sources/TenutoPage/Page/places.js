// The positions of nodes, stored by the session, and of JACK's clients, stored by the browser.

import { cardSize } from "./card.js";
import { nearestFree, place } from "./layout.js";
import { preference, setPreference } from "./preferences.js";

const gap = { x: 58, y: 26 };
const margin = 28;

/** The cells of nodes, and the coordinates of cells. */
export class Places {
  #key = "";
  #cells = new Map();
  #spans = new Map();
  #keepInSession;

  /** `keepInSession` is called with the cells of nodes once a user has moved one. */
  constructor(keepInSession) {
    this.#keepInSession = keepInSession;
  }

  /** Loads the stored cells of a session; returns whether it is another session. */
  open(session) {
    const key = `places.${session}`;
    if (key === this.#key) return false;
    this.#key = key;
    this.#cells = new Map(preference(key, []));
    return true;
  }

  /** The cells, by name. */
  get all() {
    return this.#cells;
  }

  /** Takes the nodes' positions from the session. */
  follow(nodes) {
    for (const { name, place: cell } of nodes) {
      if (cell) this.#cells.set(name, { column: cell[0], row: cell[1] });
    }
  }

  /** Assigns a cell to each name that has none; `spans` and `last` are as in `place`. */
  arrange(names, links, { spans, last } = {}) {
    this.#spans = spans ?? new Map();
    this.#cells = place(names, links, this.#cells, { spans, last });
    this.#keep();
  }

  /** Forgets all cells, for `arrange` and `share`. */
  clear() {
    this.#cells = new Map();
  }

  /** Moves a node to the free cell nearest to the given one. */
  move(name, cell) {
    this.#cells.set(name, nearestFree(this.#cells, name, cell, this.#spans));
    this.#keep();
    this.share();
  }

  /** Stores the nodes' positions in the session. */
  share() {
    this.#keepInSession(this.#cells);
  }

  /** A renamed node keeps its position. */
  rename(old, name) {
    const cell = this.#cells.get(old);
    this.#cells.delete(old);
    if (cell) this.#cells.set(name, cell);
  }

  /** The cell at a point of the picture. */
  cellAt({ x, y }) {
    return {
      column: Math.round((x - margin) / (cardSize.width + gap.x)),
      row: Math.round((y - margin) / (cardSize.height + gap.y)),
    };
  }

  /** The upper left corner of a cell. */
  pointOf({ column, row }) {
    return {
      x: margin + column * (cardSize.width + gap.x),
      y: margin + row * (cardSize.height + gap.y),
    };
  }

  /** The area of these nodes. */
  extent(names) {
    const points = names.filter((name) => this.#cells.has(name))
      .map((name) => this.pointOf(this.#cells.get(name)));
    return {
      width: Math.max(0, ...points.map(({ x }) => x + cardSize.width + margin)),
      height: Math.max(0, ...names.filter((name) => this.#cells.has(name)).map((name) => {
        const span = this.#spans.get(name) ?? 1;
        const { y } = this.pointOf(this.#cells.get(name));
        return y + span * cardSize.height + (span - 1) * gap.y + margin;
      })),
    };
  }

  /** The nearest node in a direction; undefined if there is none. */
  beside(name, [columns, rows], names) {
    const own = this.#cells.get(name);
    const distance = (other) => {
      const cell = this.#cells.get(other);
      const [x, y] = [cell.column - own.column, cell.row - own.row];
      const along = x * columns + y * rows;
      return along > 0 ? along + 3 * Math.abs(x * rows + y * columns) : Infinity;
    };
    return names.filter((other) => other !== name && distance(other) < Infinity)
      .sort((first, second) => distance(first) - distance(second))[0];
  }

  #keep() {
    setPreference(this.#key, [...this.#cells]);
  }
}
