import Synchronization
import TenutoControl
import TenutoSystem

/// The status of a host as it tells it, twice a second.
///
/// Thread: any.
final class StatusStream: Sendable {
  private let state = Mutex(State())

  private struct State: Sendable {
    var newest: HostStatus?
    var error: RequestError?
  }

  /// After so long a thread that listens sees whether it is still wanted.
  private static let patience = Duration.milliseconds(500)

  /// Listens from now on.
  init(_ client: ControlClient) {
    DetachedThread.startOrTrap { [weak self] in
      do throws(RequestError) {
        let changes = try client.changes("since=0&status=1")
        while self != nil {
          guard let message = try changes.next(within: Self.patience, as: StatusMessage.self) else {
            continue
          }
          self?.state.withLock { $0.newest = message.status }
        }
      } catch {
        self?.state.withLock { $0.error = error }
      }
    }
  }

  /// The newest status that nobody has taken; nil while there is none.
  ///
  /// - Throws: That the host has ended.
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
