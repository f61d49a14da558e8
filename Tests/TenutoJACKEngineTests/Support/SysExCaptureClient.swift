import TenutoJACK

/// A client that checks the bytes of one System Exclusive message from `Songs.sysEx`.
final class SysExCaptureClient: Sendable {
  let client: JACKClient
  private let words = Words()

  init(_ server: JACKServer) throws {
    client = try JACKClient(name: "sysex", serverName: server.name)
    let port = try client.registerPort("in", kind: .midi, direction: .input)
    try client.setProcessor(SysExCheck(input: port, words: words))
    try client.activate()
  }

  func connect(to output: String) throws { try client.connect(from: output, to: "sysex:in") }

  func close() { client.close() }

  var byteCount: Int { words[0] }
  var wrongBytes: Int { words[1] }
  var notes: Int { words[2] }
}

struct SysExCheck: JACKProcessor {
  let input: JACKPort
  let words: Words
  static var entry: JACKProcessFunction { unsafe checkSysEx }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let midi = cycle.midiInput(input)
    for index in 0..<midi.count {
      let event = midi.event(at: index)
      if event.count == 3, event[0] == 0x90 {
        words[2] += 1
      } else {
        for byte in 0..<event.count { check(event[byte]) }
      }
    }
    return .goOn
  }

  @_noLocks private func check(_ byte: UInt8) {
    let place = words[0]
    let expected = place == 0 ? 0xF0 : (place - 1) % 127
    if Int(byte) != expected, byte != 0xF7 { words[1] += 1 }
    words[0] = place + 1
  }
}

@_noLocks func checkSysEx(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<SysExCheck>.run(frameCount, context)
}
