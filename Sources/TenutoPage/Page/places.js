// Where the nodes of a session stand, kept by the browser.

import { cardSize } from "./card.js";
import { nearestFree, place } from "./layout.js";
import { preference, setPreference } from "./preferences.js";

const gap = { x: 58, y: 26 };
const margin = 28;

/** The cells of nodes, and where cells are in the picture. */
export class Places {
  #key = "";
  #cells = new Map();

  /** Takes over what is kept of a session; true if that is another one. */
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

  /** Gives the names that have no cell one. */
  arrange(names, links) {
    this.#cells = place(names, links, this.#cells);
    this.#keep();
  }

  /** Forgets all cells. */
  clear() {
    this.#cells = new Map();
  }

  /** Moves a node to the free cell that is nearest to the wanted one. */
  move(name, cell) {
    this.#cells.set(name, nearestFree(this.#cells, name, cell));
    this.#keep();
  }

  /** A node that is called something else stands where it stood. */
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

  /** What these nodes take up. */
  extent(names) {
    const points = names.filter((name) => this.#cells.has(name))
      .map((name) => this.pointOf(this.#cells.get(name)));
    return {
      width: Math.max(0, ...points.map(({ x }) => x + cardSize.width + margin)),
      height: Math.max(0, ...points.map(({ y }) => y + cardSize.height + margin)),
    };
  }

  /** The node that is nearest in a direction; undefined where there is none. */
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
