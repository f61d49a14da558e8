internal import TenutoMIDI

/// A filter for the MIDI of a connection; a keyboard split is two of them.
///
/// A note that has passed ends where it began, also when the filter changes in between.
public struct MIDIFilter: Sendable, Equatable {
  /// Channels that pass, a bit for each of 0...15; messages without a channel pass always.
  public var channels: UInt16
  /// The channel that channel messages go to, 0...15; nil to keep each message's own.
  public var outputChannel: UInt8?
  /// Keys that pass, 0...127, before they are transposed.
  public var keys: ClosedRange<UInt8>
  /// Semitones by which keys are moved; a key that leaves 0...127 is dropped.
  public var transpose: Int

  /// Whether everything passes as it is.
  public var isOpen: Bool { self == MIDIFilter() }

  /// A filter that lets everything pass, but for what is named.
  public init(
    channels: UInt16 = .max, outputChannel: UInt8? = nil, keys: ClosedRange<UInt8> = 0...127,
    transpose: Int = 0
  ) {
    self.channels = channels
    self.outputChannel = outputChannel
    self.keys = keys
    self.transpose = transpose
  }
}

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
