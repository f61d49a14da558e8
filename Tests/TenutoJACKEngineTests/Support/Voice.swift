import TenutoJACK

/// A client that on request plays a sound with known samples.
final class Voice: Sendable {
  let client: JACKClient
  let portName: String
  private let words = Words()

  init(_ server: JACKServer, name: String = "voice") throws {
    client = try JACKClient(name: name, serverName: server.name)
    let port = try client.registerPort("out", kind: .audio, direction: .output)
    portName = "\(client.name):out"
    try client.setProcessor(Singer(output: port, words: words))
    try client.activate()
  }

  /// Starts in the next cycle.
  func sing() { words[0] = 1 }

  func close() { client.close() }
}

/// A sample of a voice; with few bits, so that sums are exact in any order, and soft enough for
/// sums to stay below full scale, at which outputs are limited.
@_noLocks
func voiceSample(_ frame: Int) -> Float {
  Float((frame &* 7919 &+ frame / 61 &* 104_729) % 255 - 127 | 1) / 16384
}

struct Singer: JACKProcessor {
  let output: JACKPort
  let words: Words
  private var frame = 0
  static var entry: JACKProcessFunction { unsafe singCycle }

  init(output: JACKPort, words: Words) {
    self.output = output
    self.words = words
  }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let isSinging = words[0] == 1
    let first = frame
    let count = cycle.frameCount
    guard let samples = unsafe cycle.unsafeSamples(output) else { return .goOn }
    for index in 0..<count {
      unsafe samples[index] = isSinging ? voiceSample(first + index) : 0
    }
    if isSinging { frame += count }
    return .goOn
  }
}

@_noLocks func singCycle(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<Singer>.run(frameCount, context)
}
