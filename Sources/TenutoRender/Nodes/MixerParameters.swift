internal import Synchronization
public import TenutoCore

/// The parameters of a `Mixer`, and the law by which it mixes.
///
/// Inputs are numbered from 0 here and from 1 in identifiers and names: `gain1` belongs to input 0.
/// Addresses are stable: the master's is 0, those of input *n* follow 8(*n* + 1), whatever the
/// number of inputs.
///
/// For a stereo input, pan is balance: it attenuates the other side linearly and never boosts. A
/// mono input is panned between two channels with equal power, √(1 ∓ pan): 0 dB each in the middle,
/// +3 dB at a side. In a mono mixer, a stereo input is the mean of its sides. In the middle at 0 dB
/// samples pass unchanged.
public enum MixerParameters {
  /// The range of a gain in dB; the lowest value means off.
  public static let gainRange: ClosedRange<Float> = -90...12

  /// The gain of the sum, in dB: `gain`.
  public static let gain: ParameterAddress = 0

  /// The gain of an input, in dB: `gain1`, ….
  public static func gain(ofInput input: Int) -> ParameterAddress { address(input, .gain) }

  /// The pan of an input, from -1 for left to 1 for right: `pan1`, ….
  public static func pan(ofInput input: Int) -> ParameterAddress { address(input, .pan) }

  /// Whether an input is muted: `mute1`, ….
  public static func mute(ofInput input: Int) -> ParameterAddress { address(input, .mute) }

  /// Whether an input is soloed, which silences those that are not: `solo1`, ….
  public static func solo(ofInput input: Int) -> ParameterAddress { address(input, .solo) }

  /// The kinds of parameters of an input.
  enum Kind: UInt64, CaseIterable {
    case gain = 0
    case pan = 1
    case mute = 2
    case solo = 3
  }

  private static func address(_ input: Int, _ kind: Kind) -> ParameterAddress {
    UInt64(input + 1) * 8 + kind.rawValue
  }
}

extension MixerParameters {
  /// Returns the parameters of `mixer`: the master's gain, then those of each input.
  public static func parameters(of mixer: Mixer) -> [Parameter] {
    let master = Parameter(
      gain, "gain", name: "Gain", range: gainRange, unit: .decibels, default: 0, flags: .canRamp)
    return mixer.inputs.indices.reduce(into: [master]) { parameters, input in
      parameters += self.parameters(ofInput: input)
    }
  }

  private static func parameters(ofInput input: Int) -> [Parameter] {
    let number = input + 1
    return [
      Parameter(
        gain(ofInput: input), "gain\(number)", name: "Gain \(number)", range: gainRange,
        unit: .decibels, default: 0, flags: .canRamp),
      Parameter(
        pan(ofInput: input), "pan\(number)", name: "Pan \(number)", range: -1...1, unit: .pan,
        default: 0, flags: .canRamp),
      Parameter(mute(ofInput: input), "mute\(number)", name: "Mute \(number)", isOn: false),
      Parameter(solo(ofInput: input), "solo\(number)", name: "Solo \(number)", isOn: false),
    ]
  }

  /// Returns the parameter at an address of `mixer`, or nil.
  public static func parameter(_ address: ParameterAddress, of mixer: Mixer) -> Parameter? {
    if address < 8 { return parameters(of: Mixer(inputs: [])).first { $0.address == address } }
    guard address / 8 <= UInt64(mixer.inputs.count) else { return nil }
    return parameters(ofInput: Int(address / 8) - 1).first { $0.address == address }
  }
}

extension Mixer {
  /// The value of the parameter at an address, or nil.
  public func value(_ address: ParameterAddress) -> Float? {
    guard let parameter = MixerParameters.parameter(address, of: self) else { return nil }
    return values.last { $0.address == address }.map { parameter.clamped($0.value) }
      ?? parameter.defaultValue
  }

  /// Returns the changes that make this mixer sound like `other`, which has the same inputs.
  func changes(to other: Mixer) -> [ParameterValue] {
    let named = Set(values.map(\.address)).union(other.values.map(\.address))
    return named.sorted().compactMap { address in
      guard let value = other.value(address), value != self.value(address) else { return nil }
      return ParameterValue(address, value)
    }
  }
}

/// A mixer's parameter values, or their targets during a ramp, readable on any thread.
///
/// Valid as long as its `MixerState`.
@safe struct MixerValues: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt32>>

  private static var count: Int { @_noLocks get { 8 * (MixerShape.inputCapacity + 1) } }

  /// Thread: control.
  static func allocate() -> MixerValues {
    let words = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe MixerValues(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// The value of a parameter, in its unit; 0 at an address that no mixer uses.
  ///
  /// Thread: any.
  subscript(_ address: ParameterAddress) -> Float {
    @_noLocks get {
      guard address < UInt64(Self.count) else { return 0 }
      return Float(bitPattern: unsafe words[Int(address)].load(ordering: .relaxed))
    }
  }

  /// Thread: render.
  @_noLocks
  func set(_ address: ParameterAddress, _ value: Float) {
    guard address < UInt64(Self.count) else { return }
    unsafe words[Int(address)].store(value.bitPattern, ordering: .relaxed)
  }
}

/// The channels of a mixer, as a plain value for the render thread.
struct MixerShape: BitwiseCopyable, Equatable {
  /// The number of input busses with memory: `Mixer.maximumInputCount`.
  static var inputCapacity: Int { @_noLocks get { 64 } }

  /// Input busses, at most `inputCapacity`.
  let inputCount: Int
  /// Whether the output bus has two channels.
  let isStereo: Bool
  /// A bit for each stereo input.
  private let stereoInputs: UInt64

  /// Creates the shape of `mixer`, whose busses have one or two channels each.
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

  /// The strip shape of an input.
  @_noLocks
  func strip(_ input: Int) -> MixerStrip.Shape {
    if isStereo(input: input) { return isStereo ? .stereoToStereo : .stereoToMono }
    return isStereo ? .monoToStereo : .monoToMono
  }
}
