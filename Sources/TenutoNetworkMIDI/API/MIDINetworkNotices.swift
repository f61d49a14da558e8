internal import Synchronization

/// Gives a session's notifications to its handler and to streams.
final class MIDINetworkNotices: Sendable {
  typealias Notification = MIDINetworkSession.Notification

  private struct State {
    var handler: (@Sendable (Notification) -> Void)?
    var streams: [Int: AsyncStream<Notification>.Continuation] = [:]
    var nextStream = 0
  }

  private let state = Mutex(State())

  var handler: (@Sendable (Notification) -> Void)? {
    get { state.withLock { $0.handler } }
    set { state.withLock { $0.handler = newValue } }
  }

  deinit { for stream in state.withLock({ $0.streams.values.map { $0 } }) { stream.finish() } }

  func post(_ notification: Notification) {
    let (handler, streams) = state.withLock { ($0.handler, Array($0.streams.values)) }
    handler?(notification)
    for stream in streams { stream.yield(notification) }
  }

  func stream() -> AsyncStream<Notification> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Notification.self, bufferingPolicy: .bufferingNewest(256))
    let number = state.withLock { state in
      defer { state.nextStream += 1 }
      state.streams[state.nextStream] = continuation
      return state.nextStream
    }
    continuation.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.streams.removeValue(forKey: number) }
    }
    return stream
  }
}
