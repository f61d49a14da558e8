public import TenutoCore

/// A mixer in the host itself: several input busses, each with gain, pan, mute and solo, and one
/// output.
///
/// Its settings are parameters like an instance's; changes are smooth. The corresponding Audio Unit
/// is `AUMultiChannelMixer` (`aumx mcmx appl`).
public struct Mixer: Sendable, Equatable {
  /// The most input busses of a mixer.
  public static let maximumInputCount = 64

  /// Audio channels of each input bus, 1 or 2 each.
  public var inputs: [Int]
  /// Audio channels of the output bus, 1 or 2.
  public var outputChannelCount: Int
  /// Parameter values that differ from the defaults, by address.
  public var values: [ParameterValue] = []

  /// Creates a mixer with all inputs at 0 dB, panned to the middle.
  public init(inputs: [Int], outputChannelCount: Int = 2) {
    self.inputs = inputs
    self.outputChannelCount = outputChannelCount
  }
}
