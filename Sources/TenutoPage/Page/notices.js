// Notices in the corner: what went wrong, and what became of an extension.

import { button, element } from "./element.js";

/** How many notices stand at one time, and for how long one that asks for nothing does. */
const limit = 4;
const milliseconds = 5000;

const list = () => document.getElementById("notices");

/** Shows a sentence for a few seconds. */
export function tell(message, kind = "info") {
  const notice = show(kind, element("p", {}, message));
  setTimeout(() => notice.remove(), milliseconds);
}

/** Shows why a request was refused. */
export function tellError(error) {
  tell(error.message, "error");
}

/** Does what a user asked for, and shows why it cannot be done; what it answers. */
export async function attempt(work) {
  try {
    return await work;
  } catch (error) {
    tellError(error);
    return undefined;
  }
}

/** Notices of faults, by node and time. */
const faults = new Map();

/** Shows that an extension failed, with its cause, until it is closed; later what is new of it. */
export function tellFault({ node, fault }) {
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
    fault.bundle ? replayLine(fault.bundle) : null));
}

/** The command that plays to an extension again what it was given last. */
export function replayLine(bundle) {
  const command = `tenuto replay ${quoted(bundle)}`;
  return element(
    "p", { class: "command" }, element("code", {}, command),
    button("Copy", () => navigator.clipboard?.writeText(command)));
}

/** A path as a shell reads it. */
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
