// A control for one parameter: a knob, a menu, a switch, or a meter, by its unit and range.

import { element, setAttribute, setText, svg } from "./element.js";
import { attempt } from "./notices.js";
import { nodePath, post } from "./request.js";
import { isWhole, namesOf, positionOf, valueAt, valueText } from "./units.js";

/** Pixels of a drag across the whole range, normally and with Shift. */
const travel = { usual: 180, fine: 1800 };
/** A knob turns from -135° to 135°. */
const turn = 270;

/**
 * Creates the control that fits a parameter: `element`, `update(value)`.
 *
 * `onChange` takes a new value. `onTouch` is called first and may claim the touch by returning
 * true, as MIDI learn does.
 */
export function controlFor(node, parameter, onChange, onTouch) {
  const names = namesOf(parameter);
  const Control = parameter.isReadOnly ? Meter
    : names?.length === 2 && names[0] === "Off" ? Switch
      : names ? Menu : Knob;
  return new Control(node, parameter, onChange, onTouch);
}

function labelled(kind, parameter, ...content) {
  return element(
    "div", { class: `control ${kind}`, "data-parameter": parameter.id }, ...content);
}

/** A knob with its value as editable text. */
class Knob {
  element;
  #parameter;
  #value;
  #node;
  #onChange;
  #onTouch;
  #dial;
  #arc = svg("path", { class: "arc" });
  #hand = svg("line", { class: "hand", x1: 20, y1: 20, x2: 20, y2: 7 });
  #text;

