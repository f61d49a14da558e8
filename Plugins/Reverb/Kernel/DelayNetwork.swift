import TenutoExtension

/// Sixteen delays, damped and fed back through a Hadamard matrix, which keeps the energy.
struct DelayNetwork: ~Copyable {
  /// The memories of the delays, one after another.
  private var samples: SampleBuffer
  private let mask: Int
  private var position = 0
  /// The delays in 2⁻²⁰ frames.
  private var delays = InlineArray<16, Int>(repeating: 0)
  /// The change of the delays per frame.
  private var delaySteps = InlineArray<16, Int>(repeating: 0)
  /// The delays without modulation.
  private var lengths = Lines()
  private var highState = Lines()
  private var lowState = Lines()
  var damping = Damping()
  /// The part of its way that a smoothed value covers in a control period.
  private let part: Float
  private let lengthPart: Float
  /// Control periods since the start.
  private var period = 0
  private let periodSeconds: Double

  /// Creates silent delays of up to 110 ms.
  init(sampleRate: Double) {
    var count = 64
    while count < Int(0.11 * sampleRate) + 64 { count *= 2 }
    samples = SampleBuffer(count: 16 * count)
    mask = count - 1
    part = Float(1 - DSP.exp(-16 / (0.03 * sampleRate)))
    lengthPart = Float(1 - DSP.exp(-16 / (0.25 * sampleRate)))
    periodSeconds = 16 / sampleRate
  }

  /// Clears all state.
  @_noLocks mutating func clear() {
    for index in 0..<samples.count { samples[index] = 0 }
    clearStates()
    position = 0
    period = 0
  }

  /// Writes or reads all state.
  mutating func exchange(with snapshot: inout KernelSnapshot) {
    snapshot.exchange(&samples)
    snapshot.exchange(&position, &delays, &delaySteps, &lengths)
    snapshot.exchange(&highState, &lowState, &damping, &period)
  }

  /// Clears the states of the shelves.
  @_noLocks mutating func clearStates() {
    highState = Lines()
    lowState = Lines()
  }

  /// Jumps to the room's delays.
  @_noLocks mutating func settle(_ room: Room, damping: Damping) {
    for line in 0..<16 { lengths[line] = Float(room.length(line)) }
    self.damping = damping
    let target = lengths + swing(room)
    for line in 0..<16 {
      delays[line] = Self.fixed(target[line])
      delaySteps[line] = 0
    }
  }

  @_noLocks private static func fixed(_ frames: Float) -> Int { Int(frames * 0x1p20) }

  /// Sets the targets of the delays and the damping for the next 16 frames.
  @_noLocks mutating func aim(_ room: Room, targets: Lines, damping target: Damping) {
    lengths += (targets - lengths) * lengthPart
    damping.approach(target, part: part)
    let next = lengths + swing(room)
    for line in 0..<16 { delaySteps[line] = (Self.fixed(next[line]) - delays[line]) >> 4 }
    period += 1
  }

  /// Eight slow sines and their negatives.
  @_noLocks private func swing(_ room: Room) -> Lines {
    var swing = Lines()
    guard room.swing > 0 else { return swing }
    for line in 0..<8 {
      let hertz = 0.31 + 0.113 * Double(line)
      let angle = 2 * .pi * hertz * periodSeconds * Double(period) + Double(line)
      let offset = room.swing * Float(DSP.sin(angle))
      swing[line] = offset
      swing[15 - line] = -offset
    }
    // A read must not overtake the writes.
    return swing + room.swing
  }
}

extension DelayNetwork {
  /// Renders both channels of one frame and returns the room's response.
  ///
  /// - Parameters:
  ///   - frame: The input.
  ///   - isQuiet: Set to false if sound was written.
  /// - Returns: The output.
  @inline(__always) @_noLocks mutating func next(
    _ frame: SIMD2<Float>, isQuiet: inout Bool
  ) -> SIMD2<Float> {
    let lines = read()
    let outputs = Lines.dot(lines, Self.leftSigns, Self.rightSigns)
    var mixed = Lines.hadamard(damp(lines))
    mixed += Self.leftInputs * frame.x + Self.rightInputs * frame.y
    mixed.replace(with: 0, where: (mixed .< 1e-8) .& (mixed .> -1e-8))
    write(mixed)
    if !Lines.isZero(mixed) { isQuiet = false }
    return outputs * damping.outputGain
  }

  /// Applies the gains and shelves of all delays.
  @inline(__always) @_noLocks private mutating func damp(_ lines: Lines) -> Lines {
    let input = lines * damping.gain
    let middle = input * damping.high[0] + highState
    highState = input * damping.high[1] - middle * damping.high[2]
    let output = middle * damping.low[0] + lowState
    lowState = middle * damping.low[1] - output * damping.low[2]
    return output
  }

  @inline(__always) @_noLocks private mutating func write(_ lines: Lines) {
    write(lines.lowHalf.lowHalf, first: 0)
    write(lines.lowHalf.highHalf, first: 4)
    write(lines.highHalf.lowHalf, first: 8)
    write(lines.highHalf.highHalf, first: 12)
    position = (position &+ 1) & mask
  }

  @inline(__always) @_noLocks private mutating func write(_ four: SIMD4<Float>, first: Int) {
    let start = first &* (mask &+ 1) &+ position
    samples[start] = four.x
    samples[start &+ mask &+ 1] = four.y
    samples[start &+ 2 &* (mask &+ 1)] = four.z
    samples[start &+ 3 &* (mask &+ 1)] = four.w
  }

  @inline(__always) @_noLocks private mutating func read() -> Lines {
    Lines(
      lowHalf: SIMD8(lowHalf: four(0), highHalf: four(4)),
      highHalf: SIMD8(lowHalf: four(8), highHalf: four(12)))
  }

  @inline(__always) @_noLocks private mutating func four(_ first: Int) -> SIMD4<Float> {
    SIMD4(line(first), line(first &+ 1), line(first &+ 2), line(first &+ 3))
  }

  /// Reads one delay by a Lagrange polynomial through four samples and advances it.
  @inline(__always) @_noLocks private mutating func line(_ line: Int) -> Float {
    let delay = delays[line]
    delays[line] = delay &+ delaySteps[line]
    let start = line &* (mask &+ 1)
    let newest = position &- (delay >> 20) &+ 1
    let part = Float(delay & 0xF_FFFF) * 0x1p-20
    let outer =
      samples[start &+ ((newest &- 3) & mask)] * (part + 1)
      - samples[start &+ (newest & mask)] * (part - 2)
    let inner =
      samples[start &+ ((newest &- 1) & mask)] * (part - 1)
      - samples[start &+ ((newest &- 2) & mask)] * part
    return outer * (part * (part - 1) * (1.0 / 6)) + inner * ((part + 1) * (part - 2) * 0.5)
  }
}
