// The host's log, updated as it grows.

import { button, element, setPressed, setText } from "./element.js";
import { attempt } from "./notices.js";
import { get } from "./request.js";
import { timeText } from "./units.js";

const levels = ["trace", "debug", "info", "notice", "warning", "error", "critical"];
/** Maximum number of visible lines; the host keeps more. */
const lineLimit = 500;

/** The view. */
export class LogView {
  #host;
  #records = [];
  #isVisible = false;
  #isFollowing = true;
  #level;
  #search;
  #follow;
  #list = element("ol", { class: "lines", "aria-label": "Log" });
  #count = element("output", { class: "count" });

  constructor(panel, host) {
    this.#host = host;
    this.#level = element(
      "select", { "aria-label": "Lowest level", onchange: () => this.#redraw() },
      ...levels.map((level) => element(
        "option", { value: level, selected: level === "info" }, `${level} and above`)));
    this.#search = element("input", {
      type: "search", placeholder: "Filter", "aria-label": "Filter", oninput: () => this.#redraw(),
    });
    this.#follow = button("Follow", () => this.#setFollowing(!this.#isFollowing), {
      "aria-pressed": "true",
    });
    panel.classList.add("log");
    panel.append(
      element("div", { class: "toolbar" }, this.#level, this.#search, this.#follow, this.#count),
      this.#list);
    const follow = () => this.#setFollowing(this.#isAtEnd());
    this.#list.addEventListener("wheel", follow, { passive: true });
    host.on("log", (record) => this.#take(record));
    host.on("connection", (isConnected) => isConnected && this.#readOlder());
  }

  /** Draws only while it is visible. */
  show(isVisible) {
    this.#isVisible = isVisible;
    if (isVisible) this.#redraw();
  }

  /** Reads the log from before the page was opened. */
  async #readOlder() {
    const answer = await attempt(get("/v1/log"));
    for (const record of answer?.records ?? []) this.#keep(record);
    this.#records.sort((first, second) => first.number - second.number);
    if (this.#isVisible) this.#redraw();
  }

  #keep(record) {
    const isSame = (known) => known.number === record.number && known.time === record.time;
    if (this.#records.some(isSame)) return false;
    this.#records.push(record);
    if (this.#records.length > lineLimit * 2) this.#records.splice(0, lineLimit);
    return true;
  }

  #take(record) {
    if (!this.#keep(record) || !this.#isVisible || !this.#matches(record)) return;
    this.#list.append(line(record));
    while (this.#list.children.length > lineLimit) this.#list.firstElementChild.remove();
    this.#showCount();
    this.#scroll();
  }

  #matches(record) {
    const words = this.#search.value.toLowerCase();
    return levels.indexOf(record.level) >= levels.indexOf(this.#level.value)
      && (!words || `${record.label} ${record.message}`.toLowerCase().includes(words));
  }

  #redraw() {
    const shown = this.#records.filter((record) => this.#matches(record)).slice(-lineLimit);
    this.#list.replaceChildren(...shown.map(line));
    this.#showCount();
    this.#scroll();
  }

  #showCount() {
    setText(this.#count, `${this.#list.children.length} of ${this.#records.length}`);
  }

  #setFollowing(isFollowing) {
    this.#isFollowing = isFollowing;
    setPressed(this.#follow, isFollowing);
    this.#scroll();
  }

  #isAtEnd() {
    const { scrollTop, clientHeight, scrollHeight } = this.#list;
    return scrollTop + clientHeight >= scrollHeight - 40;
  }

  #scroll() {
    if (this.#isFollowing) this.#list.scrollTop = this.#list.scrollHeight;
  }
}

function line({ time, level, label, message }) {
  return element(
    "li", { "data-level": level }, element("time", {}, timeText(time)), element("b", {}, level),
    element("span", { class: "label" }, label), element("span", {}, message));
}
