import TenutoJACK

/// A client that sends one System Exclusive message in parts, one per cycle.
///
/// Its bytes are those that `SysExCaptureClient` expects; a note follows.
final class SysExKeyboard: Sendable {
  let client: JACKClient
  private let words = Words()

  init(_ server: JACKServer) throws {
    client = try JACKClient(name: "dump", serverName: server.name)
    let port = try client.registerPort("out", kind: .midi, direction: .output)
    try client.setProcessor(SysExSender(output: port, words: words))
    try client.activate()
  }

  func connect(to input: String) throws { try client.connect(from: "dump:out", to: input) }

  func close() { client.close() }

  /// Sends a message of that many data bytes, a multiple of `partLength`.
  func send(byteCount: Int) {
    precondition(byteCount % SysExSender.partLength == 0)
    words[1] = 0
    words[0] = byteCount
  }
}

struct SysExSender: JACKProcessor {
  let output: JACKPort
  let words: Words
  static var entry: JACKProcessFunction { unsafe sendSysEx }
  static var partLength: Int { @_noLocks get { 12_000 } }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    var midi = cycle.midiOutput(output)
    midi.clear()
    let (total, sent) = (words[0], words[1])
    guard total > 0 else { return .goOn }
    let isFirst = sent == 0
    let isLast = sent + Self.partLength == total
    let count = Self.partLength + (isFirst ? 1 : 0) + (isLast ? 1 : 0)
    var bytes = midi.reserve(frameOffset: 0, count: count)
    guard bytes.count == count else { return .goOn }
    var place = 0
    if isFirst {
      bytes[0] = 0xF0
      place = 1
    }
    for index in 0..<Self.partLength {
      bytes[place + index] = UInt8(truncatingIfNeeded: (sent + index) % 127)
    }
    if isLast { bytes[count - 1] = 0xF7 }
    words[1] = sent + Self.partLength
    guard isLast else { return .goOn }
    words[0] = 0
    _ = midi.write(frameOffset: 1, status: 0x90, data1: 60, data2: 100)
    return .goOn
  }
}

@_noLocks func sendSysEx(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  unsafe JACKProcess<SysExSender>.run(frameCount, context)
}
