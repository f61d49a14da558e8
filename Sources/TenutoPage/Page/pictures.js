// Oscilloscope and spectrum of all audio outputs, or of one node.

import { Animation } from "./animation.js";
import { element, setText } from "./element.js";

/** Frames per second: enough for the eye, and cheap. */
const framesPerSecond = 20;
/** The spectrum's ranges in Hz and dB. */
const spectrum = { low: 20, high: 20000, floor: -100, top: 0 };
const gridFrequencies = [50, 100, 200, 500, 1000, 2000, 5000, 10000];
const gridLevels = [-80, -60, -40, -20];
/** Number of samples in the oscilloscope. */
const scopeLength = 1024;
/** Samples per point of its line. */
const scopeStep = 2;

/** The view. */
export class SoundView {
  #listening;
  #isVisible = false;
  #animation = new Animation(framesPerSecond, () => this.#frame());
  /** The sample at which the oscilloscope starts. */
  #start = 0;
  #scope = new Picture("Scope");
  #spectrum = new Picture("Spectrum");
  #source;
  #figures = element("output", { class: "figures" });
  #times = new Float32Array(4096);
  #levels = new Float32Array(2048);

  constructor(panel, host, listening) {
    this.#listening = listening;
    panel.classList.add("sound");
    this.#source = element("select", {
      "aria-label": "Source", onchange: () => { listening.source = this.#source.value; },
    }, element("option", { value: "" }, "All audio outputs"));
    panel.append(
      element("div", { class: "toolbar" }, this.#source, this.#figures),
      this.#scope.element, this.#spectrum.element);
    host.on("session", ({ nodes }) => this.#updateSources(nodes));
  }

  /** Receives and draws audio only while it is visible. */
  show(isVisible) {
    if (isVisible === this.#isVisible) return;
    this.#isVisible = isVisible;
    this.#listening.watch(isVisible);
    this.#animation.setRunning(isVisible);
  }

  #updateSources(nodes) {
    const names = nodes.filter((node) => node.outputs.length > 0).map((node) => node.name);
    const wanted = this.#source.value;
    this.#source.replaceChildren(
      element("option", { value: "" }, "All audio outputs"),
      ...names.map((name) => element("option", { value: name }, name)));
    this.#source.value = names.includes(wanted) ? wanted : "";
    if (this.#source.value !== wanted) this.#listening.source = "";
  }

  #frame() {
    const { analysers } = this.#listening;
    if (analysers.length === 0) return;
    this.#drawScope(analysers);
    this.#drawSpectrum(analysers);
    this.#showFigures();
  }

  #showFigures() {
    const figures = this.#listening.figures();
    if (!figures) return;
    setText(
      this.#figures,
      `${figures.milliseconds.toFixed(0)} ms: ${figures.waiting.toFixed(0)} ms wait, `
        + `${figures.own.toFixed(0)} ms in the browser · glitches ${figures.glitches} · `
        + `lost frames ${figures.lost}`);
  }

  #drawScope(analysers) {
    const picture = this.#scope;
    const { context, width, height, colours } = picture.begin(({ width, height }) => {
      picture.line(0, height / 2, width, height / 2);
    });
    analysers.forEach((analyser, channel) => {
      analyser.getFloatTimeDomainData(this.#times);
      if (channel === 0) this.#start = risingEdge(this.#times, this.#times.length - scopeLength);
      context.beginPath();
      for (let index = 0; index < scopeLength; index += scopeStep) {
        const x = (index / (scopeLength - 1)) * width;
        context.lineTo(x, height / 2 - this.#times[this.#start + index] * height * 0.46);
      }
      context.strokeStyle = channel === 0 ? colours.accent : colours.audio;
      context.lineWidth = picture.ratio * 1.5;
      context.stroke();
    });
  }

  #drawGrid({ width, height }) {
    const picture = this.#spectrum;
    const { low, high, floor, top } = spectrum;
    for (const frequency of gridFrequencies) {
      const x = (Math.log(frequency / low) / Math.log(high / low)) * width;
      picture.line(x, 0, x, height);
      picture.label(frequency < 1000 ? `${frequency}` : `${frequency / 1000}k`, x + 4, height - 5);
    }
    for (const level of gridLevels) {
      const y = ((top - level) / (top - floor)) * height;
      picture.line(0, y, width, y);
      picture.label(`${level} dB`, 4, y - 4);
    }
  }

