// The selected node: its status, its actions, and its parameters.

import { isGivenUp } from "./card.js";
import { button, element, setAttribute, setPressed, setText } from "./element.js";
import { MIDIState } from "./midistate.js";
import { attempt, notify, replayLine } from "./notices.js";
import { controlFor } from "./parameter.js";
import { OwnPage } from "./ownpage.js";
import { linkText, nodeOf } from "./ports.js";
import { PresetBar } from "./presets.js";
import { nodePath, post, request } from "./request.js";
import { bytesText, meterShare, microsecondsText, timeText } from "./units.js";

/** The number of layers of a complete sandbox; fewer are shown as partial. */
const wholeSandbox = 17;

/** The view beside the patchbay. */
export class NodeView {
  element = element("aside", { class: "node", "aria-label": "Node" });
  #host;
  #edits;
  #actions;
  #name = null;
  #controls = new Map();
  #shownKey = "";
  #isLearning = false;
  #parts = null;
  #ownPage = null;
  #midi = null;

  /** `actions` are `replace` and `close`. */
  constructor(host, edits, actions) {
    [this.#host, this.#edits, this.#actions] = [host, edits, actions];
    host.on("parameter", ({ node, parameter, value }) => {
      if (node === this.#name) this.#controls.get(parameter)?.update(value);
    });
    host.on("learned", ({ node, parameter, value }) => {
      notify(`Controller ${value} moves ${node}'s ${parameter}.`);
    });
    this.#showNothing();
  }

  /** Shows a node; null for none. */
  show(name) {
    this.#name = name;
    this.#shownKey = "";
    this.update();
  }

  /** Updates the view after a change of the session. */
  update() {
    const node = this.#host.sessionNode(this.#name);
    if (!node) return this.#showNothing();
    const key = JSON.stringify([
      node.name, node.component, node.parameters.map(({ id }) => id), node.isMissing, node.hasPage,
    ]);
    if (key !== this.#shownKey) {
      this.#shownKey = key;
      this.#build(node);
    }
    for (const { id, value } of node.parameters) this.#controls.get(id)?.update(value);
    this.#updateLinks();
    this.#updateMaps();
    this.updateStatus();
    return undefined;
  }

  #showNothing() {
    this.#shownKey = "";
    this.#controls.clear();
    this.#parts = null;
    this.#closeSockets();
    this.element.classList.remove("open");
    this.element.replaceChildren(
      element("p", { class: "hint" }, "Select a node to see its parameters."));
  }

  #build(node) {
    const { name } = node;
    const isExtension = node.kind === "component";
    this.#controls.clear();
    this.#isLearning = false;
    this.#closeSockets();
    if (isExtension && node.takesMIDI) this.#midi = new MIDIState(name);
    if (node.hasPage) this.#ownPage = new OwnPage(name, this.#host.status?.sampleRate ?? 48000);
    this.#parts = {
      presets: isExtension ? new PresetBar(name) : null,
      maps: element("ul", { class: "links maps" }),
      title: element("p", { class: "title" }),
      state: element("p", { class: "state" }),
      bar: element("i", {}),
      bypass: button("Bypass", () => this.#edits.toggleBypass(name), { "aria-pressed": "false" }),
      mute: button("Mute", () => this.#edits.toggleMute(name), { "aria-pressed": "false" }),
      retry: button("Retry", () => this.#act("retry"), { class: "main", hidden: true }),
      facts: element("dl", { class: "facts" }),
      faults: element("div", { class: "faults" }),
      links: element("ul", { class: "links" }),
      sandbox: element("ul", { class: "layers" }),
      sandboxTitle: element("summary", {}),
    };
    const parts = this.#parts;
    const rename = element("input", {
      class: "rename", value: name, "aria-label": "Name", spellcheck: "false",
      onchange: () => this.#rename(rename),
      onkeydown: (event) => event.key === "Enter" && rename.blur(),
    });
    this.element.classList.add("open");
    this.element.replaceChildren(
      element(
        "header", {}, element("h2", {}, rename), button("×", () => this.#actions.close(), {
          class: "close", "aria-label": "Close",
        }), parts.title, parts.state),
      element("div", { class: "meter", "aria-hidden": true }, parts.bar),
      element(
        "div", { class: "actions" }, parts.retry, isExtension && parts.bypass, parts.mute,
        isExtension && button("Restart", () => this.#act("restart")),
        button("Replace…", () => this.#actions.replace(name)),
        button("Remove", () => this.#edits.remove(name))),
      parts.faults,
      parts.presets?.element ?? "",
      this.#ownPage?.element ?? "",
      this.#parameters(node),
      element("section", {}, element("h3", {}, "Connections"), parts.links),
      this.#midi ? element("section", {}, this.#midi.element) : "",
      isExtension ? element(
        "section", {}, element("h3", {}, "Process"), parts.facts, this.#timing(), this.#spare(),
        element("details", {}, parts.sandboxTitle, parts.sandbox)) : "");
  }

  #closeSockets() {
    this.#ownPage?.close();
    this.#midi?.close();
    [this.#ownPage, this.#midi] = [null, null];
  }

  // MARK: - Parameters

  #parameters(node) {
    if (node.parameters.length === 0) return "";
    const groups = Map.groupBy(node.parameters, (parameter) => parameter.group ?? "");
    const learn = button("Learn", () => this.#setLearning(learn, !this.#isLearning), {
      class: "quiet", "aria-pressed": "false",
      title: "Click, touch a control here, then move a MIDI controller to map it",
    });
    this.#parts.learn = learn;
    return element(
      "section", { class: "parameters" },
      element("div", { class: "heading" }, element("h3", {}, "Parameters"), learn),
      ...[...groups].map(([group, parameters]) => element(
        "fieldset", {}, group ? element("legend", {}, group) : null,
        ...parameters.map((parameter) => this.#control(node.name, parameter)))),
      this.#parts.maps);
  }

  #control(node, parameter) {
    const control = controlFor(
      node, parameter, (value) => this.#host.set(node, parameter.id, value),
      () => this.#learn(node, parameter));
    this.#controls.set(parameter.id, control);
    return control.element;
  }

  #setLearning(learn, isLearning) {
    this.#isLearning = isLearning;
    setPressed(learn, isLearning);
  }

  /** Uses a touched control as the parameter to learn while learning; returns whether it did. */
  #learn(node, parameter) {
    if (!this.#isLearning) return false;
    this.#setLearning(this.#parts.learn, false);
    attempt(post("/v1/maps/learn", { node, parameter: parameter.id })).then((answer) => {
      if (answer) notify(`Move a controller to map it to ${parameter.name}.`);
    });
    return true;
  }

  /** Shows the controllers that move its parameters. */
  #updateMaps() {
    const maps = this.#host.session.maps.filter(({ node }) => node === this.#name);
    const title = ({ parameter }) =>
      this.#host.parameter(this.#name, parameter)?.name ?? parameter;
    this.#parts.maps.replaceChildren(...maps.map((map) => element(
      "li", { class: "midi" },
      `Controller ${map.controller}${map.channel ? `, channel ${map.channel}` : ""} → ${title(map)}`,
      button("×", () => attempt(request("DELETE", "/v1/maps", map)), {
        "aria-label": `Unmap controller ${map.controller} from ${title(map)}`,
      }))));
  }

  // MARK: - Actions

  #act(word) {
    return attempt(post(nodePath(this.#name, word)));
  }

  async #rename(field) {
    const name = field.value.trim();
    if (!name || name === this.#name) {
      field.value = this.#name;
      return;
    }
    if (!await attempt(post(nodePath(this.#name, "rename"), { name }))) field.value = this.#name;
  }

  #timing() {
    return this.#menu("timing", "Heard", {
      "same-cycle": "in the same cycle", "one-period-later": "one period later",
    });
  }

  #spare() {
    return this.#menu("spare", "Spare", {
      instance: "one per node", shadow: "a shadow, one cycle behind",
      component: "one per component", none: "none",
    });
  }

  /** A menu for a setting of the node; `word` names its route and its field in the status. */
  #menu(word, title, choices) {
    const menu = element(
      "select", {
        onchange: () => attempt(post(nodePath(this.#name, word), { [word]: menu.value })),
      }, ...Object.entries(choices).map(([value, text]) => element("option", { value }, text)));
    this.#parts[word] = menu;
    return element("label", { class: "line" }, title, menu);
  }

  #updateLinks() {
    const own = this.#host.session.connections.filter((link) =>
      [link.from, link.to].some((end) => nodeOf(link, end) === this.#name));
    this.#parts.links.replaceChildren(...own.map((link) => element(
      "li", { class: link.kind }, linkText(link),
      button("×", () => this.#edits.disconnect(link), {
        "aria-label": `Disconnect ${link.from} from ${link.to}`,
      }))));
    if (own.length === 0) this.#parts.links.append(element("li", { class: "none" }, "None"));
  }

  // MARK: - Status

  /** Updates the node's status. */
  updateStatus() {
    const status = this.#host.node(this.#name);
    const parts = this.#parts;
    if (!status || !parts) return;
    setText(parts.title, [status.title, status.component].filter(Boolean).join(" · "));
    setText(parts.state, status.problem ?? status.condition);
    setAttribute(parts.state, "data-condition", status.condition);
    setPressed(parts.bypass, status.isBypassed);
    setPressed(parts.mute, status.isMuted);
    parts.presets?.update(status);
    parts.retry.hidden = !isGivenUp(status.condition);
    for (const word of ["timing", "spare"]) {
      const menu = parts[word];
      if (menu && document.activeElement !== menu) menu.value = status[word];
    }
    this.#updateFacts(status);
    this.#updateFaults(status);
    this.#updateSandbox(status.sandbox ?? []);
  }

  #updateFacts(status) {
    const { renderTime, usage } = status;
    const facts = {
      "Render time": microsecondsText(renderTime.p50),
      "99 % below": microsecondsText(renderTime.p99),
      "At most": microsecondsText(renderTime.max),
      Latency: `${status.latency} frames`,
      "Missed cycles": String(status.misses),
      Restarts: String(status.restarts),
      Standby: standbyText(status),
      Processor: usage ? `${(usage.processor * 100).toFixed(1)} % of a core` : "–",
      Memory: usage ? bytesText(usage.memoryBytes) : "–",
      Process: status.pid ? String(status.pid) : "–",
      "Invalid samples": status.badSamples ? String(status.badSamples) : "",
      "Lost events": status.lostEvents ? String(status.lostEvents) : "",
    };
    const rows = Object.entries(facts).filter(([, text]) => text);
    const list = this.#parts.facts;
    if (list.children.length !== rows.length * 2) {
      list.replaceChildren(...rows.flatMap(([name]) => [element("dt", {}, name), element("dd")]));
    }
    rows.forEach(([name, text], index) => {
      setText(list.children[index * 2], name);
      setText(list.children[index * 2 + 1], text);
    });
  }

  #updateFaults({ faults }) {
    const key = faults.map((fault) => fault.time + (fault.bundle ?? "")).join();
    if (this.#parts.faults.dataset.key === key) return;
    this.#parts.faults.dataset.key = key;
    const newest = [...faults].sort((first, second) => second.time - first.time).slice(0, 3);
    this.#parts.faults.replaceChildren(...newest.map((fault) => element(
      "div", { class: "fault" },
      element("strong", {}, `${timeText(fault.time)} ${fault.cause}`),
      element("p", {}, fault.message), fault.bundle ? replayLine(this.#name, fault.bundle) : null)));
  }

  #updateSandbox(layers) {
    const { sandbox, sandboxTitle } = this.#parts;
    const word = layers.length >= wholeSandbox ? "complete" : layers.length ? "partial" : "none";
    setText(sandboxTitle, `Sandbox: ${word}, ${layers.length} layers`);
    if (sandbox.dataset.key === layers.join()) return;
    sandbox.dataset.key = layers.join();
    sandbox.replaceChildren(...layers.map((layer) => element("li", {}, layer)));
  }

  /** Shows the level of a node in dB. */
  setLevel(name, level) {
    if (name !== this.#name || !this.#parts) return;
    this.#parts.bar.style.transform = `scaleX(${meterShare(level).toFixed(2)})`;
    setAttribute(this.#parts.bar, "data-zone", level > 0 ? "over" : level > -6 ? "high" : null);
  }
}

/** The state of the node's shadow or spare; empty if there is none. */
function standbyText({ shadow, takeovers, hasSpare }) {
  if (!shadow) return hasSpare ? "spare ready" : "";
  const taken = takeovers > 0 ? `, has taken over ${takeovers} times` : "";
  return `shadow: ${shadow.replace("-", " ")}${taken}`;
}
