import Glibc
import TenutoCore
import TenutoTransport

/// Answers the host; written for these tests only, so that it can misbehave anywhere.
final class Server {
  var channel = ControlChannel(Descriptor(owning: 3))
  var chosen: ComponentDescription?
  let shared = Shared()
  var inbox: [UInt8] = []
  var outbox: [UInt8] = []
  var rendering: Rendering?
  var describeCount = 0
  var allocateCount = 0
  var isDeallocated = false
  var saveCount: UInt8 = 0
  var lastLayout: BusLayout?

  struct Refusal: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
  }

  func run() {
    if Fault.is("L01") { Fault.startPrograms(400) }
    if Fault.is("L06") { signal(SIGCONT) { _ in _exit(7) } }
    if Fault.is("Z02") { startSpinning() }
    while true {
      do {
        let (message, descriptors) = try channel.receive(deadline: .never)
        try answer(message, descriptors)
        for descriptor in descriptors { close(descriptor) }
      } catch {
        if Fault.is("X02") { while true { sleep(1) } }
        return
      }
    }
  }

  private func answer(_ message: ControlMessage, _ descriptors: [CInt]) throws {
    var reply = message
    reply.isReply = true
    var writer = WireWriter()
    do {
      guard let kind = ControlKind(rawValue: message.kind) else {
        if Fault.is("X01") { raise(SIGILL) }
        if Fault.is("deaf") { while true { sleep(1) } }
        throw Refusal("unknown request")
      }
      try handle(kind, message.payload, descriptors, &writer)
    } catch {
      reply.status = 1
      writer = WireWriter()
      writer.write((error as? Refusal)?.reason ?? "\(error)")
    }
    reply.payload = writer.bytes
    try channel.send(reply, deadline: .after(milliseconds: 1000))
    if message.kind == ControlKind.allocate.rawValue && Fault.is("L11") {
      try channel.send(Notice.formatChanged.message, deadline: .after(milliseconds: 1000))
    }
    if message.kind == ControlKind.shutdown.rawValue {
      if Fault.is("L09") { sleep(60) }
      _exit(0)
    }
  }

  private func handle(
    _ kind: ControlKind, _ payload: [UInt8], _ descriptors: [CInt], _ writer: inout WireWriter
  ) throws {
    if Fault.is("X04") { Fault.leak(1 << 16) }
    switch kind {
    case .hello: try hello(decode(payload), &writer)
    case .describe: try describe(decode(payload), &writer)
    case .instantiate: try instantiate(payload)
    case .allocate: try allocate(decode(payload), descriptors).encode(into: &writer)
    case .deallocate: deallocate()
    case .shutdown: rendering?.end()
    case .upload: upload(try decode(payload))
    case .download:
      let offset = Int((try decode(payload) as DownloadRequest).offset)
      let piece = outbox.dropFirst(offset).prefix(BulkLimits.pieceBytes)
      DownloadRequest.Response(bytes: Array(piece)).encode(into: &writer)
    default: try handleUnit(kind, payload, &writer)
    }
  }

  func decode<R: ControlRequest>(_ payload: [UInt8]) throws -> R {
    var reader = WireReader(payload[...])
    let request = try R(from: &reader)
    try reader.finish()
    return request
  }

  private func hello(_ request: HelloRequest, _ writer: inout WireWriter) throws {
    if Fault.is("L02") && request.version != HelloRequest.currentVersion { _exit(4) }
    if Fault.is("hang") { while true { sleep(1) } }
    if Fault.is("crash") { raise(SIGSEGV) }
    if Fault.is("orphan") { leaveOrphan() }
    if Fault.is("L12") {
      let line = String(repeating: "x", count: 999) + "\n"
      for _ in 0..<100 { unsafe write(1, line, 1000) }
    }
    HelloRequest.Response(
      version: HelloRequest.currentVersion,
      componentCount: UInt16(Catalogue.components(describedBefore: false).count)
    ).encode(into: &writer)
  }

  private func describe(_ request: DescribeRequest, _ writer: inout WireWriter) throws {
    let all = Catalogue.components(describedBefore: describeCount >= 3)
    guard Int(request.index) < all.count else { throw Refusal("there is no such component") }
    describeCount += 1
    var bytes = WireWriter()
    all[Int(request.index)].encode(into: &bytes)
    give(bytes.bytes, &writer)
  }

  func give(_ bytes: [UInt8], _ writer: inout WireWriter) {
    outbox = bytes
    BulkSize(byteCount: UInt32(bytes.count)).encode(into: &writer)
  }

  private func instantiate(_ payload: [UInt8]) throws {
    var reader = WireReader(payload[...])
    let code = try ComponentCode(from: &reader)
    let all = Catalogue.components(describedBefore: false)
    if Fault.is("D07") {
      chosen = all.first { $0.code == code } ?? all[0]
    } else {
      try reader.finish()
      guard let found = all.first(where: { $0.code == code }) else {
        throw Refusal("'\(code)' is not here")
      }
      chosen = found
    }
    if Fault.is("L10") { try takeTheOnlyLicense() }
    rendering?.end()
    rendering = nil
    if let chosen { setDefaults(chosen) }
    if Fault.is("P04") { shared.set(Catalogue.Address.gain, 0.9) }
  }

  func setDefaults(_ component: ComponentDescription) {
    for value in component.parameters { shared.set(value.address, value.defaultValue) }
  }

  private func upload(_ request: UploadRequest) {
    if request.offset == 0 { inbox = [] }
    // Assumes that pieces have the maximum size.
    if Fault.is("S03") && Int(request.offset) % BulkLimits.pieceBytes != 0 { return }
    inbox += request.bytes
  }

  private func deallocate() {
    if Fault.is("L08") && isDeallocated { _exit(5) }
    isDeallocated = true
    rendering?.end()
    rendering = nil
  }
}

@main
enum FaultyComponents {
  static func main() {
    Server().run()
    _exit(0)
  }
}
