internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// Answers the host on the control channel, on the main thread of the extension's process.
public struct ExtensionServer: ~Copyable {
  private let entries: [ComponentEntry]
  private var channel: ControlChannel
  private var chosen: ComponentEntry?
  private var thread: RenderThread?
  /// What the last request gave, for the host to download.
  private var outbox: [UInt8] = []

  /// Serves `entries` until the host is done with them.
  ///
  /// Thread: main. Does not return.
  public static func serve(_ entries: [ComponentEntry]) -> Never {
    guard isSocket(TENUTO_CONTROL_DESCRIPTOR) else { explain(entries) }
    var server = ExtensionServer(entries)
    server.run()
    // Not exit(): handlers of libraries may hang, and nothing is left to save.
    _exit(0)
  }

  private init(_ entries: [ComponentEntry]) {
    self.entries = entries
    channel = ControlChannel(Descriptor(owning: TENUTO_CONTROL_DESCRIPTOR))
  }

  private static func isSocket(_ descriptor: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Somebody has started the executable by hand.
  private static func explain(_ entries: [ComponentEntry]) -> Never {
    let names = entries.map { "\($0.description.name) (\($0.description.code))" }
    let text = """
      This is an audio extension of Tenuto: \(names.joined(separator: ", ")).
      It makes sound inside a host. Install it with: tenuto install PATH-OF-THIS-FILE

      """
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
    exit(2)
  }

  private mutating func run() {
    while true {
      do throws(ControlError) {
        let (message, descriptors) = try channel.receive(deadline: .never)
        let isOver = try answer(message, descriptors: descriptors)
        for descriptor in descriptors { _ = close(descriptor) }
        if isOver { return }
      } catch {
        return  // The host has gone, or talks nonsense: either way there is nothing to serve.
      }
    }
  }

  /// Answers one request; true after the last one.
  private mutating func answer(
    _ message: ControlMessage, descriptors: [CInt]
  ) throws(ControlError) -> Bool {
    guard !message.isReply, let kind = ControlKind(rawValue: message.kind) else {
      try refuse(message, "unknown request \(message.kind)")
      return false
    }
    var reply = message
    reply.isReply = true
    do throws(RequestFailure) {
      var writer = WireWriter()
      try handle(kind, message.payload, descriptors, into: &writer)
      guard writer.bytes.count <= ControlChannel.maximumPayloadBytes else {
        throw RequestFailure(
          reason: "the answer has \(writer.bytes.count) bytes, "
            + "\(ControlChannel.maximumPayloadBytes) fit into a message")
      }
      reply.payload = writer.bytes
    } catch {
      try refuse(message, error.reason)
      return false
    }
    try channel.send(reply, deadline: .after(milliseconds: 1000))
    return kind == .shutdown
  }

  private func refuse(_ message: ControlMessage, _ reason: String) throws(ControlError) {
    var writer = WireWriter()
    writer.write(reason)
    var reply = message
    reply.isReply = true
    reply.status = 1
    reply.payload = writer.bytes
    try channel.send(reply, deadline: .after(milliseconds: 1000))
  }

  /// Why a request is refused, for the host to show.
  private struct RequestFailure: Error {
    let reason: String
  }

  private mutating func handle(
    _ kind: ControlKind, _ payload: [UInt8], _ descriptors: [CInt],
    into writer: inout WireWriter
  ) throws(RequestFailure) {
    switch kind {
    case .hello:
      _ = try decode(HelloRequest.self, payload)
      HelloRequest.Response(
        version: HelloRequest.currentVersion, componentCount: UInt16(entries.count)
      ).encode(into: &writer)
    case .describe:
      var description = WireWriter()
      try describe(try decode(DescribeRequest.self, payload)).encode(into: &description)
      outbox = description.bytes
      BulkSize(byteCount: UInt32(outbox.count)).encode(into: &writer)
    case .download:
      let offset = Int(try decode(DownloadRequest.self, payload).offset)
      let piece = outbox.dropFirst(offset).prefix(BulkLimits.pieceBytes)
      DownloadRequest.Response(bytes: Array(piece)).encode(into: &writer)
    case .instantiate:
      try instantiate(try decode(InstantiateRequest.self, payload))
    case .allocate:
      let request = try decode(AllocateRequest.self, payload)
      try allocate(request.format, descriptors).encode(into: &writer)
    case .deallocate, .shutdown:
      endThread()
    default: throw RequestFailure(reason: "not yet")
    }
  }

  private func decode<R: ControlRequest>(
    _: R.Type, _ payload: [UInt8]
  ) throws(RequestFailure) -> R {
    var reader = WireReader(payload[...])
    do throws(WireError) {
      let request = try R(from: &reader)
      try reader.finish()
      return request
    } catch {
      throw RequestFailure(reason: "malformed request: \(error)")
    }
  }

  private func describe(
    _ request: DescribeRequest
  ) throws(RequestFailure) -> ComponentDescription {
    guard Int(request.index) < entries.count else {
      throw RequestFailure(reason: "there is no component \(request.index)")
    }
    return entries[Int(request.index)].description
  }

  private mutating func instantiate(_ request: InstantiateRequest) throws(RequestFailure) {
    guard let entry = entries.first(where: { $0.description.code == request.code }) else {
      throw RequestFailure(reason: "'\(request.code)' is not in this executable")
    }
    endThread()
    chosen = entry
  }

  private mutating func allocate(
    _ format: RenderFormat, _ descriptors: [CInt]
  ) throws(RequestFailure) -> AllocateRequest.Response {
    guard let chosen else { throw RequestFailure(reason: "allocate before instantiate") }
    guard descriptors.count == 3 else {
      throw RequestFailure(reason: "allocate needs 3 descriptors")
    }
    guard format.inputChannelCount == chosen.description.inputChannelCount,
      format.outputChannelCount == chosen.description.outputChannelCount
    else { throw RequestFailure(reason: "the channel counts are not the component's") }
    endThread()
    let stop = StopFlag()
    do throws(SystemError) {
      let receiver = try CycleReceiver(
        format: format, page: descriptors[0], to: descriptors[1], from: descriptors[2],
        events: TENUTO_EVENTS_DESCRIPTOR, commands: .allocate(capacity: 1024), stop: stop)
      let loop = chosen.makeLoop(
        KernelSetup(sampleRate: format.sampleRate, maximumFrameCount: format.maximumFrameCount, layout: chosen.description.defaultLayout))
      let thread = try RenderThread(receiver: receiver, loop: loop, stop: stop)
      self.thread = thread
      return AllocateRequest.Response(renderThread: thread.identifier, latency: 0, tail: 0)
    } catch {
      throw RequestFailure(reason: error.description)
    }
  }

  private mutating func endThread() {
    thread?.end()
    thread = nil
  }
}
