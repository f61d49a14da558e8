// The patchbay: the running graph.

import { Animation } from "./animation.js";
import { Card, cardSize } from "./card.js";
import { Connecting } from "./connecting.js";
import { Edits } from "./edits.js";
import { button, element, isTyping, setText } from "./element.js";
import { ForeignCard } from "./foreign.js";
import { foreignClients, jackLinks, jackPairs } from "./jack.js";
import { NodeView } from "./node.js";
import { attempt, notify } from "./notices.js";
import { Places } from "./places.js";
import { linkBetween, missingClients, nodeOf } from "./ports.js";
import { post } from "./request.js";
import { Wires } from "./wires.js";

/** Limits of the zoom, the factor of one step, and the limits of *Fit*. */
const zooms = { least: 0.4, most: 2, step: 1.2, fit: { least: 0.7, most: 1 } };
/** The font size in pixels at which cards have their normal size. */
const usualLetters = 14;
/** The decay of a meter in dB per second. */
const fall = 30;
/** The columns and rows that an arrow key moves by. */
const arrows = {
  ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1],
};

/** The view: a toolbar, the cards with their wires, and the selected node beside them. */
export class Patchbay {
  #host;
  #cards = new Map();
  /** Other programs' JACK clients, and their cards, by their keys. */
  #clients = new Map();
  #foreign = new Map();
  /** JACK ports that the session requires and JACK lacks, by client. */
  #missing = new Map();
  #links = [];
  #places = new Places((cells) => this.#keepPlaces(cells));
  #edits;
  #names = [];
  #chosen = null;
  #levels = new Map();
  #lastFrame = 0;
  #isVisible = false;
  /** 25 updates a second are enough for a meter, and save processor time. */
  #animation = new Animation(25, (time) => this.#frame(time));
  #zoom = 1;
  #isZoomed = false;
  #announcer = element("p", { class: "unseen", "aria-live": "polite" });
  #canvas = element("div", { class: "canvas" });
  #scroller = element("div", { class: "scroller" }, this.#canvas);
  #wires = new Wires((link) => this.#edits.disconnect(link));
  #connecting = new Connecting(this);
  #node;

