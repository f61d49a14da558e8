internal import NIOCore
internal import NIOWebSocket

/// Assembles messages from frames, answers pings, and sends pings.
///
/// Thread: event loop.
final class WebSocketHandler: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundOut = WebSocketFrame

  /// The reasons why reading is paused.
  struct Pause: OptionSet {
    let rawValue: UInt8
    /// Too many messages wait for the program.
    static let full = Pause(rawValue: 1)
    /// Messages arrived too fast.
    static let fast = Pause(rawValue: 2)
  }

  private let peer: WebSocketPeer
  private let isServer: Bool
  private let messageLimit: Int
  private let limits: ConnectionLimits
  private(set) var pauses: Pause = []
  /// A message whose last fragment has not arrived.
  private var begun: (opcode: WebSocketOpcode, bytes: [UInt8])?
  private var isOver = false
  private var lastHeard = NIODeadline.now()
  /// Number of messages in the second that began at `second`.
  private var count = 0
  private var second = NIODeadline.now()
  private var hasRateLimit = true

  init(
    _ peer: WebSocketPeer, isServer: Bool, messageLimit: Int, _ limits: ConnectionLimits
  ) {
    self.peer = peer
    self.isServer = isServer
    self.messageLimit = messageLimit
    self.limits = limits
  }

  func handlerAdded(context: ChannelHandlerContext) {
    if let seconds = limits.pingSeconds { sendPings(every: TimeAmount(seconds: seconds), context) }
  }

  func channelInactive(context: ChannelHandlerContext) {
    isOver = true
    _ = peer.noteEnd(.goingAway)
    context.fireChannelInactive()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    if error is NIOWebSocketError { end(WebSocketEnd(error)) } else { context.close(promise: nil) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    // The peer closed the connection without a close frame.
    if case ChannelEvent.inputClosed = event { context.close(promise: nil) }
  }

  private func end(_ reason: WebSocketEnd) {
    isOver = true
    peer.end(reason)
  }

  // MARK: - Frames

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isOver else { return }
    let frame = unwrapInboundIn(data)
    lastHeard = .now()
    do throws(WebSocketEnd) { try take(frame, context) } catch { end(error) }
  }

  private func take(
    _ frame: WebSocketFrame, _ context: ChannelHandlerContext
  ) throws(WebSocketEnd) {
    guard !frame.rsv1, !frame.rsv2, !frame.rsv3, (frame.maskKey != nil) == isServer else {
      throw .protocolError
    }
    switch frame.opcode {
    case .text, .binary:
      guard begun == nil else { throw .protocolError }
      begun = (frame.opcode, Array(frame.unmaskedData.readableBytesView))
    case .continuation:
      guard let first = begun else { throw .protocolError }
      guard first.bytes.count + frame.unmaskedData.readableBytes <= messageLimit else {
        throw .tooBig
      }
      begun?.bytes += frame.unmaskedData.readableBytesView
    case .ping: return answer(frame, context)
    case .pong: return
    case .connectionClose:
      peer.noteClosing(Array(frame.unmaskedData.readableBytesView))
      throw .normal
    default: throw .protocolError
    }
    guard frame.fin, let (opcode, bytes) = begun else { return }
    begun = nil
    try pass(opcode, bytes, context)
  }

  /// Passes a complete message on.
  private func pass(
    _ opcode: WebSocketOpcode, _ bytes: [UInt8], _ context: ChannelHandlerContext
  ) throws(WebSocketEnd) {
    let message: WebSocketMessage
    if opcode == .text {
      guard let text = String(validating: bytes, as: UTF8.self) else { throw .noText }
      message = .text(text)
    } else {
      message = .binary(bytes)
    }
    if peer.take(message) { pause(.full, context) }
    countMessage(context)
  }

  /// Answers a ping, unless the peer reads nothing: only the newest ping must be answered (RFC
  /// 6455, section 5.5.3).
  private func answer(_ frame: WebSocketFrame, _ context: ChannelHandlerContext) {
    countMessage(context)
    guard context.channel.isWritable else { return }
    let pong = WebSocketFrame(
      fin: true, opcode: .pong, maskKey: isServer ? nil : .random(), data: frame.unmaskedData)
    context.writeAndFlush(wrapOutboundOut(pong), promise: nil)
  }

  // MARK: - Time

  /// Counts a message, and pauses reading at the rate limit.
  private func countMessage(_ context: ChannelHandlerContext) {
    guard hasRateLimit, let limit = limits.messagesPerSecond else { return }
    let now = NIODeadline.now()
    if now - second >= .seconds(1) { (count, second) = (0, now) }
    count += 1
    guard count == limit else { return }
    pause(.fast, context)
    let channel = context.channel
    context.eventLoop.scheduleTask(deadline: second + .seconds(1)) {
      Self.resume(channel, .fast)
    }
  }

  private func pause(_ reason: Pause, _ context: ChannelHandlerContext) {
    pauses.insert(reason)
    context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
  }

  /// Removes one reason, and resumes reading if none is left.
  ///
  /// Thread: any.
  static func resume(_ channel: any Channel, _ reason: Pause) {
    channel.eventLoop.execute {
      guard let handler = try? channel.pipeline.syncOperations.handler(type: Self.self) else {
        return
      }
      handler.pauses.remove(reason)
      if handler.pauses.isEmpty {
        channel.setOption(.autoRead, value: true).whenFailure { _ in }
      }
    }
  }

  /// Removes the rate limit.
  ///
  /// Thread: any.
  static func liftRateLimit(_ channel: any Channel) {
    channel.eventLoop.execute {
      try? channel.pipeline.syncOperations.handler(type: Self.self).hasRateLimit = false
      resume(channel, .fast)
    }
  }

  /// Sends pings until the end, and ends the connection if two pings get no reply.
  private func sendPings(every interval: TimeAmount, _ context: ChannelHandlerContext) {
    context.eventLoop.assumeIsolated().scheduleTask(in: interval) { [weak self] in
      guard let self, !isOver else { return }
      if pauses.isEmpty && NIODeadline.now() - lastHeard > interval * 2 { return end(.tooSlow) }
      let ping = WebSocketFrame(
        fin: true, opcode: .ping, maskKey: isServer ? nil : .random(), data: ByteBuffer())
      context.writeAndFlush(wrapOutboundOut(ping), promise: nil)
      sendPings(every: interval, context)
    }
  }
}
