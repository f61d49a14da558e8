internal import Dispatch
internal import Glibc
internal import Synchronization
internal import TenutoMIDI
internal import TenutoSystem
internal import TenutoTransport

/// A WebSocket through which a page sends and receives MIDI.
///
/// The WebSocket's thread reads and sends messages when they are due; a second thread writes, and a
/// third reports changes of the ports.
struct PageMIDIConnection {
  let peer: WebSocketPeer
  let ports: PageMIDIPorts
  /// The page's origin and the consent that it needs; nil for the user's own programs.
  let foreign: (origin: WebOrigin, consent: WebMIDIConsent)?

  /// The longest time that the page may leave a message unread.
  private static let writeTimeout = Duration.seconds(20)
  /// The time in which the user must answer.
  private static let consentTimeout = Duration.seconds(300)
  /// The interval at which the user's answer is checked.
  private static let look = Duration.milliseconds(200)
  /// Bytes waiting for ports at which reading stops.
  private static let byteLimit = 8 << 20

  /// Runs until either side ends the connection.
  func run() {
    do throws(WebSocketEnd) {
      guard let sysex = try requestedSysEx() else { throw .unsupported }
      guard try isAllowed(sysex) else {
        send(PageMIDINotification("refused"))
        throw .normal
      }
      peer.liftRateLimit()
      try talk(sysex: sysex)
    } catch {
      peer.end(error)
    }
  }

  /// Sends a message at once.
  private func send(_ message: PageMIDINotification) {
    guard let bytes = try? WireJSON.bytes(message) else { return }
    _ = peer.send([.utf8(bytes)], within: Self.writeTimeout)
  }

  // MARK: - Consent

  /// Reads the first message, and returns whether it asks for System Exclusive; nil if it is not a
  /// request.
  private func requestedSysEx() throws(WebSocketEnd) -> Bool? {
    guard case .text(let text)? = try peer.next(within: .seconds(10)) else { return nil }
    return WireJSON.value(Array(text.utf8), as: PageMIDIRequest.self)?.request?.sysex
  }

  private func isAllowed(_ sysex: Bool) throws(WebSocketEnd) -> Bool {
    guard let (origin, consent) = foreign else { return true }
    let request = WebMIDIConsent.Request(origin: origin, sysex: sysex)
    defer { consent.withdraw(request) }
    let end = ContinuousClock.now + Self.consentTimeout
    var isNotified = false
    while ContinuousClock.now < end {
      switch consent.answer(to: request) {
      case .allowed: return true
      case .refused: return false
      case .waiting: break
      }
      if !isNotified { send(PageMIDINotification("waiting")) }
      isNotified = true
      // The page may send no messages while it waits.
      if try peer.next(within: Self.look) != nil { throw .unsupported }
    }
    return false
  }

  /// Returns whether the permission still holds; reads the file only if it has changed.
  private func isStillAllowed(_ sysex: Bool, _ stamp: inout [Int]) -> Bool {
    guard let (origin, consent) = foreign else { return true }
    let now = consent.permissions.stamp
    guard now != stamp else { return true }
    stamp = now
    let permission = consent.permissions.permission(of: origin)
    return permission != nil && (permission?.sysex == true || !sysex)
  }

  // MARK: - Messages

  private func talk(sysex: Bool) throws(WebSocketEnd) {
    let outbox = PageMIDIOutbox()
    var granted = PageMIDINotification("granted")
    granted.sysex = sysex
    outbox.put(granted)
    let watch = ports.watch(outbox)
    defer { watch.end() }
    do {
      try DetachedThread.start {
        while let messages = outbox.next() {
          if !peer.send(messages, within: Self.writeTimeout) { break }
        }
        peer.end(.tooSlow)
      }
    } catch {
      throw .goingAway
    }
    defer { outbox.end() }
    var open = OpenPageMIDI(ports: ports, outbox: outbox, isSysExAllowed: sysex)
    defer { open.closeAll() }
    try read(&open, sysex)
  }

