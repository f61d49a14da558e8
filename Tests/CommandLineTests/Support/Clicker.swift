import TenutoJACK
import TestSupport

/// A client that plays single samples of full scale on request.
final class Clicker: Sendable {
  private let client: JACKClient
  private let portName: String
  private let words = Words()

  init(_ server: JACKServer) throws {
    client = try JACKClient(name: "clicker", serverName: server.name)
    let port = try client.registerPort("out", kind: .audio, direction: .output)
    portName = "\(client.name):out"
    try client.setProcessor(Clicks(output: port, words: words))
    try client.activate()
  }

  func connect(to input: String) throws { try client.connect(from: portName, to: input) }

  func close() { client.close() }

  /// Clicks at the start of the next cycle; returns JACK's time of it, nil without a cycle.
  func click() -> UInt32? {
    words[0] = 1
    guard eventually({ words[0] == 0 }) else { return nil }
    return UInt32(truncatingIfNeeded: words[1])
  }
}

private struct Clicks: JACKProcessor {
  let output: JACKPort
  let words: Words
  static var entry: JACKProcessFunction { unsafe clickEntry }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let time = cycle.frameTime
    var samples = cycle.audioOutput(output)
    for frame in 0..<samples.count { samples[frame] = 0 }
    guard words[0] == 1, samples.count > 0 else { return .goOn }
    samples[0] = 1
    words[1] = Int(time)
    words[0] = 0
    return .goOn
  }
}

@_noLocks private func clickEntry(
  _ frameCount: UInt32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe JACKProcess<Clicks>.run(frameCount, context)
}
