internal import Glibc
internal import Synchronization

/// Has graphs follow latencies that extensions change while they play.
///
/// What comes within some milliseconds is followed once, so that one that changes its mind all the
/// time does not keep the graphs busy.
final class LatencyWatch: Sendable {
  /// One for the whole program.
  static let shared = LatencyWatch()

  private let changed = Mutex<[ObjectIdentifier]>([])
  /// Microseconds in which changes gather.
  private static let pause: UInt32 = 20_000

  private init() {}

  /// Notes that an instance has another latency.
  ///
  /// Thread: any but render; does not wait.
  func note(_ instance: Instance) {
    let isFirst = changed.withLock { changed in
      changed.append(ObjectIdentifier(instance))
      return changed.count == 1
    }
    guard isFirst else { return }
    DetachedThread.startOrTrap {
      usleep(Self.pause)
      self.follow()
    }
  }

  private func follow() {
    let instances = changed.withLock { changed in
      defer { changed = [] }
      return Set(changed)
    }
    for graph in Housekeeper.shared.all { graph.followLatency(of: instances) }
  }
}