  constructor(panel, host) {
    this.#host = host;
    this.#edits = new Edits(host, (text, isShown) => this.announce(text, isShown));
    this.#node = new NodeView(host, this.#edits, {
      replace: (name) => this.replace(name), close: () => this.choose(null),
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
    host.on("jack", () => this.#updateJACK());
    host.on("status", () => this.#updateStatus());
    host.on("condition", () => this.#updateStatus());
    host.on("level", ({ node, value }) => this.#levels.set(node, value));
  }

  /** Shows the view, and animates its meters while it is visible. */
  show(isVisible) {
    this.#isVisible = isVisible;
    this.#animation.setRunning(isVisible);
    if (isVisible) this.#updateStatus();
  }

  #toolbar() {
    return element(
      "div", { class: "toolbar", role: "toolbar", "aria-label": "Edit" },
      button("Add…", () => this.add(), { class: "main", title: "Add a node (A)" }),
      button("Undo", () => this.#edits.undo(), { title: "Undo (Ctrl+Z)" }),
      button("Redo", () => this.#edits.redo(), { title: "Redo (Ctrl+Shift+Z)" }),
      button("Tidy", () => this.#tidy(), { title: "Arrange all nodes" }),
      button("Save", () => this.#edits.save(), { title: "Save the session (Ctrl+S)" }),
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
      if (event.shiftKey) this.#edits.redo();
      else this.#edits.undo();
    } else if (isCommand && event.key === "s") {
      event.preventDefault();
      this.#edits.save();
    } else if (!isCommand && !event.altKey && event.key.toLowerCase() === "a") {
      event.preventDefault();
      this.add();
    } else if (event.key === "Escape") {
      this.choose(null);
    }
  }

  // MARK: - Edits

  /** Adds a component, optionally connected behind the selected node. */
  async add() {
    const name = await this.#edits.add(this.#chosen);
    if (name) this.choose(name);
  }

  /** Replaces a node's component. */
  async replace(name) {
    const cell = this.#places.all.get(name);
    const added = await this.#edits.replace(name);
    if (!added) return;
    if (cell) this.#moveTo(added, cell);
    this.choose(added);
  }

  connect(first, second) {
    if (!first.isForeign && !second.isForeign) return this.#edits.connect(linkBetween(first, second));
    return this.#edits.connectInJACK(jackPairs(first, second, this.#host.jack, this.#clients));
  }

  /** The node below a point of the window; undefined without one. */
  nodeAt(x, y) {
    return document.elementFromPoint(x, y)?.closest(".card")?.dataset.node;
  }

  /** Announces an action to screen readers, and shows it if the picture does not. */
  announce(text, isShown = false) {
    setText(this.#announcer, text);
    if (isShown) notify(text);
  }

  /** Selects a node and shows its view; null for none. */
  choose(name) {
    this.#chosen = name;
    for (const [other, card] of this.#cards) {
      card.element.classList.toggle("chosen", other === name);
    }
    this.#node.show(name);
  }

  // MARK: - Zoom

  #setZoom(zoom) {
    this.#isZoomed = true;
    this.#zoom = Math.min(zooms.most, Math.max(zooms.least, zoom));
    this.#draw();
  }

  /** Shows all cards, at the normal size at most. */
  #fit() {
    const { width, height } = this.#extent();
    if (!width || !this.#scroller.clientWidth) return;
    const zoom = Math.min(this.#scroller.clientWidth / width, this.#scroller.clientHeight / height);
    const letters = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
    const most = (zooms.fit.most * letters) / usualLetters;
    this.#isZoomed = false;
    this.#zoom = Math.min(most, Math.max(zooms.fit.least, zoom));
    this.#draw();
  }

  /** The area of all cards. */
  #extent() {
    return this.#places.extent(
      [...this.#cards.keys(), ...this.#foreign.keys(), ...this.#missing.keys()]);
  }

  // MARK: - Layout

  #tidy() {
    this.#places.clear();
    this.#arrange();
    this.#places.share();
    this.#draw();
  }

  #arrange() {
    const links = this.#links.map(
      (link) => [link.source ?? nodeOf(link, link.from), link.destination ?? nodeOf(link, link.to)]);
    const spans = new Map([...this.#foreign].map(([key, card]) => [key, card.span]));
    const last = new Set([...this.#clients.values()]
      .filter(({ outputs }) => outputs.length === 0).map(({ key }) => key));
    const names = [...this.#names, ...this.#foreign.keys(), ...this.#missing.keys()];
    this.#places.arrange(names, links, { spans, last });
  }

  /** Stores the nodes' positions in the session. */
  #keepPlaces(cells) {
    const places = Object.fromEntries(this.#names.filter((name) => cells.has(name)).map((name) => {
      const { column, row } = cells.get(name);
      return [name, [Math.min(999, column), Math.min(999, row)]];
    }));
    attempt(post("/v1/places", { places }));
  }

  #moveTo(name, cell) {
    this.#places.move(name, cell);
    this.#draw();
  }

  /** Drags a card; on release it takes the nearest free cell. */
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
      if (isMoved) this.#moveTo(name, this.#places.cellAt(at(ended)));
    };
    card.element.addEventListener("pointermove", move);
    card.element.addEventListener("pointerup", end);
    card.element.addEventListener("pointercancel", end);
  }

  #keyOnCard(name, event) {
    if (event.target.closest("button")) return;
    const arrow = arrows[event.key];
    if (event.key === "Enter" || event.key === " ") this.choose(name);
    else if (event.key === "Delete" || event.key === "Backspace") this.#edits.remove(name);
    else if (arrow && event.altKey) this.#moveBeside(name, arrow);
    else if (arrow) this.#focusBeside(name, arrow);
    else return;
    event.preventDefault();
  }

  #moveBeside(name, [columns, rows]) {
    const { column, row } = this.#places.all.get(name);
    this.#moveTo(name, { column: column + columns, row: row + rows });
  }

  /** Moves the focus to the nearest card in a direction. */
  #focusBeside(name, arrow) {
    const beside = this.#places.beside(name, arrow, [...this.#cards.keys()]);
    this.#cards.get(beside)?.element.focus();
  }

  // MARK: - Drawing

