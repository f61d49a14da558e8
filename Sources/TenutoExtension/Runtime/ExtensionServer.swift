internal import CTenuto
internal import Glibc
internal import TenutoTransport

/// Replies to the host on the control channel, on the main thread of the extension's process.
public struct ExtensionServer: ~Copyable {
  let entries: [ComponentEntry]
  let events: CInt
  let notices: NoticeQueue
  var instance: ComponentInstance?
  /// The host's upload for its next request.
  var inbox: [UInt8] = []
  /// The result of the last request, for the host to download.
  var outbox: [UInt8] = []
  private var channel: ControlChannel
  private var ticker = Ticker()

  /// Serves `entries` until the host disconnects.
  ///
  /// Thread: main. Does not return.
  public static func serve(_ entries: [ComponentEntry]) -> Never {
    guard isSocket(TENUTO_CONTROL_DESCRIPTOR) else { explain(entries) }
    tenuto_fault_note_install()
    tenuto_seal_code()
    var server = ExtensionServer(
      entries, control: Descriptor(owning: TENUTO_CONTROL_DESCRIPTOR),
      events: TENUTO_EVENTS_DESCRIPTOR)
    server.run()
    // _exit instead of exit(): handlers of libraries may hang, and nothing needs saving.
    _exit(0)
  }

  init(_ entries: [ComponentEntry], control: consuming Descriptor, events: CInt) {
    self.entries = entries
    self.events = events
    notices = NoticeQueue(NoticeSender(socket: control.number))
    channel = ControlChannel(control)
  }

  private static func isSocket(_ descriptor: CInt) -> Bool {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFSOCK
  }

  /// Explains the executable to a user who has started it by hand.
  private static func explain(_ entries: [ComponentEntry]) -> Never {
    let names = entries.map { "\($0.description.name) (\($0.description.code))" }
    let text = """
      This is an audio extension of Tenuto: \(names.joined(separator: ", ")).
      It makes sound inside a host. Install it with: tenuto install PATH-OF-THIS-FILE

      """
    _ = unsafe write(STDERR_FILENO, text, text.utf8.count)
    exit(2)
  }

  /// Replies until the host disconnects or violates the protocol.
  mutating func run() {
    while true {
      do throws(ControlError) {
        if waitForRequest(), try serveRequest() { return }
      } catch {
        return
      }
      tick()
    }
  }

  /// Waits for a request, room for notices or the next tick; returns whether a request is readable.
  private func waitForRequest() -> Bool {
    let wanted = notices.isEmpty ? POLLIN : POLLIN | POLLOUT
    var entry = pollfd(fd: channel.descriptor, events: Int16(wanted), revents: 0)
    let ready = unsafe poll(&entry, 1, ticker.milliseconds)
    if ready > 0 && Int32(entry.revents) & POLLOUT != 0 { notices.flush() }
    return ready > 0 && Int32(entry.revents) & ~POLLOUT != 0
  }

  /// Replies to the pending request; true after the last one.
  private mutating func serveRequest() throws(ControlError) -> Bool {
    let (message, descriptors) = try channel.receive(deadline: .never)
    defer { for descriptor in descriptors { _ = close(descriptor) } }
    instance?.deliverChanges()
    let isOver = try answer(message, descriptors: descriptors)
    ticker.update(interval: instance?.isAllocated == true ? instance?.unit?.tickInterval : nil)
    return isOver
  }

  private mutating func tick() {
    guard ticker.take(), let instance, instance.isAllocated, let unit = instance.unit else {
      return
    }
    instance.deliverChanges()
    unit.tick()
    ticker.update(interval: unit.tickInterval)
  }

  /// Replies to one request; true after the last one.
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
          "the answer has \(writer.bytes.count) bytes, "
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
}
