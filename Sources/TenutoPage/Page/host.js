// The state of the running host: a snapshot first, then changes as they happen.

import { get, socketAddress } from "./request.js";

/** Kinds of changes that alter the graph. */
const editKinds = new Set([
  "node-added", "node-removed", "node-changed", "connected", "disconnected", "map", "learned",
  "undone", "saved",
]);

/** Kinds of changes that may change JACK's connections. */
const jackKinds = new Set(["jack", "connected", "disconnected", "node-added", "node-removed", "undone"]);

/** Delays before the next attempt to connect, in milliseconds. */
const patience = { first: 250, most: 4000 };

/** Number of log records that are kept. */
const recordLimit = 2000;

/**
 * The host's state, kept up to date by the WebSocket of changes.
 *
 * Listeners are notified by kind: `connection`, `session`, `status`, `level`, `parameter`,
 * `condition`, `fault`, `learned`, `log`, `web-midi`, `jack`.
 */
export class Host {
  /** As `GET /v1/status` returns it; null until the first snapshot. */
  status = null;
  /** As `GET /v1/session` returns it; null until the first snapshot. */
  session = null;
  /** As `GET /v1/jack` returns it; null without a JACK server. */
  jack = null;
  /** The log since the page was opened, the oldest record first. */
  records = [];
  isConnected = false;

  #listeners = new Map();
  #socket = null;
  #wait = patience.first;
  #isReading = false;
  #isOutdated = false;
  #jackReading = null;
  #isJACKOutdated = false;
  /** The key of the last reported fault of each node. */
  #reportedFaults = new Map();
  /** Values to send with the next animation frame, by node and parameter. */
  #settings = new Map();

  /** Calls `receive` with each event of that kind. */
  on(kind, receive) {
    if (!this.#listeners.has(kind)) this.#listeners.set(kind, new Set());
    this.#listeners.get(kind).add(receive);
  }

  #emit(kind, value) {
    for (const receive of this.#listeners.get(kind) ?? []) receive(value);
  }

  /** The status of a node; undefined if there is no such node. */
  node(name) {
    return this.status?.nodes.find((node) => node.name === name);
  }

  /** A node of the session; undefined if there is no such node. */
  sessionNode(name) {
    return this.session?.nodes.find((node) => node.name === name);
  }

  /** A parameter of a node. */
  parameter(node, id) {
    return this.sessionNode(node)?.parameters.find((parameter) => parameter.id === id);
  }

  /** Connects, and reconnects whenever the connection ends. */
  connect() {
    const socket = new WebSocket(socketAddress("/v1/changes?levels=1&status=1&log=1"));
    this.#socket = socket;
    socket.onmessage = (event) => this.#take(JSON.parse(event.data));
    socket.onclose = () => {
      if (this.isConnected) {
        this.isConnected = false;
        this.#emit("connection", false);
      }
      setTimeout(() => this.connect(), this.#wait);
      this.#wait = Math.min(this.#wait * 2, patience.most);
    };
  }

  /**
   * Sends a parameter's value with the next animation frame; a later value in the same frame
   * replaces it.
   *
   * Errors appear as notices.
   */
  set(node, parameter, value) {
    if (this.#settings.size === 0) requestAnimationFrame(() => this.#sendSettings());
    this.#settings.set(`${node} ${parameter}`, { node, parameter, value });
    const known = this.parameter(node, parameter);
    if (known) known.value = value;
    this.#emit("parameter", { node, parameter, value });
  }

  #sendSettings() {
    const set = [...this.#settings.values()];
    this.#settings.clear();
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify({ set }));
  }

  #take(change) {
    switch (change.kind) {
    case "snapshot": return this.#takeSnapshot(change);
    case "status": return this.#takeStatus(change.status);
    case "level": return this.#emit("level", change);
    case "log": return this.#takeRecord(change.record);
    case "parameter": return this.#takeParameter(change);
    case "condition": return this.#takeCondition(change);
    case "error": return this.#emit("error", change);
    case "web-midi": return this.#emit("web-midi", change);
    }
    if (change.kind === "learned") this.#emit("learned", change);
    if (jackKinds.has(change.kind)) this.#readJACK();
    if (editKinds.has(change.kind)) this.#readSession();
  }

  #takeSnapshot(change) {
    this.session = change.session;
    this.status = change.status;
    this.isConnected = true;
    this.#wait = patience.first;
    // Faults from before the page was opened are not reported.
    for (const node of this.status.nodes) {
      this.#reportedFaults.set(node.name, faultKey(newestFault(node)));
    }
    this.#emit("connection", true);
    this.#emit("session", this.session);
    this.#emit("status", this.status);
    this.#readJACK();
  }

  /** Reads JACK's ports again; changes in the meantime make it read once more. */
  async #readJACK() {
    if (this.status?.engine !== "jack") return;
    this.#isJACKOutdated = true;
    if (this.#jackReading) return;
    this.#jackReading = (async () => {
      while (this.#isJACKOutdated) {
        this.#isJACKOutdated = false;
        this.jack = await get("/v1/jack").catch(() => null);
      }
    })();
    await this.#jackReading;
    this.#jackReading = null;
    this.#emit("jack", this.jack);
  }

  #takeStatus(status) {
    this.status = status;
    for (const node of status.nodes) this.#lookForFault(node);
    this.#emit("status", status);
  }

  #takeParameter(change) {
    const known = this.parameter(change.node, change.parameter);
    if (known) known.value = change.value;
    this.#emit("parameter", change);
  }

  /** Shows a condition at once, and requests its cause instead of waiting for the next status. */
  async #takeCondition(change) {
    const known = this.node(change.node);
    if (known) known.condition = change.message;
    this.#emit("condition", change);
    const status = await get("/v1/status").catch(() => null);
    if (status) this.#takeStatus(status);
  }

  #lookForFault(node) {
    const fault = newestFault(node);
    // A fault is reported again with its bundle, which is written after the restart.
    if (!fault || faultKey(fault) === this.#reportedFaults.get(node.name)) return;
    this.#reportedFaults.set(node.name, faultKey(fault));
    this.#emit("fault", { node, fault });
  }

  #takeRecord(record) {
    this.records.push(record);
    if (this.records.length > recordLimit) this.records.splice(0, recordLimit / 4);
    this.#emit("log", record);
  }

  /** Reads the session again; changes in the meantime make it read once more. */
  async #readSession() {
    if (this.#isReading) {
      this.#isOutdated = true;
      return;
    }
    this.#isReading = true;
    do {
      this.#isOutdated = false;
      const [session, status] = await Promise.all([get("/v1/session"), get("/v1/status")])
        .catch(() => []);
      if (!session) break;
      [this.session, this.status] = [session, status];
    } while (this.#isOutdated);
    this.#isReading = false;
    this.#emit("session", this.session);
    this.#emit("status", this.status);
  }
}

function faultKey(fault) {
  return fault && `${fault.time} ${fault.bundle ?? ""}`;
}

function newestFault(node) {
  return node.faults.reduce(
    (newest, fault) => (!newest || fault.time > newest.time ? fault : newest), undefined);
}
