// The sampler's page: its sound with the loop and the start offset, which can be dragged. It talks to
// its extension alone, by messages of bytes (see SamplerPageMessage).

const theme = new URLSearchParams(location.search).get("theme") === "light" ? "light" : "dark";
document.documentElement.dataset.theme = theme;

const byId = (id) => document.getElementById(id);
const canvas = byId("wave");
/** As the extension has it. */
const sound = { rate: 0, root: 0, frames: 0, start: 0, end: 0, columns: null };
/** Start offset in percent, and playback. */
const values = { offset: 0, playback: 0 };
let dragged = null;
let width = 0;

// MARK: - Messages

function message(kind, byteCount) {
  const view = new DataView(new ArrayBuffer(5 + byteCount));
  [..."TPAG"].forEach((letter, index) => view.setUint8(index, letter.charCodeAt(0)));
  view.setUint8(4, kind);
  return view;
}

function post(view) {
  parent.postMessage(view.buffer, "*");
}

function askForPicture() {
  if (!width) return;
  const view = message(0, 2);
  view.setUint16(5, Math.min(4096, Math.max(1, Math.round(width))), true);
  post(view);
}

function sendLoop() {
  const view = message(1, 8);
  view.setUint32(5, sound.start, true);
  view.setUint32(9, sound.end, true);
  post(view);
}

function set(address, value) {
  const view = message(3, 5);
  view.setUint8(5, address);
  view.setFloat32(6, value, true);
  post(view);
}

addEventListener("message", ({ data }) => {
  if (!(data instanceof ArrayBuffer) || dragged) return;
  const view = new DataView(data);
  if (view.getUint8(0) === 2 && view.byteLength === 9) {
    [values.offset, values.playback] = [view.getFloat32(1, true), view.getFloat32(5, true)];
    place();
  } else if (view.getUint8(0) === 0 && view.byteLength > 21) {
    [sound.rate, sound.root] = [view.getFloat32(1, true), view.getFloat32(5, true)];
    [sound.frames, sound.start, sound.end] = [9, 13, 17].map((offset) => view.getUint32(offset, true));
    sound.columns = Array.from({ length: (view.byteLength - 21) / 8 }, (_, index) =>
      [view.getFloat32(21 + index * 8, true), view.getFloat32(25 + index * 8, true)]);
    draw();
    place();
  }
});

// A knob may move the offset, and a preset bring another sound.
setInterval(() => { if (!document.hidden && !dragged) post(message(2, 0)); }, 100);
setInterval(() => { if (!document.hidden && !dragged) askForPicture(); }, 2000);

// MARK: - The picture

function draw() {
  const ratio = devicePixelRatio || 1;
  const height = canvas.clientHeight;
  [canvas.width, canvas.height] = [Math.round(width * ratio), Math.round(height * ratio)];
  const context = canvas.getContext("2d");
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(`--${name}`).trim();
  context.scale(ratio, ratio);
  context.strokeStyle = colour("line");
  context.beginPath();
  context.moveTo(0, height / 2);
  context.lineTo(width, height / 2);
  context.stroke();
  if (!sound.columns) return;
  // A quiet sound is shown as large as a loud one.
  const peak = Math.max(1e-6, ...sound.columns.map(([low, high]) => Math.max(-low, high)));
  const y = (sample) => height / 2 - (sample / peak) * height * 0.46;
  context.fillStyle = colour("accent");
  const step = width / sound.columns.length;
  sound.columns.forEach(([low, high], column) => {
    context.fillRect(column * step, y(high), Math.max(1, step), Math.max(1, y(low) - y(high)));
  });
}

const share = (frame) => (sound.frames ? frame / sound.frames : 0);

function place() {
  const percent = (part) => `${(part * 100).toFixed(3)}%`;
  const hasLoop = sound.end > sound.start && Math.round(values.playback) === 0;
  byId("offset").style.left = percent(values.offset / 100);
  byId("cut").style.width = percent(values.offset / 100);
  for (const id of ["loop", "start", "end"]) byId(id).hidden = !hasLoop;
  byId("start").style.left = byId("loop").style.left = percent(share(sound.start));
  byId("end").style.left = percent(share(sound.end));
  byId("loop").style.width = percent(share(sound.end - sound.start));
  byId("playback").selectedIndex = Math.round(values.playback);
  const seconds = (frames) => `${(frames / (sound.rate || 1)).toFixed(3)} s`;
  byId("values").textContent = [
    `${seconds(sound.frames)} at ${sound.rate} Hz`,
    hasLoop ? `loop ${seconds(sound.start)} to ${seconds(sound.end)}` : "no loop",
    values.offset > 0 ? `from ${values.offset.toFixed(1)} %` : "",
  ].filter(Boolean).join(" · ");
}

// MARK: - Moves

/** Moves an edge to a part of the sound, 0 to 1. */
function move(id, part) {
  const kept = Math.min(1, Math.max(0, part));
  const frame = Math.round(kept * sound.frames);
  if (id === "start") sound.start = Math.min(sound.end - 1, frame);
  else if (id === "end") sound.end = Math.max(sound.start + 1, frame);
  else {
    values.offset = kept * 100;
    set(8, values.offset);
  }
  place();
}

for (const id of ["offset", "start", "end"]) {
  const edge = byId(id);
  edge.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    edge.focus();
    edge.setPointerCapture(event.pointerId);
    dragged = id;
  });
  edge.addEventListener("pointermove", (event) => {
    if (dragged !== id) return;
    const box = byId("stage").getBoundingClientRect();
    move(id, (event.clientX - box.left) / box.width);
  });
  edge.addEventListener("lostpointercapture", () => {
    if (dragged === id && id !== "offset") sendLoop();
    dragged = null;
  });
  edge.addEventListener("keydown", (event) => {
    const direction = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    const now = id === "offset" ? values.offset / 100 : share(sound[id]);
    move(id, now + direction * (event.shiftKey ? 1 / Math.max(1, sound.frames) : 0.01));
    if (id !== "offset") sendLoop();
  });
}
byId("playback").addEventListener("change", () => {
  values.playback = byId("playback").selectedIndex;
  set(9, values.playback);
  place();
});
new ResizeObserver(() => {
  width = canvas.clientWidth;
  askForPicture();
  draw();
}).observe(canvas);
