internal import TenutoMIDI

/// A `MIDIFilter` as the render thread asks it.
struct MIDIFilterRule: BitwiseCopyable {
  private let channels: UInt16
  /// 0...15, or 16 for the channel that a message has.
  private let outputChannel: UInt8
  private let lowestKey: UInt8
  private let highestKey: UInt8
  private let transpose: Int

  /// Thread: control.
  init(_ filter: MIDIFilter) {
    channels = filter.channels
    outputChannel = filter.outputChannel.map { $0 & 0xF } ?? 16
    lowestKey = filter.keys.lowerBound
    highestKey = filter.keys.upperBound
    transpose = min(max(filter.transpose, -127), 127)
  }

  /// Whether the messages of a channel pass.
  @_noLocks
  func passes(channel: UInt8) -> Bool { channels >> UInt16(channel) & 1 == 1 }

  /// The channel that one becomes.
  @_noLocks
  func channel(_ channel: UInt8) -> UInt8 { outputChannel == 16 ? channel : outputChannel }

  /// The key that one becomes; nil where it does not pass.
  @_noLocks
  func key(_ key: UInt8) -> UInt8? {
    guard key >= lowestKey, key <= highestKey else { return nil }
    let moved = Int(key) + transpose
    return moved >= 0 && moved <= 127 ? UInt8(truncatingIfNeeded: moved) : nil
  }
}
