import TenutoJACK
import TenutoTransport

/// Listens to chains that play a steady note, and counts its own cycles.
///
/// Thread: render.
@safe struct GapDetector: JACKProcessor, @unchecked Sendable {  // the render thread's
  /// Maximum number of chains.
  static var mostChains: Int { @_noLocks get { 16 } }

  private let inputs: UnsafeMutablePointer<JACKPort>
  private let chainCount: Int
  private let gaps: GapRing
  private let words: Words
  private let runs: UnsafeMutablePointer<Gap>
  private var nextTime: UInt32 = 0
  private var isFirst = true

  static var entry: JACKProcessFunction { unsafe listen }

  /// Words: cycles, jumps in time, cycles lost in them, and from 8 on whether each chain was
  /// received.
  init(inputs: [JACKPort], gaps: GapRing, words: Words) {
    let ports = UnsafeMutablePointer<JACKPort>.allocate(capacity: max(1, inputs.count))
    for (index, port) in inputs.enumerated() { unsafe (ports + index).initialize(to: port) }
    unsafe self.inputs = ports
    chainCount = inputs.count
    unsafe runs = .allocate(capacity: max(1, inputs.count))
    unsafe runs.initialize(repeating: Gap(), count: max(1, inputs.count))
    self.gaps = gaps
    self.words = words
  }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let time = cycle.frameTime
    words[0] += 1
    if !isFirst && time != nextTime {
      words[1] += 1
      // JACK's time may also step back when the server corrects it.
      words[2] += max(0, Int(Int32(bitPattern: time &- nextTime))) / max(1, cycle.frameCount)
    }
    isFirst = false
    nextTime = time &+ UInt32(truncatingIfNeeded: cycle.frameCount)
    for chain in 0..<chainCount {
      let input = unsafe cycle.audioInput(inputs[chain])
      set(chain, isSounding: Self.isSounding(input))
    }
    return .goOn
  }

  /// Whether a whole cycle contains the note: a fade has less energy.
  @_noLocks
  private static func isSounding(_ input: borrowing JACKAudioInput) -> Bool {
    var energy: Float = 0
    for frame in 0..<input.count { energy += input[frame] * input[frame] }
    let whole = Float(input.count) * Note.meanSquare
    return energy > 0.75 * whole && energy < 1.35 * whole
  }

  @_noLocks
  private func set(_ chain: Int, isSounding: Bool) {
    if isSounding {
      words[8 + chain] = 1
      if unsafe runs[chain].cycles > 0 { unsafe gaps.write(runs[chain]) }
      unsafe runs[chain].cycles = 0
    } else if words[8 + chain] != 0 {
      if unsafe runs[chain].cycles == 0 {
        unsafe runs[chain].chain = chain
        unsafe runs[chain].began = MonotonicTime.now.nanoseconds
      }
      unsafe runs[chain].cycles += 1
    }
  }
}

/// The note of every chain: a sine with a period close to JACK's.
enum Note {
  static let number: UInt8 = 69
  /// The mean square at the output, after an effect that halves the level.
  static var meanSquare: Float { @_noLocks get { 0.125 * 0.125 / 2 } }
}

@_noLocks func listen(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<GapDetector>.run(frameCount, context)
}
