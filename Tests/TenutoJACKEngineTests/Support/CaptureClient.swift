import TenutoJACK

/// Levels up to this count as silence: an envelope may take forever to reach 0.
private var silence: Float { @_noLocks get { 1e-6 } }

/// A client that captures one input.
@safe final class CaptureClient: @unchecked Sendable {  // the samples below `count` do not change
  let client: JACKClient
  let portName: String
  private let samples: UnsafeMutablePointer<Float>
  private let words = Words()

  static let capacity = 1 << 22

  init(_ server: JACKServer, name: String = "capture") throws {
    client = try JACKClient(name: name, serverName: server.name)
    let port = try client.registerPort("in", kind: .audio, direction: .input)
    portName = "\(client.name):in"
    // Never freed: see Words.
    unsafe samples = .allocate(capacity: Self.capacity)
    unsafe samples.initialize(repeating: 0, count: Self.capacity)
    try client.setProcessor(unsafe Listener(input: port, samples: samples, words: words))
    try client.activate()
  }

  func connect(to output: String) throws { try client.connect(from: output, to: portName) }

  func close() { client.close() }

  /// Captures the next `limit` frames, from the first cycle that is not silent.
  func arm(_ limit: Int) {
    precondition(limit <= Self.capacity)
    words[4] = 0
    words[0] = 0
    words[2] = 0
    words[4] = limit
  }

  /// The number of captured frames.
  var count: Int { words[0] }

  /// Whether the capture is complete.
  var isFull: Bool { words[4] > 0 && count >= words[4] }

  /// The number of cycles, including silent ones.
  var cycles: Int { words[3] }

  /// JACK's time of the first captured frame.
  var firstTime: UInt32 { UInt32(truncatingIfNeeded: words[1]) }

  /// The number of time jumps: cycles that this client missed.
  var gaps: Int { words[2] }

  /// The number of silent cycles since the last sound.
  var silentCycles: Int { words[5] }

  /// The captured samples.
  var heard: [Float] { (0..<count).map { unsafe samples[$0] } }

  /// JACK's time of the first frame that is not silent.
  var onset: UInt32? {
    let index = (0..<count).first { unsafe samples[$0].magnitude > silence }
    return index.map { firstTime &+ UInt32($0) }
  }
}

@safe struct Listener: JACKProcessor, @unchecked Sendable {
  let input: JACKPort
  let samples: UnsafeMutablePointer<Float>
  let words: Words
  var nextTime: UInt32 = 0
  static var entry: JACKProcessFunction { unsafe listen }

  init(input: JACKPort, samples: UnsafeMutablePointer<Float>, words: Words) {
    self.input = input
    unsafe self.samples = samples
    self.words = words
  }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let time = cycle.frameTime
    let heard = cycle.audioInput(input)
    var isSilent = true
    for frame in 0..<heard.count {
      if heard[frame].magnitude > silence { isSilent = false }
    }
    words[5] = isSilent ? words[5] + 1 : 0
    words[3] += 1
    let start = words[0]
    let limit = words[4]
    guard start < limit, start > 0 || !isSilent else { return .goOn }
    if start == 0 { words[1] = Int(time) } else if time != nextTime { words[2] += 1 }
    nextTime = time &+ UInt32(truncatingIfNeeded: cycle.frameCount)
    let count = min(heard.count, limit - start)
    for frame in 0..<count { unsafe samples[start + frame] = heard[frame] }
    words[0] = start + count
    return .goOn
  }
}

@_noLocks func listen(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<Listener>.run(frameCount, context)
}
