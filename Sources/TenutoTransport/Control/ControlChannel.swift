internal import CTenuto
internal import Glibc

/// The reason why a conversation on the control channel failed.
public enum ControlError: Error, Equatable, Sendable {
  /// The other process has closed its end.
  case closed
  /// There was no answer within the time limit.
  case timedOut
  /// The other process sent a malformed message; it is not trusted any more.
  case malformed(WireError)
  /// The other process refused, with its reason.
  case refused(String)
  /// A system call failed.
  case system(SystemError)
}

/// One message of the control channel.
package struct ControlMessage: Sendable {
  /// The request's kind, also in an answer.
  package var kind: UInt16
  package var isReply: Bool
  /// 0 for success; otherwise the request was refused and the payload is the reason as text.
  package var status: UInt16
  /// Pairs an answer with its request.
  package var identifier: UInt32
  package var payload: [UInt8]
}

/// One end of the control channel: whole messages, with time limits.
///
/// Thread: control. One thread at a time.
package struct ControlChannel: ~Copyable {
  private let socket: Descriptor
  private var nextIdentifier: UInt32 = 1

  private static let magic: UInt32 = 0x4c54_4354  // "TCTL"
  private static let headerBytes = 16
  /// The longest that a payload may be.
  package static let maximumPayloadBytes = WireLimits.messageBytes - headerBytes

  package init(_ socket: consuming Descriptor) { self.socket = socket }

  /// Closes both directions, which ends another thread's wait on this end.
  package func hangUp() { _ = shutdown(socket.number, CInt(SHUT_RDWR)) }

  /// Sends a request and waits for the answer; passes notices that arrive before it to `onNotice`.
  package mutating func call<R: ControlRequest>(
    _ request: R, descriptors: [CInt] = [], milliseconds: UInt64 = 1000,
    onNotice: (Notice) -> Void = { _ in }
  ) throws(ControlError) -> R.Response {
    let deadline = MonotonicTime.after(milliseconds: milliseconds)
    let identifier = nextIdentifier
    nextIdentifier &+= 1
    var writer = WireWriter()
    request.encode(into: &writer)
    let message = ControlMessage(
      kind: R.kind.rawValue, isReply: false, status: 0, identifier: identifier,
      payload: writer.bytes)
    try send(message, descriptors: descriptors, deadline: deadline)
    while true {
      let reply = try receiveFromExtension(deadline: deadline)
      guard reply.isReply else {
        onNotice(try Self.notice(reply))
        // An extension that sends endless notices must not block the host forever.
        guard MonotonicTime.now < deadline else { throw .timedOut }
        continue
      }
      guard reply.kind == R.kind.rawValue, reply.identifier == identifier else {
        throw .malformed(.invalidValue)
      }
      return try Self.response(of: reply)
    }
  }

  /// Takes a notice that has already arrived, or returns nil.
  package func takeNotice() throws(ControlError) -> Notice? {
    var poll = pollfd(fd: socket.number, events: Int16(POLLIN), revents: 0)
    guard unsafe Glibc.poll(&poll, 1, 0) == 1 else { return nil }
    return try Self.notice(receiveFromExtension(deadline: .after(milliseconds: 1000)))
  }

  /// The socket, to wait on.
  package var descriptor: CInt { socket.number }

  /// Receives a message, and refuses one with descriptors, which an extension never sends.
  private func receiveFromExtension(
    deadline: MonotonicTime
  ) throws(ControlError) -> ControlMessage {
    let (message, extra) = try receive(deadline: deadline)
    for descriptor in extra { _ = close(descriptor) }
    guard extra.isEmpty else { throw .malformed(.invalidValue) }
    return message
  }

  private static func notice(_ message: ControlMessage) throws(ControlError) -> Notice {
    do throws(WireError) {
      return try Notice(message)
    } catch {
      throw .malformed(error)
    }
  }

  private static func response<T: WireCodable>(
    of reply: ControlMessage
  ) throws(ControlError) -> T {
    var reader = WireReader(reply.payload[...])
    guard reply.status == 0 else {
      throw .refused((try? reader.readString()) ?? "no reason given")
    }
    do throws(WireError) {
      let value = try T(from: &reader)
      try reader.finish()
      return value
    } catch {
      throw .malformed(error)
    }
  }
}

