// The piano: playable keys, chord names, and the velocity of each stroke.

import { button, element, isTyping, setPressed, setText } from "./element.js";
import { ChordGrouper, chordName } from "./chords.js";
import { Keyboard, velocityColour } from "./keyboard.js";
import { languages, noteName, notations } from "./notenames.js";
import { controllers, Player } from "./playing.js";
import { preference, setPreference } from "./preferences.js";

/** The computer's keys from C on, by position, independent of the keyboard layout. */
const computerKeys = [
  "KeyA", "KeyW", "KeyS", "KeyE", "KeyD", "KeyF", "KeyT", "KeyG", "KeyY", "KeyH", "KeyU", "KeyJ",
  "KeyK", "KeyO", "KeyL", "KeyP", "Semicolon", "Quote",
];

/** Number of visible strokes. */
const strokeLimit = 24;

/** The view. */
export class PianoView {
  #host;
  #isVisible = false;
  #player = new Player((note) => this.#hear(note), (isOpen) => this.#showState(isOpen));
  #keyboard = new Keyboard(
    (key, velocity) => this.#player.strike(key, velocity), (key) => this.#player.letGo(key));
  #grouper = new ChordGrouper();
  #notation = preference("notation", "english");
  #strength = 0.75;
  /** Octaves by which the computer's keys are shifted. */
  #octave = 0;
  /** Pressed keys of the computer, with the notes that they hold. */
  #down = new Map();
  #instrument = element("select", { "aria-label": "Instrument", onchange: () => this.#choose() });
  #state = element("span", { class: "state" });
  #chord = element("output", { class: "chord", "aria-live": "polite", "aria-label": "Chord" });
  #names = new Map();
  #strokes = element("ol", { class: "strokes", "aria-label": "Last strokes" });
  #strengthText = element("output", {}, "75 %");
  #bend;
  #modulation;
  #sustain;

