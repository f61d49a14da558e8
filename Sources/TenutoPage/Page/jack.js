// The ports of JACK's other clients, and their connections to nodes and to each other.

import { busEnd } from "./layout.js";

/** The client of a port: `system` of `system:playback_1`. */
const clientOf = (name) => name.slice(0, Math.max(0, name.indexOf(":")));
const shortName = (name) => name.slice(name.indexOf(":") + 1);

/** Nodes with ports in JACK on the side that has no ports in the graph. */
const jackSides = {
  "audio-input": ["in", "audio"], "midi-input": ["in", "midi"],
  "audio-output": ["out", "audio"], "midi-output": ["out", "midi"],
};

/**
 * The full JACK names of the ports for one port of a node, in the order of the channels; empty
 * without ports.
 */
export function jackPortsOf(jack, port) {
  const direction = port.side === "in" ? "input" : "output";
  const bus = port.kind === "audio" ? busEnd(port.end).bus : 0;
  return (jack?.ports ?? [])
    .filter((one) => one.node === port.node && one.kind === port.kind
      && one.direction === direction && one.bus === bus)
    .sort((first, second) => first.channel - second.channel).map(({ name }) => name);
}

/** The port between an input or output of the session and JACK; undefined without one. */
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
 * The physical ports form two clients: inputs of the machine on the left, outputs on the right.
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
 * The pairs of JACK ports to connect for two ports of the patchbay, at least one of which belongs
 * to another program.
 *
 * The channels of a node's bus go to the port and the ports after it. If the client has fewer
 * ports, its last port gets the remaining channels.
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

/** JACK's connections as the patchbay draws them, with the keys of their ends. */
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
    // The bus, if the port belongs to the node itself and is not represented by an output.
    sourceBus: known.get(from)?.node === source ? known.get(from)?.bus : undefined,
    destinationBus: known.get(to)?.node === destination ? known.get(to)?.bus : undefined,
  })).filter((link) => link.source && link.destination);
}
