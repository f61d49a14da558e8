import TenutoExtension
import UnrulyFaults

/// Voices with separate phases and a gliding level, from an instrument that fails at a requested
/// frame in this process only, and at note 1 in each process.
struct TrappedKernel: Kernel {
  static let component = ComponentDescription(
    "aumu trap Test", name: "Trapped", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: [Parameter(1, "level", name: "Level", range: 0...1, default: 0.5)],
    isDeterministic: true)

  /// The failures in addition to those of `unruly_do`.
  enum Deed {
    static var nonsense: Int { @_noLocks get { 20 } }
    static var crashInHandle: Int { @_noLocks get { 21 } }
  }

  private var phases = InlineArray<128, Float>(repeating: -1)
  private var level: Float = 0
  private var target: Float = 0.5
  private var now: Int64 = 0
  private var deed: Int
  private let frame: Int64

  init(_ setup: KernelSetup) {
    let unit = setup.unit as? TrapUnit
    deed = unit?.deed ?? 0
    frame = unit?.frame ?? 0
  }

  @_noLocks mutating func handle(_ event: Event) {
    if deed == Deed.crashInHandle && now >= frame { unruly_do(1) }
    switch event {
    case .parameter(address: 1, let value): target = value
    case .midi(.noteOn(_, note: 1, _)): unruly_do(1)
    case .midi(.noteOn(_, let note, _)): phases[Int(note)] = 0
    case .midi(.noteOff(_, let note, _)): phases[Int(note)] = -1
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    var isNonsense = false
    if deed != 0, deed != Deed.crashInHandle, now >= frame {
      isNonsense = deed == Deed.nonsense
      unruly_do(Int32(deed))
      deed = 0
    }
    for frame in 0..<cycle.frameCount {
      level += (target - level) * 0.001
      let sample = isNonsense ? Float.nan : next() * level
      for channel in 0..<2 {
        var output = cycle.output.channel(channel)
        output[frame] = sample
      }
    }
    now += Int64(cycle.frameCount)
  }

  @_noLocks private mutating func next() -> Float {
    var sum: Float = 0
    for note in 0..<128 where phases[note] >= 0 {
      phases[note] += Float(note) * 0.0003
      if phases[note] >= 1 { phases[note] -= 1 }
      sum += phases[note] - 0.5
    }
    return sum * 0.25
  }
}

/// The trapped instrument without snapshots.
struct SecretiveKernel: Kernel {
  static let component = ComponentDescription(
    "aumu secr Test", name: "Secretive", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: TrappedKernel.component.parameters, isDeterministic: true)

  private var trapped: TrappedKernel

  init(_ setup: KernelSetup) { trapped = TrappedKernel(setup) }

  @_noLocks mutating func handle(_ event: Event) { trapped.handle(event) }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) { trapped.render(&cycle) }

  mutating func exchange(with snapshot: inout KernelSnapshot) { snapshot.refuse() }
}

/// Gets a failure and a frame in four bytes before the kernel is created.
final class TrapUnit: AudioUnit {
  private(set) var deed = 0
  private(set) var frame: Int64 = 0

  init(_ host: HostLink) {}

  func encodeState(_ scope: StateScope) -> [UInt8] { [] }

  func decodeState(_ data: [UInt8]) throws(StateError) {}

  func answer(_ message: [UInt8]) throws(MessageRefusal) -> [UInt8] {
    guard message.count == 5 else { return [] }
    deed = Int(message[0])
    frame = message[1...].reduce(0) { $0 << 8 | Int64($1) }
    return message
  }
}
