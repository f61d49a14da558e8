import CFixtures
import TenutoExtension

/// An effect with a tone that crashes at the third loud note, after a change of its gain; its
/// second parameter ends it in other ways at once.
struct CrashingKernel: Kernel {
  static let component = ComponentDescription(
    "aumf crsh Test", name: "Crashing", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo],
    parameters: [
      Parameter(1, "gain", name: "Gain", range: 0...1, default: 0.5),
      Parameter(2, "fault", name: "Fault", range: 0...10, default: 0),
    ])

  private var gain: Float = 0.5
  private var level: Float = 0
  private var phase: Float = 0
  private var loudNoteCount = 0
  private var fault = 0

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(address: 1, let value): gain = value
    case .parameter(address: 2, let value): fault = Int(value)
    case .midi(.noteOn(_, _, let velocity)):
      level = Float(velocity) / 65536
      if velocity >> 9 > 100 { loudNoteCount += 1 }
      if loudNoteCount == 3 && gain != 0.5 { fixture_store_to_null() }
    case .midi(.noteOff): level = 0
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    switch fault {
    case 1: fixture_abort()
    case 2: level += overflowStack(level)
    case 3: fixture_exit()
    case 4: while fault == 4 { phase += 1 }
    default: break
    }
    for frame in 0..<cycle.frameCount {
      phase += 0.01
      if phase > 1 { phase -= 2 }
      for channel in 0..<2 {
        let sample = cycle.input[channel, frame] * gain + phase * level
        var output = cycle.output.channel(channel)
        output[frame] = sample
      }
    }
  }
}

/// Recurses endlessly: each call uses some of the stack and needs the result of the next.
@_noLocks @inline(never)
func overflowStack(_ depth: Float) -> Float {
  guard depth < 1e30 else { return 0 }
  let below = overflowStack(depth + 1)
  return below * depth + 1
}

@main
struct CrashingExtension: AudioExtension {
  static var components: [ComponentEntry] { [ComponentEntry(CrashingKernel.self)] }
}
