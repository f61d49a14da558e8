// A dialog to choose a new node: a search of the installed components, and the host's own nodes.

import { button, element, setAttribute, setText } from "./element.js";
import { attempt } from "./notices.js";
import { get } from "./request.js";

/** Nodes without a component, as `NodeOrder` describes them. */
const builtIn = [
  ["Mixer", "Two stereo inputs and an output", { kind: "mixer", inputs: [2, 2] }],
  ["Mixer, four inputs", "Four stereo inputs", { kind: "mixer", inputs: [2, 2, 2, 2] }],
  ["Song", "A MIDI file on the host's disk", { kind: "song" }, true],
  ["Sound file", "A sound file that plays", { kind: "file-input" }, true],
  ["Recording", "A sound file that records", { kind: "file-output" }, true],
  ["Audio input", "Ports of JACK", { kind: "audio-input", channels: 2 }],
  ["Audio output", "Ports of JACK", { kind: "audio-output", channels: 2 }],
  ["MIDI input", "A port of JACK", { kind: "midi-input" }],
  ["MIDI output", "A port of JACK", { kind: "midi-output" }],
].map(([name, summary, node, hasFile = false]) => ({
  name, summary, node, hasFile, manufacturer: "Tenuto", code: node.kind, tags: ["host"],
}));


/**
 * Lets the user choose a component.
 *
 * `behind` is a node that the new one may be connected to. Resolves to `{ node, isBehind }`, where
 * `node` is the body of `POST /v1/nodes`, or to undefined if the user cancelled.
 */
export async function chooseComponent({ title = "Add a node", behind = null } = {}) {
  const answer = await attempt(get("/v1/components"));
  if (!answer) return undefined;
  const components = answer.components.map(
    (component) => ({ ...component, node: { component: component.code } }));
  // A preset matches by its name only; otherwise a component would appear once per preset.
  const presets = components.flatMap((component) => component.presets.map((preset) => ({
    ...component, name: preset, summary: `Preset of ${component.name}`, isPreset: true,
    node: { component: component.code, preset },
  })));
  return new Promise((resolve) => {
    new Chooser([...components, ...builtIn, ...presets], title, behind, resolve);
  });
}

/** How well a name matches the search words: 0 for an exact match, 3 if a word is missing. */
function rank(name, words) {
  const text = name.toLowerCase();
  const phrase = words.join(" ");
  if (text === phrase) return 0;
  if (text.startsWith(phrase)) return 1;
  return words.every((word) => text.includes(word)) ? 2 : 3;
}

/** The dialog: a search field, the results, and further options. */
class Chooser {
  #entries;
  #found = [];
  #index = 0;
  #resolve;
  #search;
  #list = element("ul", { class: "found", role: "listbox", id: "found", "aria-label": "Found" });
  #count = element("p", { class: "unseen", "aria-live": "polite" });
  #path;
  #pathLine;
  #behind;
  #dialog;

  constructor(entries, title, behind, resolve) {
    this.#entries = entries;
    this.#resolve = resolve;
    this.#search = element("input", {
      type: "search", placeholder: "Search by name, tag, preset or code", role: "combobox",
      "aria-label": "Search", "aria-controls": "found", "aria-expanded": "true", autofocus: true,
      oninput: () => this.#update(), onkeydown: (event) => this.#key(event),
    });
    this.#path = element("input", {
      type: "text", placeholder: "/path/on/the/host", "aria-label": "Path",
    });
    this.#pathLine = element("label", { class: "line", hidden: true }, "File", this.#path);
    this.#behind = element("input", { type: "checkbox", checked: true });
    this.#dialog = element(
      "dialog", { class: "chooser", "aria-label": title, onclose: () => this.#end(undefined) },
      element("h2", {}, title), this.#search, this.#list, this.#count, this.#pathLine,
      element(
        "footer", {},
        behind ? element("label", {}, this.#behind, `Connect after ${behind}`) : element("span"),
        button("Cancel", () => this.#dialog.close()),
        button("Add", () => this.#take(), { class: "main" })));
    document.body.append(this.#dialog);
    this.#dialog.showModal();
    this.#update();
    this.#search.focus();
  }

  #update() {
    const words = this.#search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.#found = this.#entries.filter((entry) => {
      if (entry.isPreset) return words.length > 0 && rank(entry.name, words) < 3;
      const text = [entry.name, entry.code, entry.manufacturer, entry.summary, ...entry.tags]
        .join(" ").toLowerCase();
      return words.every((word) => text.includes(word));
    });
    const order = ({ name, isPreset }) => rank(name, words) + (isPreset ? 0.5 : 0);
    this.#found.sort((first, second) => order(first) - order(second));
    this.#list.replaceChildren(...this.#found.map((entry, index) => this.#row(entry, index)));
    setText(this.#count, `${this.#found.length} found`);
    this.#aim(0);
  }

  #row(entry, index) {
    return element(
      "li", {
        role: "option", id: `found-${index}`,
        onclick: () => this.#aim(index), ondblclick: () => this.#take(),
      },
      element("strong", {}, entry.name), element("span", {}, entry.summary),
      element("code", {}, entry.code));
  }

  #aim(index) {
    this.#index = Math.min(Math.max(0, index), this.#found.length - 1);
    [...this.#list.children].forEach((row, other) => {
      setAttribute(row, "aria-selected", String(other === this.#index));
    });
    this.#list.children[this.#index]?.scrollIntoView({ block: "nearest" });
    const active = this.#found.length ? `found-${this.#index}` : null;
    setAttribute(this.#search, "aria-activedescendant", active);
    this.#pathLine.hidden = !this.#found[this.#index]?.hasFile;
  }

  #key(event) {
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };
    if (event.key in steps) {
      event.preventDefault();
      this.#aim(this.#index + steps[event.key]);
    } else if (event.key === "Enter") {
      event.preventDefault();
      this.#take();
    }
  }

  #take() {
    const entry = this.#found[this.#index];
    if (!entry) return;
    const node = { ...entry.node };
    if (entry.hasFile) {
      if (!this.#path.value) {
        this.#path.focus();
        return;
      }
      node.path = this.#path.value;
    }
    this.#end({ node, isBehind: this.#behind.checked });
  }

  #end(order) {
    this.#resolve(order);
    this.#dialog.remove();
  }
}
