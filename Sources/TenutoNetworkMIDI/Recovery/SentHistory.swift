internal import TenutoMIDI

/// The changes since the packet that the receiver acknowledged: the sender's half of the recovery
/// journal.
///
/// Packet numbers are those of the stream, extended beyond 16 bits.
package struct SentHistory: Sendable {
  private var channels: [ChannelHistory?] = Array(repeating: nil, count: 16)
  private var system = SystemState()
  private var changedAt: [SystemState.Chapter: UInt64] = [:]
  private var sysEx = SysExHistory()
  private var acknowledged: UInt64
  /// The channels with changes for the journal, one bit each.
  private var changedChannels: UInt16 = 0

  /// Maximum size of Chapter X: the room left by the longest other system chapters.
  private static let maximumSysExBytes = SystemJournal.maximumBytes - 2 - 4 - 1 - 6 - 9

  /// Creates the history of a stream whose first packet is `first`.
  package init(first: UInt64) { acknowledged = first - 1 }

  /// Bytes of System Exclusive messages that are not acknowledged.
  package var sysExByteCount: Int { sysEx.byteCount }

  /// Bytes of System Exclusive messages that fit any journal.
  package static let sysExWindow = 900

  /// Whether everything has been acknowledged.
  package var isEmpty: Bool {
    changedAt.isEmpty && sysEx.isEmpty && changedChannels == 0
  }

  /// Records a message of a packet.
  package mutating func record(_ message: RTPMIDIMessage, in packet: UInt64) {
    switch message {
    case .sysEx(let segment):
      sysEx.record(segment, in: packet)
      sysEx.limit(to: Self.maximumSysExBytes)
    case .short(let ump) where ump.messageType == 0x2:
      let channel = Int(ump.channel)
      // Changed in place: a copy would count references to its arrays.
      if channels[channel]?.record(ump, in: packet) == nil {
        channels[channel] = ChannelHistory()
        channels[channel]?.record(ump, in: packet)
      }
      noteChanges(channel)
    case .short(let ump):
      guard let chapter = system.apply(ump) else { return }
      if chapter == .reset { forgetBeforeReset() }
      changedAt[chapter] = packet
    }
  }

  private mutating func noteChanges(_ channel: Int) {
    let bit: UInt16 = 1 << UInt16(channel)
    changedChannels &= ~bit
    if channels[channel]?.isEmpty == false { changedChannels |= bit }
  }

  private mutating func forgetBeforeReset() {
    channels = Array(repeating: nil, count: 16)
    changedChannels = 0
    for chapter in [SystemState.Chapter.song, .sequencer, .timeCode] { changedAt[chapter] = nil }
  }

  /// Removes the changes up to `packet`, which the receiver has.
  package mutating func acknowledge(through packet: UInt64) {
    guard packet > acknowledged else { return }
    acknowledged = packet
    for index in channels.indices where changedChannels >> UInt16(index) & 1 != 0 {
      channels[index]?.trim(through: packet)
      noteChanges(index)
    }
    sysEx.trim(through: packet)
    changedAt = changedAt.filter { $0.value > packet }
  }

  /// Returns the journal of a packet, without that packet's own changes.
  package func journal(of packet: UInt64) -> RecoveryJournal {
    let previous = packet - 1
    let checkpoint = min(acknowledged + 1, previous)
    var journal = RecoveryJournal(checkpoint: UInt16(truncatingIfNeeded: checkpoint))
    for index in channels.indices where changedChannels >> UInt16(index) & 1 != 0 {
      if let channel = channels[index]?.journal(channel: UInt8(index), previous: previous) {
        journal.channels.append(channel)
      }
    }
    journal.isEnhanced = journal.channels.contains(where: \.isEnhanced)
    let system = systemJournal(previous)
    if !system.isEmpty { journal.system = system }
    return journal
  }
}

extension SentHistory {
  private func systemJournal(_ previous: UInt64) -> SystemJournal {
    var journal = SystemJournal()
    guard !changedAt.isEmpty || !sysEx.isEmpty else { return journal }
    func log(_ chapter: SystemState.Chapter, _ value: UInt8?) -> CountedLog? {
      guard let packet = changedAt[chapter], let value else { return nil }
      return CountedLog(isSkippable: packet != previous, value: value)
    }
    var simple = SimpleSystemChapter()
    simple.reset = log(.reset, system.resets)
    simple.tuneRequest = log(.tuneRequest, system.tuneRequests)
    simple.song = log(.song, system.song)
    if !simple.isEmpty { journal.simple = simple }
    journal.activeSensing = log(.activeSensing, system.activeSensings)
    if let packet = changedAt[.sequencer] {
      journal.sequencer = SequencerChapter(
        isSkippable: packet != previous, isRunning: system.sequencer.isRunning,
        hasDownbeat: system.sequencer.hasDownbeat, position: system.sequencer.position)
    }
    if let packet = changedAt[.timeCode] {
      var chapter = TimeCodeChapter(isSkippable: packet != previous)
      chapter.complete = system.timeCode.complete
      chapter.isOfQuarterFrames = true
      chapter.isReverse = system.timeCode.isReverse
      chapter.point = system.timeCode.point ?? 0
      chapter.partial = system.timeCode.pieces
      journal.timeCode = chapter
    }
    journal.sysEx = sysEx.logs(previous: previous, room: Self.maximumSysExBytes)
    return journal
  }
}
