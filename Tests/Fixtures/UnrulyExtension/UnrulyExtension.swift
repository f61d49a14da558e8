import Glibc
import TenutoExtension
import UnrulyFaults

/// A level while a note is held, from an instrument that follows its parameters at once, and traps
/// at note 1 and at a cutoff of 12 kHz.
struct UnrulyKernel: Kernel {
  static let component = ComponentDescription(
    "aumu unru Test", name: "Unruly", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: [
      Parameter(1, "level", name: "Level", range: 0...1, default: 0.5),
      Parameter(2, "fault", name: "Fault", range: 0...100, default: 0),
      Parameter(3, "slowness", name: "Slowness", range: 0...1_000_000, default: 0),
      Parameter(
        4, "cutoff", name: "Cutoff", range: 20...20000, unit: .hertz, default: 1000),
      Parameter(5, "sleep", name: "Sleep", range: 0...1_000_000, default: 0),
    ],
    presets: [
      FactoryPreset(
        0, name: "Lethal", values: [ParameterValue(1, 0.9), ParameterValue(4, 15000)])
    ])

  private var level: Float = 0.5
  private var fault = 0
  private var slowness = 0
  private var sleep = 0
  private var heldNotes = 0

  /// Whether it traps in its first cycle.
  private let isDoomed: Bool

  init(_ setup: KernelSetup) { isDoomed = unsafe getenv("TENUTO_TEST_END") != nil }

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(address: 1, let value): level = value
    case .parameter(address: 2, let value): fault = Int(value)
    case .parameter(address: 3, let value): slowness = Int(value)
    case .parameter(address: 4, let value): if value >= 12000 { fault = 1 }
    case .midi(.noteOn(_, note: 1, _)): fault = 1
    case .parameter(address: 5, let value): sleep = Int(value)
    case .midi(.noteOn): heldNotes += 1
    case .midi(.noteOff): heldNotes -= 1
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let number = isDoomed ? 1 : fault
    fault = 0
    if number == 12 { fatalError("the oscillator has melted") }
    unruly_do(Int32(number))
    if slowness > 0 { unruly_spin(slowness) }
    if sleep > 0 { unruly_sleep(sleep) }
    let sample = heldNotes > 0 ? level : 0
    for channel in 0..<2 {
      for frame in 0..<cycle.frameCount {
        var output = cycle.output.channel(channel)
        output[frame] = sample
      }
    }
  }
}

/// Passes its input through; an effect that computes for the ordered time.
struct UnrulyEffect: Kernel {
  static let component = ComponentDescription(
    "aufx unru Test", name: "Unruly Effect", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo],
    parameters: [
      Parameter(3, "slowness", name: "Slowness", range: 0...1_000_000, default: 0)
    ])

  private var slowness = 0

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {
    if case .parameter(address: 3, let value) = event { slowness = Int(value) }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    if slowness > 0 { unruly_spin(slowness) }
    for channel in 0..<2 {
      for frame in 0..<cycle.frameCount {
        let sample = cycle.input[channel, frame]
        var output = cycle.output.channel(channel)
        output[frame] = sample
      }
    }
  }
}

/// Keeps the bytes of its state; a state that begins with BD crashes it.
final class UnrulyUnit: AudioUnit {
  private let host: HostLink
  private var data: [UInt8] = []

  init(_ host: HostLink) { self.host = host }

  func encodeState(_ scope: StateScope) -> [UInt8] { data }

  func decodeState(_ data: [UInt8]) throws(StateError) {
    if data.first == 0xBD { abort() }
    self.data = data
  }

  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    defer { if !message.isEmpty { data = message } }
    return data
  }
}

@main
enum UnrulyExtension: AudioExtension {
  static var components: [ComponentEntry] {
    [
      ComponentEntry(UnrulyKernel.self, unit: UnrulyUnit.self), ComponentEntry(UnrulyEffect.self),
      ComponentEntry(TrappedKernel.self, unit: TrapUnit.self),
      ComponentEntry(SecretiveKernel.self, unit: TrapUnit.self),
    ]
  }
}
