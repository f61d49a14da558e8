/// Reads frames and messages from bytes that come piece by piece.
struct WebSocketReader {
  /// What has come.
  enum Message: Equatable {
    case text(String)
    case ping([UInt8])
    case close
  }

  /// Whether frames must be masked (those of a client) or must not (those of a server).
  private let isMasked: Bool
  private let limit: Int
  private var waiting: [UInt8] = []
  private var start = 0
  /// The pieces of a message so far; nil outside of one.
  private var pieces: [UInt8]?

  /// Reads messages of `limit` bytes at most.
  init(isMasked: Bool, limit: Int) {
    self.isMasked = isMasked
    self.limit = limit
  }

  /// Whether something has begun that is not whole.
  var isInside: Bool { pieces != nil || start < waiting.count }

  /// Takes more bytes.
  mutating func append(_ bytes: [UInt8]) {
    waiting.removeFirst(start)
    start = 0
    waiting += bytes
  }

  /// The next message, nil until more bytes have come.
  ///
  /// - Throws: Why the connection is to end.
  mutating func next() throws(WebSocketEnd) -> Message? {
    while let frame = try nextFrame() {
      if let message = try take(frame) { return message }
    }
    return nil
  }

  private mutating func take(_ frame: WebSocketFrame) throws(WebSocketEnd) -> Message? {
    switch frame.kind {
    case .ping: return .ping(frame.content)
    case .pong: return nil
    case .close: return .close
    case .binary: throw .unsupported
    case .text:
      guard pieces == nil else { throw .protocolError }
      pieces = frame.content
    case .continuation:
      guard let begun = pieces else { throw .protocolError }
      guard begun.count + frame.content.count <= limit else { throw .tooBig }
      pieces = begun + frame.content
    }
    guard frame.isLast, let whole = pieces else { return nil }
    pieces = nil
    guard let text = String(validating: whole, as: UTF8.self) else { throw .noText }
    return .text(text)
  }

  private mutating func nextFrame() throws(WebSocketEnd) -> WebSocketFrame? {
    let bytes = waiting[start...]
    guard bytes.count >= 2 else { return nil }
    let (first, second) = (bytes[start], bytes[start + 1])
    guard first & 0x70 == 0, let kind = WebSocketFrame.Kind(rawValue: first & 0x0F),
      (second & 0x80 != 0) == isMasked
    else { throw .protocolError }
    let isLast = first & 0x80 != 0
    guard let (length, headCount) = try length(second & 0x7F, bytes) else { return nil }
    if kind.isControl && (!isLast || length > WebSocketFrame.controlLimit) { throw .protocolError }
    let contentStart = headCount + (isMasked ? 4 : 0)
    guard bytes.count >= contentStart + length else { return nil }
    let mask = Array(bytes.dropFirst(headCount).prefix(contentStart - headCount))
    let content = Array(bytes.dropFirst(contentStart).prefix(length))
    start += contentStart + length
    return WebSocketFrame(
      kind: kind, isLast: isLast,
      content: isMasked ? WebSocketFrame.masked(content, mask) : content)
  }

  /// The content's length, and the bytes before it and the mask; nil until they are there.
  private func length(
    _ word: UInt8, _ bytes: ArraySlice<UInt8>
  ) throws(WebSocketEnd) -> (length: Int, headCount: Int)? {
    let byteCount = word == 127 ? 8 : word == 126 ? 2 : 0
    guard bytes.count >= 2 + byteCount else { return nil }
    let number = bytes.dropFirst(2).prefix(byteCount).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    let length = byteCount == 0 ? UInt64(word) : number
    guard length <= UInt64(limit) else { throw .tooBig }
    return (Int(length), 2 + byteCount)
  }
}