extension ControlChannel {
  /// Sends one whole message.
  package func send(
    _ message: ControlMessage, descriptors: [CInt] = [], deadline: MonotonicTime
  ) throws(ControlError) {
    let bytes = Self.encoded(message)
    guard bytes.count <= WireLimits.messageBytes else { throw .malformed(.tooLong) }
    let error = unsafe tenuto_send_message(
      socket.number, bytes, bytes.count, descriptors, CInt(descriptors.count),
      deadline.nanoseconds)
    try Self.check("sendmsg", error)
  }

  /// The encoded message.
  static func encoded(_ message: ControlMessage) -> [UInt8] {
    var writer = WireWriter()
    writer.write(magic)
    writer.write(message.kind | (message.isReply ? 0x8000 : 0))
    writer.write(message.status)
    writer.write(message.identifier)
    writer.write(UInt32(message.payload.count))
    return writer.bytes + message.payload
  }

  /// Waits for one message and returns it with its descriptors, which the caller then owns.
  package func receive(
    deadline: MonotonicTime
  ) throws(ControlError) -> (message: ControlMessage, descriptors: [CInt]) {
    // 48 KiB that need no zeroing, which an array would do.
    let bytes = UnsafeMutableRawBufferPointer.allocate(
      byteCount: WireLimits.messageBytes, alignment: 16)
    defer { unsafe bytes.deallocate() }
    guard let base = bytes.baseAddress else { throw .closed }
    var datagram = tenuto_datagram()
    let error = unsafe tenuto_receive_message(
      socket.number, base, bytes.count, &datagram, deadline.nanoseconds)
    try Self.check("recvmsg", error)
    let all = [
      datagram.descriptors.0, datagram.descriptors.1, datagram.descriptors.2,
      datagram.descriptors.3,
    ]
    let descriptors = Array(all.prefix(Int(datagram.descriptor_count)))
    do throws(ControlError) {
      guard datagram.byte_count > 0 else { throw isHungUp ? .closed : .malformed(.truncated) }
      guard datagram.is_truncated == 0 else { throw .malformed(.tooLong) }
      let message = unsafe Array(bytes.prefix(datagram.byte_count))
      return (try Self.parse(message[...]), descriptors)
    } catch {
      for descriptor in descriptors { _ = close(descriptor) }
      throw error
    }
  }

  /// Whether the other end is closed: an empty datagram looks the same otherwise.
  private var isHungUp: Bool {
    var poll = pollfd(fd: socket.number, events: 0, revents: 0)
    return unsafe Glibc.poll(&poll, 1, 0) == 1 && Int32(poll.revents) & (POLLHUP | POLLERR) != 0
  }

  private static func check(_ call: String, _ error: CInt) throws(ControlError) {
    switch error {
    case 0: return
    case ETIMEDOUT: throw .timedOut
    case EPIPE, ECONNRESET: throw .closed
    default: throw .system(SystemError(call, code: error))
    }
  }

  /// Parses a message's header; the rest of the bytes is the payload.
  package static func parse(_ bytes: ArraySlice<UInt8>) throws(ControlError) -> ControlMessage {
    var reader = WireReader(bytes)
    do throws(WireError) {
      guard try reader.read(UInt32.self) == magic else { throw .invalidValue }
      let kind: UInt16 = try reader.read()
      let status: UInt16 = try reader.read()
      let identifier: UInt32 = try reader.read()
      let payloadBytes: UInt32 = try reader.read()
      guard bytes.count == headerBytes + Int(payloadBytes) else { throw .truncated }
      return ControlMessage(
        kind: kind & 0x7FFF, isReply: kind & 0x8000 != 0, status: status, identifier: identifier,
        payload: Array(bytes.dropFirst(headerBytes)))
    } catch {
      throw .malformed(error)
    }
  }
}
