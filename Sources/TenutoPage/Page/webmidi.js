// Web MIDI (https://www.w3.org/TR/webmidi/) for any page, served by a Tenuto host.
//
// A classic script that must be the first one of a page. WebMIDI.md describes the protocol.

(() => {
  "use strict";

  // Replaced with the host's address when the file is written to disk.
  const written = "@ADDRESS@";
  const host = written.startsWith("http") ? written : new URL(document.currentScript.src).origin;
  const socketAddress = `${host.replace(/^http/, "ws")}/v1/midi`;

  /** Maximum bytes of a message in one record, and of records in one WebSocket message. */
  const [recordLimit, batchLimit] = [1 << 18, 1 << 19];
  /** Maximum size of a System Exclusive message in bytes, equal to the host's limit. */
  const messageLimit = (1 << 24) + 2;
  const headLength = 16;
  /** Milliseconds between attempts to reconnect, and between readings of the host's clock. */
  const [retryTime, clockTime] = [1000, 10000];
  /** Number of clock readings from which the fastest is used. */
  const clockCount = 8;

  const error = (name, message) => new DOMException(message, name);
  /** Needed to construct objects that pages cannot construct. */
  const key = Symbol("Tenuto");

  // MARK: - Messages

  /** The number of data bytes after a status; undefined for an undefined status. */
  function dataCount(status) {
    if (status >= 0xF8) return status === 0xF9 || status === 0xFD ? undefined : 0;
    if (status >= 0xF0) return { 0xF1: 1, 0xF2: 2, 0xF3: 1, 0xF6: 0 }[status];
    return status >= 0xC0 && status < 0xE0 ? 1 : 2;
  }

  /**
   * Splits `bytes` into complete MIDI 1.0 messages; a realtime message within a System Exclusive
   * message comes before it. Throws a TypeError for anything else, including running status.
   */
  function messagesOf(bytes) {
    const invalid = (index) => new TypeError(
      `The MIDI data is invalid at byte ${index}; send complete messages, without running status.`);
    const messages = [];
    let index = 0;
    if (bytes.length === 0) throw invalid(0);
    while (index < bytes.length) {
      const status = bytes[index];
      if (status === 0xF0) {
        const inner = [];
        let end = index + 1;
        while (end < bytes.length && bytes[end] !== 0xF7) {
          if (bytes[end] >= 0x80) {
            if (bytes[end] < 0xF8 || dataCount(bytes[end]) === undefined) throw invalid(end);
            inner.push(end);
          }
          end += 1;
        }
        if (end === bytes.length) throw invalid(end);
        for (const place of inner) messages.push(bytes.slice(place, place + 1));
        const message = bytes.slice(index, end + 1);
        messages.push(inner.length ? message.filter((byte) => byte < 0x80 || byte === 0xF0
          || byte === 0xF7) : message);
        if (message.length > messageLimit) {
          throw new TypeError(`The message is longer than ${messageLimit} bytes.`);
        }
        index = end + 1;
        continue;
      }
      const count = status >= 0x80 ? dataCount(status) : undefined;
      if (count === undefined) throw invalid(index);
      const message = bytes.slice(index, index + 1 + count);
      if (message.length <= count) throw invalid(bytes.length);
      const wrong = message.findIndex((byte, place) => place > 0 && byte >= 0x80);
      if (wrong > 0) throw invalid(index + wrong);
      messages.push(message);
      index += message.length;
    }
    return messages;
  }

  // MARK: - The connection

  /** Converts times of the host's clock to those of `performance.now()`. */
  class HostClock {
    #looks = [];
    /** The offset added to the host's time, in milliseconds. */
    offset = 0;

    take(sent, hostTime) {
      const now = performance.now();
      this.#looks.push({ delay: now - sent, offset: (now + sent) / 2 - hostTime });
      if (this.#looks.length > clockCount) this.#looks.shift();
      this.offset = this.#looks.reduce((best, look) => look.delay < best.delay ? look : best).offset;
    }
  }

  /** One WebSocket for all requests of the page with System Exclusive, or without it. */
  class Connection {
    /** The host's ports, by id: `{number, id, type, name, manufacturer, version}`. */
    ports = new Map();
    clock = new HostClock();
    /** The objects to notify of changed ports, and of messages. */
    accesses = new Set();
    #sysex;
    #socket = null;
    #openings = new Map();
    #users = new Map();
    #pieces = new Map();
    #batch = [];
    #timer = null;

    constructor(sysex) {
      this.#sysex = sysex;
    }

    get isOpen() {
      return this.#socket?.readyState === WebSocket.OPEN;
    }

    /** Connects; the user may have to allow it first. */
    async connect() {
      await this.#reach();
      await new Promise((resolve, reject) => {
        let failure = error("InvalidStateError", `Tenuto does not answer at ${host}.`);
        let isKnown = false;
        const socket = new WebSocket(socketAddress);
        socket.binaryType = "arraybuffer";
        this.#socket = socket;
        socket.onopen = () => this.#say({ request: { sysex: this.#sysex } });
        socket.onmessage = ({ data }) => {
          if (typeof data !== "string") return this.#receive(data);
          const news = JSON.parse(data);
          if (news.kind === "waiting") {
            console.info(`Tenuto: allow MIDI for ${location.origin} on the host's page or with`
              + ` 'tenuto web permissions allow ${location.origin}'.`);
          } else if (news.kind === "refused") {
            failure = error("NotAllowedError", "Tenuto's user has not allowed MIDI for this page.");
          } else if (news.kind === "granted") {
            for (let count = 0; count < clockCount; count += 1) this.#look();
          } else if (news.kind === "ports") {
            this.#takePorts(news.ports);
          } else if (news.kind === "clock") {
            this.clock.take(news.sent, news.time);
            isKnown = true;
            resolve();
          } else {
            this.#settle(news);
          }
        };
        socket.onclose = () => {
          reject(failure);
          this.#end(isKnown);
        };
      });
      this.#timer = setInterval(() => this.#look(), clockTime);
    }

    /** Makes the browser prompt for access to this machine. */
    async #reach() {
      if (["127.0.0.1", "localhost", "[::1]"].includes(location.hostname)) return;
      let isBlocked = false;
      const note = (event) => { isBlocked ||= event.blockedURI.startsWith(host); };
      document.addEventListener("securitypolicyviolation", note);
      try {
        await fetch(`${host}/v1/midi/reach`, { mode: "cors", cache: "no-store" });
      } catch {
        await new Promise((resolve) => setTimeout(resolve));
        throw isBlocked
          ? error("SecurityError",
            `The page's content security policy does not allow connections to ${host}.`)
          : error("InvalidStateError", `Tenuto cannot be reached at ${host}: it is not running,`
            + " or the browser's settings for this site refuse access to this device.");
      } finally {
        document.removeEventListener("securitypolicyviolation", note);
      }
    }

    /**
     * Ends notes when the page is left: the browser may keep the page and its socket for a return.
     */
    leave() {
      this.flush();
      this.#socket?.close();
    }

    #look() {
      if (this.isOpen) this.#say({ clock: performance.now() });
    }

    #say(value) {
      if (this.isOpen) this.#socket.send(JSON.stringify(value));
    }

    /** Removes all ports; reconnects to a host that was reachable before. */
    #end(isKnown) {
      clearInterval(this.#timer);
      this.#batch = [];
      this.#pieces.clear();
      for (const { reject } of this.#openings.values()) reject();
      this.#openings.clear();
      this.#users.clear();
      this.#takePorts([]);
      if (!isKnown || connections.get(this.#sysex) !== this) return;
      const retry = () => this.connect().catch((reason) => {
        if (reason.name === "NotAllowedError") connections.delete(this.#sysex);
        else setTimeout(retry, retryTime);
      });
      setTimeout(retry, retryTime);
    }

    #takePorts(ports) {
      const now = new Map(ports.map((port) => [port.id, port]));
      for (const [id, { number }] of this.ports) {
        if (now.has(id)) continue;
        // The host has already closed the vanished port.
        this.#users.delete(number);
        this.#pieces.delete(number);
        this.#openings.get(number)?.reject();
        this.#openings.delete(number);
      }
      this.ports = now;
      for (const access of this.accesses) access[key].refresh();
    }

    // MARK: Ports

    /** Opens a port for one more object of the page. */
    open(number) {
      const count = this.#users.get(number) ?? 0;
      this.#users.set(number, count + 1);
      if (count > 0) return this.#openings.get(number)?.promise ?? Promise.resolve();
      const opening = Promise.withResolvers
        ? Promise.withResolvers() : withResolvers();
      this.#openings.set(number, opening);
      this.#say({ open: number });
      return opening.promise;
    }

    /** Closes a port when no other object has it open. */
    close(number) {
      const count = this.#users.get(number) ?? 0;
      if (count > 1) {
        this.#users.set(number, count - 1);
      } else if (count === 1) {
        this.flush();
        this.#users.delete(number);
        this.#say({ close: number });
      }
    }

    #settle({ kind, port }) {
      const opening = this.#openings.get(port);
      if (!opening || kind === "closed") return;
      this.#openings.delete(port);
      if (kind === "opened") return opening.resolve();
      this.#users.delete(port);
      opening.reject();
    }

    // MARK: Messages

    /** Queues messages for a port until the end of this task; `time` is this page's, 0 for now. */
    send(number, messages, time) {
      const hostTime = time > performance.now() ? Math.max(0, time - this.clock.offset) : 0;
      if (this.#batch.length === 0) queueMicrotask(() => this.flush());
      for (const bytes of messages) {
        for (let start = 0; start < bytes.length; start += recordLimit) {
          const piece = bytes.subarray(start, start + recordLimit);
          const isCut = start + recordLimit < bytes.length;
          this.#batch.push({ number, bytes: piece, isCut, hostTime });
        }
      }
    }

    flush() {
      let start = 0;
      while (start < this.#batch.length) {
        let [end, length] = [start, 0];
        while (end < this.#batch.length) {
          const more = headLength + this.#batch[end].bytes.length;
          if (length > 0 && length + more > batchLimit) break;
          length += more;
          end += 1;
        }
        this.#write(this.#batch.slice(start, end), length);
        start = end;
      }
      this.#batch = [];
    }

    #write(records, length) {
      if (!this.isOpen) return;
      const bytes = new Uint8Array(length);
      const view = new DataView(bytes.buffer);
      let place = 0;
      for (const record of records) {
        view.setUint32(place, record.bytes.length, true);
        view.setUint16(place + 4, record.number, true);
        view.setUint8(place + 6, record.isCut ? 1 : 0);
        view.setFloat64(place + 8, record.hostTime, true);
        bytes.set(record.bytes, place + headLength);
        place += headLength + record.bytes.length;
      }
      this.#socket.send(bytes);
    }

    /** Drops messages that have not been sent. */
    clear(number) {
      this.#batch = this.#batch.filter((record) => record.number !== number);
      this.#say({ clear: number });
    }

    #receive(data) {
      const view = new DataView(data);
      let place = 0;
      while (place < data.byteLength) {
        const length = view.getUint32(place, true);
        const number = view.getUint16(place + 4, true);
        const isCut = view.getUint8(place + 6) === 1;
        const time = view.getFloat64(place + 8, true) + this.clock.offset;
        const bytes = new Uint8Array(data, place + headLength, length);
        place += headLength + length;
        this.#takePiece(number, bytes, isCut, time);
      }
    }

    #takePiece(number, bytes, isCut, time) {
      const pieces = this.#pieces.get(number) ?? [];
      if (isCut) {
        this.#pieces.set(number, [...pieces, bytes]);
        return;
      }
      this.#pieces.delete(number);
      const whole = joined([...pieces, bytes]);
      for (const access of this.accesses) access[key].receive(number, whole, time);
    }
  }

  function withResolvers() {
    const made = {};
    made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
    return made;
  }

  function joined(pieces) {
    const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
    let place = 0;
    for (const piece of pieces) {
      whole.set(piece, place);
      place += piece.length;
    }
    return whole;
  }

  /** Connections, by whether they include System Exclusive. */
  const connections = new Map();
  /** Pending connections, shared by all requests in the meantime. */
  const connecting = new Map();

  addEventListener("pagehide", () => {
    for (const known of connections.values()) known.leave();
  });

  function connection(sysex) {
    const known = connections.get(sysex);
    if (known?.isOpen) return Promise.resolve(known);
    if (!connecting.has(sysex)) {
      const made = new Connection(sysex);
      connecting.set(sysex, made.connect().then(() => {
        connections.set(sysex, made);
        return made;
      }).finally(() => connecting.delete(sysex)));
    }
    return connecting.get(sysex);
  }

  // MARK: - API objects

  /** Defines an event handler attribute, as in HTML. */
  function defineHandler(prototype, type, onset) {
    const handlers = new WeakMap();
    Object.defineProperty(prototype, `on${type}`, {
      configurable: true, enumerable: true,
      get() {
        checkReceiver(this, prototype);
        return handlers.get(this)?.value ?? null;
      },
      set(value) {
        checkReceiver(this, prototype);
        const known = handlers.get(this);
        const isHandler = typeof value === "function" || (typeof value === "object" && value);
        if (!isHandler) {
          if (known) EventTarget.prototype.removeEventListener.call(this, type, known.listener);
          handlers.delete(this);
        } else if (known) {
          known.value = value;
        } else {
          const entry = { value };
          entry.listener = (event) => {
            if (typeof entry.value === "function") entry.value.call(this, event);
          };
          handlers.set(this, entry);
          EventTarget.prototype.addEventListener.call(this, type, entry.listener);
        }
        if (isHandler) onset?.(this);
      },
    });
  }

  function checkReceiver(object, prototype) {
    if (!(key in Object(object)) || !prototype.isPrototypeOf(object)) {
      throw new TypeError("Illegal invocation");
    }
  }

  /** Makes a class look like a Web IDL interface: enumerable members, a class string. */
  function finish(name, made, attributes = {}) {
    for (const [attribute, get] of Object.entries(attributes)) {
      const getter = { get [attribute]() {
        checkReceiver(this, made.prototype);
        return get(this[key]);
      } };
      Object.defineProperty(made.prototype, attribute, {
        ...Object.getOwnPropertyDescriptor(getter, attribute), configurable: true, enumerable: true,
      });
    }
    for (const member of Object.getOwnPropertyNames(made.prototype)) {
      if (member === "constructor") continue;
      const descriptor = Object.getOwnPropertyDescriptor(made.prototype, member);
      Object.defineProperty(made.prototype, member, { ...descriptor, enumerable: true });
    }
    Object.defineProperty(made.prototype, Symbol.toStringTag, { value: name, configurable: true });
    Object.defineProperty(made, "prototype", { writable: false });
    Object.defineProperty(globalThis, name, {
      value: made, configurable: true, enumerable: false, writable: true,
    });
  }

  /** Gives an object state that only this script can read. */
  function keep(object, state) {
    Object.defineProperty(object, key, { value: state });
    return state;
  }

  class MIDIMessageEvent extends Event {
    constructor(type, init = {}) {
      if (arguments.length === 0) throw new TypeError("1 argument required, but only 0 present.");
      super(type, init);
      const data = init?.data ?? null;
      if (data !== null && !(data instanceof Uint8Array)) {
        throw new TypeError("The member 'data' is not a Uint8Array.");
      }
      keep(this, { data });
    }
  }
  finish("MIDIMessageEvent", MIDIMessageEvent, { data: (state) => state.data });

  class MIDIConnectionEvent extends Event {
    constructor(type, init = {}) {
      if (arguments.length === 0) throw new TypeError("1 argument required, but only 0 present.");
      super(type, init);
      const port = init?.port ?? null;
      if (port !== null && !(port instanceof MIDIPort)) {
        throw new TypeError("The member 'port' is not a MIDIPort.");
      }
      keep(this, { port });
    }
  }

  class MIDIPort extends EventTarget {
    constructor() {
      if (arguments[0] !== key) throw new TypeError("Illegal constructor");
      super();
      keep(this, arguments[1]);
    }

    /** Opens the port, or waits for it if it is gone. */
    async open() {
      checkReceiver(this, MIDIPort.prototype);
      await this[key].open();
      return this;
    }

    /** Closes the port after the queued messages have been sent. */
    async close() {
      checkReceiver(this, MIDIPort.prototype);
      this[key].close();
      return this;
    }
  }
  finish("MIDIPort", MIDIPort, {
    id: (state) => state.port.id, manufacturer: (state) => state.port.manufacturer,
    name: (state) => state.port.name, type: (state) => state.port.type,
    version: (state) => state.port.version, state: (state) => state.state,
    connection: (state) => state.connection,
  });
  defineHandler(MIDIPort.prototype, "statechange");
  finish("MIDIConnectionEvent", MIDIConnectionEvent, { port: (state) => state.port });

  class MIDIInput extends MIDIPort {
    constructor() {
      super(...arguments);
      // Adding a listener opens the port, as setting a handler does.
      Object.defineProperty(this, "addEventListener", {
        configurable: true, writable: true,
        value: (type, listener, ...rest) => {
          EventTarget.prototype.addEventListener.call(this, type, listener, ...rest);
          if (type === "midimessage" && listener) this[key].openSilently();
        },
      });
    }
  }
  finish("MIDIInput", MIDIInput);
  defineHandler(MIDIInput.prototype, "midimessage", (input) => input[key].openSilently());

  class MIDIOutput extends MIDIPort {
    /** Sends complete messages, now or at a time of `performance.now()`. */
    send(data, timestamp = 0) {
      checkReceiver(this, MIDIOutput.prototype);
      if (arguments.length === 0) throw new TypeError("1 argument required, but only 0 present.");
      if (Object(data) !== data || typeof data[Symbol.iterator] !== "function") {
        throw new TypeError("The MIDI data is not a sequence.");
      }
      const bytes = data instanceof Uint8Array ? data : Uint8Array.from(data);
      const time = Number(timestamp);
      if (!Number.isFinite(time)) throw new TypeError("The timestamp is not a finite number.");
      this[key].send(messagesOf(bytes), time);
    }

    /** Drops messages that have not been sent. */
    clear() {
      checkReceiver(this, MIDIOutput.prototype);
      this[key].clear();
    }
  }
  finish("MIDIOutput", MIDIOutput);

  /** The state behind a `MIDIPort` of one `MIDIAccess`. */
  class PortState {
    state = "connected";
    connection = "closed";
    object;
    #access;
    #opening = null;

    constructor(access, port) {
      this.port = port;
      this.#access = access;
      const made = port.type === "input" ? MIDIInput : MIDIOutput;
      this.object = new made(key, this);
    }

    get #connection() {
      return this.#access.connection;
    }

    async open() {
      if (this.connection !== "closed") return;
      if (this.state === "disconnected") {
        this.connection = "pending";
        this.#notify();
        return;
      }
      this.#opening ??= this.#connection.open(this.port.number).then(
        () => {
          this.#opening = null;
          if (this.connection === "open") return;
          this.connection = "open";
          this.#notify();
        },
        () => {
          this.#opening = null;
          throw error("InvalidAccessError", `The port '${this.port.name}' cannot be opened.`);
        });
      await this.#opening;
    }

    /** Opens the port for a handler; a failure shows in its state. */
    openSilently() {
      this.open().catch(() => {});
    }

    close() {
      if (this.connection === "closed" && !this.#opening) return;
      if (this.connection === "open") this.#connection.close(this.port.number);
      this.connection = "closed";
      this.#notify();
    }

    send(messages, time) {
      if (!this.#access.sysex && messages.some((message) => message[0] === 0xF0)) {
        throw error("InvalidAccessError", "System Exclusive access was not requested.");
      }
      if (this.state === "disconnected") {
        throw error("InvalidStateError", `The port '${this.port.name}' is gone.`);
      }
      // Messages are sent after the request to open the port.
      this.openSilently();
      this.#connection.send(this.port.number, messages, time);
    }

    clear() {
      if (this.state === "connected") this.#connection.clear(this.port.number);
    }

    receive(data, time) {
      if (this.connection !== "open") return;
      const event = new MIDIMessageEvent("midimessage", { data });
      Object.defineProperty(event, "timeStamp", { value: time, enumerable: true });
      this.object.dispatchEvent(event);
    }

    /** Updates the port after it has appeared, returned, or gone (null). */
    take(port) {
      if (port) {
        this.port = port;
        if (this.state === "connected") return;
        this.state = "connected";
        // The port was open when it went, or an `open` is pending.
        if (this.connection === "pending") {
          this.connection = "closed";
          this.#connection.open(port.number).then(
            () => { this.connection = "open"; }, () => {}).then(() => this.#notify());
        } else {
          this.#notify();
        }
      } else if (this.state === "connected") {
        this.state = "disconnected";
        if (this.connection === "open" || this.#opening) this.connection = "pending";
        this.#opening = null;
        this.#notify();
      }
    }

    #notify() {
      this.#access.notify(this.object);
    }

    /** Reports a new port. */
    appear() {
      this.#notify();
    }
  }

  /** Creates a map that pages can read, as Web IDL's `maplike`. */
  function makeMap(name) {
    const made = class {
      constructor() {
        if (arguments[0] !== key) throw new TypeError("Illegal constructor");
        keep(this, arguments[1]);
      }

      entries() { return entriesOf(this).entries(); }
      forEach(callback, receiver = undefined) {
        const entries = entriesOf(this);
        if (typeof callback !== "function") throw new TypeError("The callback is not a function.");
        entries.forEach((value, id) => callback.call(receiver, value, id, this));
      }
      get(id) { return entriesOf(this).get(String(id)); }
      has(id) { return entriesOf(this).has(String(id)); }
      keys() { return entriesOf(this).keys(); }
      values() { return entriesOf(this).values(); }
    };
    Object.defineProperty(made.prototype.forEach, "length", { value: 1 });
    Object.defineProperty(made, "name", { value: name });
    function entriesOf(object) {
      checkReceiver(object, made.prototype);
      return object[key]();
    }
    finish(name, made, { size: (entries) => entries().size });
    Object.defineProperty(made.prototype, Symbol.iterator, {
      value: made.prototype.entries, configurable: true, writable: true,
    });
    return made;
  }
  const MIDIInputMap = makeMap("MIDIInputMap");
  const MIDIOutputMap = makeMap("MIDIOutputMap");

  class MIDIAccess extends EventTarget {
    constructor() {
      if (arguments[0] !== key) throw new TypeError("Illegal constructor");
      super();
      keep(this, new AccessState(this, arguments[1], arguments[2]));
    }
  }
  finish("MIDIAccess", MIDIAccess, {
    inputs: (state) => state.inputs, outputs: (state) => state.outputs,
    sysexEnabled: (state) => state.sysex,
  });
  defineHandler(MIDIAccess.prototype, "statechange");

  /** The state behind a `MIDIAccess`. */
  class AccessState {
    #object;
    /** By id, including vanished ports: they return as the same object. */
    #ports = new Map();
    #isReady = false;

    constructor(object, from, sysex) {
      this.#object = object;
      this.connection = from;
      this.sysex = sysex;
      this.inputs = new MIDIInputMap(key, () => this.#present("input"));
      this.outputs = new MIDIOutputMap(key, () => this.#present("output"));
      from.accesses.add(object);
    }

    /** Takes the current ports without reporting them. */
    begin() {
      this.refresh();
      this.#isReady = true;
    }

    #present(type) {
      const present = [...this.#ports].filter(
        ([, { port, state }]) => port.type === type && state === "connected");
      return new Map(present.map(([id, { object }]) => [id, object]));
    }

    refresh() {
      const now = this.connection.ports;
      for (const [id, known] of this.#ports) if (!now.has(id)) known.take(null);
      for (const [id, port] of now) {
        const known = this.#ports.get(id);
        if (known) {
          known.take(port);
        } else {
          const made = new PortState(this, port);
          this.#ports.set(id, made);
          if (this.#isReady) made.appear();
        }
      }
    }

    receive(number, data, time) {
      for (const known of this.#ports.values()) {
        if (known.port.type === "input" && known.port.number === number
          && known.state === "connected") {
          known.receive(data, time);
        }
      }
    }

    /** Fires the event for a port at the port and here, in a separate task. */
    notify(port) {
      queueMicrotask(() => {
        port.dispatchEvent(new MIDIConnectionEvent("statechange", { port }));
        this.#object.dispatchEvent(new MIDIConnectionEvent("statechange", { port }));
      });
    }
  }

  // MARK: - navigator.requestMIDIAccess

  async function requestAccess(navigator, options) {
    if (!(navigator instanceof Navigator)) throw new TypeError("Illegal invocation");
    if (options != null && typeof options !== "object" && typeof options !== "function") {
      throw new TypeError("The options are not a dictionary.");
    }
    const sysex = Boolean(options?.sysex);
    const policy = document.permissionsPolicy ?? document.featurePolicy;
    if (policy?.allowsFeature && !policy.allowsFeature("midi")) {
      throw error("SecurityError", "The page's permissions policy does not allow MIDI.");
    }
    if (typeof WebSocket !== "function") {
      throw error("NotSupportedError", "This browser does not support WebSockets.");
    }
    const made = await connection(sysex);
    const access = new MIDIAccess(key, made, sysex);
    access[key].begin();
    return access;
  }

  if (!isSecureContext) {
    console.warn("Tenuto: MIDI is available only to pages over HTTPS and of this machine.");
    return;
  }
  const { requestMIDIAccess } = {
    requestMIDIAccess(options = undefined) {
      return requestAccess(this, options);
    },
  };
  Object.defineProperty(requestMIDIAccess, "length", { value: 0 });
  Object.defineProperty(Navigator.prototype, "requestMIDIAccess", {
    value: requestMIDIAccess, configurable: true, enumerable: true, writable: true,
  });
})();
