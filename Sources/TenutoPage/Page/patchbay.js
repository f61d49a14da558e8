// The patchbay: the graph that plays, live.

import { Card, cardSize } from "./card.js";
import { chooseComponent, orderTitle } from "./components.js";
import { Connecting } from "./connecting.js";
import { button, element, isTyping, setText } from "./element.js";
import { busEnd, nearestFree, place } from "./layout.js";
import { NodeView } from "./node.js";
import { attempt, tell } from "./notices.js";
import { foreignNodes, linkBetween, nodeOf, portsOf } from "./ports.js";
import { preference, setPreference } from "./preferences.js";
import { nodePath, post, request } from "./request.js";
import { Wires } from "./wires.js";

const gap = { x: 58, y: 26 };
const margin = 28;
/** How small and how large cards may be shown, and by how much a step of the zoom changes them. */
const zooms = { least: 0.4, most: 1.6, step: 1.2, fit: { least: 0.7, most: 1 } };
/** How fast a meter falls, in dB a second. */
const fall = 30;

/** The view: a toolbar, the cards with their wires, and the node that is chosen beside them. */
export class Patchbay {
  #host;
  #cards = new Map();
  #foreign = new Map();
  #cells = new Map();
  #places = "";
  #names = [];
  #chosen = null;
  #levels = new Map();
  #lastFrame = 0;
  #isVisible = false;
  #zoom = 1;
  #isZoomed = false;
  #announcer = element("p", { class: "unseen", "aria-live": "polite" });
  #canvas = element("div", { class: "canvas" });
  #scroller = element("div", { class: "scroller" }, this.#canvas);
  #wires = new Wires((link) => this.disconnect(link));
  #connecting = new Connecting(this);
  #node;

