// Audio in the page: the host's output, or one node, through the browser's loudspeakers.

import { button, element, setPressed, setText } from "./element.js";
import { notify } from "./notices.js";
import { Ring } from "./ring.js";
import { socketAddress } from "./request.js";

/** The update interval of the figures, in milliseconds. */
const showEvery = 250;

/** The switch in the bar, and the audio for views that draw it. */
export class Listening {
  #ring = null;
  #worker = null;
  #context = null;
  #gain = null;
  #analysers = [];
  #source = "";
  #isHeard = false;
  #isConnected = false;
  #watchers = 0;
  #begun = null;
  #button;
  #figures = element("output", { class: "latency", "aria-label": "Latency of the sound" });

  constructor(panel) {
    this.#button = button("Listen", () => this.#setHeard(!this.#isHeard), {
      "aria-pressed": "false", title: "Play the audio in this browser",
    });
    panel.append(this.#button, this.#figures);
    setInterval(() => this.#show(), showEvery);
  }

  /** The left and right channel, for drawing; empty before audio arrives. */
  get analysers() {
    return this.#analysers;
  }

  /** The source: a node's name, or the empty text for all audio outputs. */
  get source() {
    return this.#source;
  }
  set source(node) {
    this.#source = node;
    if (this.#begun) this.#connect();
  }

  /** Receives audio while a view draws it, audible or not. */
  watch(isWatched) {
    this.#watchers += isWatched ? 1 : -1;
    this.#update();
  }

  /**
   * The measured latency in milliseconds from the host to the loudspeaker, and the error counts.
   */
  figures() {
    const ring = this.#ring;
    if (!ring?.sampleRate || !this.#context) return null;
    const waiting = (ring.fill / ring.sampleRate) * 1000;
    const own = (this.#context.baseLatency + (this.#context.outputLatency || 0)) * 1000;
    return {
      milliseconds: waiting + own, waiting, own, glitches: ring.glitches, lost: ring.lost,
      target: (ring.target / ring.sampleRate) * 1000, state: this.#context.state,
    };
  }

  #setHeard(isHeard) {
    this.#isHeard = isHeard;
    setPressed(this.#button, isHeard);
    this.#update();
  }

  async #update() {
    const isWanted = this.#isHeard || this.#watchers > 0;
    if (isWanted) {
      this.#begun ??= this.#begin();
      if (!await this.#begun) return;
      await this.#context.resume();
    } else if (this.#begun && await this.#begun) {
      this.#worker.postMessage({ address: null });
      await this.#context.suspend();
    }
    if (!this.#context) return;
    const isStillWanted = this.#isHeard || this.#watchers > 0;
    if (isStillWanted && !this.#isConnected) this.#connect();
    this.#isConnected = isStillWanted;
    this.#gain.gain.setTargetAtTime(this.#isHeard ? 1 : 0, this.#context.currentTime, 0.01);
  }

  /** Creates ring, worker and audio graph; returns false if the browser does not support them. */
  async #begin() {
    if (!globalThis.crossOriginIsolated) {
      notify("This browser does not isolate the page, so the page cannot play audio.", "error");
      return false;
    }
    this.#ring = new Ring();
    this.#worker = new Worker("/page/sound-worker.js", { type: "module" });
    this.#worker.postMessage({ buffer: this.#ring.buffer });
    const context = new AudioContext({ latencyHint: 0 });
    await context.audioWorklet.addModule("/page/sound-worklet.js");
    const player = new AudioWorkletNode(context, "ring-player", {
      numberOfInputs: 0, outputChannelCount: [2], processorOptions: { buffer: this.#ring.buffer },
    });
    const splitter = new ChannelSplitterNode(context, { numberOfOutputs: 2 });
    this.#gain = new GainNode(context, { gain: 0 });
    player.connect(this.#gain).connect(context.destination);
    player.connect(splitter);
    this.#analysers = [0, 1].map((channel) => {
      const analyser = new AnalyserNode(context, { fftSize: 4096, smoothingTimeConstant: 0.7 });
      splitter.connect(analyser, channel);
      return analyser;
    });
    this.#context = context;
    return true;
  }

  #connect() {
    const query = this.#source ? `?node=${encodeURIComponent(this.#source)}` : "";
    this.#worker?.postMessage({ address: socketAddress(`/v1/sound${query}`) });
  }

  #show() {
    const figures = this.#isHeard ? this.figures() : null;
    const { milliseconds = 0, glitches = 0, lost = 0 } = figures ?? {};
    const parts = [
      `${Math.round(milliseconds)} ms`,
      glitches && `${glitches} ${glitches === 1 ? "glitch" : "glitches"}`,
      lost && `${lost} lost`,
    ];
    setText(this.#figures, figures ? parts.filter(Boolean).join(" · ") : "");
  }
}
