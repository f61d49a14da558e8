// The ports of JACK's other clients, and how they are connected to nodes and to each other.

import { busEnd } from "./layout.js";

/** The client of a port: `system` of `system:playback_1`. */
const clientOf = (name) => name.slice(0, Math.max(0, name.indexOf(":")));
const shortName = (name) => name.slice(name.indexOf(":") + 1);

/** Nodes that have ports in JACK on the side where the graph has none. */
const jackSides = {
  "audio-input": ["in", "audio"], "midi-input": ["in", "midi"],
  "audio-output": ["out", "audio"], "midi-output": ["out", "midi"],
};

/**
 * The full names of the ports in JACK of one port of a node, in the order of the channels; empty
 * where it has none.
 */
export function jackPortsOf(jack, port) {
  const direction = port.side === "in" ? "input" : "output";
  const bus = port.kind === "audio" ? busEnd(port.end).bus : 0;
  return (jack?.ports ?? [])
    .filter((one) => one.node === port.node && one.kind === port.kind
      && one.direction === direction && one.bus === bus)
    .sort((first, second) => first.channel - second.channel).map(({ name }) => name);
}

/** The port that leads from an input or output of the session to JACK; undefined where none does. */
export function outerPort(jack, node) {
  const [side, kind] = jackSides[node.kind] ?? [];
  if (!side) return undefined;
  const port = {
    node: node.name, side, kind, end: node.name, isOuter: true,
    label: `${kind === "midi" ? "MIDI" : "audio"} ${side === "in" ? "from" : "to"} JACK`,
  };
  return jackPortsOf(jack, port).length > 0 ? port : undefined;
}

/**
 * The clients of other programs as nodes of the patchbay, by their key.
 *
 * The machine's own connectors are two: what comes in stands on the left, what goes out on the right.
 */
export function foreignClients(jack) {
  const clients = new Map();
  for (const port of jack?.ports ?? []) {
    if (port.node) continue;
    const client = clientOf(port.name);
    const side = port.direction === "input" ? "in" : "out";
    const key = `jack:${client}${port.isPhysical ? ` ${side}` : ""}`;
    if (!clients.has(key)) {
      clients.set(key, { key, client, inputs: [], outputs: [], isPhysical: port.isPhysical });
    }
    clients.get(key)[side === "in" ? "inputs" : "outputs"].push({
      node: key, side, kind: port.kind, end: port.name, isForeign: true, name: shortName(port.name),
      label: `${port.name}, ${port.kind === "midi" ? "MIDI" : "audio"} ${port.direction}`,
    });
  }
  return clients;
}

/**
 * The pairs of JACK's ports to connect for two ports of the patchbay, of which one or both are of
 * other programs.
 *
 * The channels of a node's bus go to the port and to those behind it; a client with fewer ports gets
 * the rest in its last one.
 */
export function jackPairs(first, second, jack, clients) {
  const [from, to] = first.side === "out" ? [first, second] : [second, first];
  if (from.isForeign && to.isForeign) return [{ from: from.end, to: to.end }];
  const [own, foreign] = from.isForeign ? [to, from] : [from, to];
  const { inputs, outputs } = clients.get(foreign.node);
  const others = (foreign.side === "in" ? inputs : outputs)
    .filter(({ kind }) => kind === foreign.kind).map(({ end }) => end);
  const start = others.indexOf(foreign.end);
  const names = jackPortsOf(jack, own);
  const last = foreign.kind === "midi" ? start : others.length - 1;
  return names.slice(0, foreign.kind === "midi" ? 1 : names.length).map((name, channel) => {
    const other = others[Math.min(last, start + channel)];
    return foreign.side === "in" ? { from: name, to: other } : { from: other, to: name };
  });
}

/** JACK's connections as the patchbay draws them, with the keys of what they begin and end at. */
export function jackLinks(jack, clients) {
  const places = new Map();
  for (const { key, inputs, outputs } of clients.values()) {
    for (const { end } of [...inputs, ...outputs]) places.set(end, key);
  }
  const known = new Map((jack?.ports ?? []).map((port) => [port.name, port]));
  return (jack?.connections ?? []).map(({ from, to, source, destination }) => ({
    kind: "jack", from, to, source: source ?? places.get(from),
    destination: destination ?? places.get(to),
    sound: known.get(from)?.kind ?? "audio",
    // The bus, where the port is the node's own, and not one that an output stands for.
    sourceBus: known.get(from)?.node === source ? known.get(from)?.bus : undefined,
    destinationBus: known.get(to)?.node === destination ? known.get(to)?.bus : undefined,
  })).filter((link) => link.source && link.destination);
}