  private func read(_ open: inout OpenPageMIDI, _ sysex: Bool) throws(WebSocketEnd) {
    var stamp: [Int] = []
    var nextLook = ContinuousClock.now
    while true {
      open.closeVanished()
      if ContinuousClock.now >= nextLook {
        nextLook = .now + Self.look
        guard isStillAllowed(sysex, &stamp) else {
          send(PageMIDINotification("revoked"))
          throw .goingAway
        }
      }
      let now = MonotonicTime.now.nanoseconds
      let due = open.work(at: now)
      guard open.byteCount < Self.byteLimit else {
        // Messages that the page sends in the meantime wait in its browser.
        if peer.hasEnded { throw .goingAway }
        usleep(1000)
        continue
      }
      let pause = due.map { Duration.nanoseconds($0 > now ? Int64(clamping: $0 - now) : 0) }
      switch try peer.next(within: min(pause ?? Self.look, Self.look)) {
      case .binary(let bytes): guard open.take(bytes) else { throw .unsupported }
      case .text(let text): guard open.take(text) else { throw .unsupported }
      case .utf8, nil: break
      }
    }
  }
}

/// The ports that a page has open.
private struct OpenPageMIDI {
  let ports: PageMIDIPorts
  let outbox: PageMIDIOutbox
  let isSysExAllowed: Bool
  private var outputs: [UInt16: PageMIDIOutput] = [:]
  /// Closures that stop listening.
  private var inputs: [UInt16: @Sendable () -> Void] = [:]

  init(ports: PageMIDIPorts, outbox: PageMIDIOutbox, isSysExAllowed: Bool) {
    self.ports = ports
    self.outbox = outbox
    self.isSysExAllowed = isSysExAllowed
  }

  /// Bytes that wait for ports.
  var byteCount: Int { outputs.values.reduce(0) { $0 + $1.byteCount } }

  /// Sends the messages that are due; returns when to call again, nil if nothing waits.
  mutating func work(at now: UInt64) -> UInt64? {
    var next: UInt64?
    for port in outputs.keys {
      guard let due = outputs[port]?.work(at: now) else { continue }
      next = min(next ?? due, due)
    }
    return next
  }

  /// Takes messages for ports; returns false if they are malformed or not allowed.
  ///
  /// Messages for a removed or closed port are dropped.
  mutating func take(_ bytes: [UInt8]) -> Bool {
    guard let records = MIDIWireMessage.records(bytes) else { return false }
    for record in records {
      if outputs[record.port]?.take(record, isSysExAllowed: isSysExAllowed) == false {
        return false
      }
    }
    return true
  }

  /// Carries out a text request; returns false if it is unknown.
  mutating func take(_ text: String) -> Bool {
    guard let request = WireJSON.value(Array(text.utf8), as: PageMIDIRequest.self) else {
      return false
    }
    if let port = request.open { open(port) }
    if let port = request.close { close(port) }
    if let port = request.clear { outputs[port]?.clear() }
    if let sent = request.clock {
      var message = PageMIDINotification("clock")
      message.sent = sent
      message.time = Double(MonotonicTime.now.nanoseconds) / 1e6
      outbox.put(message)
    }
    return request.request == nil
  }

  private mutating func open(_ number: UInt16) {
    guard outputs[number] == nil, inputs[number] == nil else { return reply("opened", number) }
    guard let port = ports.port(number) else { return reply("failed", number) }
    do throws(RequestError) {
      switch port.direction {
      case .input:
        let input = PageMIDIInput(port: number, isSysExAllowed: isSysExAllowed, outbox: outbox)
        reply("opened", number)
        inputs[number] = try ports.bridge.listen(to: port) { input.take($0) }
      case .output:
        outputs[number] = PageMIDIOutput(try ports.bridge.open(port))
        reply("opened", number)
      }
    } catch {
      reply("failed", number)
    }
  }

  private mutating func close(_ number: UInt16) {
    inputs.removeValue(forKey: number)?()
    outputs.removeValue(forKey: number)?.close()
    reply("closed", number)
  }

  private func reply(_ kind: String, _ number: UInt16) {
    var message = PageMIDINotification(kind)
    message.port = number
    outbox.put(message)
  }

  /// Closes ports that have vanished; the page opens them again when they return.
  mutating func closeVanished() {
    for number in ports.takeVanished() {
      inputs.removeValue(forKey: number)?()
      outputs.removeValue(forKey: number)?.close()
    }
  }

  mutating func closeAll() {
    for end in inputs.values { end() }
    for output in outputs.values { output.close() }
    (inputs, outputs) = ([:], [:])
  }
}
