import CTenuto
import Glibc
import TenutoCore
import TenutoTransport

/// An executable that violates the protocol in the way that TENUTO_TEST_LIE names.
@main
enum LyingExtension {
  static func main() {
    let lie = unsafe getenv("TENUTO_TEST_LIE").map { unsafe String(cString: $0) } ?? ""
    atStart(lie)
    do {
      try converse(lie)
    } catch {
      complain("the host has hung up: \(error)")
      _exit(5)
    }
  }

  private static func atStart(_ lie: String) {
    switch lie {
    case "abort":
      complain("the oscillator has melted")
      abort()
    case "exit": _exit(3)
    case "hang": while true { pause() }
    case "hang up":
      _ = close(3)
      while true { pause() }
    case "endless chatter":
      let line = [UInt8](repeating: 0x1B, count: 4096)
      signal(SIGPIPE, SIG_IGN)
      Flood.run { _ = unsafe write(STDERR_FILENO, line, line.count) }
    case "chatter":
      for number in 0..<20000 { complain("line \(number) \u{1B}[31mred\u{1B}[0m \u{7}") }
      abort()
    default: break
    }
  }

  private static func converse(_ lie: String) throws {
    var channel = ControlChannel(Descriptor(owning: 3))
    while true {
      let (message, descriptors) = try channel.receive(deadline: .never)
      try startRendering(message, descriptors, lie)
      for descriptor in descriptors { _ = close(descriptor) }
      try answer(message, lie, &channel)
    }
  }

  /// "events …" names the fault of the render thread.
  private static func startRendering(
    _ message: ControlMessage, _ descriptors: [CInt], _ lie: String
  ) throws {
    guard message.kind == ControlKind.allocate.rawValue, lie.hasPrefix("events ") else { return }
    var reader = WireReader(message.payload[...])
    let request = try AllocateRequest(from: &reader)
    // Kept: the descriptors of the message are closed after it.
    unsafe MemoryLie.descriptor = dup(descriptors[2])
    try LyingRenderer(request, descriptors, String(lie.dropFirst(7))).start()
  }

  private static func answer(
    _ message: ControlMessage, _ lie: String, _ channel: inout ControlChannel
  ) throws {
    var reply = message
    reply.isReply = true
    if message.kind == ControlKind.snapshot.rawValue { unsafe givesSnapshot = true }
    let isGivingSnapshot = unsafe givesSnapshot
    var writer = WireWriter()
    switch (ControlKind(rawValue: message.kind), lie) {
    case (.instantiate, "deaf"):
      reply.payload = []
      try channel.send(reply, deadline: .never)
      // The channel is closed after its last use, so it is used here.
      while channel.descriptor >= 0 { pause() }
    case (.hello, "descriptors"):
      passDescriptors(reply)
      return
    case (.hello, "garbage"):
      raw([UInt8](repeating: 0xA5, count: 100))
      return
    case (.hello, "long"):
      raw([UInt8](repeating: 0, count: 60_000))
      return
    case (.hello, "empty"):
      raw([])
      return
    case (.hello, "request"): reply.isReply = false
    case (.hello, "identifier"): reply.identifier &+= 1
    case (.hello, "kind"): reply.kind = ControlKind.describe.rawValue
    case (.hello, "version"):
      HelloRequest.Response(version: 99, componentCount: 1).encode(into: &writer)
    case (.hello, "count"):
      HelloRequest.Response(version: HelloRequest.currentVersion, componentCount: 0).encode(
        into: &writer)
    case (.hello, "many"):
      HelloRequest.Response(version: HelloRequest.currentVersion, componentCount: 65535).encode(
        into: &writer)
    case (.hello, "tail"):
      HelloRequest.Response(version: HelloRequest.currentVersion, componentCount: 1).encode(
        into: &writer)
      writer.write(UInt8(0))
    case (.hello, _):
      HelloRequest.Response(version: HelloRequest.currentVersion, componentCount: 1).encode(
        into: &writer)
    case (.describe, "oversized"): writer.write(UInt32(1 << 24) + 1)
    case (.describe, _): BulkSize(byteCount: UInt32(description(lie).count)).encode(into: &writer)
    case (.snapshot, "snapshot short"): BulkSize(byteCount: 4).encode(into: &writer)
    case (.snapshot, "snapshot oversized"): writer.write(UInt32(1 << 24) + 1)
    case (.snapshot, "snapshot pieces"): BulkSize(byteCount: 100).encode(into: &writer)
    case (.download, "snapshot short") where isGivingSnapshot:
      DownloadRequest.Response(bytes: [1, 2, 3, 4]).encode(into: &writer)
    case (.download, "snapshot pieces") where isGivingSnapshot:
      DownloadRequest.Response(bytes: []).encode(into: &writer)
    case (.download, "short"): DownloadRequest.Response(bytes: []).encode(into: &writer)
    case (.download, "surplus"):
      let bytes = description(lie) + [0]
      DownloadRequest.Response(bytes: bytes).encode(into: &writer)
    case (.download, _):
      DownloadRequest.Response(bytes: description(lie)).encode(into: &writer)
    case (.instantiate, "refuse"):
      reply.status = 1
      writer.write("out of valves")
    case (.instantiate, "terminal refusal"):
      reply.status = 1
      writer.write("\u{1B}[2Jgone \u{202E}nwod edispu")
    case (.allocate, "thread"):
      AllocateRequest.Response(renderThread: 1, latency: 0, tail: 0).encode(into: &writer)
    case (.allocate, "latency"):
      AllocateRequest.Response(renderThread: 0, latency: .max, tail: 0).encode(into: &writer)
    case (.allocate, _):
      AllocateRequest.Response(renderThread: 0, latency: 0, tail: 0).encode(into: &writer)
    default: break
    }
    reply.payload = writer.bytes
    try channel.send(reply, deadline: .after(milliseconds: 5000))
    if message.kind == ControlKind.shutdown.rawValue { _exit(0) }
  }

