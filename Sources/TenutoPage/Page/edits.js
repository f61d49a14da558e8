// Edits the session on the user's behalf.

import { chooseComponent } from "./components.js";
import { busEnd } from "./layout.js";
import { attempt, notify } from "./notices.js";
import { linkBetween, portsOf } from "./ports.js";
import { get, nodePath, post, request } from "./request.js";

/** Edits of a host's session; `announce(text, isShown)` reports them. */
export class Edits {
  #host;
  #announce;

  constructor(host, announce) {
    [this.#host, this.#announce] = [host, announce];
  }

  /** Undoes the last edit. */
  undo() {
    return this.#step("/v1/undo");
  }

  /** Redoes the last undone edit. */
  redo() {
    return this.#step("/v1/redo");
  }

  async #step(path) {
    const answer = await attempt(post(path));
    if (answer) this.#announce(answer.message, true);
  }

  /** Saves the session; asks for a path if it has none. */
  async save() {
    const { sessionPath, session } = this.#host.status;
    const path = sessionPath ? undefined
      : prompt("Save under which path on the host?", `/tmp/${session ?? "session"}.yaml`);
    if (path === null) return;
    const answer = await attempt(post("/v1/save", { path }));
    if (answer) notify(`Saved to ${answer.path}.`);
  }

  /** Asks for a component and adds it, optionally connected behind a node; returns the new name. */
  async add(behind) {
    const order = await chooseComponent({ behind });
    const added = order && await attempt(post("/v1/nodes", order.node));
    if (!added) return undefined;
    if (behind && order.isBehind) await this.#connectBehind(behind, added.name);
    this.#announce(`${added.name} was added.`);
    return added.name;
  }

  /** Connects the main output of a node to a new one. */
  async #connectBehind(before, name) {
    const session = await attempt(get("/v1/session"));
    const node = (wanted) => session?.nodes.find((one) => one.name === wanted);
    if (!node(before) || !node(name)) return;
    const { inputs } = portsOf(node(name));
    const output = portsOf(node(before)).outputs.find(
      ({ kind }) => inputs.some((input) => input.kind === kind));
    const input = inputs.find((port) => port.kind === output?.kind);
    if (output && input) await this.connect(linkBetween(output, input));
  }

  async remove(name) {
    if (await attempt(request("DELETE", nodePath(name)))) {
      this.#announce(`${name} was removed; Undo restores it.`, true);
    }
  }

  /** Replaces a node's component and keeps its connections; returns the new name. */
  async replace(name) {
    const order = await chooseComponent({ title: `Replace ${name}` });
    const added = order && await attempt(post("/v1/nodes", order.node));
    if (!added) return undefined;
    const moved = (end) => (busEnd(end).node === name ? end.replace(name, added.name) : end);
    const links = this.#host.session.connections.filter((link) =>
      link.kind !== "jack" && [link.from, link.to].some((end) => busEnd(end).node === name));
    for (const link of links) {
      await attempt(
        post("/v1/connections", { ...link, from: moved(link.from), to: moved(link.to) }));
    }
    await attempt(request("DELETE", nodePath(name)));
    return added.name;
  }

  async connect(link) {
    if (await attempt(post("/v1/connections", link))) {
      this.#announce(`${link.from} is connected to ${link.to}.`);
    }
  }

  /** Connects JACK ports by their names; a connection of a node becomes an edit of the session. */
  async connectInJACK(pairs) {
    for (const pair of pairs) {
      if (!await attempt(post("/v1/jack/connections", pair))) return;
    }
    if (pairs.length > 0) this.#announce(`${pairs[0].from} is connected to ${pairs[0].to}.`);
  }

  async disconnect(link) {
    const { from, to } = link;
    // A connection that exists in JACK has the nodes or clients at its ends.
    const work = link.source ? request("DELETE", "/v1/jack/connections", { from, to })
      : request("DELETE", "/v1/connections", link);
    if (await attempt(work)) {
      this.#announce(`${link.from} is disconnected from ${link.to}.`);
    }
  }

  /** Bypasses a node, or ends the bypass. */
  toggleBypass(name) {
    const bypassed = !this.#host.node(name)?.isBypassed;
    return attempt(post(nodePath(name, "bypass"), { bypassed }));
  }

  /** Mutes or unmutes a node. */
  toggleMute(name) {
    return attempt(post(nodePath(name, this.#host.node(name)?.isMuted ? "unmute" : "mute")));
  }
}