  #drawSpectrum(analysers) {
    const picture = this.#spectrum;
    const { low, high, floor, top } = spectrum;
    const { context, width, height, colours } = picture.begin((size) => this.#drawGrid(size));
    const x = (frequency) => (Math.log(frequency / low) / Math.log(high / low)) * width;
    const y = (level) => ((top - Math.max(floor, level)) / (top - floor)) * height;
    analysers.forEach((analyser, channel) => {
      analyser.getFloatFrequencyData(this.#levels);
      const step = analyser.context.sampleRate / analyser.fftSize;
      context.beginPath();
      const last = Math.min(Math.floor(high / step), this.#levels.length - 1);
      // Several bins may share a pixel; the loudest one is drawn.
      let [place, level] = [-1, floor];
      for (let bin = Math.ceil(low / step); bin <= last; bin += 1) {
        const here = Math.round(x(bin * step) / (2 * picture.ratio));
        if (here !== place && place >= 0) context.lineTo(place * 2 * picture.ratio, y(level));
        level = here === place ? Math.max(level, this.#levels[bin]) : this.#levels[bin];
        place = here;
      }
      context.strokeStyle = channel === 0 ? colours.accent : colours.audio;
      context.lineWidth = picture.ratio * 1.5;
      context.stroke();
    });
  }
}

/** The index of a rising zero crossing, so that the picture of a wave stands still. */
function risingEdge(samples, limit) {
  for (let index = 1; index < limit; index += 1) {
    if (samples[index - 1] < 0 && samples[index] >= 0) return index;
  }
  return 0;
}

/** A canvas with a title, at the resolution of the screen. */
class Picture {
  element;
  ratio = 1;
  #canvas;
  #context;
  #colours = null;
  /** The grid, drawn once for a size and a theme, and the key of both. */
  #grid = null;
  #gridKey = "";

  constructor(title) {
    this.#canvas = element("canvas", { role: "img", "aria-label": title });
    this.#context = this.#canvas.getContext("2d");
    this.element = element(
      "figure", { class: "picture" }, element("figcaption", {}, title), this.#canvas);
    new ResizeObserver(() => this.#fit()).observe(this.#canvas);
  }

  #fit() {
    this.ratio = devicePixelRatio || 1;
    this.#canvas.width = Math.round(this.#canvas.clientWidth * this.ratio);
    this.#canvas.height = Math.round(this.#canvas.clientHeight * this.ratio);
  }

  /**
   * Clears the canvas, and returns the objects for drawing.
   *
   * `drawGrid` draws the constant parts with `line` and `label`; it is called when the size or the
   * theme has changed.
   */
  begin(drawGrid) {
    const { width, height } = this.#canvas;
    const theme = getComputedStyle(document.documentElement);
    const key = `${theme.getPropertyValue("--accent")} ${width} ${height}`;
    if (key !== this.#gridKey) {
      this.#gridKey = key;
      const colour = (name) => theme.getPropertyValue(`--${name}`).trim();
      this.#colours = {
        accent: colour("accent"), audio: colour("audio"), line: colour("line"),
        soft: colour("soft"),
      };
      // Before the first layout a picture has no size, and no grid.
      this.#grid = width > 0 && height > 0 ? new OffscreenCanvas(width, height) : null;
      if (this.#grid) drawGrid({ width, height });
    }
    this.#context.clearRect(0, 0, width, height);
    if (this.#grid) this.#context.drawImage(this.#grid, 0, 0);
    return { context: this.#context, width, height, colours: this.#colours };
  }

  /** Draws a line of the grid. */
  line(fromX, fromY, toX, toY) {
    const context = this.#grid.getContext("2d");
    context.beginPath();
    context.moveTo(fromX, fromY);
    context.lineTo(toX, toY);
    context.strokeStyle = this.#colours.line;
    context.lineWidth = this.ratio;
    context.stroke();
  }

  /** Writes a text of the grid. */
  label(text, x, y) {
    const context = this.#grid.getContext("2d");
    context.fillStyle = this.#colours.soft;
    context.font = `${11 * this.ratio}px system-ui, sans-serif`;
    context.fillText(text, x, y);
  }
}
