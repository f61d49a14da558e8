internal import Synchronization
internal import TenutoSession

/// One page that exchanges messages with the extension of a node, over a WebSocket.
///
/// A binary message is sent to the extension, whose reply and other messages are also binary. Text
/// comes from the host: `{"replaced": true}` if another process plays the node now, and a
/// `RequestError` if a message was rejected.
struct MessageConnection {
  let peer: WebSocketPeer
  let host: any ControlledHost
  let node: String

  /// Reports that another process plays the node.
  private struct Replacement: Encodable {
    let replaced = true
  }

  /// The interval at which the extension's messages are polled.
  private static let pause = Duration.milliseconds(5)
  private static let timeout = Duration.seconds(5)
  /// Messages of the extension that wait; the newest stay.
  private static let limit = 256

  /// Talks until one of both ends it.
  func run() {
    let arrivals = Arrivals()
    guard
      let end = try? host.observeMessages(
        of: node, { arrivals.take($0, limit: Self.limit) })
    else { return peer.end(.goingAway) }
    defer { end() }
    do throws(WebSocketEnd) {
      while true {
        for message in arrivals.all() { try send(message) }
        switch try peer.next(within: Self.pause) {
        case .binary(let bytes): try send(reply(to: bytes))
        case .text, .utf8: throw .unsupported
        case nil: break
        }
      }
    } catch {
      peer.end(error)
    }
  }

  private func reply(to bytes: [UInt8]) -> WebSocketMessage? {
    do throws(RequestError) {
      let reply = try host.send(message: bytes, to: node)
      return reply.isEmpty ? nil : .binary(reply)
    } catch {
      return (try? WireJSON.bytes(error)).map { .utf8($0) }
    }
  }

  private func send(_ message: ComponentMessage) throws(WebSocketEnd) {
    switch message {
    case .bytes(let bytes): try send(.binary(bytes))
    case .replaced: try send((try? WireJSON.bytes(Replacement())).map { .utf8($0) })
    }
  }

  private func send(_ message: WebSocketMessage?) throws(WebSocketEnd) {
    guard let message else { return }
    guard peer.send([message], within: Self.timeout) else { throw .tooSlow }
  }
}

/// Messages of an extension that are not taken yet.
private final class Arrivals: Sendable {
  private let messages = Mutex<[ComponentMessage]>([])

  func take(_ message: ComponentMessage, limit: Int) {
    messages.withLock { messages in
      messages.append(message)
      if messages.count > limit { messages.removeFirst(messages.count - limit) }
    }
  }

  func all() -> [ComponentMessage] {
    messages.withLock { messages in
      defer { messages = [] }
      return messages
    }
  }
}
