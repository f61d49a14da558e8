public import TenutoMIDI
/// A message of type 1: system common or system realtime.
///
/// The corresponding standard is M2-104-UM, "System Common and System Real Time Messages".
public enum SystemMessage: BitwiseCopyable, Sendable, Hashable {
  /// A quarter of a frame of MIDI time code: the piece in the high 3 bits, its value in 4.
  case timeCodeQuarterFrame(UInt7)

  /// The place in the song in sixteenth notes.
  case songPosition(UInt14)

  /// The song that the next start plays.
  case songSelect(UInt7)

  /// Asks analogue synthesisers to tune themselves.
  case tuneRequest

  /// One twenty-fourth of a quarter note has passed.
  case timingClock

  /// The song starts at its beginning.
  case start

  /// The song continues from its position.
  case `continue`

  /// The song stops.
  case stop

  /// The connection is still alive.
  case activeSensing

  /// Everything returns to the state after power-up.
  case reset

  @_noLocks
  init?(_ ump: UMP) {
    switch ump.status {
    case 0xF1: self = .timeCodeQuarterFrame(ump.narrowData1)
    case 0xF2:
      let position = UInt16(ump.data2 & 0x7F) << 7 | UInt16(ump.data1 & 0x7F)
      self = .songPosition(UInt14(truncatingIfNeeded: position))
    case 0xF3: self = .songSelect(ump.narrowData1)
    case 0xF6: self = .tuneRequest
    default:
      guard let message = SystemMessage(realTimeStatus: ump.status) else { return nil }
      self = message
    }
  }

  @_noLocks
  private init?(realTimeStatus: UInt8) {
    switch realTimeStatus {
    case 0xF8: self = .timingClock
    case 0xFA: self = .start
    case 0xFB: self = .continue
    case 0xFC: self = .stop
    case 0xFE: self = .activeSensing
    case 0xFF: self = .reset
    default: return nil
    }
  }

  /// The status byte, `0xF1` to `0xFF`.
  public var status: UInt8 {
    @_noLocks get {
      switch self {
      case .timeCodeQuarterFrame: 0xF1
      case .songPosition: 0xF2
      case .songSelect: 0xF3
      case .tuneRequest: 0xF6
      case .timingClock: 0xF8
      case .start: 0xFA
      case .continue: 0xFB
      case .stop: 0xFC
      case .activeSensing: 0xFE
      case .reset: 0xFF
      }
    }
  }

  /// Returns the message as a packet of `group`.
  ///
  /// Thread: any.
  @_noLocks
  public func ump(group: UInt4) -> UMP {
    var data1: UInt8 = 0
    var data2: UInt8 = 0
    switch self {
    case .timeCodeQuarterFrame(let data), .songSelect(let data): data1 = data.rawValue
    case .songPosition(let position):
      data1 = UInt8(truncatingIfNeeded: position.rawValue & 0x7F)
      data2 = UInt8(truncatingIfNeeded: position.rawValue >> 7)
    default: break
    }
    return UMP(
      messageType: 0x1, group: group.rawValue, status: status, data1: data1, data2: data2)
  }
}
