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
  private let follower = Mutex<@Sendable (Set<ObjectIdentifier>) -> Void>({ _ in })
  /// Microseconds in which changes gather.
  private static let pause: UInt32 = 20_000

  private init() {}

  /// Calls `follower` from now on with the instances that have another latency.
  ///
  /// Thread: any but render.
  func follow(_ follower: @escaping @Sendable (Set<ObjectIdentifier>) -> Void) {
    self.follower.withLock { $0 = follower }
  }

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
      self.tell()
    }
  }

  private func tell() {
    let instances = changed.withLock { changed in
      defer { changed = [] }
      return Set(changed)
    }
    follower.withLock { $0 }(instances)
  }
}
