// The page of an extension: in a frame without an origin, which exchanges messages only with its
// extension, in the form of CLAP's webview draft: bytes by `postMessage`, in both directions.

import { element } from "./element.js";
import { get, socketAddress } from "./request.js";

/** Maximum size in bytes of a message, and of the messages waiting to be sent. */
const limit = 1 << 20;
/** Delay before the next attempt to connect, in milliseconds. */
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

  /** Shows the page of `node`; `rate` is the sample rate in Hz. */
  constructor(node, rate) {
    [this.#node, this.#rate] = [node, rate];
    this.element = element("section", { class: "own-page" });
    addEventListener("message", this.#receive);
    this.#begin();
  }

  /** Removes the page. */
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
    // Only `allow-scripts`: the frame can run scripts and send messages.
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

  /** Reloads the page after another process has taken over the node. */
  #reload() {
    this.#frame.src = this.#frame.getAttribute("src");
  }

  /** Forwards messages of the frame, and ignores those of all other senders. */
  #take({ source, data }) {
    if (!this.#frame || source !== this.#frame.contentWindow) return;
    const isBytes = data instanceof ArrayBuffer || ArrayBuffer.isView(data);
    const socket = this.#socket;
    if (!isBytes || data.byteLength > limit || socket?.readyState !== WebSocket.OPEN) return;
    if (socket.bufferedAmount <= limit) socket.send(data);
  }
}
