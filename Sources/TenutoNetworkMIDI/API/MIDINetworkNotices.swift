internal import Synchronization

/// Delivers the notifications of a session or a browser to its handler and its streams.
final class MIDINetworkNotices<Notification: Sendable>: Sendable {
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

  deinit { finish() }

  /// Ends the streams.
  func finish() {
    let streams = state.withLock { state in
      defer { state.streams = [:] }
      return Array(state.streams.values)
    }
    for stream in streams { stream.finish() }
  }

  func post(_ notification: Notification) {
    let (handler, streams) = state.withLock { ($0.handler, Array($0.streams.values)) }
    handler?(notification)
    for stream in streams { stream.yield(notification) }
  }

  /// Returns a stream of notifications; it keeps the newest 256 that have not been read.
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
