import Synchronization
import TenutoControl
import TenutoSystem

/// Receives a host's status twice a second.
///
/// Thread: any.
final class StatusStream: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var newest: HostStatus?
    var error: RequestError?
  }

  /// The interval at which the receiving thread checks whether it is still needed.
  private static let timeout = Duration.milliseconds(500)

  /// Starts receiving.
  init(_ client: ControlClient) {
    DetachedThread.startOrTrap { [weak self] in
      do throws(RequestError) {
        let changes = try client.changes("since=0&status=1")
        while self != nil {
          guard let message = try changes.next(within: Self.timeout, as: StatusMessage.self) else {
            continue
          }
          self?.state.withLock { $0.newest = message.status }
        }
      } catch {
        self?.state.withLock { $0.error = error }
      }
    }
  }

  /// Takes the newest status; returns nil if there is no new one.
  ///
  /// - Throws: An error if the host has ended.
  func take() throws(RequestError) -> HostStatus? {
    let (status, error) = state.withLock { state in
      defer { state.newest = nil }
      return (state.newest, state.error)
    }
    if let status { return status }
    if let error { throw error }
    return nil
  }
}
