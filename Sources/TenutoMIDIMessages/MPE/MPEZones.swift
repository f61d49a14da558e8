public import TenutoMIDI

/// The division of a group's 16 channels into MPE zones.
///
/// The MPE Configuration Message, registered controller 6 on channel 0 or 15, creates, changes and
/// removes a zone. A new zone takes the channels that it needs from the other one. Registered
/// controller 0 sets pitch bend ranges, those of members by any member for all.
///
/// The corresponding standard is MIDI Polyphonic Expression (M1-100-UM v1.1), chapter 2.
public struct MPEZones: BitwiseCopyable, Sendable, Hashable {
  private var lowerCount: UInt8 = 0
  private var upperCount: UInt8 = 0
  private var lowerRanges = MPEBendRanges()
  private var upperRanges = MPEBendRanges()

  /// Creates the state after power-on: no zones, independent channels.
  ///
  /// Thread: any.
  @_noLocks
  public init() {}

  /// The lower zone; nil for none.
  public var lower: MPEZone? {
    @_noLocks get { lowerCount == 0 ? nil : MPEZone(side: .lower, memberCount: lowerCount) }
  }

  /// The upper zone; nil for none.
  public var upper: MPEZone? {
    @_noLocks get { upperCount == 0 ? nil : MPEZone(side: .upper, memberCount: upperCount) }
  }

  /// Returns the zone in which a channel is manager or member.
  ///
  /// Thread: any.
  @_noLocks
  public func zone(of channel: UInt8) -> MPEZone? {
    if let lower, channel == 0 || lower.hasMember(channel) { return lower }
    if let upper, channel == 15 || upper.hasMember(channel) { return upper }
    return nil
  }

  /// Returns the pitch bend ranges of a zone.
  ///
  /// Thread: any.
  @_noLocks
  public func bendRanges(of side: MPEZone.Side) -> MPEBendRanges {
    switch side {
    case .lower: lowerRanges
    case .upper: upperRanges
    }
  }

  /// Makes a zone, or removes it with a count of 0.
  ///
  /// Thread: any. Its bend ranges are reset to 2 and 48 semitones.
  ///
  /// - Parameters:
  ///   - side: The position of the zone.
  ///   - memberCount: Channels for notes, 0 to 15; more are 15.
  @_noLocks
  public mutating func configure(_ side: MPEZone.Side, memberCount: UInt8) {
    let count = memberCount > 15 ? 15 : memberCount
    // Both managers and all members share 16 channels.
    let rest = count >= 14 ? 0 : 14 - count
    switch side {
    case .lower:
      lowerCount = count
      lowerRanges = MPEBendRanges()
      if count > 0, upperCount > rest { upperCount = rest }
    case .upper:
      upperCount = count
      upperRanges = MPEBendRanges()
      if count > 0, lowerCount > rest { lowerCount = rest }
    }
  }

  /// Takes a registered controller that configures zones or bend ranges.
  ///
  /// Thread: any. MIDI 1.0 must pass through `MIDI1ToMIDI2Translator` first.
  ///
  /// - Returns: Whether anything was configured.
  @_noLocks
  public mutating func take(_ ump: UMP) -> Bool {
    guard case .registeredController(let channel, 0, let index, let value) = VoiceEvent(ump)
    else { return false }
    switch index {
    case 6: return configure(channel: channel, memberCount: MIDIScaling.down32To7(value))
    case 0: return setRange(channel: channel, value: value)
    default: return false
    }
  }

  /// Returns the message that creates or removes a zone, for a sender.
  ///
  /// Thread: any.
  ///
  /// - Parameters:
  ///   - side: The position of the zone.
  ///   - memberCount: Channels for notes, 0 to 15; 0 removes it.
  ///   - group: 0 to 15.
  /// - Returns: Registered controller 6 on the manager channel, as a MIDI 2.0 message.
  @_noLocks
  public static func configuration(
    _ side: MPEZone.Side, memberCount: UInt8, group: UInt8 = 0
  ) -> UMP {
    let manager = MPEZone(side: side, memberCount: 1).managerChannel
    let value = UInt32(memberCount > 15 ? 15 : memberCount) << 25
    let event = VoiceEvent.registeredController(
      channel: manager, bank: 0, index: 6, value: value)
    return event.ump(group: group)
  }
}

extension MPEZones {
  @_noLocks
  private mutating func configure(channel: UInt8, memberCount: UInt8) -> Bool {
    switch channel {
    case 0: configure(.lower, memberCount: memberCount)
    case 15: configure(.upper, memberCount: memberCount)
    default: return false
    }
    return true
  }

  @_noLocks
  private mutating func setRange(channel: UInt8, value: UInt32) -> Bool {
    guard let zone = zone(of: channel) else { return false }
    let isManager = channel == zone.managerChannel
    switch zone.side {
    case .lower: lowerRanges.set(value, ofManager: isManager)
    case .upper: upperRanges.set(value, ofManager: isManager)
    }
    return true
  }
}

/// The pitch bend ranges of a zone, in semitones in either direction.
///
/// The corresponding standard is MIDI Polyphonic Expression (M1-100-UM v1.1), section 2.2.6.
public struct MPEBendRanges: BitwiseCopyable, Sendable, Hashable {
  /// Of the manager channel, for all notes; 2 by default.
  public private(set) var manager: Float = 2

  /// Of each note; 48 by default.
  public private(set) var member: Float = 48

  @_noLocks
  init() {}

  /// Takes the value of registered controller 0.
  @_noLocks
  mutating func set(_ value: UInt32, ofManager isManager: Bool) {
    let semitones = Self.semitones(value)
    if isManager { manager = semitones } else { member = semitones }
  }

  /// The semitones of registered controller 0: whole ones, then cents.
  @_noLocks
  static func semitones(_ value: UInt32) -> Float {
    let entry = MIDIScaling.down32To14(value)
    return Float(entry >> 7) + Float(entry & 0x7F) / 100
  }
}
