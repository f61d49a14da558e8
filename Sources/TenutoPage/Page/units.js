// The display of values, and their position on a control.

/** The symbol of each unit; for other units the parameter supplies the text. */
const symbols = {
  generic: "", indexed: "", boolean: "", percent: "%", seconds: "s", sampleFrames: "frames",
  phase: "°", rate: "×", hertz: "Hz", cents: "cents", relativeSemitones: "st",
  midiNoteNumber: "", midiController: "", decibels: "dB", linearGain: "", degrees: "°",
  equalPowerCrossfade: "", mixerFaderCurve1: "", pan: "", meters: "m", absoluteCents: "cents",
  octaves: "oct", beatsPerMinute: "BPM", beats: "beats", milliseconds: "ms", ratio: ":1",
  midi2Controller: "",
};

const wholeUnits = new Set([
  "indexed", "boolean", "sampleFrames", "midiNoteNumber", "midiController",
]);
const attachedUnits = new Set(["phase", "degrees", "rate", "ratio"]);

/** Units with a logarithmic perception. */
const factorUnits = new Set(["hertz", "milliseconds", "seconds"]);

/** The display of a parameter's value: `440 Hz`, `On`, or the value's own name. */
export function valueText(parameter, value) {
  const names = namesOf(parameter);
  if (names) return names[Math.round(value - parameter.minimum)] ?? String(value);
  const number = numberText(parameter, value);
  const symbol = symbols[parameter.unit] ?? parameter.unit;
  if (!symbol) return number;
  return attachedUnits.has(parameter.unit) ? number + symbol : `${number} ${symbol}`;
}

/** The names of a parameter's values; null if it has none. */
export function namesOf(parameter) {
  if (parameter.valueNames.length > 0) return parameter.valueNames;
  return parameter.unit === "boolean" ? ["Off", "On"] : null;
}

/** Whether a parameter takes whole numbers only. */
export function isWhole(parameter) {
  return wholeUnits.has(parameter.unit);
}

/** Up to four significant digits, without trailing zeros. */
function numberText(parameter, value) {
  if (isWhole(parameter)) return String(Math.round(value));
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 100 ? 1 : size >= 10 ? 2 : 3;
  return String(Number(value.toFixed(digits)));
}

/** The position of a value on a control, 0 to 1. */
export function positionOf(parameter, value) {
  const { minimum, maximum } = parameter;
  if (maximum <= minimum) return 0;
  const position = isLogarithmic(parameter)
    ? Math.log(value / minimum) / Math.log(maximum / minimum)
    : (value - minimum) / (maximum - minimum);
  return Math.min(1, Math.max(0, position));
}

/** The value at a position of a control. */
export function valueAt(parameter, position) {
  const { minimum, maximum } = parameter;
  const place = Math.min(1, Math.max(0, position));
  const value = isLogarithmic(parameter)
    ? minimum * (maximum / minimum) ** place
    : minimum + place * (maximum - minimum);
  return isWhole(parameter) ? Math.round(value) : value;
}

/** Whether a control is logarithmic: set by the component, or inferred from unit and range. */
function isLogarithmic({ unit, minimum, maximum, isLogarithmic: isSaid }) {
  if (minimum <= 0 || maximum <= minimum) return false;
  return isSaid || (factorUnits.has(unit) && maximum / minimum >= 50);
}

/** A level in dB as a share of a meter that starts at -60 dB. */
export function meterShare(level) {
  if (level == null || !Number.isFinite(level)) return 0;
  return Math.min(1, Math.max(0, (level + 60) / 60));
}

/** Bytes, formatted. */
export function bytesText(bytes) {
  return bytes >= 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${Math.round(bytes / 1e3)} kB`;
}

/** Microseconds, formatted. */
export function microsecondsText(time) {
  return time >= 1000 ? `${(time / 1000).toFixed(2)} ms` : `${Math.round(time)} µs`;
}

/** Seconds as minutes and seconds. */
export function clockText(seconds) {
  const whole = Math.max(0, Math.floor(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/** A time of day, from seconds since 1970. */
export function timeText(seconds) {
  return new Date(seconds * 1000).toTimeString().slice(0, 8);
}
