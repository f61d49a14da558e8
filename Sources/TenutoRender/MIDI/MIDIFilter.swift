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
