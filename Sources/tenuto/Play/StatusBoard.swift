import Synchronization
import TenutoHost

/// What the loop that watches a performance saw last, for whoever asks.
final class StatusBoard: Sendable {
  private let state = Mutex(Content())

  /// What was seen.
  struct Content: Sendable {
    var status = PlayStatus()
    var nodes: [NodeReading] = []
  }

  /// What was seen last.
  var content: Content {
    get { state.withLock { $0 } }
    set { state.withLock { $0 = newValue } }
  }
}
