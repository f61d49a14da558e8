internal import Glibc
internal import Synchronization
internal import TenutoSystem

/// Has graphs follow latencies that extensions change while they play.
///
/// Changes within some milliseconds are followed once, so that an extension that changes its
/// latency all the time does not keep the graphs busy.
final class LatencyWatch: Sendable {
  /// One for the whole program.
  static let shared = LatencyWatch()

  private let state = Mutex(State())

  // A bare function in a mutex is wrapped once more at each access.
  private struct State {
    var changed: Set<ObjectIdentifier> = []
    var follower: @Sendable (Set<ObjectIdentifier>) -> Void = { _ in }
  }

  /// Microseconds in which changes gather.
  private static let pause: UInt32 = 20_000

  private init() {}

  /// Calls `follower` from now on with the instances that have another latency.
  ///
  /// Thread: any but render.
  func follow(_ follower: @escaping @Sendable (Set<ObjectIdentifier>) -> Void) {
    state.withLock { $0.follower = follower }
  }

  /// Notes that an instance has another latency.
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
      self.tell()
    }
  }

  private func tell() {
    let (instances, follower) = state.withLock { state in
      defer { state.changed = [] }
      return (state.changed, state.follower)
    }
    follower(instances)
  }
}