  constructor(node, parameter, onChange, onTouch) {
    [this.#node, this.#parameter] = [node, parameter];
    [this.#onChange, this.#onTouch] = [onChange, onTouch];
    this.#dial = svg(
      "svg", {
        class: "dial", viewBox: "0 0 40 40", tabindex: 0, role: "slider",
        "aria-label": parameter.name, "aria-valuemin": parameter.minimum,
        "aria-valuemax": parameter.maximum,
        onpointerdown: (event) => this.#drag(event),
        ondblclick: () => this.#change(parameter.initial),
        onkeydown: (event) => this.#key(event),
        onwheel: (event) => this.#wheel(event),
      },
      svg("path", { class: "track", d: arcPath(0, 1) }), this.#arc, this.#hand);
    this.#text = element("input", {
      class: "value", type: "text", "aria-label": `${parameter.name}, typed`, spellcheck: "false",
      autocomplete: "off", title: "A value, or one with a time, such as 800 Hz in 4 s",
      onchange: () => this.#type(), onfocus: () => this.#text.select(),
      onkeydown: (event) => {
        if (event.key === "Enter") this.#text.blur();
        if (event.key === "Escape") this.#restore();
      },
    });
    this.element = labelled(
      "knob", parameter, element("span", { class: "name" }, parameter.name), this.#dial,
      this.#text);
    this.update(parameter.value);
  }

  /** Shows a value. */
  update(value) {
    if (value === this.#value) return;
    this.#value = value;
    const position = positionOf(this.#parameter, value);
    const zero = this.#parameter.minimum < 0 && this.#parameter.maximum > 0
      ? positionOf(this.#parameter, 0) : 0;
    setAttribute(this.#arc, "d", arcPath(Math.min(zero, position), Math.max(zero, position)));
    setAttribute(this.#hand, "transform", `rotate(${(position - 0.5) * turn} 20 20)`);
    setAttribute(this.#dial, "aria-valuenow", value);
    const text = valueText(this.#parameter, value);
    setAttribute(this.#dial, "aria-valuetext", text);
    if (document.activeElement !== this.#text) this.#text.value = text;
  }

  #change(value) {
    const { minimum, maximum } = this.#parameter;
    const kept = Math.min(maximum, Math.max(minimum, value));
    if (kept === this.#value) return;
    this.update(kept);
    this.#onChange(kept);
  }

  /** Up and right increase the value; Shift gives ten times the precision. */
  #drag(event) {
    if (event.button !== 0 || this.#onTouch()) return;
    event.preventDefault();
    this.#dial.focus();
    this.#dial.setPointerCapture(event.pointerId);
    let position = positionOf(this.#parameter, this.#value);
    let last = event;
    const move = (moved) => {
      const way = (moved.clientX - last.clientX) - (moved.clientY - last.clientY);
      const step = way / (moved.shiftKey ? travel.fine : travel.usual);
      last = moved;
      position = Math.min(1, Math.max(0, position + step));
      this.#change(valueAt(this.#parameter, position));
    };
    const end = () => {
      this.#dial.removeEventListener("pointermove", move);
      this.#dial.removeEventListener("lostpointercapture", end);
    };
    this.#dial.addEventListener("pointermove", move);
    this.#dial.addEventListener("lostpointercapture", end);
  }

  #step(count, isFine) {
    if (isWhole(this.#parameter)) return this.#change(this.#value + count);
    const step = (isFine ? 0.001 : 0.01) * count;
    return this.#change(
      valueAt(this.#parameter, positionOf(this.#parameter, this.#value) + step));
  }

  #key(event) {
    const steps = {
      ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10,
    };
    if (event.key in steps) this.#step(steps[event.key], event.shiftKey);
    else if (event.key === "Home") this.#change(this.#parameter.minimum);
    else if (event.key === "End") this.#change(this.#parameter.maximum);
    else if (["Delete", "Backspace"].includes(event.key)) this.#change(this.#parameter.initial);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  #wheel(event) {
    // Only with the focus: otherwise scrolling the page would turn the knobs below the pointer.
    if (document.activeElement !== this.#dial) return;
    event.preventDefault();
    this.#step(event.deltaY < 0 ? 1 : -1, event.shiftKey);
  }

  /**
   * The host parses the typed text, since it knows all units: "1.5 kHz", "-3 dB"; "800 Hz in 4 s"
   * moves there slowly.
   */
  async #type() {
    const [, text, seconds] = /^(.*?)\s+in\s+([\d.]+)\s*s$/i.exec(this.#text.value.trim()) ?? [];
    const setting = { parameter: this.#parameter.id, value: text ?? this.#text.value };
    const word = seconds === undefined ? "set" : "ramp";
    const body = seconds === undefined ? setting : { ...setting, seconds: Number(seconds) };
    const answer = await attempt(post(nodePath(this.#node, word), body));
    if (answer) this.update(answer.value);
    this.#restore();
  }

  #restore() {
    this.#text.value = valueText(this.#parameter, this.#value);
    this.#text.blur();
  }
}

/** An arc of a knob between two positions, 0 to 1. */
function arcPath(from, to) {
  const point = (position) => {
    const angle = ((position - 0.5) * turn * Math.PI) / 180;
    return `${(20 + 16 * Math.sin(angle)).toFixed(2)} ${(20 - 16 * Math.cos(angle)).toFixed(2)}`;
  };
  const isLarge = (to - from) * turn > 180 ? 1 : 0;
  return `M${point(from)}A16 16 0 ${isLarge} 1 ${point(to)}`;
}

/** A menu of named values. */
class Menu {
  element;
  #parameter;
  #select;

  constructor(_, parameter, onChange, onTouch) {
    this.#parameter = parameter;
    this.#select = element(
      "select", {
        "aria-label": parameter.name, onmousedown: (event) => onTouch() && event.preventDefault(),
        onchange: () => onChange(parameter.minimum + this.#select.selectedIndex),
        ondblclick: () => onChange(parameter.initial),
      },
      ...namesOf(parameter).map((name) => element("option", {}, name)));
    this.element = labelled(
      "menu", parameter, element("span", { class: "name" }, parameter.name), this.#select);
    this.update(parameter.value);
  }

  /** Shows a value. */
  update(value) {
    this.#select.selectedIndex = Math.round(value - this.#parameter.minimum);
  }
}

/** A switch. */
class Switch {
  element;
  #box;

  constructor(_, parameter, onChange, onTouch) {
    this.#box = element("input", {
      type: "checkbox", role: "switch", "aria-label": parameter.name,
      onclick: (event) => onTouch() && event.preventDefault(),
      onchange: () => onChange(parameter.minimum + (this.#box.checked ? 1 : 0)),
    });
    this.element = labelled(
      "switch", parameter, element("span", { class: "name" }, parameter.name), this.#box);
    this.update(parameter.value);
  }

  /** Shows a value. */
  update(value) {
    this.#box.checked = value >= 0.5;
  }
}

/** A read-only value, set by the extension. */
class Meter {
  element;
  #parameter;
  #bar = element("i", {});
  #text = element("output", { class: "value" });

  constructor(_, parameter) {
    this.#parameter = parameter;
    this.element = labelled(
      "reading", parameter, element("span", { class: "name" }, parameter.name),
      element("div", { class: "meter" }, this.#bar), this.#text);
    this.update(parameter.value);
  }

  /** Shows a value. */
  update(value) {
    this.#bar.style.transform = `scaleX(${positionOf(this.#parameter, value).toFixed(3)})`;
    setText(this.#text, valueText(this.#parameter, value));
  }
}
