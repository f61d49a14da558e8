internal import TenutoMIDI

/// A filter for a MIDI connection; two of them make a keyboard split.
///
/// A note that has passed ends at its own key and channel, even if the filter has changed since.
public struct MIDIFilter: Sendable, Equatable {
  /// Channels that pass, one bit for each of 0...15; messages without a channel always pass.
  public var channels: UInt16
  /// The channel for all channel messages, 0...15; nil to keep each message's own.
  public var outputChannel: UInt8?
  /// Keys that pass, 0...127, before transposition.
  public var keys: ClosedRange<UInt8>
  /// Semitones of transposition; a key outside 0...127 is dropped.
  public var transpose: Int

  /// Whether all messages pass unchanged.
  public var isOpen: Bool { self == MIDIFilter() }

  /// Creates a filter that lets everything pass except as stated.
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

/// A `MIDIFilter` in the form for the render thread.
struct MIDIFilterRule: BitwiseCopyable {
  private let channels: UInt16
  /// 0...15, or 16 for the message's own channel.
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

  /// The output channel for an input channel.
  @_noLocks
  func channel(_ channel: UInt8) -> UInt8 { outputChannel == 16 ? channel : outputChannel }

  /// The output key for an input key, or nil if it does not pass.
  @_noLocks
  func key(_ key: UInt8) -> UInt8? {
    guard key >= lowestKey, key <= highestKey else { return nil }
    let moved = Int(key) + transpose
    return moved >= 0 && moved <= 127 ? UInt8(truncatingIfNeeded: moved) : nil
  }
}