  #update() {
    const { session } = this.#host;
    if (this.#places.open(session.path ?? session.name)) requestAnimationFrame(() => this.#fit());
    const names = session.nodes.map((node) => node.name);
    this.#followRename(names);
    this.#names = names;
    this.#places.follow(session.nodes);
    for (const node of session.nodes) {
      const card = this.#cards.get(node.name);
      if (card?.isOutdated(node, this.#host.jack)) this.#drop(node.name);
      if (!this.#cards.has(node.name)) this.#addCard(node);
    }
    for (const name of [...this.#cards.keys()]) if (!names.includes(name)) this.#drop(name);
    this.#updateForeign(session);
    this.#arrange();
    this.#draw();
    if (this.#chosen && !names.includes(this.#chosen)) this.choose(null);
    else this.#node.update();
  }

  /** A renamed node keeps its position. */
  #followRename(names) {
    const gone = this.#names.filter((name) => !names.includes(name));
    const come = names.filter((name) => !this.#names.includes(name));
    if (gone.length !== 1 || come.length !== 1 || names.length !== this.#names.length) return;
    this.#places.rename(gone[0], come[0]);
    if (this.#chosen === gone[0]) this.#chosen = come[0];
  }

  #addCard(node) {
    const { name } = node;
    const card = new Card(node, {
      bypass: () => this.#edits.toggleBypass(name), mute: () => this.#edits.toggleMute(name),
    }, this.#host.jack);
    card.element.addEventListener("click", () => this.choose(name));
    card.element.addEventListener("keydown", (event) => this.#keyOnCard(name, event));
    this.#beginMoves(card, name);
    card.element.classList.toggle("chosen", name === this.#chosen);
    this.#cards.set(name, card);
    this.#canvas.append(card.element);
  }

  /** Shows JACK's ports; the first ones appear after the cards, and the view then fits them too. */
  #updateJACK() {
    const isFirst = this.#foreign.size === 0;
    this.#update();
    if (isFirst && !this.#isZoomed) this.#fit();
  }

  /** Makes a card draggable, and its ports connectable. */
  #beginMoves(card, name) {
    card.element.addEventListener("pointerdown", (event) => this.#dragCard(card, name, event));
    for (const port of card.ports.values()) {
      const { handle } = port;
      handle.addEventListener("pointerdown", (event) => this.#connecting.dragFrom(port, event));
      handle.addEventListener("keydown", (event) => this.#connecting.keyOn(port, event));
      handle.addEventListener("click", (event) => event.stopPropagation());
    }
  }

  #drop(name) {
    this.#cards.get(name).element.remove();
    this.#cards.delete(name);
    this.#levels.delete(name);
  }

  #updateForeign(session) {
    const { jack } = this.#host;
    this.#clients = foreignClients(jack);
    for (const [key, card] of this.#foreign) {
      const client = this.#clients.get(key);
      if (client && !card.isOutdated(client)) continue;
      card.element.remove();
      this.#foreign.delete(key);
    }
    for (const [key, client] of this.#clients) {
      if (this.#foreign.has(key)) continue;
      const card = new ForeignCard(client);
      this.#beginMoves(card, key);
      this.#foreign.set(key, card);
      this.#canvas.append(card.element);
    }
    this.#updateMissing(session, jack);
    const inJACK = jackLinks(jack, this.#clients);
    this.#links = [
      ...session.connections.filter((link) => link.kind !== "jack" || this.#isMissing(link)), ...inJACK,
    ];
  }

  #updateMissing(session, jack) {
    for (const { element: card } of this.#missing.values()) card.remove();
    this.#missing = new Map(missingClients(session, jack).map((client) => {
      const card = element(
        "div", { class: "card foreign missing" },
        element("header", {}, element("h3", {}, client.client)),
        element("p", { class: "figures" }, "currently not in JACK"));
      this.#canvas.append(card);
      return [client.client, { ...client, element: card }];
    }));
  }

  #isMissing(link) {
    return [link.from, link.to].some((end) => this.#missing.has(nodeOf(link, end)));
  }

  #draw() {
    for (const [name, cell] of this.#places.all) {
      const point = this.#places.pointOf(cell);
      (this.#cards.get(name) ?? this.#foreign.get(name))?.moveTo(cell, point);
      const missing = this.#missing.get(name);
      if (missing) {
        Object.assign(missing, point);
        missing.element.style.transform = `translate(${point.x}px, ${point.y}px)`;
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
      this.#links, (link, end, side) => this.#endPoint(link, end, side), size);
  }

  #endPoint(link, end, side) {
    if (link.source) return this.#jackPoint(link, end, side);
    const name = nodeOf(link, end);
    const missing = this.#missing.get(name);
    if (missing) {
      const ports = missing[side === "out" ? "outputs" : "inputs"];
      const top = (cardSize.height * (ports.indexOf(end) + 1)) / (ports.length + 1);
      return { x: missing.x + (side === "out" ? cardSize.width : 0), y: missing.y + top };
    }
    const card = this.#cards.get(name);
    const kind = link.kind === "midi" ? "midi" : "audio";
    // A JACK port of a node is one channel of a bus, and the card shows the bus.
    const shown = link.kind === "jack" ? name : end;
    return card?.pointOf(side, kind, shown) ?? card?.pointOf(side, "midi", shown);
  }

  /** The end of a connection in JACK: a port of another program, or a bus of a node. */
  #jackPoint(link, end, side) {
    const name = side === "out" ? link.source : link.destination;
    const foreign = this.#foreign.get(name);
    if (foreign) return foreign.pointOf(end);
    const bus = side === "out" ? link.sourceBus : link.destinationBus;
    const shown = bus ? `${name}.${bus}` : name;
    const card = this.#cards.get(name);
    return card?.pointOf(side, link.sound, shown) ?? card?.edgeOf(side);
  }

  #updateStatus() {
    const { status } = this.#host;
    if (!status || !this.#isVisible) return;
    const period = (status.frames / status.sampleRate) * 1e6;
    for (const node of status.nodes) this.#cards.get(node.name)?.update(node, period);
    this.#node.updateStatus();
  }

  /** Raises meters at once and lowers them slowly. */
  #frame(time) {
    const seconds = Math.min(0.2, (time - this.#lastFrame) / 1000);
    this.#lastFrame = time;
    for (const [name, level] of this.#levels) {
      this.#cards.get(name)?.setLevel(level);
      this.#wires.setLevel(name, level);
      this.#node.setLevel(name, level);
      this.#levels.set(name, Math.max(-120, level - fall * seconds));
    }
  }

  // MARK: - For connecting

  allPorts() {
    return [...this.#cards.values(), ...this.#foreign.values()]
      .flatMap((card) => [...card.ports.values()]);
  }

  portPoint(port) {
    if (port.isForeign) return this.#foreign.get(port.node).pointOf(port.end);
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
