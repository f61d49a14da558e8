// Universal MIDI Packets: the page's notes, and those that sound at the node.

/** Number of words in a packet, by message type. */
const wordCounts = [1, 1, 1, 2, 2, 4, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4];

/** The centre of the pitch bend. */
export const centre = 0x80000000;

/** Creates a MIDI 2.0 channel voice message of channel 1. */
function voice(status, data, value) {
  return [(0x40000000 | (status << 16) | (data << 8)) >>> 0, value >>> 0];
}

/** Note on; the velocity is 0 to 1, raised to the smallest audible one. */
export function noteOn(key, velocity) {
  return voice(0x90, key, Math.max(1, Math.round(velocity * 0xffff)) * 0x10000);
}

/** Note off. */
export function noteOff(key) {
  return voice(0x80, key, 0x80000000);
}

/** A controller; the value is 0 to 1. */
export function controller(number, value) {
  return voice(0xb0, number, Math.round(value * 0xffffffff));
}

/** Pitch bend; the value is -1 to 1. */
export function pitchBend(value) {
  return voice(0xe0, 0, Math.min(0xffffffff, Math.round(centre + value * centre)));
}

/** The words as little-endian bytes for a WebSocket. */
export function bytesOf(words) {
  const bytes = new DataView(new ArrayBuffer(words.length * 4));
  words.forEach((word, index) => bytes.setUint32(index * 4, word, true));
  return bytes.buffer;
}

/** The notes in a message of packets: `{ key, velocity, isOn }`, velocity 0 to 1. */
export function* notesIn(buffer) {
  for (const { status, data, value } of messagesIn(buffer)) {
    if (status === 8 || status === 9) yield { key: data, velocity: value, isOn: status === 9 };
  }
}

/**
 * The channel voice messages of either protocol in a message of packets:
 * `{ group, channel, status, data, value }`, group and channel from 0, `status` the opcode, `data`
 * a key or a controller, `value` 0 to 1, or the program.
 */
export function* messagesIn(buffer) {
  const view = new DataView(buffer);
  const count = Math.floor(buffer.byteLength / 4);
  for (let index = 0; index < count;) {
    const word = view.getUint32(index * 4, true);
    const length = wordCounts[word >>> 28];
    if (index + length > count) return;
    const message = messageOf(word, length > 1 ? view.getUint32(index * 4 + 4, true) : 0);
    if (message) yield message;
    index += length;
  }
}

function messageOf(word, second) {
  const type = word >>> 28;
  if (type !== 2 && type !== 4) return null;
  const [first, last] = [(word >>> 8) & 0x7f, word & 0x7f];
  const message = {
    group: (word >>> 24) & 0xf, channel: (word >>> 16) & 0xf, status: (word >>> 20) & 0xf,
    data: first, value: type === 2 ? last / 127 : second / 0xffffffff,
  };
  switch (message.status) {
  case 0x8: case 0x9:
    if (type === 4) message.value = (second >>> 16) / 0xffff;
    // In MIDI 1.0 a note on with velocity 0 is a note off.
    else if (message.status === 9 && last === 0) message.status = 8;
    break;
  case 0xc: message.value = type === 2 ? first : second >>> 24; break;
  case 0xd: if (type === 2) message.value = first / 127; break;
  case 0xe: message.value = type === 2 ? (last * 128 + first) / 16384 : second / 0x100000000; break;
  }
  return message;
}
