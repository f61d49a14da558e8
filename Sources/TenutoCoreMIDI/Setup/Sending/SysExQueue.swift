internal import Dispatch
internal import Synchronization

/// The requests to send SysEx, one at a time to each destination.
final class SysExQueue: Sendable {
  static let shared = SysExQueue()

  private let queue = DispatchQueue(label: "core-midi-sysex")
  private let jobs = Mutex<[SysExJob]>([])

  private init() {}

  /// Starts a request, or queues it after those to the same destination.
  func add(_ job: SysExJob) {
    let isFirst = jobs.withLock { jobs in
      jobs.append(job)
      return jobs.count == 1
    }
    if isFirst { queue.async { self.advance() } }
  }

  /// Advances the first request of each destination, and repeats while there are any.
  private func advance() {
    var seen: Set<MIDIEndpointRef> = []
    for job in jobs.withLock({ $0 }) where seen.insert(job.destination).inserted {
      guard !job.advance() else { continue }
      jobs.withLock { jobs in jobs.removeAll { $0 === job } }
      job.finish()
    }
    guard jobs.withLock({ !$0.isEmpty }) else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(2)) { self.advance() }
  }
}
