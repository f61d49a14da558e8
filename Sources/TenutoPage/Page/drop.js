// Turns a MIDI file or a sound file that is dropped on the page into a node: the page sends its
// bytes, and the host stores the file with the session's files.

import { element, setText } from "./element.js";
import { notify } from "./notices.js";
import { portsOf, linkBetween } from "./ports.js";
import { get, post, socketAddress } from "./request.js";

/** Maximum size in bytes of a piece, and of the data waiting to be sent. */
const [pieceBytes, waitingBytes] = [256 << 10, 2 << 20];
/** Maximum number of files in one drop. */
const fileLimit = 16;

/** Accepts dropped files. */
export class DropTarget {
  #board;
  #veil = element("div", { class: "veil", hidden: true, role: "status" });
  #depth = 0;

  /** `board` has `nodeAt(x, y)` and `choose(name)`. */
  constructor(board) {
    this.#board = board;
    document.body.append(this.#veil);
    addEventListener("dragenter", (event) => this.#enter(event, 1));
    addEventListener("dragleave", (event) => this.#enter(event, -1));
    addEventListener("dragover", (event) => hasFiles(event) && event.preventDefault());
    addEventListener("drop", (event) => this.#drop(event));
  }

  #enter(event, step) {
    if (!hasFiles(event)) return;
    this.#depth = Math.max(0, this.#depth + step);
    this.#veil.hidden = this.#depth === 0;
    setText(this.#veil, "Drop a MIDI file or a sound file");
  }

  async #drop(event) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    this.#depth = 0;
    const files = [...event.dataTransfer.files].slice(0, fileLimit);
    this.#veil.hidden = true;
    const target = this.#board.nodeAt(event.clientX, event.clientY);
    for (const file of files) await this.take(file, target);
  }

  /** Makes a node of a file, connected to `target` if their ports are compatible. */
  async take(file, target) {
    this.#veil.hidden = false;
    try {
      const kept = await send(file, (share) => {
        setText(this.#veil, `${file.name}: ${Math.round(share * 100)} %`);
      });
      const { name } = await post("/v1/nodes", {
        kind: kept.kind, path: kept.path, name: await nodeName(kept.name),
      });
      await connect(name, target);
      this.#board.choose(name);
      notify(`${file.name} is the node ${name}.`);
    } catch (error) {
      notify(error.message, "error");
    } finally {
      this.#veil.hidden = true;
    }
  }
}

function hasFiles({ dataTransfer }) {
  return [...(dataTransfer?.types ?? [])].includes("Files");
}

/** Sends a file in pieces; resolves to the host's answer. */
function send(file, onShare) {
  const query = `name=${encodeURIComponent(file.name)}&bytes=${file.size}`;
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(socketAddress(`/v1/files?${query}`));
    const fail = (message) => {
      reject(new Error(message));
      socket.close();
    };
    socket.onopen = () => sendPieces(socket, file, onShare).catch(() => {
      fail(`${file.name} cannot be read.`);
    });
    socket.onmessage = ({ data }) => {
      const answer = JSON.parse(data);
      if (answer.path) resolve(answer);
      else fail(answer.message);
    };
    socket.onclose = () => fail(`The host does not accept ${file.name}.`);
  });
}

async function sendPieces(socket, file, onShare) {
  for (let start = 0; start < file.size && socket.readyState === WebSocket.OPEN;) {
    const piece = await file.slice(start, start + pieceBytes).arrayBuffer();
    if (piece.byteLength === 0) throw new Error("The file has become shorter.");
    // The host may have refused it meanwhile.
    if (socket.readyState !== WebSocket.OPEN) return;
    socket.send(piece);
    start += piece.byteLength;
    onShare(start / file.size);
    while (socket.bufferedAmount > waitingBytes && socket.readyState === WebSocket.OPEN) {
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
}

/** An unused name for the node of a file. */
async function nodeName(file) {
  const stem = file.slice(0, file.lastIndexOf(".")).toLowerCase().normalize("NFKD")
    .replace(/[^a-z0-9]+/g, "-").replace(/^[^a-z]+|-+$/g, "").slice(0, 24) || "file";
  const { nodes } = await get("/v1/session");
  const taken = new Set(nodes.map(({ name }) => name));
  for (let count = 1; ; count += 1) {
    const name = count === 1 ? stem : `${stem}-${count}`;
    if (!taken.has(name)) return name;
  }
}

/** Connects a new node to the first compatible input of another node. */
async function connect(name, target) {
  if (!target) return;
  const { nodes } = await get("/v1/session");
  const node = (wanted) => nodes.find((one) => one.name === wanted);
  if (!node(name) || !node(target)) return;
  const { inputs } = portsOf(node(target));
  const output = portsOf(node(name)).outputs.find(
    ({ kind }) => inputs.some((input) => input.kind === kind));
  const input = inputs.find((port) => port.kind === output?.kind);
  if (output && input) await post("/v1/connections", linkBetween(output, input));
}
