internal import Dispatch
internal import Glibc
internal import NIOCore
internal import NIOPosix
internal import NIOWebSocket
internal import Synchronization

/// A WebSocket for threads that block.
///
/// Thread: any but render and the event loop; one waits for messages at a time.
final class WebSocketPeer: Sendable {
  private struct Inbox {
    var messages: [WebSocketMessage] = []
    var end: WebSocketEnd?
    /// The content of the peer's close frame; nil before it, or if it is malformed.
    var closing: WebSocketClosing?
    /// Whether reading is paused because too many messages wait.
    var isPaused = false
  }

  private let channel: any Channel
  private let isServer: Bool
  private let inbox = Mutex(Inbox())
  private let arrival = DispatchSemaphore(value: 0)

  /// Number of waiting messages at which reading is paused.
  private static let inboxLimit = 64
  /// Maximum size in bytes of a message from a client, and of one from a host.
  private static let (clientLimit, hostLimit) = (1 << 20, 16 << 20)
  /// The time in which the peer must close the connection after the end.
  private static let farewell = TimeAmount.seconds(5)

  private init(_ channel: any Channel, isServer: Bool) {
    self.channel = channel
    self.isServer = isServer
  }

  /// Adds the frame handlers to a connection whose handshake is complete.
  ///
  /// Thread: event loop.
  static func begin(
    on channel: any Channel, isServer: Bool, _ limits: ConnectionLimits
  ) throws -> WebSocketPeer {
    let peer = WebSocketPeer(channel, isServer: isServer)
    let limit = isServer ? clientLimit : hostLimit
    try channel.pipeline.syncOperations.addHandlers([
      WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: limit)),
      WebSocketHandler(peer, isServer: isServer, messageLimit: limit, limits),
    ])
    return peer
  }

  /// Wraps a connection whose handshake is complete; `surplus` are the bytes after the handshake.
  ///
  /// - Throws: An error if the socket cannot be used.
  static func client(
    of stream: SocketStream, surplus: [UInt8], _ limits: ConnectionLimits
  ) throws -> WebSocketPeer {
    let descriptor = stream.duplicate()
    guard descriptor >= 0 else { throw ChannelError.eof }
    let began = BegunPeer()
    _ = try ClientBootstrap(group: HTTPServer.group)
      .channelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          let peer = try begin(on: channel, isServer: false, limits)
          began.peer.withLock { $0 = peer }
          if surplus.isEmpty { return }
          channel.pipeline.fireChannelRead(channel.allocator.buffer(bytes: surplus))
        }
      }
      .withConnectedSocket(descriptor).wait()
    guard let peer = began.peer.withLock(\.self) else { throw ChannelError.eof }
    return peer
  }

  // MARK: - Receiving

  /// Waits for the next message; returns nil after a timeout.
  ///
  /// - Throws: The reason of the end.
  func next(within timeout: Duration? = nil) throws(WebSocketEnd) -> WebSocketMessage? {
    let deadline = timeout.map { ContinuousClock.now + $0 }
    while true {
      let (message, end, isToRead) = inbox.withLock { inbox in
        let message = inbox.messages.isEmpty ? nil : inbox.messages.removeFirst()
        let isToRead = inbox.isPaused && inbox.messages.isEmpty
        if isToRead { inbox.isPaused = false }
        return (message, inbox.end, isToRead)
      }
      if isToRead { WebSocketHandler.resume(channel, .full) }
      if let message { return message }
      if let end { throw end }
      guard let deadline else {
        arrival.wait()
        continue
      }
      let rest = deadline - .now
      guard rest > .zero else { return nil }
      _ = arrival.wait(timeout: .now() + .nanoseconds(Int(rest / .nanoseconds(1))))
    }
  }

  /// Adds a message, and returns whether reading must pause until it has been taken.
  ///
  /// Thread: event loop.
  func take(_ message: WebSocketMessage) -> Bool {
    let isFull = inbox.withLock { inbox in
      inbox.messages.append(message)
      let isFull = inbox.messages.count >= Self.inboxLimit
      inbox.isPaused = inbox.isPaused || isFull
      return isFull
    }
    arrival.signal()
    return isFull
  }

  /// Notes the end, and returns whether it is the first.
  func noteEnd(_ reason: WebSocketEnd) -> Bool {
    let isFirst = inbox.withLock { inbox in
      defer { inbox.end = inbox.end ?? reason }
      return inbox.end == nil
    }
    if isFirst { arrival.signal() }
    return isFirst
  }

  /// Notes the content of the peer's close frame.
  func noteClosing(_ bytes: [UInt8]) {
    inbox.withLock { $0.closing = WebSocketClosing(parsing: bytes) }
  }

  /// The peer's reason for closing the connection; nil if it is open, or no reason was given.
  var closing: WebSocketClosing? { inbox.withLock { $0.closing } }

  /// Whether the connection has ended, even if messages still wait.
  var hasEnded: Bool { inbox.withLock { $0.end != nil } }

  /// Removes the limit on messages per second; the limit on waiting messages remains.
  func liftRateLimit() { WebSocketHandler.liftRateLimit(channel) }

  // MARK: - Sending

  /// Sends messages; returns false if the peer has disconnected or was too slow.
  func send(_ messages: [WebSocketMessage], within timeout: Duration) -> Bool {
    guard let last = messages.last else { return true }
    for message in messages.dropLast() { channel.write(frame(message), promise: nil) }
    let (done, isSent) = (DispatchSemaphore(value: 0), SentFlag())
    channel.writeAndFlush(frame(last)).whenComplete { result in
      if case .success = result { isSent.value.store(true, ordering: .releasing) }
      done.signal()
    }
    _ = done.wait(timeout: .now() + .nanoseconds(Int(timeout / .nanoseconds(1))))
    return isSent.value.load(ordering: .acquiring)
  }

  /// Limits the number of bytes in the socket's send buffer, approximately.
  func limitSending(to byteCount: Int) {
    channel.setOption(.socketOption(.so_sndbuf), value: .init(byteCount)).whenFailure { _ in }
  }

  /// Ends the connection with a reason; `closing` replaces the reason in the close frame.
  ///
  /// The second call has no effect.
  func end(_ reason: WebSocketEnd, closing: WebSocketClosing? = nil) {
    guard noteEnd(reason) else { return }
    let channel = channel
    let closing = closing ?? WebSocketClosing(code: reason.rawValue)
    let frame = WebSocketFrame(
      fin: true, opcode: .connectionClose, maskKey: isServer ? nil : .random(),
      data: channel.allocator.buffer(bytes: closing.bytes))
    channel.writeAndFlush(frame).whenComplete { _ in channel.close(mode: .output, promise: nil) }
    // A peer that is too slow would never read the close frame.
    let pause = reason == .tooSlow ? TimeAmount.milliseconds(100) : Self.farewell
    channel.eventLoop.scheduleTask(in: pause) { channel.close(promise: nil) }
  }

  private func frame(_ message: WebSocketMessage) -> WebSocketFrame {
    let (opcode, bytes): (WebSocketOpcode, ByteBuffer) =
      switch message {
      case .text(let text): (.text, channel.allocator.buffer(string: text))
      case .utf8(let bytes): (.text, channel.allocator.buffer(bytes: bytes))
      case .binary(let bytes): (.binary, channel.allocator.buffer(bytes: bytes))
      }
    return WebSocketFrame(
      fin: true, opcode: opcode, maskKey: isServer ? nil : .random(), data: bytes)
  }
}

/// Whether the messages were sent.
private final class SentFlag: Sendable {
  let value = Atomic(false)
}

/// The peer that the event loop has created.
private final class BegunPeer: Sendable {
  let peer = Mutex<WebSocketPeer?>(nil)
}
