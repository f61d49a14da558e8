/// Which channels a mixer has, as a value that the render thread takes.
struct MixerShape: BitwiseCopyable, Equatable {
  /// Input busses that there is memory for: `Mixer.maximumInputCount`.
  static var inputCapacity: Int { @_noLocks get { 64 } }

  /// Input busses, at most `inputCapacity`.
  let inputCount: Int
  /// Whether the output bus has two channels.
  let isStereo: Bool
  /// The inputs that have two, a bit each.
  private let stereoInputs: UInt64

  /// The shape of `mixer`: busses of one or two channels each.
  ///
  /// Thread: control.
  init(_ mixer: Mixer) {
    precondition(mixer.inputs.count <= Self.inputCapacity, "a mixer of too many inputs")
    inputCount = mixer.inputs.count
    isStereo = mixer.outputChannelCount == 2
    stereoInputs = mixer.inputs.enumerated().reduce(0) { bits, input in
      bits | (input.element == 2 ? 1 << UInt64(input.offset) : 0)
    }
  }

  /// Whether an input has two channels.
  @_noLocks
  func isStereo(input: Int) -> Bool { stereoInputs >> UInt64(input) & 1 == 1 }

  /// What the strip of an input is.
  @_noLocks
  func strip(_ input: Int) -> MixerStrip.Shape {
    if isStereo(input: input) { return isStereo ? .stereoToStereo : .stereoToMono }
    return isStereo ? .monoToStereo : .monoToMono
  }
}
