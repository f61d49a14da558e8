// The transport: play, stop, locate; and the status of the engine beside it.

import { button, element, setAttribute, setPressed, setText, svg } from "./element.js";
import { attempt } from "./notices.js";
import { get, nodePath, post } from "./request.js";
import { clockText } from "./units.js";

const icons = {
  play: "M5 3l10 6-10 6z", stop: "M4 4h10v10H4z", start: "M4 3v12M14 3L6 9l8 6z",
  loop: "M3 8V6.5A2.5 2.5 0 0 1 5.5 4H12V2l4 3-4 3V6H5.5a.5.5 0 0 0-.5.5V8zM15 10v1.5a2.5 2.5 0 0 1-2.5"
    + " 2.5H6v2l-4-3 4-3v2h6.5a.5.5 0 0 0 .5-.5V10z",
};

function icon(name) {
  return svg("svg", { viewBox: "0 0 18 18", "aria-hidden": true }, svg("path", { d: icons[name] }));
}

/** The transport in the bar at the top. */
export class TransportBar {
  #host;
  #known = null;
  #knownAt = 0;
  #isDragging = false;
  #play;
  #loop;
  #place = element("output", { class: "place", "aria-label": "Measure and beat" });
  #time = element("output", { class: "time", "aria-label": "Time" });
  #tempo = element("output", { class: "tempo", "aria-label": "Tempo and meter" });
  #slider;
  #measure;

  constructor(panel, host) {
    this.#host = host;
    this.#play = button("", () => this.#toggle(), { class: "round", "aria-label": "Play" });
    this.#slider = element("input", {
      type: "range", min: 0, max: 1000, value: 0, "aria-label": "Position",
      oninput: () => { this.#isDragging = true; },
      onchange: () => this.#locate(),
    });
    this.#measure = element("input", {
      type: "text", inputmode: "numeric", class: "measure", "aria-label": "Go to measure",
      placeholder: "measure", onchange: () => this.#goTo(),
    });
    const start = button("", () => this.#move("locate", { seconds: 0 }), {
      class: "round", "aria-label": "Go to the start",
    });
    start.append(icon("start"));
    this.#loop = button("", () => this.#toggleLoop(), {
      class: "round", "aria-label": "Loop the song", title: "Loop the song", "aria-pressed": "false",
    });
    this.#loop.append(icon("loop"));
    this.#play.append(icon("play"));
    panel.append(
      start, this.#play, this.#loop, this.#place, this.#time, this.#slider, this.#measure, this.#tempo);
    host.on("status", (status) => this.#take(status.transport));
    setInterval(() => this.#draw(), 100);
    document.addEventListener("visibilitychange", () => this.#refresh());
  }

  async #refresh() {
    if (!document.hidden && this.#host.isConnected) {
      const place = await get("/v1/transport").catch(() => null);
      this.#take(place);
    }
  }

  #take(transport) {
    if (!transport) return;
    [this.#known, this.#knownAt] = [transport, performance.now()];
    this.#draw();
  }

  #toggle() {
    this.#move(this.#known?.isPlaying ? "stop" : "play");
  }

  /** The songs of the session: the transport loops them or plays them once. */
  get #songs() {
    return (this.#host.session?.nodes ?? []).filter(({ kind }) => kind === "song");
  }

  async #toggleLoop() {
    const loops = !this.#known?.isLooping;
    for (const { name } of this.#songs) {
      if (!await attempt(post(nodePath(name, "loop"), { loops }))) return;
    }
    this.#take(await attempt(get("/v1/transport")));
  }

  #locate() {
    this.#isDragging = false;
    if (!this.#known?.duration) return;
    this.#move("locate", { seconds: (this.#slider.value / 1000) * this.#known.duration });
  }

  #goTo() {
    const measure = Number.parseInt(this.#measure.value, 10);
    this.#measure.value = "";
    this.#measure.blur();
    if (measure >= 1) this.#move("locate", { measure });
  }

  async #move(word, body) {
    this.#take(await attempt(post(`/v1/transport/${word}`, body)));
  }

  /** Shows the position, extrapolated between two messages of the host. */
  #draw() {
    const known = this.#known;
    if (!known || document.hidden) return;
    const passed = known.isPlaying ? (performance.now() - this.#knownAt) / 1000 : 0;
    const seconds = known.seconds + passed;
    const beats = Number.parseInt(known.meter, 10) || 4;
    const beat = known.beatOfMeasure - 1 + (passed * known.tempo) / 60;
    const measure = known.measure + Math.floor(beat / beats);
    setText(this.#place, `${measure}.${Math.floor(beat % beats) + 1}`);
    const end = known.duration;
    setText(this.#time, end ? `${clockText(seconds)} / ${clockText(end)}` : clockText(seconds));
    setText(this.#tempo, `${Math.round(known.tempo)} BPM · ${known.meter}`);
    this.#slider.disabled = !end;
    this.#loop.disabled = this.#songs.length === 0;
    setPressed(this.#loop, known.isLooping);
    if (!this.#isDragging) {
      const share = String(end ? Math.min(1000, Math.round((seconds / end) * 1000)) : 0);
      if (this.#slider.value !== share) this.#slider.value = share;
    }
    const name = known.isPlaying ? "stop" : "play";
    setAttribute(this.#play, "aria-label", known.isPlaying ? "Stop" : "Play");
    setAttribute(this.#play.querySelector("path"), "d", icons[name]);
  }
}

/** Milliseconds for which a new xrun is highlighted. */
const highlightTime = 10_000;

/** The engine in the bar: rate, period, load and xruns. */
export class EngineBar {
  #format = element("span", { class: "format" });
  #bar = element("i", {});
  #load = element("span", { class: "load" });
  #xruns = element("span", { class: "xruns" });
  #count = null;
  #countedAt = -Infinity;

  constructor(panel, host) {
    panel.append(
      this.#format, element("div", { class: "meter", "aria-hidden": true }, this.#bar), this.#load,
      this.#xruns);
    host.on("status", (status) => this.#update(status));
    host.on("connection", (isConnected) => {
      document.body.classList.toggle("lost", !isConnected);
      if (!isConnected) setText(this.#format, "Host disconnected; reconnecting…");
    });
  }

  #update(status) {
    const { engine, sampleRate, frames, load, xruns, problem } = status;
    setText(
      this.#format,
      problem ?? `${engine === "jack" ? "JACK" : "Clock"} ${sampleRate / 1000} kHz / ${frames}`);
    this.#bar.style.transform = `scaleX(${Math.min(1, load).toFixed(2)})`;
    setAttribute(this.#bar, "data-zone", load > 0.9 ? "over" : load > 0.7 ? "high" : null);
    setText(this.#load, `${Math.round(load * 100)} %`);
    setText(this.#xruns, `${xruns} ${xruns === 1 ? "xrun" : "xruns"}`);
    if (this.#count !== null && xruns > this.#count) this.#countedAt = performance.now();
    this.#count = xruns;
    setAttribute(this.#xruns, "data-new", performance.now() - this.#countedAt < highlightTime);
  }
}
