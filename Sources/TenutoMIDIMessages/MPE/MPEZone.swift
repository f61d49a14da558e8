/// One of the two zones of MPE: a manager channel for all notes, and a channel for each note.
///
/// The corresponding standard is MIDI Polyphonic Expression (M1-100-UM v1.1).
public struct MPEZone: BitwiseCopyable, Sendable, Hashable {
  /// The position of a zone.
  public enum Side: BitwiseCopyable, Sendable, Hashable {
    /// Manager channel 0, members from 1 upwards.
    case lower

    /// Manager channel 15, members from 14 downwards.
    case upper
  }

  /// The position of the zone.
  public let side: Side

  /// The number of channels for notes, 1 to 15.
  public let memberCount: UInt8

  @_noLocks
  init(side: Side, memberCount: UInt8) {
    self.side = side
    self.memberCount = memberCount
  }

  /// The channel for messages that concern all notes of the zone, 0 or 15.
  public var managerChannel: UInt8 {
    @_noLocks get {
      switch side {
      case .lower: 0
      case .upper: 15
      }
    }
  }

  /// Returns the channel of a member, which is `0..<memberCount` in the order of allocation.
  ///
  /// Thread: any. A member that the zone does not have is a programmer error and traps.
  @_noLocks
  public func channel(ofMember member: UInt8) -> UInt8 {
    precondition(member < memberCount, "no member of the zone")
    switch side {
    case .lower: return 1 + member
    case .upper: return 14 - member
    }
  }

  /// Returns whether a channel carries notes of the zone.
  ///
  /// Thread: any.
  @_noLocks
  public func hasMember(_ channel: UInt8) -> Bool {
    switch side {
    case .lower: channel >= 1 && channel <= memberCount
    case .upper: channel <= 14 && channel >= 15 - memberCount
    }
  }

  /// The channels of the zone including the manager's, one bit each, channel 0 lowest.
  public var channelMask: UInt16 {
    @_noLocks get {
      let count = UInt16(memberCount) + 1
      let low = count == 16 ? UInt16.max : (1 << count) - 1
      switch side {
      case .lower: return low
      case .upper: return count == 16 ? UInt16.max : low << (16 - count)
      }
    }
  }
}
