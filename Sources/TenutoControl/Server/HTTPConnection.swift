internal import Glibc
internal import NIOCore
internal import NIOHTTP1
internal import NIOWebSocket
internal import TenutoSystem
internal import TenutoTransport

/// One connection: it reads a request, has it answered, and then closes or becomes a WebSocket.
///
/// Thread: event loop.
final class HTTPConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundOut = HTTPServerResponsePart

  private enum Stage {
    case reading, answering, ending
  }

  private let service: any HTTPService
  private let rule: AccessRule
  private let limits: ConnectionLimits
  private let table: ConnectionTable
  private let channel: any Channel
  private var hasRoom = true
  private var stage = Stage.reading
  private var head: HTTPRequestHead?
  private var body: [UInt8] = []
  private var hasBegun = false
  private var lastRead = NIODeadline.now()
  private var begin = NIODeadline.now()

  private init(
    _ channel: any Channel, _ service: any HTTPService, _ rule: AccessRule,
    _ limits: ConnectionLimits, _ table: ConnectionTable
  ) {
    self.channel = channel
    self.service = service
    self.rule = rule
    self.limits = limits
    self.table = table
  }

  /// Accepts a connection: closes it if the peer is not admitted, and answers 503 above the limit.
  static func begin(
    on channel: any Channel, _ service: any HTTPService, _ rule: AccessRule,
    _ limits: ConnectionLimits, _ table: ConnectionTable
  ) throws {
    let pipeline = channel.pipeline.syncOperations
    let user = try pipeline.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) {
      if case .user = rule { PeerProcess(of: $0)?.user } else { LoopbackPeer.user(of: $0) }
    }
    guard rule.admits(peerUser: user ?? nil) else { throw ChannelError.eof }
    let connection = HTTPConnection(channel, service, rule, limits, table)
    try pipeline.addHandlers([
      HeadLimit(limits.headBytes), HTTPResponseEncoder(),
      ByteToMessageHandler(HTTPRequestDecoder(leftOverBytesStrategy: .forwardBytes)), connection,
    ])
    connection.hasRoom = table.add(channel, limit: limits.connections)
  }

  func channelActive(context: ChannelHandlerContext) {
    if hasRoom {
      watch()
    } else {
      refuse(RequestError(503, "Too many programs are connected; try again."))
    }
    context.fireChannelActive()
  }

  // MARK: - The request

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    hasBegun = true
    lastRead = .now()
    guard stage == .reading else { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      self.head = head
      do throws(RequestError) { _ = try HTTPRequest.bodyLength(head) } catch { refuse(error) }
    case .body(let buffer): body += buffer.readableBytesView
    case .end: finish()
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    lastRead = .now()
    context.fireChannelReadComplete()
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let refusal: RequestError
    switch error {
    case is HeadLimit.Exceeded, HTTPParserError.headerOverflow:
      refusal = RequestError(431, "The request's head is longer than \(limits.headBytes) bytes.")
    case is HTTPParserError: refusal = RequestError(400, "This is not an HTTP request.")
    default: return channel.close(promise: nil)
    }
    // Data after a complete request is ignored.
    if stage == .reading { refuse(refusal) }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case ChannelEvent.inputClosed = event else { return }
    switch stage {
    case .reading where hasBegun || head != nil:
      refuse(RequestError(400, "The request is incomplete."))
    case .reading, .ending: channel.close(promise: nil)
    case .answering: break
    }
  }

  /// Ends a request that stalls, and one that is sent too slowly as a whole.
  private func watch() {
    let loop = channel.eventLoop.assumeIsolated()
    loop.scheduleTask(in: TimeAmount(seconds: min(1, limits.silenceSeconds))) { [weak self] in
      guard let self, stage == .reading, channel.isActive else { return }
      let now = NIODeadline.now()
      guard now - lastRead < TimeAmount(seconds: limits.silenceSeconds),
        now - begin < TimeAmount(seconds: limits.requestSeconds)
      else { return refuse(RequestError(408, "The rest of the request did not arrive.")) }
      watch()
    }
  }

  /// Answers the request on a separate thread.
  private func finish() {
    guard let head else { return }
    stage = .answering
    // Data after the request stays in the socket.
    channel.setOption(.autoRead, value: false).whenFailure { _ in }
    let (service, rule, body, table) = (service, rule, body, table)
    let webSocketLimit = limits.webSockets
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    let loop = channel.eventLoop
    do throws(SystemError) {
      try DetachedThread.start {
        do throws(RequestError) {
          var request = try HTTPRequest(head)
          request.body = body
          if WebSocketHandshake.isRequested(by: request),
            let offer = try service.webSocket(request, rule)
          {
            guard table.enterWebSocket(limit: webSocketLimit) else {
              throw RequestError(503, "Too many WebSockets are open; close one of them.")
            }
            loop.execute { bound.value.becomeWebSocket(head, offer) }
          } else {
            let response = service.answer(request, rule)
            loop.execute { bound.value.write(response) }
          }
        } catch {
          loop.execute { bound.value.refuse(error) }
        }
      }
    } catch {
      refuse(RequestError(503, "The host cannot start another thread; try again."))
    }
  }

  // MARK: - The answer

  private func refuse(_ error: RequestError) {
    if stage != .ending { write(HTTPResponse(error)) }
  }

  /// Writes an answer, shuts down sending, and drains late input: closing a socket with unread data
  /// resets the connection, and the peer would lose the answer.
  private func write(_ response: HTTPResponse) {
    stage = .ending
    let loop = channel.eventLoop.assumeIsolated()
    channel.write(HTTPServerResponsePart.head(response.head), promise: nil)
    channel.write(
      HTTPServerResponsePart.body(.byteBuffer(channel.allocator.buffer(bytes: response.body))),
      promise: nil)
    let channel = channel
    channel.writeAndFlush(HTTPServerResponsePart.end(nil)).whenComplete { _ in
      channel.close(mode: .output, promise: nil)
      channel.setOption(.autoRead, value: true).whenFailure { _ in }
    }
    // The number of connections above the limit is unbounded, so they get little time.
    let timeout = hasRoom ? limits.requestSeconds : min(0.5, limits.requestSeconds)
    loop.scheduleTask(in: TimeAmount(seconds: timeout)) {
      channel.close(promise: nil)
    }
  }

  // MARK: - The WebSocket

  /// Switches the connection to frames, and serves them on a separate thread.
  private func becomeWebSocket(_ head: HTTPRequestHead, _ offer: WebSocketOffer) {
    let (table, channel) = (table, channel)
    WebSocketHandshake.answer(to: head, on: channel).assumeIsolated().whenComplete { result in
      do {
        var answer = try result.get()
        for (name, value) in offer.fields { answer.headers.replaceOrAdd(name: name, value: value) }
        channel.write(HTTPServerResponsePart.head(answer), promise: nil)
        channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        let peer = try self.exchangeHandlers()
        try DetachedThread.start {
          offer.talk(peer)
          peer.end(.normal)
          table.leaveWebSocket()
        }
      } catch {
        channel.close(promise: nil)
        table.leaveWebSocket()
      }
    }
  }

  /// Replaces the HTTP handlers with those for frames.
  private func exchangeHandlers() throws -> WebSocketPeer {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
    let encoder = try pipeline.handler(type: HTTPResponseEncoder.self)
    let limit = try pipeline.handler(type: HeadLimit.self)
    let peer = try WebSocketPeer.begin(on: channel, isServer: true, limits)
    pipeline.removeHandler(limit, promise: nil)
    pipeline.removeHandler(encoder, promise: nil)
    pipeline.removeHandler(self, promise: nil)
    // Data after the request goes to the frame decoder.
    pipeline.removeHandler(decoder, promise: nil)
    channel.setOption(.autoRead, value: true).whenFailure { _ in }
    return peer
  }
}

extension TimeAmount {
  /// Creates an amount of seconds.
  init(seconds: Double) { self = .nanoseconds(Int64(seconds * 1e9)) }
}
