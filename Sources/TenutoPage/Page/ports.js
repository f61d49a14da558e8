// The ports of nodes in the patchbay, and the connections between them.

import { busEnd } from "./layout.js";

/** The ports of a node: audio buses, then MIDI. `end` names the port in a connection. */
export function portsOf(node) {
  const bus = (side) => (channels, index) => ({
    node: node.name, side, kind: "audio", end: index === 0 ? node.name : `${node.name}.${index}`,
    label: `${side === "in" ? "audio input" : "audio output"} ${index + 1}, ${channels} channels`,
  });
  const midi = (side) => ({
    node: node.name, side, kind: "midi", end: node.name,
    label: side === "in" ? "MIDI input" : "MIDI output",
  });
  return {
    inputs: [...node.inputs.map(bus("in")), ...(node.takesMIDI ? [midi("in")] : [])],
    outputs: [...node.outputs.map(bus("out")), ...(node.givesMIDI ? [midi("out")] : [])],
  };
}

/**
 * Whether two ports can be connected: an output and an input of one kind, of two nodes.
 *
 * A port of another program connects to nodes with ports in JACK (`isInJACK`); a port that is
 * `isOuter` connects to no other ports.
 */
export function areCompatible(first, second) {
  if (first.kind !== second.kind || first.side === second.side || first.node === second.node) {
    return false;
  }
  const pair = [first, second];
  if (pair.every(({ isForeign }) => isForeign)) return true;
  if (pair.some(({ isForeign }) => isForeign)) return pair.every((one) => one.isForeign || one.isInJACK);
  return pair.every(({ isOuter }) => !isOuter);
}

/** The connection of two ports, for the control API. */
export function linkBetween(first, second) {
  const [from, to] = first.side === "out" ? [first, second] : [second, first];
  return { kind: from.kind, from: from.end, to: to.end };
}

/** A key that identifies a connection. */
export function linkKey(link) {
  return [link.kind, link.from, link.to, link.channels, link.keys, link.transpose].join(" ");
}

/** The description of a connection. */
export function linkText(link) {
  const filters = [
    link.channels ? `channels ${link.channels.join(", ")}` : "",
    link.keys ? `keys ${link.keys.join("–")}` : "",
    link.transpose ? `${link.transpose > 0 ? "+" : ""}${link.transpose} semitones` : "",
  ].filter(Boolean);
  return `${link.from} → ${link.to}${filters.length ? ` (${filters.join("; ")})` : ""}`;
}

/** The node of a connection's end: `mix` of `mix.1`, `delay` of JACK's `delay:out_1`. */
export function nodeOf(link, end) {
  return link.kind === "jack" ? end.slice(0, end.indexOf(":")) : busEnd(end).node;
}

/**
 * Other programs' ports that the session requires and JACK lacks, as clients without connections.
 *
 * A pattern such as `system:playback_*` is shown as one port.
 */
export function missingClients(session, jack) {
  const own = new Set(session.nodes.map((node) => node.name));
  const present = new Set((jack?.ports ?? []).map(({ name }) => name));
  const clients = new Map();
  for (const link of session.connections.filter(({ kind }) => kind === "jack")) {
    for (const [end, side] of [[link.from, "outputs"], [link.to, "inputs"]]) {
      const client = nodeOf(link, end);
      const isThere = present.has(end) || (jack && /[*?]/.test(end));
      if (own.has(client) || isThere) continue;
      if (!clients.has(client)) clients.set(client, { client, inputs: [], outputs: [] });
      const ports = clients.get(client)[side];
      if (!ports.includes(end)) ports.push(end);
    }
  }
  return [...clients.values()];
}
