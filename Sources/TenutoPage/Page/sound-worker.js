// Receives audio in a separate thread and writes it to the ring.

import { Ring } from "./ring.js";

/** Delay before the next attempt to connect, in milliseconds. */
const patience = 1000;
/** Size of a message's header in bytes: the time of its first frame. */
const headerBytes = 8;

let ring = null;
let socket = null;
let channels = 2;
/** The next frame if none was dropped; null before the first message. */
let expected = null;

function connect(address) {
  socket?.close();
  const opened = new WebSocket(address);
  socket = opened;
  opened.binaryType = "arraybuffer";
  expected = null;
  opened.onmessage = ({ data }) => {
    if (opened !== socket) return;
    if (typeof data === "string") takeFormat(JSON.parse(data));
    else takeSound(data);
  };
  opened.onclose = () => {
    if (opened !== socket) return;
    postMessage({ isOpen: false });
    setTimeout(() => opened === socket && connect(address), patience);
  };
}

function takeFormat(format) {
  channels = Math.max(1, format.channels);
  ring.sampleRate = format.sampleRate;
  expected = null;
  postMessage({ isOpen: true, ...format });
}

function takeSound(data) {
  if (data.byteLength < headerBytes || !ring.sampleRate) return;
  const count = Math.floor((data.byteLength - headerBytes) / 4);
  const samples = new Float32Array(data, headerBytes, count);
  const frame = new DataView(data).getBigUint64(0, true);
  if (expected !== null && frame > expected) ring.countLost(Number(frame - expected) | 0);
  expected = frame + BigInt(Math.floor(samples.length / channels));
  ring.write(samples, channels);
}

onmessage = ({ data }) => {
  if (data.buffer) ring = new Ring(data.buffer);
  else ring.begin();
  if (data.address) connect(data.address);
  else if (data.address === null) {
    const closed = socket;
    socket = null;
    closed?.close();
  }
};
