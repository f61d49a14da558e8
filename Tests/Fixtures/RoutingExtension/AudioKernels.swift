import TenutoExtension

/// Its input 37 frames later at half the level, plus the side chain.
struct LateKernel: Kernel, ~Copyable {
  static let component = ComponentDescription(
    "aufx late Test", name: "Late", manufacturerName: "Tenuto", version: "1.0.0",
    inputs: [.stereo, BusDescription("Side Chain", channelCount: 1, isOptional: true)])

  static var frames: Int { @_noLocks get { 37 } }
  private var memory: SampleBuffer
  private var position = 0

  init(_ setup: KernelSetup) { memory = SampleBuffer(count: 2 * Self.frames) }

  var latency: Int { Self.frames }

  @_noLocks mutating func handle(_ event: Event) {}

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let hasSide = cycle.input.channelCount > 2
    for frame in 0..<cycle.frameCount {
      let side = hasSide ? cycle.input[2, frame] : 0
      for channel in 0..<2 {
        let place = channel * Self.frames + position
        let sample = memory[place] * 0.5 + side
        memory[place] = cycle.input[channel, frame]
        write(sample, channel, frame, &cycle)
      }
      position += 1
      if position == Self.frames { position = 0 }
    }
  }
}

/// Writes the musical time: left the beat position modulo 1, right the tempo over 1000, negative
/// while stopped.
struct TimeKernel: Kernel {
  static let component = ComponentDescription(
    "augn time Test", name: "Time", manufacturerName: "Tenuto", version: "1.0.0")

  private let sampleRate: Double

  init(_ setup: KernelSetup) { sampleRate = setup.sampleRate }

  @_noLocks mutating func handle(_ event: Event) {}

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let start = cycle.musicalContext
    for frame in 0..<cycle.frameCount {
      let context = start.advanced(by: frame, sampleRate: sampleRate)
      let whole = Double(Int64(context.beatPosition))
      write(Float(context.beatPosition - whole), 0, frame, &cycle)
      write(Float(context.tempo / 1000) * (context.isPlaying ? 1 : -1), 1, frame, &cycle)
    }
  }
}

/// Writes the transport's state: left a 1 for playing, 2 for recording, 4 for looping, right the
/// loop's start and a hundredth of its end.
struct TransportKernel: Kernel {
  static let component = ComponentDescription(
    "augn trns Test", name: "Transport", manufacturerName: "Tenuto", version: "1.0.0")

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {}

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    let context = cycle.musicalContext
    let state =
      (context.isPlaying ? 1 : 0) + (context.isRecording ? 2 : 0) + (context.isLooping ? 4 : 0)
    let loop = context.loopStart + context.loopEnd / 100
    for frame in 0..<cycle.frameCount {
      write(Float(state), 0, frame, &cycle)
      write(Float(loop), 1, frame, &cycle)
    }
  }
}

/// A level that follows its parameter frame by frame, including ramps; notes add a quarter each.
struct LevelKernel: Kernel {
  static let component = ComponentDescription(
    "aumu levl Test", name: "Level", manufacturerName: "Tenuto", version: "1.0.0",
    parameters: [
      Parameter(0, "level", name: "Level", range: 0...1, default: 0, flags: [.canRamp])
    ])

  private var level: Float = 0
  private var step: Float = 0
  private var target: Float = 0
  private var rest = 0
  private var notes = 0

  init(_ setup: KernelSetup) {}

  @_noLocks mutating func handle(_ event: Event) {
    switch event {
    case .parameter(_, let value):
      level = value
      rest = 0
    case .ramp(_, let value, let frameCount):
      target = value
      rest = frameCount
      step = (value - level) / Float(frameCount)
    case .midi(.noteOn): notes += 1
    case .midi(.noteOff): notes -= 1
    default: break
    }
  }

  @_noLocks mutating func render(_ cycle: inout RenderCycle) {
    for frame in 0..<cycle.frameCount {
      if rest > 0 {
        rest -= 1
        level = rest == 0 ? target : level + step
      }
      let sample = level + 0.25 * Float(notes)
      write(sample, 0, frame, &cycle)
      write(sample, 1, frame, &cycle)
    }
  }
}

/// Writes one sample.
@_noLocks
private func write(_ sample: Float, _ channel: Int, _ frame: Int, _ cycle: inout RenderCycle) {
  var output = cycle.output.channel(channel)
  output[frame] = sample
}
