internal import Glibc
internal import Synchronization
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// An output of the manager, which tracks the notes that it has started.
final class SendingPort: Sendable {
  private let client: MIDIPortClient
  let port: MIDIPort
  /// Also held while sending, so that notes are tracked in the order in which they leave.
  private let tracker = Mutex(NoteTracker())

  init(client: MIDIPortClient, port: MIDIPort) {
    self.client = client
    self.port = port
  }

  /// The longest SysEx that is sent as packets between other messages; longer SysEx is sent as a
  /// whole.
  private static var sysExPacketLimit: Int { 256 }
  /// The time to wait for a full output, in steps of 1 ms.
  private static var timeout: Int { 500 }

  var fullName: String? { client.fullName(of: port) }

  /// Sends events at a host time; 0 means now.
  func send(_ events: [MIDIEvent], at hostTime: UInt64) throws(MIDIIOError) {
    guard client.isOpen else {
      throw .connectionError("Events cannot be sent: the JACK server has ended.")
    }
    try tracker.withLock { (tracker: inout NoteTracker) throws(MIDIIOError) in
      var packets: [HostTimedUMP] = []
      for event in events {
        let umps = event.umps(protocol: port.midiProtocol)
        if umps.count > Self.sysExPacketLimit, let message = WholeSysEx(event) {
          try send(packets, &tracker)
          packets = []
          try send(message, at: hostTime)
        } else {
          packets += umps.map { HostTimedUMP(hostTime: hostTime, ump: $0) }
        }
      }
      try send(packets, &tracker)
    }
  }

  /// Sends packets.
  func send(_ packets: [HostTimedUMP]) throws(MIDIIOError) {
    try tracker.withLock { (tracker: inout NoteTracker) throws(MIDIIOError) in
      try send(packets, &tracker)
    }
  }

  private func send(
    _ packets: [HostTimedUMP], _ tracker: inout NoteTracker
  ) throws(MIDIIOError) {
    var rest = packets[...]
    for _ in 0..<Self.timeout {
      guard !rest.isEmpty else { return }
      let count = client.send(Array(rest), from: port)
      for packet in rest.prefix(count) { tracker.take(packet.ump) }
      rest = rest.dropFirst(count)
      if !rest.isEmpty { usleep(1000) }
    }
    guard rest.isEmpty else {
      throw .connectionError(
        "The output takes no more events: \(rest.count) of \(packets.count) packets were not sent.")
    }
  }

  private func send(_ message: WholeSysEx, at hostTime: UInt64) throws(MIDIIOError) {
    guard hostTime == 0 else {
      throw .notSupported(
        "A System Exclusive message of \(message.bytes.count) bytes cannot be sent at a later "
          + "time; send it when it is due.")
    }
    var lastError: JACKError?
    for _ in 0..<Self.timeout {
      do {
        try client.sendSysEx(message.bytes, from: port, group: message.group.rawValue)
        return
      } catch {
        lastError = error
        guard error.code == .queueFull else { break }
        usleep(1000)
      }
    }
    if let lastError { throw .jack(lastError) }
  }
}

// MARK: - Ending notes

extension SendingPort {
  /// Drops events that wait for a later time, and sends a note off for each sounding note.
  ///
  /// - Returns: The count for `awaitRelease`, or nil if nothing was sounding.
  func releaseNotes() -> UInt64? {
    tracker.withLock { tracker in
      let packets = tracker.releaseAll()
      if !packets.isEmpty { client.flush(port) }
      return sendNow(packets.map { HostTimedUMP(hostTime: 0, ump: $0) })
    }
  }

  /// Sends packets that are not tracked, with the same result as `releaseNotes`.
  func sendReleases(_ packets: [HostTimedUMP]) -> UInt64? {
    tracker.withLock { _ in sendNow(packets) }
  }

  private func sendNow(_ packets: [HostTimedUMP]) -> UInt64? {
    guard !packets.isEmpty, client.isOpen else { return nil }
    let count = doneCount
    return count + UInt64(client.send(packets, from: port))
  }

  /// Waits until the other programs have read the note offs.
  func awaitRelease(_ count: UInt64?) {
    guard let count else { return }
    awaitDone(count)
    // They are in JACK's buffer in one cycle, and a late client reads them in the next.
    awaitCycle()
    awaitCycle()
  }

  /// Waits until a cycle that begins later is over.
  ///
  /// An empty packet is not an event for other clients: a port of MIDI 1.0 has no bytes for it.
  func awaitCycle() {
    guard let count = sendReleases([HostTimedUMP(hostTime: 0, ump: UMP(0))]) else { return }
    awaitDone(count)
  }

  private var doneCount: UInt64 {
    let counters = client.counters(of: port)
    return counters.passed + counters.untranslatable
  }

  /// Waits until this many packets have been processed, for at most half a second.
  private func awaitDone(_ count: UInt64) {
    for _ in 0..<Self.timeout {
      guard client.isOpen, doneCount < count else { return }
      usleep(1000)
    }
  }
}

/// A System Exclusive message in the form for `MIDIPortClient.sendSysEx`.
private struct WholeSysEx {
  let bytes: [UInt8]
  let group: UInt4

  /// Creates it from a message of 7-bit bytes; nil for any other event.
  init?(_ event: MIDIEvent) {
    guard event.isSystemExclusive(ofTypes: [.sysEx7, .universalSysEx7]) else { return nil }
    bytes = event.midi1RawBytes()
    group = event.group
  }
}

extension MIDIPort {
  /// The protocol of channel voice messages.
  var midiProtocol: MIDIProtocolVersion { isUMP ? .midi2_0 : .midi1_0 }
}