  /// Whether downloads are of a snapshot.
  nonisolated(unsafe) private static var givesSnapshot = false

  /// The size of the download.
  private static func description(_ lie: String) -> [UInt8] {
    var writer = WireWriter()
    switch lie {
    case "cut": writer.write(UInt32(0x6175_6D75))
    case "terminal":
      ComponentDescription(
        "aumu liar Test", name: "L\u{1B}[31miar\n", manufacturerName: "\u{7}Tenuto",
        version: "1\u{9B}J",
        parameters: [
          Parameter(
            0, "said", name: "\u{1B}]0;x\u{7}", range: -3e38...3e38, default: 0,
            valueNames: ["a"])
        ]
      ).encode(into: &writer)
    case "not UTF-8":
      writer.write(code: "aumu liar Test")
      writer.writeRaw([UInt8](repeating: 0xFF, count: 255))
    case "crowd":
      writer.write(code: "aumu liar Test")
      for _ in 0..<6 { writer.write("x") }
      for _ in 0..<4 { writer.write(UInt16(0)) }
      writer.write(UInt16.max)  // parameters
    case "busy":
      ComponentDescription(
        "aumu liar Test", name: "Liar", manufacturerName: "Tenuto", version: "1.0.0",
        outputs: (0..<5).map { BusDescription("Bus \($0)", channelCount: 64) }
      ).encode(into: &writer)
    default:
      ComponentDescription(
        "aumu liar Test", name: "Liar", manufacturerName: "Tenuto", version: "1.0.0",
        parameters: [Parameter(0, "said", name: "Said", range: 0...1, default: 0)],
        midiOutputs: ["Lies"]
      ).encode(into: &writer)
    }
    return writer.bytes
  }

  /// An answer with the maximum number of descriptors.
  private static func passDescriptors(_ reply: ControlMessage) {
    let bytes = [UInt8](repeating: 0, count: 16)
    let error = unsafe tenuto_send_message(3, bytes, bytes.count, [0, 1, 2, 3], 4, 0)
    complain("descriptors: \(unsafe String(cString: strerror(error)))")
    if error != 0 { _exit(6) }
  }

  private static func raw(_ bytes: [UInt8]) { _ = unsafe send(3, bytes, bytes.count, 0) }

  private static func complain(_ text: String) {
    let line = text + "\n"
    _ = unsafe write(STDERR_FILENO, line, line.utf8.count)
  }
}

extension WireWriter {
  fileprivate mutating func write(code: ComponentCode) { code.encode(into: &self) }

  /// A text of arbitrary bytes.
  fileprivate mutating func writeRaw(_ bytes: [UInt8]) {
    write(UInt16(bytes.count))
    for byte in bytes { write(byte) }
  }
}
