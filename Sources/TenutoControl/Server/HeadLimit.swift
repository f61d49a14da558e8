internal import NIOCore

/// Rejects a request whose head is too long before it is parsed.
///
/// Thread: event loop.
final class HeadLimit: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  /// Thrown for a head that is too long.
  struct Exceeded: Error {}

  private let limit: Int
  private var count = 0
  private var matched = 0
  private var isOver = false
  private static let mark = Array("\r\n\r\n".utf8)

  init(_ limit: Int) { self.limit = limit }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if !isOver { look(at: unwrapInboundIn(data).readableBytesView) }
    if !isOver && count > limit {
      context.fireErrorCaught(Exceeded())
      return
    }
    context.fireChannelRead(data)
  }

  private func look(at bytes: ByteBufferView) {
    for byte in bytes {
      count += 1
      if byte == Self.mark[matched] {
        matched += 1
      } else {
        matched = byte == Self.mark[0] ? 1 : 0
      }
      isOver = matched == Self.mark.count
      if isOver || count > limit { return }
    }
  }
}
