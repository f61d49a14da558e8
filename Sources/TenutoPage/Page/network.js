// The user's network MIDI sessions, and the quality of the connections to their peers.

import { element, setText } from "./element.js";
import { get } from "./request.js";

/** Milliseconds between two requests, while the view is visible. */
const interval = 1000;

/** The columns of the table: title, value of a peer, and whether it stays on narrow screens. */
const columns = [
  ["Host", (peer) => peer.name || peer.address, true],
  ["State", (peer) => (peer.isConnected ? "connected" : "invited"), true],
  ["Round trip", ({ roundTrip }) => (roundTrip == null ? "–" : milliseconds(roundTrip, 1)), true],
  ["Jitter", (peer) => milliseconds(peer.jitter, 2), true],
  ["Delay", (peer) => milliseconds(peer.delay, 1), false],
  ["Sent", (peer) => String(peer.sent), false],
  ["Received", (peer) => String(peer.received), false],
  ["Lost", (peer) => String(peer.lost), true],
  ["Recovered", (peer) => String(peer.recovered), true],
  ["Late", (peer) => String(peer.late), true],
  ["SysEx", ({ systemExclusive: { received, sent } }) => `${received}/${sent}`, false],
];

function milliseconds(value, places) {
  return `${value.toFixed(places)} ms`;
}

function sheet(session) {
  const rows = session.peers.map((peer) => element(
    "tr", {},
    ...columns.map(([, value, isKept]) =>
      element("td", { class: isKept ? null : "wide" }, value(peer)))));
  const waiting = session.waiting.map((host) => element(
    "tr", {}, element("td", {}, host.name || host.address),
    element("td", { colspan: columns.length - 1 }, "waits for acceptance")));
  return element(
    "div", { class: "sheet" },
    element(
      "table", {},
      element("thead", {}, element(
        "tr", {},
        ...columns.map(([title, , isKept]) =>
          element("th", { scope: "col", class: isKept ? null : "wide" }, title)))),
      element("tbody", {}, ...rows, ...waiting)));
}

/** The view. */
export class NetworkView {
  #timer = null;
  #isVisible = false;
  #summary = element("p", { class: "summary" });
  #sessions = element("div", {});

  constructor(panel) {
    panel.classList.add("top");
    panel.append(this.#summary, this.#sessions);
  }

  /** Sends requests only while it is visible. */
  show(isVisible) {
    this.#isVisible = isVisible;
    clearTimeout(this.#timer);
    if (isVisible) this.#update();
  }

  async #update() {
    try {
      const { sessions } = await get("/v1/network");
      this.#draw(sessions);
    } catch (error) {
      setText(this.#summary, error.message);
    }
    clearTimeout(this.#timer);
    if (this.#isVisible) this.#timer = setTimeout(() => this.#update(), interval);
  }

  #draw(sessions) {
    setText(this.#summary, sessions.length
      ? ""
      : "No network session is open; 'tenuto net connect' or 'tenuto net accept' opens one.");
    this.#sessions.replaceChildren(...sessions.flatMap((session) => [
      element(
        "h2", {}, `${session.name} (${session.protocol}, port ${session.port}, ${session.policy})`),
      sheet(session),
    ]));
  }
}
