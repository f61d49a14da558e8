public import TenutoExtension

/// Renders like the processes of `tenuto-floor`.
struct Ramp: BitwiseCopyable {
  private var phase: Float = 0

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    var output = cycle.output.stereo()
    for frame in output.left.indices {
      phase += 0.01
      if phase >= 1 { phase -= 1 }
      output.left[frame] = 2 * phase - 1
      output.right[frame] = 2 * phase - 1
    }
  }
}

/// An instrument that plays without notes.
public struct FloorSource: Kernel {
  /// The instrument.
  public static let component = ComponentDescription(
    "aumu flor Tnto", name: "Floor", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "What a process of tenuto-floor renders", license: "Apache-2.0",
    contact: "Tenuto authors")

  private var ramp = Ramp()

  /// Creates a voice.
  public init(_ setup: KernelSetup) {}

  /// Allocates nothing.
  @_noLocks public mutating func handle(_ event: Event) {}

  /// Renders.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) { ramp.render(&cycle) }
}

/// The same as an effect: it ignores its input, like all members of the floor's chain.
public struct FloorEffect: Kernel {
  /// The effect.
  public static let component = ComponentDescription(
    "aufx flor Tnto", name: "Floor", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "What a process of tenuto-floor renders, behind another one", license: "Apache-2.0",
    contact: "Tenuto authors", inputs: [.stereo], outputs: [.stereo])

  private var ramp = Ramp()

  /// Creates a voice.
  public init(_ setup: KernelSetup) {}

  /// Allocates nothing.
  @_noLocks public mutating func handle(_ event: Event) {}

  /// Renders.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) { ramp.render(&cycle) }
}

/// The gain of `tenuto-jack-floor`'s clients.
public struct FloorGain: Kernel {
  /// The effect.
  public static let component = ComponentDescription(
    "aufx flrg Tnto", name: "Floor Gain", manufacturerName: "Tenuto", version: "1.0.0",
    summary: "The gain of a client of tenuto-jack-floor", license: "Apache-2.0",
    contact: "Tenuto authors", inputs: [.mono], outputs: [.mono])

  /// Creates the gain.
  public init(_ setup: KernelSetup) {}

  /// Ignores all events.
  @_noLocks public mutating func handle(_ event: Event) {}

  /// Halves the input.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    Self.halve(cycle.input, to: &cycle.output)
  }

  @_noLocks private static func halve(
    _ input: borrowing AudioBlock, to output: inout MutableAudioBlock
  ) {
    var samples = output.channel(0)
    for frame in samples.indices { samples[frame] = input[0, frame] * 0.5 }
  }
}
