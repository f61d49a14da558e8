internal import TenutoSystem

/// One program that hears of changes and sets parameters, over a WebSocket.
///
/// The thread of the WebSocket reads, another one writes.
struct ChangeConnection {
  let peer: WebSocketPeer
  let queue: ChangeQueue
  let host: any ControlledHost

  /// How long the program may take nothing of what it is sent.
  private static let writePatience = Duration.seconds(5)

  /// Talks until one of both ends it.
  func run() {
    do {
      try DetachedThread.start { write() }
    } catch {
      return
    }
    let reason = read()
    queue.end(reason)
    peer.end(reason)
  }

  private func write() {
    while let messages = queue.next() {
      if !peer.send(messages.map(Self.message), within: Self.writePatience) {
        queue.end(.tooSlow)
      }
    }
    peer.end(queue.reasonOfEnd ?? .tooSlow)
  }

  private static func message(_ message: ChangeQueue.Message) -> WebSocketMessage {
    switch message {
    case .change(let change): .utf8((try? WireJSON.bytes(change)) ?? [])
    case .text(let bytes): .utf8(bytes)
    }
  }

  /// Why it ends.
  private func read() -> WebSocketEnd {
    do throws(WebSocketEnd) {
      while true {
        switch try peer.next() {
        case .text(let text):
          if let answer = answer(Array(text.utf8)), let bytes = try? WireJSON.bytes(answer) {
            queue.put(.text(bytes))
          }
        case .binary: throw .unsupported
        case .utf8, nil: break
        }
      }
    } catch {
      return error
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
