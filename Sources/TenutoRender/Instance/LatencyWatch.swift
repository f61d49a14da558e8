internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// Makes graphs follow latency changes of playing extensions.
///
/// Changes within some milliseconds are combined, so that an extension that changes its latency
/// continually does not keep the graphs busy.
final class LatencyWatch: Sendable {
  /// The only one of this process.
  static let shared = LatencyWatch()

  private let state = Mutex(State())

  // A bare function in a mutex would be wrapped once more at each access.
  private struct State {
    var changed: Set<ObjectIdentifier> = []
    var follower: @Sendable (Set<ObjectIdentifier>) -> Void = { _ in }
  }

  /// Microseconds over which changes are combined.
  private static let pause: UInt32 = 20_000

  private init() {}

  /// Calls `follower` with the instances whose latency has changed, from now on.
  ///
  /// Thread: any but render.
  func follow(_ follower: @escaping @Sendable (Set<ObjectIdentifier>) -> Void) {
    state.withLock { $0.follower = follower }
  }

  /// Notes that an instance's latency has changed.
  ///
  /// Thread: any but render; does not wait.
  func note(_ instance: Instance) {
    let isFirst = state.withLock { state in
      defer { state.changed.insert(ObjectIdentifier(instance)) }
      return state.changed.isEmpty
    }
    guard isFirst else { return }
    DetachedThread.startOrTrap {
      usleep(Self.pause)
      self.notify()
    }
  }

  private func notify() {
    let (instances, follower) = state.withLock { state in
      defer { state.changed = [] }
      return (state.changed, state.follower)
    }
    follower(instances)
  }
}
