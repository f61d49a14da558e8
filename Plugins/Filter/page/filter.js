// The filter's page: its response as a curve that can be dragged. It talks to its extension alone, by
// messages of bytes (see FilterUnit).

const query = new URLSearchParams(location.search);
const sampleRate = Number(query.get("rate")) || 48000;
document.documentElement.dataset.theme = query.get("theme") === "light" ? "light" : "dark";

const shapes = [
  "Low-Pass", "High-Pass", "Band-Pass", "Notch", "Peak", "All-Pass", "Bell", "Low Shelf",
  "High Shelf",
];
/** The addresses of parameters, with their limits. */
const limits = { cutoff: [20, 20000], resonance: [0.1, 50], gain: [-24, 24] };
const address = { shape: 0, cutoff: 1, resonance: 2, gain: 3, mix: 4 };
const names = Object.keys(address);
/** The picture's limits in Hz and dB. */
const range = { low: 20, high: 20000, bottom: -36, top: 30 };

const values = { shape: 0, cutoff: 1000, resonance: 0.707, gain: 0, mix: 100 };
const byId = (id) => document.getElementById(id);
const [picture, handle] = [byId("picture"), byId("handle")];
let size = { width: 0, height: 0 };
let isDragging = false;

// MARK: - Messages

function send(...bytes) {
  parent.postMessage(Uint8Array.from(bytes), "*");
}

function set(name, value) {
  const [low, high] = limits[name] ?? [0, 8];
  values[name] = Math.min(high, Math.max(low, value));
  const message = new DataView(new ArrayBuffer(6));
  message.setUint8(0, 1);
  message.setUint8(1, address[name]);
  message.setFloat32(2, values[name], true);
  parent.postMessage(message.buffer, "*");
}

addEventListener("message", ({ data }) => {
  if (!(data instanceof ArrayBuffer) || data.byteLength !== names.length * 4 || isDragging) return;
  const view = new DataView(data);
  names.forEach((name, index) => { values[name] = view.getFloat32(index * 4, true); });
  draw();
});

/** Asks for the values while somebody looks: a knob, a controller or a ramp may move them. */
setInterval(() => { if (!document.hidden && !isDragging) send(0); }, 50);

// MARK: - The response

const bend = (frequency) => Math.tan((Math.PI * Math.min(frequency, sampleRate * 0.4999)) / sampleRate);
/** Whether the gain counts; then it is what a drag up and down moves. */
const hasGain = () => values.shape >= 6;

/** The magnitude in dB at a frequency: that of the analog prototype at the warped frequency. */
function magnitude(frequency) {
  const { shape, resonance: q, gain, mix } = values;
  const x = bend(frequency) / bend(values.cutoff);
  const a = 10 ** (gain / 40);
  const r = Math.sqrt(a);
  let [top, bottom] = [[0, 0], [1 - x * x, x / q]];
  switch (Math.round(shape)) {
  case 0: top = [1, 0]; break;
  case 1: top = [-x * x, 0]; break;
  case 2: top = [0, x / q]; break;
  case 3: top = [1 - x * x, 0]; break;
  case 4: top = [-x * x - 1, 0]; break;
  case 5: top = [1 - x * x, -x / q]; break;
  case 6: [top, bottom] = [[1 - x * x, (x * a) / q], [1 - x * x, x / (a * q)]]; break;
  case 7:
    [top, bottom] = [[a * (a - x * x), (a * x * r) / q], [1 - a * x * x, (x * r) / q]];
    break;
  default: [top, bottom] = [[a * (1 - a * x * x), (a * x * r) / q], [a - x * x, (x * r) / q]];
  }
  // Dry and wet together.
  const size = bottom[0] ** 2 + bottom[1] ** 2;
  const wet = [
    (top[0] * bottom[0] + top[1] * bottom[1]) / size, (top[1] * bottom[0] - top[0] * bottom[1]) / size,
  ];
  const share = mix / 100;
  return 20 * Math.log10(Math.max(1e-6, Math.hypot(1 - share + share * wet[0], share * wet[1])));
}

const xOf = (frequency) => (Math.log(frequency / range.low) / Math.log(range.high / range.low)) * size.width;
const frequencyAt = (x) => range.low * (range.high / range.low) ** (x / size.width);
const yOf = (level) => ((range.top - level) / (range.top - range.bottom)) * size.height;
const levelAt = (y) => range.top - (y / size.height) * (range.top - range.bottom);

/** Where the handle is: the gain of a bell or a shelf, otherwise the resonance in dB. */
const handleLevel = () => (hasGain() ? values.gain : 20 * Math.log10(values.resonance));