  constructor(panel, host) {
    this.#host = host;
    this.#node = new NodeView(host, {
      remove: (name) => this.remove(name),
      replace: (name) => this.replace(name),
      disconnect: (link) => this.disconnect(link),
      close: () => this.choose(null),
    });
    this.#canvas.append(this.#wires.element);
    panel.classList.add("patch");
    panel.append(
      element("div", { class: "board" }, this.#toolbar(), this.#scroller, this.#announcer),
      this.#node.element);
    addEventListener("keydown", (event) => this.#key(event));
    this.#scroller.addEventListener("click", (event) => {
      if (event.target === this.#canvas || event.target === this.#scroller) this.choose(null);
    });
    new ResizeObserver(() => !this.#isZoomed && this.#fit()).observe(this.#scroller);
    host.on("session", () => this.#update());
    host.on("status", () => this.#updateStatus());
    host.on("condition", () => this.#updateStatus());
    host.on("level", ({ node, value }) => this.#levels.set(node, value));
  }

  /** Shows the view, and moves its meters while it is shown. */
  show(isVisible) {
    this.#isVisible = isVisible;
    if (!isVisible) return;
    this.#updateStatus();
    requestAnimationFrame((time) => this.#frame(time));
  }

  #toolbar() {
    return element(
      "div", { class: "toolbar", role: "toolbar", "aria-label": "Edit" },
      button("Add…", () => this.add(), { class: "main", title: "Add a node (A)" }),
      button("Undo", () => this.#edit("/v1/undo"), { title: "Undo (Ctrl+Z)" }),
      button("Redo", () => this.#edit("/v1/redo"), { title: "Redo (Ctrl+Shift+Z)" }),
      button("Tidy", () => this.#tidy(), { title: "Arrange all nodes anew" }),
      button("Save", () => this.save(), { title: "Save the session (Ctrl+S)" }),
      element(
        "div", { class: "zoom", role: "group", "aria-label": "Zoom" },
        button("−", () => this.#setZoom(this.#zoom / zooms.step), { "aria-label": "Smaller" }),
        button("Fit", () => this.#fit()),
        button("+", () => this.#setZoom(this.#zoom * zooms.step), { "aria-label": "Larger" })));
  }

  #key(event) {
    if (!this.#isVisible || isTyping(event) || document.querySelector("dialog[open]")) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === "z") {
      event.preventDefault();
      this.#edit(event.shiftKey ? "/v1/redo" : "/v1/undo");
    } else if (isCommand && event.key === "s") {
      event.preventDefault();
      this.save();
    } else if (!isCommand && !event.altKey && event.key.toLowerCase() === "a") {
      event.preventDefault();
      this.add();
    } else if (event.key === "Escape") {
      this.choose(null);
    }
  }

  // MARK: - Edits

  async #edit(path) {
    const answer = await attempt(post(path));
    if (answer) this.announce(answer.message, true);
  }

  /** Asks for a component and adds it; behind the chosen node, where that is wished. */
  async add() {
    const chosen = this.#chosen;
    const order = await chooseComponent({ behind: chosen });
    if (!order) return;
    const added = await attempt(post("/v1/nodes", order.node));
    if (!added) return;
    if (chosen && order.isBehind) await this.#connectBehind(chosen, added.name);
    this.choose(added.name);
    this.announce(`${orderTitle(order.node)} was added as ${added.name}.`);
  }

  /** Connects the main output of a node to a new one. */
  async #connectBehind(before, name) {
    const session = await attempt(request("GET", "/v1/session"));
    const [from, to] = [before, name].map((end) => session?.nodes.find((node) => node.name === end));
    if (!from || !to) return;
    const { outputs } = portsOf(from);
    const { inputs } = portsOf(to);
    const output = outputs.find((port) => inputs.some((input) => input.kind === port.kind));
    const input = inputs.find((port) => port.kind === output?.kind);
    if (output && input) await this.connect(linkBetween(output, input));
  }

  async remove(name) {
    if (await attempt(request("DELETE", nodePath(name)))) {
      this.announce(`${name} was removed; Undo brings it back.`, true);
    }
  }

  /** Puts another component in the place of a node, with the connections that it can take. */
  async replace(name) {
    const order = await chooseComponent({ title: `Replace ${name}` });
    if (!order) return;
    const added = await attempt(post("/v1/nodes", order.node));
    if (!added) return;
    const links = this.#host.session.connections.filter(
      (link) => link.kind !== "jack" && [link.from, link.to].some((end) => busEnd(end).node === name));
    const moved = (end) => (busEnd(end).node === name ? end.replace(name, added.name) : end);
    const cell = this.#cells.get(name);
    for (const link of links) {
      await attempt(post("/v1/connections", { ...link, from: moved(link.from), to: moved(link.to) }));
    }
    await attempt(request("DELETE", nodePath(name)));
    if (cell) this.#moveTo(added.name, cell);
    this.choose(added.name);
  }

  async connect(link) {
    if (await attempt(post("/v1/connections", link))) {
      this.announce(`${link.from} is connected to ${link.to}.`);
    }
  }

  async disconnect(link) {
    if (await attempt(request("DELETE", "/v1/connections", link))) {
      this.announce(`${link.from} is disconnected from ${link.to}.`);
    }
  }

  async save() {
    const answer = await attempt(post("/v1/save"));
    if (answer) tell(`Saved to ${answer.path}.`);
  }

  /** Says what was done, for those who do not see it; shows it too where the picture does not. */
  announce(text, isShown = false) {
    setText(this.#announcer, text);
    if (isShown) tell(text);
  }

  /** Chooses a node, whose view is shown; null for none. */
  choose(name) {
    this.#chosen = name;
    for (const [other, card] of this.#cards) card.element.classList.toggle("chosen", other === name);
    this.#node.show(name);
  }

  // MARK: - Zoom

  #setZoom(zoom) {
    this.#isZoomed = true;
    this.#zoom = Math.min(zooms.most, Math.max(zooms.least, zoom));
    this.#draw();
  }

  /** Shows all cards, as large as they usually are at most. */
  #fit() {
    const { width, height } = this.#extent();
    if (!width || !this.#scroller.clientWidth) return;
    const zoom = Math.min(this.#scroller.clientWidth / width, this.#scroller.clientHeight / height);
    this.#isZoomed = false;
    this.#zoom = Math.min(zooms.fit.most, Math.max(zooms.fit.least, zoom));
    this.#draw();
  }

  /** What the cards take up. */
  #extent() {
    const shown = [...this.#cells].filter(([name]) => this.#cards.has(name) || this.#foreign.has(name));
    const points = shown.map(([, cell]) => this.#pointOf(cell));
    return {
      width: Math.max(0, ...points.map((point) => point.x + cardSize.width + margin)),
      height: Math.max(0, ...points.map((point) => point.y + cardSize.height + margin)),
    };
  }

  // MARK: - Places

  #tidy() {
    this.#cells = new Map();
    this.#arrange();
    this.#keepPlaces();
    this.#draw();
  }

  #arrange() {
    const links = this.#host.session.connections.map(
      (link) => [nodeOf(link, link.from), nodeOf(link, link.to)]);
    const names = [...this.#names, ...this.#foreign.keys()];
    this.#cells = place(names, links, this.#cells);
  }

  #keepPlaces() {
    setPreference(this.#places, [...this.#cells]);
  }

  #moveTo(name, cell) {
    this.#cells.set(name, nearestFree(this.#cells, name, cell));
    this.#keepPlaces();
    this.#draw();
  }

  #cellAt({ x, y }) {
    return {
      column: Math.round((x - margin) / (cardSize.width + gap.x)),
      row: Math.round((y - margin) / (cardSize.height + gap.y)),
    };
  }

  #pointOf({ column, row }) {
    return {
      x: margin + column * (cardSize.width + gap.x), y: margin + row * (cardSize.height + gap.y),
    };
  }

  /** Moves a card with the pointer; where it is let go, it takes the nearest free cell. */
  #dragCard(card, name, event) {
    if (event.button !== 0 || event.target.closest("button")) return;
    const start = this.pointIn(event);
    const origin = { x: card.x, y: card.y };
    let isMoved = false;
    const at = (moved) => {
      const point = this.pointIn(moved);
      return { x: origin.x + point.x - start.x, y: origin.y + point.y - start.y };
    };
    const move = (moved) => {
      const point = at(moved);
      isMoved ||= Math.hypot(point.x - origin.x, point.y - origin.y) > 6;
      if (!isMoved) return;
      card.element.setPointerCapture(event.pointerId);
      card.element.classList.add("moving");
      card.moveTo(card.cell, point);
      this.#drawWires();
    };
    const end = (ended) => {
      card.element.removeEventListener("pointermove", move);
      card.element.removeEventListener("pointerup", end);
      card.element.removeEventListener("pointercancel", end);
      card.element.classList.remove("moving");
      if (isMoved) this.#moveTo(name, this.#cellAt(at(ended)));
    };
    card.element.addEventListener("pointermove", move);
    card.element.addEventListener("pointerup", end);
    card.element.addEventListener("pointercancel", end);
  }

  #keyOnCard(name, event) {
    const steps = {
      ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
    };
    if (event.target.closest("button")) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.choose(name);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      event.preventDefault();
      this.remove(name);
    } else if (event.altKey && event.key in steps) {
      event.preventDefault();
      const [column, row] = steps[event.key];
      const cell = this.#cells.get(name);
      this.#moveTo(name, { column: cell.column + column, row: cell.row + row });
    } else if (event.key in steps) {
      event.preventDefault();
      this.#focusBeside(name, steps[event.key]);
    }
  }

  /** Moves the focus to the nearest card in a direction. */
  #focusBeside(name, [columns, rows]) {
    const own = this.#cells.get(name);
    const distance = (cell) => {
      const [x, y] = [cell.column - own.column, cell.row - own.row];
      const along = x * columns + y * rows;
      return along > 0 ? along + 3 * Math.abs(x * rows + y * columns) : Infinity;
    };
    const others = [...this.#cards.keys()].filter((other) => other !== name);
    const nearest = others.reduce((best, other) =>
      (distance(this.#cells.get(other)) < distance(this.#cells.get(best)) ? other : best), others[0]);
    if (nearest && distance(this.#cells.get(nearest)) < Infinity) {
      this.#cards.get(nearest).element.focus();
    }
  }

  // MARK: - Drawing

  #update() {
    const { session } = this.#host;
    const places = `places.${session.path ?? session.name}`;
    if (places !== this.#places) {
      this.#places = places;
      this.#cells = new Map(preference(places, []));
      requestAnimationFrame(() => this.#fit());
    }
    const names = session.nodes.map((node) => node.name);
    this.#followRename(names);
    this.#names = names;
    for (const node of session.nodes) {
      const card = this.#cards.get(node.name);
      if (card?.isOutdated(node)) this.#drop(node.name);
      if (!this.#cards.has(node.name)) this.#addCard(node);
    }
    for (const name of [...this.#cards.keys()]) if (!names.includes(name)) this.#drop(name);
    this.#updateForeign(session);
    this.#arrange();
    this.#keepPlaces();
    this.#draw();
    if (this.#chosen && !names.includes(this.#chosen)) this.choose(null);
    else this.#node.update();
  }

  /** A node that is called something else stands where it stood. */
  #followRename(names) {
    const gone = this.#names.filter((name) => !names.includes(name));
    const come = names.filter((name) => !this.#names.includes(name));
    if (gone.length !== 1 || come.length !== 1 || names.length !== this.#names.length) return;
    const cell = this.#cells.get(gone[0]);
    this.#cells.delete(gone[0]);
    if (cell) this.#cells.set(come[0], cell);
    if (this.#chosen === gone[0]) this.#chosen = come[0];
  }

  #addCard(node) {
    const { name } = node;
    const card = new Card(node, {
      bypass: () => this.#toggle(name, "isBypassed"), mute: () => this.#toggle(name, "isMuted"),
    });
    card.element.addEventListener("click", () => this.choose(name));
    card.element.addEventListener("pointerdown", (event) => this.#dragCard(card, name, event));
    card.element.addEventListener("keydown", (event) => this.#keyOnCard(name, event));
    for (const port of card.ports.values()) {
      port.handle.addEventListener("pointerdown", (event) => this.#connecting.dragFrom(port, event));
      port.handle.addEventListener("keydown", (event) => this.#connecting.keyOn(port, event));
      port.handle.addEventListener("click", (event) => event.stopPropagation());
    }
    card.element.classList.toggle("chosen", name === this.#chosen);
    this.#cards.set(name, card);
    this.#canvas.append(card.element);
  }

  #drop(name) {
    this.#cards.get(name).element.remove();
    this.#cards.delete(name);
    this.#levels.delete(name);
  }

  #toggle(name, state) {
    const is = this.#host.node(name)?.[state];
    attempt(
      state === "isBypassed" ? post(nodePath(name, "bypass"), { bypassed: !is })
        : post(nodePath(name, is ? "unmute" : "mute")));
  }

  #updateForeign(session) {
    for (const { element: card } of this.#foreign.values()) card.remove();
    this.#foreign = new Map(foreignNodes(session).map((client) => {
      const card = element(
        "div", { class: "card foreign" }, element("header", {}, element("h3", {}, client.client)),
        element("p", { class: "figures" }, "in JACK"));
      this.#canvas.append(card);
      return [client.client, { ...client, element: card }];
    }));
  }

  #draw() {
    for (const [name, cell] of this.#cells) {
      const point = this.#pointOf(cell);
      this.#cards.get(name)?.moveTo(cell, point);
      const foreign = this.#foreign.get(name);
      if (foreign) {
        Object.assign(foreign, point);
        foreign.element.style.transform = `translate(${point.x}px, ${point.y}px)`;
      }
    }
    const { width, height } = this.#extent();
    const { clientWidth, clientHeight } = this.#scroller;
    this.#canvas.style.zoom = this.#zoom;
    this.#canvas.style.width = `${Math.max(width, Math.floor(clientWidth / this.#zoom))}px`;
    this.#canvas.style.height = `${Math.max(height, Math.floor(clientHeight / this.#zoom))}px`;
    this.#drawWires();
    this.#updateStatus();
  }

  #drawWires() {
    const size = { width: this.#canvas.offsetWidth, height: this.#canvas.offsetHeight };
    this.#wires.update(
      this.#host.session.connections, (link, end, side) => this.#endPoint(link, end, side), size);
  }

  #endPoint(link, end, side) {
    const name = nodeOf(link, end);
    const foreign = this.#foreign.get(name);
    if (foreign) {
      const ports = foreign[side === "out" ? "outputs" : "inputs"];
      const top = (cardSize.height * (ports.indexOf(end) + 1)) / (ports.length + 1);
      return { x: foreign.x + (side === "out" ? cardSize.width : 0), y: foreign.y + top };
    }
    const card = this.#cards.get(name);
    const kind = link.kind === "midi" ? "midi" : "audio";
    // A JACK port of a node is a channel of a bus, which its card shows as one.
    const shown = link.kind === "jack" ? name : end;
    return card?.pointOf(side, kind, shown) ?? card?.pointOf(side, "midi", shown);
  }

  #updateStatus() {
    const { status } = this.#host;
    if (!status || !this.#isVisible) return;
    const period = (status.frames / status.sampleRate) * 1e6;
    for (const node of status.nodes) this.#cards.get(node.name)?.update(node, period);
    this.#node.updateStatus();
  }

  /** Lets meters rise at once and fall slowly. */
  #frame(time) {
    if (!this.#isVisible) return;
    const seconds = Math.min(0.2, (time - this.#lastFrame) / 1000);
    // Twenty-five times a second are enough for a meter, and leave the machine to the music.
    if (seconds >= 0.04) {
      this.#lastFrame = time;
      for (const [name, level] of this.#levels) {
        this.#cards.get(name)?.setLevel(level);
        this.#wires.setLevel(name, level);
        this.#node.setLevel(name, level);
        this.#levels.set(name, Math.max(-120, level - fall * seconds));
      }
    }
    requestAnimationFrame((next) => this.#frame(next));
  }

  // MARK: - For connecting

  allPorts() {
    return [...this.#cards.values()].flatMap((card) => [...card.ports.values()]);
  }

  portPoint(port) {
    return this.#cards.get(port.node).pointOf(port.side, port.kind, port.end);
  }

  pointIn(event) {
    const box = this.#canvas.getBoundingClientRect();
    const zoom = this.#zoom;
    return { x: (event.clientX - box.left) / zoom, y: (event.clientY - box.top) / zoom };
  }

  drawDraft(from, to, kind) {
    this.#wires.setDraft(from, to, kind);
  }
}
