// Notices in the corner: errors, and faults of extensions.

import { button, element } from "./element.js";
import { nodePath, post } from "./request.js";

/** Maximum number of notices, and the duration of one that needs no action. */
const limit = 4;
const milliseconds = 5000;

const list = () => document.getElementById("notices");

/** Shows a sentence for a few seconds. */
export function notify(message, kind = "info") {
  const notice = show(kind, element("p", {}, message));
  setTimeout(() => notice.remove(), milliseconds);
}

/** Shows the error of a request. */
export function notifyError(error) {
  notify(error.message, "error");
}

/** Awaits a user's request and shows its error; returns its answer. */
export async function attempt(work) {
  try {
    return await work;
  } catch (error) {
    notifyError(error);
    return undefined;
  }
}

/** Notices of faults, by node and time. */
const faults = new Map();

/**
 * Shows a fault of an extension with its cause until the user closes it; a later call updates it.
 */
export function notifyFault({ node, fault }) {
  const key = `${node.name} ${fault.time}`;
  const known = faults.get(key);
  if (known && !known.isConnected) return;
  known?.remove();
  const lines = fault.lastLines.slice(-3).join("\n");
  faults.set(key, show(
    "fault",
    element("h2", {}, `${node.name}: ${fault.cause}`),
    element("p", {}, fault.message),
    lines ? element("pre", {}, lines) : null,
    fault.bundle ? replayLine(node.name, fault.bundle) : null));
}

/** The command that replays the last input of a failed extension, and a button that does so. */
export function replayLine(node, bundle) {
  const command = `tenuto replay ${quoted(bundle)}`;
  const replay = button("Replay", async () => {
    replay.disabled = true;
    const answer = await attempt(post(nodePath(node, "replay"), { bundle }));
    replay.disabled = false;
    if (answer) notify(`${node}: ${answer.message}`);
  }, { title: "Replay the same input in a new process; the music continues" });
  return element(
    "p", { class: "command" }, element("code", {}, command), replay,
    button("Copy", () => navigator.clipboard?.writeText(command)));
}

/** A path quoted for the shell. */
function quoted(path) {
  return /^[\w./:-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}

function show(kind, ...content) {
  const notice = element("div", { class: `notice ${kind}` });
  notice.append(
    ...content.filter(Boolean),
    button("×", () => notice.remove(), { class: "close", "aria-label": "Close this notice" }));
  list().append(notice);
  while (list().children.length > limit) list().firstElementChild.remove();
  return notice;
}
