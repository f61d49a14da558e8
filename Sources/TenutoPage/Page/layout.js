// The layout of nodes: one cell each, in columns from left to right in the direction of the signal.
//
// A node keeps its cell; only new nodes are placed, so no card moves by itself.

/** The node and bus of a connection's end: `mix.1` is bus 1 of `mix`. */
export function busEnd(text) {
  const match = /^(.*)\.(\d+)$/.exec(text);
  return match ? { node: match[1], bus: Number(match[2]) } : { node: text, bus: 0 };
}

/**
 * Assigns a cell to each node.
 *
 * `names` are the nodes, and `links` pairs of names. `known` has the cells to keep, by name;
 * `spans` the number of rows of nodes that occupy more than one; `last` the nodes that belong on
 * the right unless a connection leads to them.
 */
export function place(names, links, known = new Map(), { spans = new Map(), last = new Set() } = {}) {
  const cells = new Map(
    names.filter((name) => known.has(name)).map((name) => [name, known.get(name)]));
  const isNew = cells.size === 0;
  const columns = isNew ? depths(names, links) : null;
  const waiting = names.filter((name) => !cells.has(name));
  if (isNew) waiting.sort((first, second) => columns.get(first) - columns.get(second));
  for (const name of waiting) {
    const sources = cellsOf(links.filter(([, to]) => to === name).map(([from]) => from), cells);
    const targets = cellsOf(links.filter(([from]) => from === name).map(([, to]) => to), cells);
    const isLoose = sources.length === 0 && targets.length === 0;
    const column = isLoose && last.has(name) ? lastColumn(cells, columns)
      : columns?.get(name) ?? columnBeside(sources, targets);
    const wanted = sources.length > 0 ? mean(sources) : targets.length > 0 ? mean(targets) : 0;
    cells.set(name, { column, row: freeRow(cells, column, Math.round(wanted), spans, name) });
  }
  return cells;
}

function lastColumn(cells, columns) {
  return Math.max(0, ...[...cells.values()].map(({ column }) => column), ...(columns?.values() ?? []));
}

/** The free cell nearest to a cell. */
export function nearestFree(cells, name, { column, row }, spans = new Map()) {
  const others = new Map([...cells].filter(([other]) => other !== name));
  const place = Math.max(0, column);
  return { column: place, row: freeRow(others, place, Math.max(0, row), spans, name) };
}

/** The longest path of connections before each node, without those that close a cycle. */
function depths(names, links) {
  const found = new Map();
  const visit = (name, path) => {
    if (found.has(name)) return found.get(name);
    const before = links.filter(
      ([from, to]) => to === name && !path.has(from) && names.includes(from));
    path.add(name);
    const depth = Math.max(-1, ...before.map(([from]) => visit(from, path))) + 1;
    path.delete(name);
    found.set(name, depth);
    return depth;
  };
  for (const name of names) visit(name, new Set());
  return found;
}

function cellsOf(names, cells) {
  return names.map((name) => cells.get(name)).filter(Boolean);
}

function mean(cells) {
  return cells.reduce((sum, cell) => sum + cell.row, 0) / cells.length;
}

function columnBeside(sources, targets) {
  if (sources.length > 0) return Math.max(...sources.map((cell) => cell.column)) + 1;
  if (targets.length > 0) return Math.max(0, Math.min(...targets.map((cell) => cell.column)) - 1);
  return 0;
}

/** The free row of a column that is nearest to the wanted one, below first. */
function freeRow(cells, column, wanted, spans, name) {
  const taken = new Set();
  for (const [other, cell] of cells) {
    if (cell.column !== column) continue;
    for (let row = 0; row < (spans.get(other) ?? 1); row += 1) taken.add(cell.row + row);
  }
  const span = spans.get(name) ?? 1;
  const isFree = (first) =>
    first >= 0 && Array.from({ length: span }, (_, row) => first + row).every((row) => !taken.has(row));
  for (let step = 0; ; step += 1) {
    if (isFree(wanted + step)) return wanted + step;
    if (isFree(wanted - step)) return wanted - step;
  }
}
