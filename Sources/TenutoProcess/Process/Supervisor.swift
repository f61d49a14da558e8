internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoSystem
internal import TenutoTransport

/// The thread that starts extensions, watches for their exit and reads their output.
///
/// It lives as long as the host: the kernel kills an extension when the *thread* that started it
/// ends (`PR_SET_PDEATHSIG`).
final class Supervisor: Sendable {
  /// The one supervisor of this process.
  static let shared = Supervisor()

  /// A byte in this pipe wakes the thread after a change.
  private let wakePipe: (reader: CInt, writer: CInt)
  private let state = Mutex(State())

  private struct Watch: Sendable {
    let descriptor: CInt
    let urgent: @Sendable () -> Void
    let action: @Sendable () -> Void
  }

  private struct State {
    var jobs: [@Sendable () -> Void] = []
    var watches: [UInt64: Watch] = [:]
    var nextKey: UInt64 = 1
  }

  private init() {
    var reader: CInt = -1
    var writer: CInt = -1
    let error = unsafe tenuto_pipe(&reader, &writer)
    guard error == 0 else {
      HostError("No pipe to supervise with", shortOf: SystemError("pipe", code: error)).leave()
    }
    wakePipe = (reader, writer)
    DetachedThread.startOrTrap { Supervisor.shared.run() }
  }

  /// Runs `job` on the supervisor's thread and waits for its result.
  ///
  /// Thread: control, not the supervisor's own.
  func perform<T: Sendable>(_ job: @escaping @Sendable () -> T) -> T {
    let box = ResultBox<T>()
    state.withLock { $0.jobs.append { box.put(job()) } }
    wake()
    return box.take()
  }

  /// Calls `urgent` and then `action` on the supervisor's thread whenever `descriptor` is readable or
  /// closed.
  ///
  /// `urgent` is called with realtime priority if the user has that right: it must be short.
  func watch(
    _ descriptor: CInt, urgent: @escaping @Sendable () -> Void,
    _ action: @escaping @Sendable () -> Void
  ) -> UInt64 {
    let key = state.withLock { state in
      defer { state.nextKey += 1 }
      state.watches[state.nextKey] = Watch(
        descriptor: descriptor, urgent: urgent, action: action)
      return state.nextKey
    }
    wake()
    return key
  }

  /// Ends a watch.
  ///
  /// Thread: supervisor, so that the descriptor is not in use.
  func unwatch(key: UInt64) { _ = state.withLock { $0.watches.removeValue(forKey: key) } }

  private func wake() {
    var byte: UInt8 = 0
    _ = unsafe write(wakePipe.writer, &byte, 1)
  }

  private func run() -> Never {
    var realtimeWait = RealtimeWait()
    while true {
      let watches = state.withLock { $0.watches }
      var entries = [pollfd(fd: wakePipe.reader, events: Int16(POLLIN), revents: 0)]
      let keys = Array(watches.keys)
      for key in keys {
        guard let watch = watches[key] else { continue }
        entries.append(pollfd(fd: watch.descriptor, events: Int16(POLLIN), revents: 0))
      }
      realtimeWait.begin()
      let count = unsafe poll(&entries, nfds_t(entries.count), -1)
      for (key, entry) in zip(keys, entries.dropFirst()) where entry.revents != 0 {
        watches[key]?.urgent()
      }
      realtimeWait.end()
      guard count > 0 else { continue }
      if entries[0].revents != 0 { runJobs() }
      for (key, entry) in zip(keys, entries.dropFirst()) where entry.revents != 0 {
        watches[key]?.action()
      }
    }
  }

  private func runJobs() {
    var bytes = [UInt8](repeating: 0, count: 64)
    _ = unsafe read(wakePipe.reader, &bytes, bytes.count)
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { job() }
  }
}

/// Hands one result from one thread to another.
private final class ResultBox<T: Sendable>: Sendable {
  private let value = Mutex<T?>(nil)
  private let ready = Signal()

  func put(_ result: T) {
    value.withLock { $0 = result }
    ready.send()
  }

  func take() -> T {
    ready.wait()
    return value.withLock { result in
      guard let result else { preconditionFailure("the signal comes after the value") }
      return result
    }
  }
}
