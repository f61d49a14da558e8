internal import TenutoMIDI

/// The stream from one peer: turns packets into messages with the times to play them.
package struct IncomingStream: Sendable {
  /// A message with the time to play it, in nanoseconds of this host's clock.
  package struct Event: Equatable, Sendable {
    /// The time.
    package let time: UInt64
    /// The message.
    package let message: RTPMIDIMessage

    /// Whether it is a System Exclusive message, or a segment of one.
    var isSysEx: Bool { if case .sysEx = message { true } else { false } }
  }

  /// The delivered state.
  package private(set) var stream = ReceivedStream()

  /// The jitter buffer.
  package private(set) var buffer: JitterBuffer

  /// Whether notes and pedals were ended because the peer is silent.
  package private(set) var isSilenced = false

  private var feedbackAt: UInt64?
  private var unacknowledged = 0

  /// Delay of feedback in nanoseconds.
  private static let feedbackDelay: UInt64 = 50_000_000

  /// The number of packets that get feedback at once; journals grow until it arrives.
  private static let feedbackCount = 32

  /// Creates a stream before its first packet.
  package init(buffer: JitterBuffer = JitterBuffer()) { self.buffer = buffer }

  /// The time at which feedback is due; nil if none exists.
  package var deadline: UInt64? { feedbackAt }

  /// Whether a note or a pedal is on.
  package var isSounding: Bool { stream.isSounding }

  /// Handles a packet.
  package mutating func receive(
    _ packet: RTPMIDIPacket, clock: ClockEstimate, at now: UInt64
  ) -> [Event] {
    guard let delivery = stream.receive(packet) else { return [] }
    let start = clock.time(ofTimestamp: packet.timestamp, near: now)
    // An empty packet is a guard packet, and its time gives no information about the network.
    if !packet.commands.isEmpty { buffer.arrived(eventTime: start, at: now) }
    var events: [Event] = []
    events.reserveCapacity(delivery.repairs.count + delivery.commands.count)
    if isSilenced || !delivery.repairs.isEmpty {
      for message in delivery.repairs + restored(delivery) {
        events.append(Event(time: buffer.playTime(of: nil, at: now), message: message))
      }
    }
    isSilenced = false
    for command in delivery.commands {
      let time = start.map { $0 + UInt64(command.offset) * ClockEstimate.tick }
      events.append(
        Event(time: buffer.playTime(of: time, at: now), message: command.message))
    }
    unacknowledged += 1
    let isUrgent =
      !delivery.repairs.isEmpty || unacknowledged >= Self.feedbackCount || hasSysEx(delivery)
    feedbackAt = isUrgent ? now : feedbackAt ?? now + Self.feedbackDelay
    return events
  }

  private func hasSysEx(_ delivery: ReceivedStream.Delivery) -> Bool {
    delivery.commands.contains { if case .sysEx = $0.message { true } else { false } }
  }

  /// Returns the number to acknowledge, if feedback is due.
  package mutating func takeFeedback(at now: UInt64) -> UInt16? {
    guard let feedbackAt, now >= feedbackAt, let last = stream.last else { return nil }
    self.feedbackAt = nil
    unacknowledged = 0
    return last
  }

  /// Returns the events that end all notes and release the pedals until the next packet.
  ///
  /// Notes that are still on at the peer start again then.
  package mutating func silence(at now: UInt64) -> [Event] {
    guard !isSilenced else { return [] }
    isSilenced = true
    return stream.releases.map { Event(time: buffer.playTime(of: nil, at: now), message: $0) }
  }

  /// Returns the messages to restore after a silence, except those that the packet itself starts.
  private func restored(_ delivery: ReceivedStream.Delivery) -> [RTPMIDIMessage] {
    guard isSilenced else { return [] }
    let new = Set((delivery.repairs + delivery.commands.map(\.message)).compactMap(\.key))
    return stream.sounding.filter { $0.key.map { !new.contains($0) } ?? true }
  }
}

extension RTPMIDIMessage {
  /// The status and first data byte of a note on or a controller.
  fileprivate var key: UInt32? {
    guard case .short(let ump) = self, ump.opcode == 0x9 || ump.opcode == 0xB else { return nil }
    return ump.word0 >> 8
  }
}
