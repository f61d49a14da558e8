// Plays a node: a WebSocket that sends notes, and receives the sounding ones.

import { bytesOf, controller, noteOff, noteOn, notesIn, pitchBend } from "./packets.js";
import { socketAddress } from "./request.js";

/** Delay before the next attempt to connect, in milliseconds. */
const patience = 1000;

/** The page's MIDI controllers. */
export const controllers = { modulation: 1, sustain: 64 };

/**
 * Sends notes to one node. It releases held notes when the page loses the focus or is hidden, since
 * it may not be able to later. The server does the same when the connection ends.
 */
export class Player {
  #socket = null;
  #node = null;
  #onNote;
  #onState;
  #held = new Map();

  /** `onNote` takes notes that sound at the node; `onState` takes whether it is connected. */
  constructor(onNote, onState) {
    this.#onNote = onNote;
    this.#onState = onState;
    addEventListener("blur", () => this.release());
    addEventListener("pagehide", () => this.release());
    document.addEventListener("visibilitychange", () => document.hidden && this.release());
  }

  /** Plays another node; null plays none. */
  play(node) {
    if (node === this.#node) return;
    this.release();
    this.#node = node;
    this.#leave();
    this.#onState(false);
    if (node) this.#connect();
  }

  /** Closes the socket; waits until it is open, since closing it earlier would be an error. */
  #leave() {
    const socket = this.#socket;
    this.#socket = null;
    if (socket?.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
    else socket?.close();
  }

  #connect() {
    const node = this.#node;
    const socket = new WebSocket(socketAddress(`/v1/play?node=${encodeURIComponent(node)}`));
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onopen = () => this.#onState(true);
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket || typeof data === "string") return;
      for (const note of notesIn(data)) this.#onNote(note);
    };
    socket.onclose = () => {
      if (socket !== this.#socket) return;
      this.#held.clear();
      this.#onState(false);
      setTimeout(() => node === this.#node && socket === this.#socket && this.#connect(), patience);
    };
  }

  #send(words) {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(bytesOf(words));
    return true;
  }

  /** Strikes a key; a key held by another finger is struck again. */
  strike(key, velocity) {
    if (!this.#send(noteOn(key, velocity))) return;
    this.#held.set(key, (this.#held.get(key) ?? 0) + 1);
  }

  /** Releases a key. */
  letGo(key) {
    const count = this.#held.get(key) ?? 0;
    if (count === 0) return;
    if (count === 1) this.#held.delete(key);
    else this.#held.set(key, count - 1);
    this.#send(noteOff(key));
  }

  /** Sends a pitch bend, -1 to 1. */
  bend(value) {
    this.#send(pitchBend(value));
  }

  /** Sends a controller, 0 to 1. */
  control(number, value) {
    this.#send(controller(number, value));
  }

  /** Releases everything that the page holds, and notifies the views. */
  release() {
    const words = [...this.#held].flatMap(([key, count]) => Array(count).fill(noteOff(key)).flat());
    this.#held.clear();
    if (words.length > 0) {
      this.#send([...words, ...pitchBend(0), ...controller(controllers.sustain, 0)]);
    }
    this.onRelease?.();
  }
}
