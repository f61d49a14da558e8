// The page that an extension brings: in a frame without an origin, which exchanges messages with its
// extension alone, in the shape of CLAP's webview draft: bytes by `postMessage`, both ways.

import { element } from "./element.js";
import { get, socketAddress } from "./request.js";

/** Bytes of a message, and of those that wait to be sent, at most. */
const limit = 1 << 20;
/** How long to wait before the next attempt to connect, in milliseconds. */
const patience = 1000;

/** The page of a node's extension. */
export class OwnPage {
  element;
  #node;
  #rate;
  #frame = null;
  #socket = null;
  #isOpen = true;
  #receive = (event) => this.#take(event);

  /** Shows the page of `node`, which plays at a rate in Hz. */
  constructor(node, rate) {
    [this.#node, this.#rate] = [node, rate];
    this.element = element("section", { class: "own-page" });
    addEventListener("message", this.#receive);
    this.#begin();
  }

  /** Ends it. */
  close() {
    this.#isOpen = false;
    removeEventListener("message", this.#receive);
    this.#socket?.close();
    this.element.remove();
  }

  async #begin() {
    const node = encodeURIComponent(this.#node);
    const answer = await get(`/extension-page?node=${node}`).catch(() => null);
    if (!answer || !this.#isOpen) return;
    const theme = getComputedStyle(document.documentElement).colorScheme === "light" ? "light" : "dark";
    // Neither `allow-same-origin` nor anything else: it can run scripts and send messages.
    this.#frame = element("iframe", {
      sandbox: "allow-scripts", title: `${this.#node}'s own page`, referrerpolicy: "no-referrer",
      src: `${answer.path}index.html?theme=${theme}&rate=${this.#rate}`,
    });
    this.element.append(this.#frame);
    this.#connect();
  }

  #connect() {
    if (!this.#isOpen) return;
    const socket = new WebSocket(
      socketAddress(`/v1/messages?node=${encodeURIComponent(this.#node)}`));
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    socket.onmessage = ({ data }) => {
      if (data instanceof ArrayBuffer) this.#frame.contentWindow?.postMessage(data, "*", [data]);
      else if (JSON.parse(data).replaced) this.#reload();
    };
    socket.onclose = () => setTimeout(() => this.#connect(), patience);
  }

  /** Another process plays the node: its page begins anew. */
  #reload() {
    this.#frame.src = this.#frame.getAttribute("src");
  }

  /** Hands on what the frame sends; nothing else on this page, and no other page, is listened to. */
  #take({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    const isBytes = data instanceof ArrayBuffer || ArrayBuffer.isView(data);
    const socket = this.#socket;
    if (!isBytes || data.byteLength > limit || socket?.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount <= limit) socket.send(data);
  }
}
