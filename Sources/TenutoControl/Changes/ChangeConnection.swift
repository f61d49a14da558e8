internal import TenutoSystem

/// One program that hears of changes and sets parameters, over a WebSocket.
///
/// The thread of the connection reads, another one writes.
struct ChangeConnection {
  let stream: SocketStream
  let queue: ChangeQueue
  let host: any ControlledHost

  /// Bytes of a message from the program at most.
  static let messageLimit = 1 << 20
  /// How long the rest of a message may take.
  private static let patience = Duration.seconds(10)
  /// How long the program may take nothing of what it is sent.
  private static let writePatience = Duration.seconds(5)

  /// Talks until one of both ends it; `surplus` came behind the handshake.
  func run(_ surplus: [UInt8]) {
    do {
      try DetachedThread.start { write() }
    } catch {
      return
    }
    queue.end(read(surplus) ?? .normal)
  }

  // MARK: - To the program

  private func write() {
    while let messages = queue.next() {
      var bytes: [UInt8] = []
      for message in messages { bytes += Self.frame(message).bytes() }
      if !stream.write(bytes, within: Self.writePatience) { break }
    }
    let reason = queue.reasonOfEnd ?? .tooSlow
    stream.writeWithoutWaiting(WebSocketFrame.close(reason).bytes())
    queue.end(reason)
    stream.end()
  }

  private static func frame(_ message: ChangeQueue.Message) -> WebSocketFrame {
    switch message {
    case .change(let change):
      WebSocketFrame(kind: .text, content: (try? WireJSON.bytes(change)) ?? [])
    case .text(let bytes): WebSocketFrame(kind: .text, content: bytes)
    case .pong(let bytes): WebSocketFrame(kind: .pong, content: bytes)
    }
  }

  // MARK: - From the program

  /// Why it ends; nil where the program has gone.
  private func read(_ surplus: [UInt8]) -> WebSocketEnd? {
    var reader = WebSocketReader(isMasked: true, limit: Self.messageLimit)
    reader.append(surplus)
    var end = ContinuousClock.now + Self.patience
    do throws(WebSocketEnd) {
      while true {
        while let message = try reader.next() {
          if message == .close { return .normal }
          take(message)
          end = .now + Self.patience
        }
        if !reader.isInside { end = .now + Self.patience }
        guard let bytes = stream.read(atMost: 65536) else {
          if reader.isInside { return .protocolError }
          continue
        }
        if bytes.isEmpty { return nil }
        if reader.isInside && ContinuousClock.now > end { return .protocolError }
        reader.append(bytes)
      }
    } catch {
      return error
    }
  }

  private func take(_ message: WebSocketReader.Message) {
    switch message {
    case .ping(let bytes): queue.put(.pong(bytes))
    case .text(let text):
      if let answer = answer(Array(text.utf8)), let bytes = try? WireJSON.bytes(answer) {
        queue.put(.text(bytes))
      }
    case .close: break
    }
  }

  /// Does what a message asks for.
  private func answer(_ bytes: [UInt8]) -> SocketAnswer? {
    guard let request = WireJSON.value(bytes, as: SocketRequest.self), let set = request.set else {
      return SocketAnswer(
        id: nil, RequestError(400, #"Write such as {"set": [{"node": "delay", …}]}."#))
    }
    do throws(RequestError) {
      let values = try host.leave(set)
      guard let id = request.id else { return nil }
      try host.settle()
      return SocketAnswer(id: id, values: values)
    } catch {
      return SocketAnswer(id: request.id, error)
    }
  }
}
