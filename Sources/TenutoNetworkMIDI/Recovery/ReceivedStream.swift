internal import TenutoMIDI

/// The state that a stream has delivered: the receiver's half of the recovery journal.
///
/// After each packet the state equals the sender's at that packet, regardless of earlier losses.
package struct ReceivedStream: Sendable {
  /// The result of a packet.
  package struct Delivery: Equatable, Sendable {
    /// Messages that replace lost packets, to be played at once and first.
    package var repairs: [RTPMIDIMessage] = []
    /// The packet's own commands.
    package var commands: [RTPMIDICommand] = []
  }

  /// Statistics of a stream.
  package struct Counters: Equatable, Sendable {
    /// Packets that arrived in order.
    package var received: UInt64 = 0
    /// Packets that did not arrive before later ones.
    package var lost: UInt64 = 0
    /// Packets that were duplicated or too late.
    package var late: UInt64 = 0
    /// Messages that a journal restored.
    package var recovered: UInt64 = 0
    /// Gaps that no journal covered; all notes were ended.
    package var uncovered: UInt64 = 0
  }

  /// The statistics.
  package private(set) var counters = Counters()

  /// The number of the newest packet; nil before the first one.
  package private(set) var last: UInt16?

  var channels: [ChannelState?] = Array(repeating: nil, count: 16)
  var system = SystemState()
  var sysExCount: UInt8 = 0
  /// Bytes received of the open System Exclusive message; nil without one.
  var openSysExBytes: Int?

  /// Number of consecutive packets out of sequence, which mean that the sender has restarted.
  private var strangers: UInt16 = 0
  private var expectedStranger: UInt16?

  /// A packet further back than this belongs to another sequence.
  private static let window = 3000

  /// The channels with a sounding note or a held pedal, one bit each.
  private var soundingChannels: UInt16 = 0

  /// Creates a stream before its first packet.
  package init() {}

  /// Whether the packet with this number needs its journal, as it does not follow the last packet.
  func needsJournal(of number: UInt16) -> Bool { last.map { number != $0 &+ 1 } ?? true }

  /// Handles a packet; returns nil if it is a duplicate, too late or out of sequence.
  package mutating func receive(_ packet: RTPMIDIPacket) -> Delivery? {
    guard let lost = lostPackets(before: packet.sequenceNumber) else { return nil }
    var delivery = Delivery()
    if lost > 0 || counters.received == 0 { delivery.repairs = repair(after: lost, packet) }
    counters.received += 1
    counters.lost += UInt64(lost)
    counters.recovered += UInt64(delivery.repairs.count)
    last = packet.sequenceNumber
    delivery.commands.reserveCapacity(packet.commands.count)
    for command in packet.commands where apply(command.message) {
      delivery.commands.append(command)
    }
    return delivery
  }

  /// Whether a note or a pedal is on.
  package var isSounding: Bool { soundingChannels != 0 }

  /// Updates `soundingChannels` after a change of a channel's state.
  mutating func noteSounding(_ channel: Int) {
    let bit: UInt16 = 1 << UInt16(channel)
    soundingChannels &= ~bit
    if channels[channel]?.isSounding == true { soundingChannels |= bit }
  }

  /// The messages that start the current notes and pedals again, notes first.
  package var sounding: [RTPMIDIMessage] {
    var messages: [RTPMIDIMessage] = []
    for channel in UInt8(0)..<16 {
      guard let state = channels[Int(channel)] else { continue }
      for note in state.soundingNotes {
        let count = Int(state.noteCounts[Int(note)])
        let message = RTPMIDIMessage.voice(0x90 | channel, note, state.velocities[Int(note)])
        messages += Array(repeating: message, count: count)
      }
      for pedal in UInt8(64)..<70 where (64..<128).contains(state.controllers[Int(pedal)]) {
        messages.append(.voice(0xB0 | channel, pedal, state.controllers[Int(pedal)]))
      }
    }
    return messages
  }

  /// The messages that end the current notes and pedals.
  package var releases: [RTPMIDIMessage] {
    sounding.map { message in
      guard case .short(let ump) = message else { return message }
      return ump.opcode == 0x9
        ? .voice(0x80 | ump.channel, ump.data1, 64) : .voice(0xB0 | ump.channel, ump.data1, 0)
    }
  }

  /// Returns the messages that end all notes, pedals and an open message, and forgets them.
  package mutating func release() -> [RTPMIDIMessage] {
    var messages = releases
    if openSysExBytes != nil {
      messages.append(.sysEx(SysExSegment(isFirst: false, ending: .cancelled, data: [])))
    }
    for message in messages { _ = apply(message) }
    return messages
  }

  /// Returns the number of packets missing before one; nil if the packet is obsolete.
  private mutating func lostPackets(before number: UInt16) -> Int? {
    guard let last else { return 0 }
    let distance = Int(Int16(bitPattern: number &- last))
    if (1...Self.window).contains(distance) {
      strangers = 0
      return distance - 1
    }
    counters.late += 1
    guard distance < -Self.window || distance > Self.window else { return nil }
    // After three in a row the sender has restarted, and the journal covers everything since then.
    strangers = number == expectedStranger ? strangers + 1 : 1
    expectedStranger = number &+ 1
    return strangers >= 3 ? 1 : nil
  }

  private mutating func repair(after lost: Int, _ packet: RTPMIDIPacket) -> [RTPMIDIMessage] {
    guard let journal = packet.journal else {
      guard lost > 0 else { return [] }
      counters.uncovered += 1
      return release()
    }
    if lost == 1, journal.isSkippable, strangers == 0 { return [] }
    var messages: [RTPMIDIMessage] = []
    if let last, Int16(bitPattern: journal.checkpoint &- (last &+ 1)) > 0 || strangers > 0 {
      counters.uncovered += 1
      messages = release()
    }
    strangers = 0
    return messages + repair(by: journal)
  }

  /// Applies a message to the state; returns false if it must not be played.
  mutating func apply(_ message: RTPMIDIMessage) -> Bool {
    switch message {
    case .short(let ump) where ump.messageType == 0x2:
      let channel = Int(ump.channel)
      // Changed in place: a copy would count references to seven arrays.
      if channels[channel]?.apply(ump) == nil {
        channels[channel] = ChannelState()
        channels[channel]?.apply(ump)
      }
      if ump.opcode == 0x8 || ump.opcode == 0x9 || ump.opcode == 0xB { noteSounding(channel) }
    case .short(let ump):
      if system.apply(ump) == .reset {
        channels = Array(repeating: nil, count: 16)
        soundingChannels = 0
      }
    case .sysEx(let segment): return apply(segment)
    }
    return true
  }

  private mutating func apply(_ segment: SysExSegment) -> Bool {
    if segment.isFirst {
      sysExCount &+= 1
      openSysExBytes = 0
    }
    guard let bytes = openSysExBytes else { return false }
    openSysExBytes = segment.ending == .open ? bytes + segment.data.count : nil
    return true
  }
}

extension RTPMIDIMessage {
  static func voice(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> RTPMIDIMessage {
    .short(UMP(messageType: 2, group: 0, status: status, data1: data1, data2: data2))
  }

  static func system(_ status: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0) -> RTPMIDIMessage {
    .short(UMP(messageType: 1, group: 0, status: status, data1: data1, data2: data2))
  }
}
