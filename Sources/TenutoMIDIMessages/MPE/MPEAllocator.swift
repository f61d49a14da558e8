/// Gives each note of a sender a member channel of its zone.
///
/// A note gets the channel that has been free for longest, so that its bend does not affect the
/// release of an old note. If no channel is free, it shares the channel with the fewest notes, and
/// among those the channel that was used first.
///
/// The corresponding standard is MIDI Polyphonic Expression (M1-100-UM v1.1), appendix A.
public struct MPEAllocator: BitwiseCopyable, Sendable {
  /// The zone whose member channels are allocated.
  public let zone: MPEZone

  private var noteCounts = InlineArray<16, UInt8>(repeating: 0)

  /// When each channel was last taken or returned, as a count of these moments.
  private var moments = InlineArray<16, UInt64>(repeating: 0)
  private var moment: UInt64 = 0

  /// The channel of each note, `none` for silent notes.
  private var channels = InlineArray<128, UInt8>(repeating: 0xFF)

  /// Creates an allocator with all channels free.
  ///
  /// Thread: any.
  @_noLocks
  public init(zone: MPEZone) {
    self.zone = zone
  }

  /// Returns the channel for a new note.
  ///
  /// Thread: any. A note that sounds already gets its channel again. Only seven bits count.
  @_noLocks
  public mutating func begin(_ note: UInt8) -> UInt8 {
    let note = Int(note & 0x7F)
    if channels[note] != 0xFF { return channels[note] }
    let channel = next()
    channels[note] = channel
    noteCounts[Int(channel)] += 1
    stamp(channel)
    return channel
  }

  /// Returns the channel of a note that ends, nil if it does not sound.
  ///
  /// Thread: any. Only seven bits count.
  @_noLocks
  public mutating func end(_ note: UInt8) -> UInt8? {
    let note = Int(note & 0x7F)
    let channel = channels[note]
    guard channel != 0xFF else { return nil }
    channels[note] = 0xFF
    noteCounts[Int(channel)] -= 1
    stamp(channel)
    return channel
  }

  /// Returns the channel of a note that sounds, for its expression.
  ///
  /// Thread: any. Only seven bits count.
  @_noLocks
  public func channel(of note: UInt8) -> UInt8? {
    let channel = channels[Int(note & 0x7F)]
    return channel == 0xFF ? nil : channel
  }
}

extension MPEAllocator {
  @_noLocks
  private mutating func stamp(_ channel: UInt8) {
    moment += 1
    moments[Int(channel)] = moment
  }

  @_noLocks
  private func next() -> UInt8 {
    var best = zone.channel(ofMember: 0)
    for member in 1..<max(zone.memberCount, 1) {
      let channel = zone.channel(ofMember: member)
      if isBetter(Int(channel), than: Int(best)) { best = channel }
    }
    return best
  }

  @_noLocks
  private func isBetter(_ channel: Int, than best: Int) -> Bool {
    if noteCounts[channel] != noteCounts[best] { return noteCounts[channel] < noteCounts[best] }
    return moments[channel] < moments[best]
  }
}
