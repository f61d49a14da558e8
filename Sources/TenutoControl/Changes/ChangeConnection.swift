internal import TenutoSystem

/// A WebSocket of `/v1/changes`: sends changes to one client and sets the parameters that it sends.
///
/// The WebSocket's thread reads; a second thread writes.
struct ChangeConnection {
  let peer: WebSocketPeer
  let queue: ChangeQueue
  let host: any ControlledHost

  /// The longest time that the client may leave a message unread.
  private static let writeTimeout = Duration.seconds(5)

  /// Runs until either side ends the connection.
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
      if !peer.send(messages.map(Self.message), within: Self.writeTimeout) {
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

  /// Reads requests until the connection ends, and returns the reason of the end.
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

  /// Carries out one request.
  private func answer(_ bytes: [UInt8]) -> SocketAnswer? {
    guard let request = WireJSON.value(bytes, as: SocketRequest.self), let set = request.set else {
      return SocketAnswer(
        id: nil,
        RequestError(
          400, #"The message is not a request; an example is {"set": [{"node": "delay", …}]}."#))
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