function draw() {
  const { width, height } = size;
  if (!width) return;
  const points = [];
  for (let x = 0; x <= width; x += 2) {
    const y = Math.min(height + 2, Math.max(-2, yOf(magnitude(frequencyAt(x)))));
    points.push(`${x} ${y.toFixed(1)}`);
  }
  const line = `M${points.join("L")}`;
  byId("curve").setAttribute("d", line);
  byId("area").setAttribute("d", `${line}L${width} ${height}L0 ${height}Z`);
  handle.setAttribute("cx", Math.min(width - 9, Math.max(9, xOf(values.cutoff))));
  handle.setAttribute("cy", Math.min(height - 9, Math.max(9, yOf(handleLevel()))));
  const { cutoff, resonance, gain } = values;
  const frequency = cutoff >= 1000 ? `${(cutoff / 1000).toFixed(2)} kHz` : `${cutoff.toFixed(0)} Hz`;
  const text = `${frequency} · Q ${resonance.toFixed(2)}${hasGain() ? ` · ${gain.toFixed(1)} dB` : ""}`;
  byId("values").textContent = text;
  handle.setAttribute("aria-valuetext", text);
  handle.setAttribute("aria-valuenow", Math.round(cutoff));
  byId("shape").selectedIndex = Math.round(values.shape);
}

function drawGrid() {
  const lines = [];
  const texts = [];
  for (const frequency of [50, 100, 200, 500, 1000, 2000, 5000, 10000]) {
    const x = Math.round(xOf(frequency)) + 0.5;
    lines.push(`M${x} 0V${size.height}`);
    texts.push([x + 3, size.height - 4, frequency < 1000 ? frequency : `${frequency / 1000}k`]);
  }
  for (const level of [-24, -12, 12, 24]) {
    const y = Math.round(yOf(level)) + 0.5;
    lines.push(`M0 ${y}H${size.width}`);
    texts.push([3, y - 3, `${level} dB`]);
  }
  const make = (tag, attributes, text = "") => {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    made.textContent = text;
    return made;
  };
  byId("grid").replaceChildren(
    make("path", { d: lines.join("") }), ...texts.map(([x, y, text]) => make("text", { x, y }, text)));
  for (const [name, value] of Object.entries({ x1: 0, x2: size.width, y1: yOf(0), y2: yOf(0) })) {
    byId("zero").setAttribute(name, value);
  }
}

// MARK: - Moves

/** Moves cutoff, and gain or resonance, to a point. */
function moveTo(x, y) {
  set("cutoff", frequencyAt(Math.min(size.width, Math.max(0, x))));
  const level = levelAt(y);
  if (hasGain()) set("gain", level);
  else set("resonance", 10 ** (level / 20));
  draw();
}

const vertical = () => (hasGain() ? address.gain : address.resonance);

picture.addEventListener("pointerdown", (event) => {
  event.preventDefault();
  picture.setPointerCapture(event.pointerId);
  handle.focus();
  isDragging = true;
  for (const moved of [address.cutoff, vertical()]) send(2, moved);
  moveTo(event.offsetX, event.offsetY);
});
picture.addEventListener("pointermove", (event) => {
  const box = picture.getBoundingClientRect();
  if (isDragging) moveTo(event.clientX - box.left, event.clientY - box.top);
});
picture.addEventListener("lostpointercapture", () => {
  isDragging = false;
  for (const moved of [address.cutoff, vertical()]) send(3, moved);
});
picture.addEventListener("wheel", (event) => {
  event.preventDefault();
  set("resonance", values.resonance * (event.deltaY < 0 ? 1.06 : 1 / 1.06));
  draw();
}, { passive: false });
handle.addEventListener("keydown", (event) => {
  const step = event.shiftKey ? 0.1 : 1;
  const moves = {
    ArrowLeft: () => set("cutoff", values.cutoff / 2 ** (step / 12)),
    ArrowRight: () => set("cutoff", values.cutoff * 2 ** (step / 12)),
    ArrowUp: () => (hasGain() ? set("gain", values.gain + step) : set("resonance", values.resonance * 1.06)),
    ArrowDown: () => (hasGain() ? set("gain", values.gain - step) : set("resonance", values.resonance / 1.06)),
    PageUp: () => set("resonance", values.resonance * 1.06),
    PageDown: () => set("resonance", values.resonance / 1.06),
  };
  if (!moves[event.key]) return;
  event.preventDefault();
  moves[event.key]();
  draw();
});
byId("shape").append(...shapes.map((shape) => new Option(shape)));
byId("shape").addEventListener("change", () => {
  set("shape", byId("shape").selectedIndex);
  draw();
});
new ResizeObserver(() => {
  size = { width: picture.clientWidth, height: picture.clientHeight };
  drawGrid();
  draw();
}).observe(picture);
send(0);
