// The state of a node's MIDI input: held notes, controllers, bend and program of each channel.

import { element, setText } from "./element.js";
import { noteName } from "./notenames.js";
import { messagesIn } from "./packets.js";
import { socketAddress } from "./request.js";

/** Controllers with a name. */
const names = {
  1: "modulation", 2: "breath", 5: "glide time", 7: "volume", 10: "pan", 11: "expression",
  64: "sustain", 65: "glide", 66: "sostenuto", 67: "soft", 71: "resonance", 74: "cutoff",
};

/** The state of one channel. */
class Channel {
  notes = new Map();
  controllers = new Map();
  bend = 0.5;
  pressure = 0;
  program = null;

  take({ status, data, value }) {
    switch (status) {
    case 0x8: return this.notes.delete(data);
    case 0x9: return this.notes.set(data, value);
    case 0xb: return this.#control(data, value);
    case 0xc: this.program = value; break;
    case 0xd: this.pressure = value; break;
    case 0xe: this.bend = value; break;
    }
    return undefined;
  }

  #control(number, value) {
    if (number === 120 || number >= 123) return this.notes.clear();
    if (number !== 121) return this.controllers.set(number, value);
    // Volume, pan and sound controllers keep their values (MIDI recommended practice 015).
    const stay = (controller) => [0, 7, 10, 32].includes(controller)
      || (controller >= 70 && controller < 80) || (controller >= 91 && controller < 96);
    for (const known of [...this.controllers.keys()]) {
      if (!stay(known)) this.controllers.delete(known);
    }
    [this.bend, this.pressure] = [0.5, 0];
    return undefined;
  }

  /** The state in words. */
  get text() {
    const percent = (value) => `${Math.round(value * 100)} %`;
    const notes = [...this.notes].sort(([first], [second]) => first - second)
      .map(([key]) => noteName(key, "english"));
    return [
      notes.join(" "),
      this.program === null ? "" : `program ${this.program + 1}`,
      this.bend === 0.5 ? "" : `bend ${((this.bend - 0.5) * 2).toFixed(2)}`,
      this.pressure ? `pressure ${percent(this.pressure)}` : "",
      ...[...this.controllers].sort(([first], [second]) => first - second)
        .map(([number, value]) => `${names[number] ?? `controller ${number}`} ${percent(value)}`),
    ].filter(Boolean).join(", ") || "–";
  }
}

/** The section of a node's view; it receives messages while it is unfolded. */
export class MIDIState {
  element;
  #node;
  #list = element("dl", { class: "facts midi" });
  #channels = new Map();
  #socket = null;
  #isDrawing = false;

  constructor(node) {
    this.#node = node;
    const fold = element(
      "details", { ontoggle: () => (fold.open ? this.#listen() : this.close()) },
      element("summary", {}, "MIDI input"), this.#list);
    this.element = fold;
    this.#draw();
  }

  /** Stops listening. */
  close() {
    this.#socket?.close();
    this.#socket = null;
  }

  #listen() {
    this.close();
    this.#channels.clear();
    const socket = new WebSocket(
      socketAddress(`/v1/play?node=${encodeURIComponent(this.#node)}`));
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      for (const message of messagesIn(data)) this.#take(message);
    };
    this.#draw();
  }

  #take(message) {
    const key = message.group * 16 + message.channel;
    if (!this.#channels.has(key)) this.#channels.set(key, new Channel());
    this.#channels.get(key).take(message);
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#isDrawing = false;
    const rows = [...this.#channels].sort(([first], [second]) => first - second).map(
      ([key, channel]) => [
        `${key >= 16 ? `Group ${Math.floor(key / 16) + 1}, channel` : "Channel"} ${key % 16 + 1}`,
        channel.text,
      ]);
    if (rows.length === 0) rows.push(["Received", "nothing yet"]);
    if (this.#list.children.length !== rows.length * 2) {
      this.#list.replaceChildren(
        ...rows.flatMap(() => [element("dt", {}), element("dd", {})]));
    }
    rows.forEach(([title, text], index) => {
      setText(this.#list.children[index * 2], title);
      setText(this.#list.children[index * 2 + 1], text);
    });
  }
}
