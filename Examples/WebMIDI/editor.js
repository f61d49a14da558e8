// Edits the layout of a LayoutDevice over Web MIDI: which note each key plays.
//
// Nothing here is Tenuto's: it is what a page does with any device. Device/device.h has the messages.

const [manufacturer, family] = [0x7D, 0x54];
const command = { keep: 1, ask: 2, dump: 3 };
const keyCount = 128;
const deviceName = "device";

const state = document.getElementById("state");
const keys = document.getElementById("keys");
const buttons = Object.fromEntries(
  ["read", "send", "up", "down"].map((id) => [id, document.getElementById(id)]));

/** The fields of the notes, and what shows that one sounds, by key. */
const fields = Array.from({ length: keyCount }, (_, key) => {
  const field = document.createElement("input");
  Object.assign(field, { type: "number", min: 0, max: 127, value: key });
  const label = document.createElement("label");
  label.append(`Key ${key}`, field);
  keys.append(label);
  return field;
});

function message(name, data = []) {
  return [0xF0, manufacturer, family, command[name], ...data, 0xF7];
}

/** The notes of all keys, as the fields have them. */
function layout() {
  return fields.map((field) => Math.min(127, Math.max(0, Math.trunc(Number(field.value) || 0))));
}

function show(notes) {
  for (const [key, field] of fields.entries()) field.value = notes[key] ?? key;
}

/** Takes what the device says: its layout, or a note that sounds. */
function take({ data }) {
  if (data[0] === 0xF0) {
    if (data[1] !== manufacturer || data[2] !== family || data[3] !== command.dump) return;
    const notes = data.subarray(4, -1);
    show(notes);
    state.textContent = `The device has a layout of ${notes.length} keys.`;
    return;
  }
  const kind = data[0] & 0xF0;
  if (kind !== 0x80 && kind !== 0x90) return;
  const isOn = kind === 0x90 && data[2] > 0;
  for (const field of fields) {
    if (Number(field.value) === data[1]) field.parentElement.classList.toggle("sounding", isOn);
  }
}

function byName(ports) {
  return [...ports.values()].find((port) => port.name === deviceName);
}

/** Looks for the device among the ports, now and when they change. */
function look(access) {
  const [input, output] = [byName(access.inputs), byName(access.outputs)];
  const isThere = Boolean(input && output);
  for (const button of Object.values(buttons)) button.disabled = !isThere;
  if (!isThere) {
    state.textContent = `There is no '${deviceName}'; waiting for it.`;
    return;
  }
  if (input.onmidimessage) return;
  input.onmidimessage = take;
  const move = (step) => {
    show(layout().map((note) => Math.min(127, Math.max(0, note + step))));
    output.send(message("keep", layout()));
  };
  buttons.read.onclick = () => output.send(message("ask"));
  buttons.send.onclick = () => output.send(message("keep", layout()));
  buttons.up.onclick = () => move(1);
  buttons.down.onclick = () => move(-1);
  input.open().then(() => output.send(message("ask")));
}

try {
  const access = await navigator.requestMIDIAccess({ sysex: true });
  access.onstatechange = () => look(access);
  look(access);
} catch (error) {
  state.textContent = error.message;
}
