internal import Synchronization
internal import TenutoSystem

/// Requests from notifications and callers to the engine's control thread.
///
/// Unlike the control thread, a notification of JACK may not connect ports or open clients.
final class EngineInbox: Sendable {
  /// The requests since the last look.
  struct Mail: Sendable {
    fileprivate var isNew = false
    var isStopping = false
    var shutdownReason: String?
    var hasNewConnections = false
    var hasNewPorts = false
    /// Full names of ports that have appeared.
    var newPorts: Set<String> = []
    var hasNewLatency = false
    var sampleRate: Int?
    var bufferSize: Int?
  }

  private let mail = Mutex(Mail())
  private let signal = Signal()

  /// Posts a request and wakes the control thread.
  ///
  /// Thread: any but render.
  func post(_ change: (inout Mail) -> Void) {
    let isFirst = mail.withLock { mail in
      change(&mail)
      defer { mail.isNew = true }
      return !mail.isNew
    }
    if isFirst { signal.send() }
  }

  /// Waits at most `milliseconds` for requests, and takes all of them.
  ///
  /// Thread: control, the engine's own thread.
  func take(milliseconds: UInt64) -> Mail {
    _ = signal.wait(milliseconds: milliseconds)
    return mail.withLock { mail in
      defer { mail = Mail() }
      return mail
    }
  }

  /// Discards the shutdowns of closed clients.
  func forgetShutdown() { mail.withLock { $0.shutdownReason = nil } }
}