  constructor(panel, host) {
    this.#host = host;
    panel.classList.add("piano");
    panel.append(this.#tools(), this.#readout(), this.#board(), this.#help());
    this.#player.onRelease = () => this.#reset();
    this.#keyboard.setNotation(this.#notation);
    host.on("session", () => this.#updateInstruments());
    addEventListener("keydown", (event) => this.#key(event));
    addEventListener("keyup", (event) => this.#keyUp(event));
  }

  /** Plays only while it is visible. */
  show(isVisible) {
    this.#isVisible = isVisible;
    this.#choose();
  }

  // MARK: - Elements

  #tools() {
    const notation = element(
      "select", {
        "aria-label": "Note names", onchange: () => this.#setNotation(notation.value),
      },
      ...Object.keys(notations).map((name) => element(
        "option", { value: name, selected: name === this.#notation },
        `${notations[name].title} (${languages[name]})`)));
    const text = element("output", {}, `${this.#grouper.window} ms`);
    const window = element("input", {
      type: "range", min: 5, max: 200, value: this.#grouper.window, "aria-label": "Chord window",
      oninput: () => {
        this.#grouper.window = Number(window.value);
        setText(text, `${window.value} ms`);
      },
    });
    this.#sustain = button("Sustain", () => {
      const isOn = this.#sustain.getAttribute("aria-pressed") !== "true";
      setPressed(this.#sustain, isOn);
      this.#player.control(controllers.sustain, isOn ? 1 : 0);
    }, { "aria-pressed": "false" });
    return element(
      "div", { class: "toolbar" }, this.#instrument, notation,
      element(
        "div", { class: "line", role: "group", "aria-label": "Octave" },
        button("− octave", () => this.#keyboard.shift(-1)),
        button("+ octave", () => this.#keyboard.shift(1))),
      this.#sustain,
      element("label", { class: "line window" }, "Together within", window, text), this.#state);
  }

  #readout() {
    const names = element("dl", { class: "names" });
    for (const notation of Object.keys(notations)) {
      const lang = { german: "de", italian: "it", english: "en" }[notation] ?? "ja";
      const shown = element("dd", { lang });
      this.#names.set(notation, shown);
      names.append(element("dt", {}, languages[notation]), shown);
    }
    return element(
      "div", { class: "readout" }, element("div", {}, this.#chord, names), this.#strokes);
  }

  #board() {
    this.#bend = element("input", {
      type: "range", min: -100, max: 100, value: 0, "aria-label": "Pitch bend",
      oninput: () => this.#player.bend(this.#bend.value / 100),
      onpointerup: () => this.#centre(), onblur: () => this.#centre(),
      onkeyup: (event) => event.key === "Escape" && this.#centre(),
    });
    this.#modulation = element("input", {
      type: "range", min: 0, max: 100, value: 0, "aria-label": "Modulation",
      oninput: () => this.#player.control(controllers.modulation, this.#modulation.value / 100),
    });
    return element(
      "div", { class: "keyboard" },
      element(
        "div", { class: "wheels" },
        element("label", {}, this.#bend, "Bend"), element("label", {}, this.#modulation, "Mod")),
      this.#keyboard.element);
  }

  #help() {
    const keycap = (text) => element("kbd", {}, text);
    return element(
      "p", { class: "help" }, keycap("A"), "–", keycap("L"), " play, ", keycap("Z"), " ",
      keycap("X"), " octave, ", keycap("C"), " ", keycap("V"), " strength ", this.#strengthText,
      ". Keys sound harder near their front edge.");
  }

  // MARK: - Instrument

  #updateInstruments() {
    const nodes = this.#host.session.nodes.filter(
      (node) => node.takesMIDI && node.kind === "component");
    const wanted = this.#instrument.value || preference("instrument", "");
    const names = nodes.map((node) => node.name);
    if ([...this.#instrument.options].map((option) => option.value).join() !== names.join()) {
      const shown = names.length > 0 ? names : [""];
      this.#instrument.replaceChildren(...shown.map(
        (name) => element("option", { value: name }, name || "No instrument")));
      this.#instrument.disabled = names.length === 0;
      if (names.includes(wanted)) this.#instrument.value = wanted;
    }
    this.#choose();
  }

  #choose() {
    const node = this.#instrument.value;
    if (node && this.#isVisible) setPreference("instrument", node);
    this.#player.play(this.#isVisible && node ? node : null);
    if (!this.#isVisible) this.#keyboard.silence();
  }

  #showState(isOpen) {
    setText(this.#state, isOpen ? "" : "not connected");
    if (!isOpen) this.#reset();
  }

  #setNotation(notation) {
    this.#notation = notation;
    setPreference("notation", notation);
    this.#keyboard.setNotation(notation);
  }

  #centre() {
    if (this.#bend.value === "0") return;
    this.#bend.value = 0;
    this.#player.bend(0);
  }

  /** Resets keys and wheels after all held notes were released. */
  #reset() {
    this.#down.clear();
    this.#keyboard.silence();
    this.#bend.value = 0;
    setPressed(this.#sustain, false);
  }

  // MARK: - Sounding notes

  #hear({ key, velocity, isOn }) {
    this.#keyboard.setSounding(key, isOn ? Math.max(velocity, 1 / 127) : 0);
    if (!isOn) return;
    const strokes = this.#grouper.take({ key, velocity, time: performance.now() });
    this.#showChord(strokes.map((stroke) => stroke.key));
    this.#showStroke(key, velocity);
  }

  #showChord(keys) {
    const sorted = [...new Set(keys)].sort((first, second) => first - second);
    setText(this.#chord, chordName(sorted, this.#notation) || "–");
    for (const [notation, shown] of this.#names) {
      setText(shown, sorted.map((key) => noteName(key, notation)).join("  "));
    }
  }

  #showStroke(key, velocity) {
    const bar = element("i", {});
    bar.style.height = `${Math.max(2, velocity * 100)}%`;
    bar.style.background = velocityColour(velocity);
    const strength = Math.max(1, Math.round(velocity * 127));
    this.#strokes.append(element(
      "li", { title: `${noteName(key, this.#notation)}, velocity ${strength}` },
      element("span", { class: "column" }, bar), element("b", {}, String(strength)),
      element("span", { class: "note" }, noteName(key, this.#notation))));
    while (this.#strokes.children.length > strokeLimit) this.#strokes.firstElementChild.remove();
  }

  // MARK: - The computer's keys

  #key(event) {
    const { code, ctrlKey, metaKey, altKey } = event;
    if (!this.#isVisible || isTyping(event) || ctrlKey || metaKey || altKey) return;
    const step = computerKeys.indexOf(code);
    if (step >= 0) {
      event.preventDefault();
      if (event.repeat || this.#down.has(code)) return;
      const key = this.#computerBase() + step;
      if (key > 127) return;
      this.#down.set(code, key);
      this.#player.strike(key, this.#strength);
    } else if (code === "KeyZ" || code === "KeyX") {
      this.#keyboard.shift(code === "KeyZ" ? -1 : 1);
      this.#octave = Math.min(4, Math.max(-4, this.#octave + (code === "KeyZ" ? -1 : 1)));
    } else if (code === "KeyC" || code === "KeyV") {
      const step = code === "KeyC" ? -0.05 : 0.05;
      this.#strength = Math.min(1, Math.max(0.05, this.#strength + step));
      setText(this.#strengthText, `${Math.round(this.#strength * 100)} %`);
    }
  }

  #computerBase() {
    return 60 + 12 * this.#octave;
  }

  #keyUp(event) {
    const key = this.#down.get(event.code);
    if (key === undefined) return;
    this.#down.delete(event.code);
    this.#player.letGo(key);
  }
}
