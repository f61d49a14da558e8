// The presets of a node: browse, save, delete; and two settings to compare, A and B.

import { button, element, setPressed } from "./element.js";
import { attempt, notify } from "./notices.js";
import { get, nodePath, post, request } from "./request.js";

/** The bar of a node's presets. */
export class PresetBar {
  element;
  #name;
  #presets = [];
  #chosen = "";
  #menu;
  #delete;
  #field;
  #form;
  #slots;
  #copy;

  constructor(name) {
    this.#name = name;
    this.#menu = element("select", {
      "aria-label": "Preset", onchange: () => this.#load(this.#menu.value),
    });
    this.#delete = button("Delete", () => this.#remove(), { class: "quiet", disabled: true });
    this.#field = element("input", {
      type: "text", "aria-label": "Name of the preset", placeholder: "Name", maxlength: 120,
      spellcheck: "false",
      onkeydown: (event) => {
        if (event.key === "Enter") {
          // Otherwise the same key press would activate the button that gets the focus next.
          event.preventDefault();
          this.#save(false);
        }
        if (event.key === "Escape") this.#setSaving(false);
      },
    });
    this.#form = element("div", { class: "saving", hidden: true });
    this.#slots = ["A", "B"].map((slot) => button(slot, () => this.#compare(slot), {
      "aria-pressed": String(slot === "A"), "aria-label": `Setting ${slot}`,
      title: "Compare two settings of this node",
    }));
    this.#copy = button("", () => this.#copyOver(), { class: "quiet", hidden: true });
    this.element = element(
      "div", { class: "presets" },
      element(
        "div", { class: "browse" },
        button("‹", () => this.#step(-1), { "aria-label": "Preset before" }), this.#menu,
        button("›", () => this.#step(1), { "aria-label": "Next preset" })),
      element(
        "div", { class: "keep" },
        button("Save…", () => this.#setSaving(this.#form.hidden)), this.#delete,
        element(
          "div", { class: "slots", role: "group", "aria-label": "Compare" }, ...this.#slots,
          this.#copy)),
      this.#form);
    this.#read();
  }

  /** Shows the node's preset, and the setting that plays. */
  update({ preset, comparison }) {
    this.#showSlot(comparison ?? "A", comparison != null);
    if ((preset ?? "") === this.#chosen || document.activeElement === this.#menu) return;
    this.#chosen = preset ?? "";
    if (this.#chosen && !this.#presets.some(({ name }) => name === this.#chosen)) this.#read();
    else this.#show();
  }

  async #read() {
    this.#take(await attempt(get(nodePath(this.#name, "presets"))));
  }

  #take(answer) {
    if (!answer) return;
    this.#presets = answer.presets;
    const owner = ({ isUser }) => (isUser ? "Yours" : "Component");
    const groups = Map.groupBy(answer.presets, owner);
    this.#menu.replaceChildren(
      element("option", { value: "" }, "Preset…"),
      ...[...groups].map(([label, presets]) => element(
        "optgroup", { label },
        ...presets.map((preset) => element("option", { value: preset.name }, preset.name)))));
    this.#menu.disabled = answer.presets.length === 0;
    this.#show();
  }

  #show() {
    this.#menu.value = this.#chosen;
    if (this.#menu.selectedIndex < 0) this.#menu.value = "";
    this.#delete.disabled = !this.#own();
  }

  /** The selected preset if it is the user's; undefined for a preset of the component. */
  #own() {
    return this.#presets.find(({ name, isUser }) => isUser && name === this.#menu.value);
  }

  async #load(name) {
    if (!name) return;
    this.#chosen = name;
    this.#show();
    await attempt(post(nodePath(this.#name, "preset"), { name }));
  }

  #step(way) {
    const names = this.#presets.map(({ name }) => name);
    if (names.length === 0) return;
    const place = names.indexOf(this.#menu.value);
    const next = place < 0 && way < 0 ? names.length - 1 : (place + way + names.length) % names.length;
    this.#load(names[next]);
  }

  // MARK: - Saving

  #setSaving(isSaving) {
    this.#form.hidden = !isSaving;
    if (!isSaving) return;
    this.#form.replaceChildren(
      this.#field, button("Save", () => this.#save(false), { class: "main" }));
    this.#field.value = this.#own()?.name ?? "";
    this.#field.focus();
    this.#field.select();
  }

  async #save(overwrite) {
    const name = this.#field.value.trim();
    if (!name) return;
    const isKnown = this.#presets.some((preset) => preset.isUser && preset.name === name);
    if (isKnown && !overwrite) {
      this.#form.replaceChildren(
        element("p", {}, `Replace your preset “${name}”?`),
        button("Replace", () => this.#save(true), { class: "main" }),
        button("Keep", () => this.#setSaving(true)));
      this.#form.querySelector("button").focus();
      return;
    }
    const answer = await attempt(post(nodePath(this.#name, "presets"), { name, overwrite }));
    if (!answer) return;
    this.#chosen = name;
    this.#take(answer);
    this.#setSaving(false);
    notify(`The preset ${name} is saved.`);
  }

  async #remove() {
    const name = this.#own()?.name;
    if (name === undefined) return;
    const answer = await attempt(request("DELETE", nodePath(this.#name, "presets"), { name }));
    if (!answer) return;
    this.#chosen = "";
    this.#take(answer);
    notify(`The preset ${name} is deleted.`);
  }

  // MARK: - A and B

  async #compare(slot) {
    if (this.#slots.find((one) => one.textContent === slot).getAttribute("aria-pressed") === "true") {
      return;
    }
    const answer = await attempt(post(nodePath(this.#name, "compare")));
    if (answer) this.#showSlot(answer.slot, true);
  }

  async #copyOver() {
    const answer = await attempt(post(nodePath(this.#name, "compare"), { copies: true }));
    if (answer) notify(`${answer.slot === "A" ? "B" : "A"} now equals ${answer.slot}.`);
  }

  #showSlot(slot, isComparing) {
    for (const one of this.#slots) setPressed(one, one.textContent === slot);
    this.#copy.hidden = !isComparing;
    this.#copy.textContent = slot === "A" ? "A → B" : "B → A";
    this.#copy.setAttribute("aria-label", `Make ${slot === "A" ? "B like A" : "A like B"}`);
  }
}
