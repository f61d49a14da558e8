// Render times, late nodes, and the cause of each xrun.

import { element, setAttribute, setText, svg } from "./element.js";
import { bytesText, microsecondsText, timeText } from "./units.js";

/** Seconds in the timeline of xruns. */
const timeLine = 300;

/** The columns of the table: title, value of a node, and whether it stays on narrow screens. */
const columns = [
  ["Node", (node) => node.name, true],
  ["State", (node) => node.condition, true],
  ["Processor", ({ usage }) => (usage ? `${(usage.processor * 100).toFixed(1)} %` : "–"), true],
  ["Render p50", (node) => time(node.renderTime.p50), false],
  ["p99", (node) => time(node.renderTime.p99), true],
  ["Max", (node) => time(node.renderTime.max), false],
  ["Missed", (node) => String(node.misses), true],
  ["Restarts", (node) => String(node.restarts), false],
  ["Latency", (node) => (node.latency ? `${node.latency} fr` : "–"), false],
  ["Memory", (node) => (node.usage ? bytesText(node.usage.memoryBytes) : "–"), false],
];

function time(microseconds) {
  return microseconds > 0 ? microsecondsText(microseconds) : "–";
}

/** The view. */
export class TopView {
  #host;
  #isVisible = false;
  #rows = new Map();
  #body = element("tbody");
  #chains = element("div", { class: "chains" });
  #line = svg("svg", {
    class: "timeline", viewBox: "0 0 1000 40", preserveAspectRatio: "none", role: "img",
  });
  #reports = element("ul", { class: "reports" });
  #summary = element("p", { class: "summary" });

  constructor(panel, host) {
    this.#host = host;
    panel.classList.add("top");
    panel.append(
      this.#summary,
      element(
        "div", { class: "sheet" },
        element(
          "table", {},
          element("thead", {}, element(
            "tr", {},
            ...columns.map(([title, , isKept]) =>
              element("th", { scope: "col", class: isKept ? null : "wide" }, title)),
            element("th", { scope: "col" }, "Share of a cycle"))),
          this.#body)),
      element("h2", {}, "Chains"), this.#chains,
      element("h2", {}, "Missed cycles of the last five minutes"), this.#line, this.#reports);
    host.on("status", () => this.#isVisible && this.#update());
  }

  /** Updates only while it is visible. */
  show(isVisible) {
    this.#isVisible = isVisible;
    if (isVisible && this.#host.status) this.#update();
  }

  #update() {
    const { status } = this.#host;
    const period = (status.frames / status.sampleRate) * 1e6;
    setText(
      this.#summary,
      `${status.nodes.length} nodes in cycles of ${time(period)}, `
        + `load ${Math.round(status.load * 100)} %, ${status.xruns} missed cycles`);
    for (const node of status.nodes) this.#row(node.name).update(node, period);
    for (const [name, row] of this.#rows) {
      if (status.nodes.some((node) => node.name === name)) continue;
      row.element.remove();
      this.#rows.delete(name);
    }
    this.#updateChains(status.chains);
    this.#updateReports(status.xrunReports);
  }

  #row(name) {
    if (!this.#rows.has(name)) {
      const row = new Row();
      this.#rows.set(name, row);
      this.#body.append(row.element);
    }
    return this.#rows.get(name);
  }

  #updateChains(chains) {
    const key = chains.map((chain) => chain.nodes.join()).join(" ");
    if (this.#chains.dataset.key !== key) {
      this.#chains.dataset.key = key;
      this.#chains.replaceChildren(...(chains.length ? chains : [null]).map((chain) => (chain
        ? element(
          "div", { class: "chain" }, element("span", {}, chain.nodes.join(" → ")),
          element("div", { class: "meter" }, element("i")), element("output"))
        : element("p", { class: "none" }, "None: a chain is two or more extensions in series."))));
    }
    chains.forEach((chain, index) => {
      const shown = this.#chains.children[index];
      const bar = shown.querySelector("i");
      bar.style.transform = `scaleX(${Math.min(1, chain.need / chain.limit).toFixed(3)})`;
      setAttribute(bar, "data-zone", chain.need > chain.limit ? "over" : null);
      setText(
        shown.querySelector("output"),
        `needs ${(chain.need * 100).toFixed(1)} % of ${(chain.limit * 100).toFixed(0)} %`);
    });
  }

  #updateReports(reports) {
    const now = Date.now() / 1000;
    const recent = reports.filter((report) => now - report.time < timeLine);
    const label = `${recent.length} missed cycles in the last five minutes`;
    setAttribute(this.#line, "aria-label", label);
    this.#line.replaceChildren(
      svg("line", { class: "axis", x1: 0, x2: 1000, y1: 39, y2: 39 }),
      ...recent.map((report) => {
        const x = 1000 - ((now - report.time) / timeLine) * 1000;
        return svg("line", { class: report.node ? "own" : "other", x1: x, x2: x, y1: 6, y2: 38 });
      }));
    const key = reports.map((report) => report.time).join();
    if (this.#reports.dataset.key === key) return;
    this.#reports.dataset.key = key;
    this.#reports.replaceChildren(...reports.slice(-12).reverse().map((report) => element(
      "li", {}, element("time", {}, timeText(report.time)),
      element("strong", {}, report.node ?? "–"), element("span", {}, report.message))));
    if (reports.length > 0) return;
    this.#reports.append(element("li", { class: "none" }, "No reports; only JACK reports xruns."));
  }
}

/** A row of the table. */
class Row {
  element;
  #cells = columns.map(([, , isKept]) => element("td", { class: isKept ? null : "wide" }));
  #bar = element("i");

  constructor() {
    this.element = element(
      "tr", {}, ...this.#cells,
      element("td", {}, element("div", { class: "meter" }, this.#bar)));
  }

  update(node, period) {
    columns.forEach(([, figure], index) => setText(this.#cells[index], figure(node)));
    const condition = node.condition === "playing" ? null : node.condition;
    setAttribute(this.element, "data-condition", condition);
    const share = node.renderTime.p99 / period;
    this.#bar.style.transform = `scaleX(${Math.min(1, share).toFixed(3)})`;
    setAttribute(this.#bar, "data-zone", share > 0.7 ? "over" : share > 0.4 ? "high" : null);
  }
}
