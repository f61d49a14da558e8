public import TenutoCore

/// A mixer in the host itself: several busses in, one out, each with gain, pan, mute and solo.
///
/// Its settings are parameters, set, ramped and read as those of an instance; changes are smooth.
/// The corresponding Audio Unit is `AUMultiChannelMixer` (`aumx mcmx appl`).
public struct Mixer: Sendable, Equatable {
  /// Input busses that a mixer can have.
  public static let maximumInputCount = 64

  /// Audio channels of each input bus, 1 or 2 each.
  public var inputs: [Int]
  /// Audio channels of the output bus, 1 or 2.
  public var outputChannelCount: Int
  /// Values that differ from the parameters' default ones, by address.
  public var values: [ParameterValue] = []

  /// A mixer that passes its inputs on: 0 dB, in the middle.
  public init(inputs: [Int], outputChannelCount: Int = 2) {
    self.inputs = inputs
    self.outputChannelCount = outputChannelCount
  }
}
