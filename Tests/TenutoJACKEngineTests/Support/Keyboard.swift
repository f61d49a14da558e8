import TenutoJACK
import TestSupport

/// A client that plays notes on request.
final class Keyboard: Sendable {
  let client: JACKClient
  let portName: String
  private let words = Words()

  init(_ server: JACKServer) throws {
    client = try JACKClient(name: "keyboard", serverName: server.name)
    let port = try client.registerPort("out", kind: .midi, direction: .output)
    portName = "\(client.name):out"
    try client.setProcessor(Keys(output: port, words: words))
    try client.activate()
  }

  func connect(to input: String) throws { try client.connect(from: portName, to: input) }

  func close() { client.close() }

  /// Plays in the next cycle at `frameOffset`; returns JACK's time of it, nil without a cycle.
  @discardableResult
  func play(status: UInt8 = 0x90, key: UInt8, velocity: UInt8 = 100, at frameOffset: Int = 0)
    -> UInt32?
  {
    words[1] = Int(status) << 16 | Int(key) << 8 | Int(velocity)
    words[2] = frameOffset
    words[0] = 1
    guard eventually({ words[0] == 0 }) else { return nil }
    return UInt32(truncatingIfNeeded: words[3])
  }
}

struct Keys: JACKProcessor {
  let output: JACKPort
  let words: Words
  static var entry: JACKProcessFunction { unsafe strike }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let time = cycle.frameTime
    var midi = cycle.midiOutput(output)
    midi.clear()
    guard words[0] == 1 else { return .goOn }
    let message = words[1]
    let frameOffset = words[2]
    _ = midi.write(
      frameOffset: frameOffset, status: UInt8(truncatingIfNeeded: message >> 16),
      data1: UInt8(truncatingIfNeeded: message >> 8), data2: UInt8(truncatingIfNeeded: message))
    words[3] = Int(time &+ UInt32(truncatingIfNeeded: frameOffset))
    words[0] = 0
    return .goOn
  }
}

@_noLocks func strike(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<Keys>.run(frameCount, context)
}
