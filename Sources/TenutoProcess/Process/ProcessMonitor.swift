internal import CTenuto
internal import Glibc
internal import Synchronization
package import TenutoSystem
internal import TenutoTransport

/// The monitor of one process: its exit and its output.
///
/// It lives until the process has been reaped, even without any other reference.
package final class ProcessMonitor: Sendable {
  let identifier: Int32
  /// The process that is reaped: the extension, or the first process of its namespace.
  private let child: Int32
  /// Reports the exit of an extension that is not the child itself, or else -1.
  private let report: Descriptor
  package let life = LifeFlag.allocate()
  /// The core and priority of its render thread.
  package let scheduling: ThreadScheduling
  private let handle: Descriptor
  private let output: OutputReader
  private let state = Mutex(State())

  private struct State {
    var exit: ProcessExit?
    var onEnd: [@Sendable (ProcessExit) -> Void] = []
    var onSilence: [@Sendable () -> Void] = []
    var handleKey: UInt64 = 0
  }

  init(_ started: StartedProcess, output: consuming Descriptor) {
    identifier = started.identifier
    scheduling = ThreadScheduling.allocate(process: started.identifier)
    child = started.child
    handle = Descriptor(owning: started.handle)
    report = Descriptor(owning: started.report)
    self.output = OutputReader(output)
  }

  deinit {
    life.deallocate()
    scheduling.deallocate()
  }

  /// Starts watching; the supervisor holds this object until the process has ended.
  func start() {
    output.start()
    if child != identifier { RealtimeWait.give(to: child) }
    let handleKey = Supervisor.shared.watch(handle.number, urgent: { self.noteSilence() }) {
      self.reap()
    }
    state.withLock { $0.handleKey = handleKey }
  }

  /// The exit of the process; nil while it runs.
  var exit: ProcessExit? { state.withLock { $0.exit } }

  /// The last `count` lines of its output.
  func lastLines(_ count: Int) -> [String] { output.lastLines(count) }

  /// The last bytes of its output, 64 KiB at most.
  var outputTail: [UInt8] { output.bytes }

  /// Calls `action` when the process ends, or at once if it has ended.
  ///
  /// Thread of the call: supervisor, or this one.
  package func whenEnded(_ action: @escaping @Sendable (ProcessExit) -> Void) {
    let exit = state.withLock { state in
      if state.exit == nil { state.onEnd.append(action) }
      return state.exit
    }
    if let exit { action(exit) }
  }

  /// Calls `action`, which must be short, as soon as the process is found dead.
  ///
  /// Its exit status is known later.
  ///
  /// Thread of the call: supervisor, with realtime priority, or this one.
  package func whenSilent(_ action: @escaping @Sendable () -> Void) {
    let isSilent = state.withLock { state in
      if life.isAlive { state.onSilence.append(action) }
      return !life.isAlive
    }
    if isSilent { action() }
  }

  /// Marks the process as dead for the render threads.
  private func noteSilence() {
    let actions = state.withLock { state in
      life.clear()
      defer { state.onSilence = [] }
      return state.onSilence
    }
    for action in actions { action() }
  }

  /// Kills the process at once.
  package func kill() {
    if life.isAlive { _ = tenuto_kill(handle.number) }
  }

  private func reap() {
    var status: Int32 = 0
    let result = unsafe waitpid(child, &status, WNOHANG)
    guard result == child || (result == -1 && errno == ECHILD) else { return }
    // It may have ended before `start` knew the watch's key.
    let (isReaped, known) = state.withLock { ($0.exit != nil, $0.handleKey) }
    guard !isReaped else { return Supervisor.shared.unwatch(key: known) }
    readReport(into: &status)
    output.finish()
    let exit = ProcessExit(waitStatus: status)
    let (actions, key) = state.withLock { state in
      state.exit = exit
      defer { state.onEnd = [] }
      return (state.onEnd, state.handleKey)
    }
    Supervisor.shared.unwatch(key: key)
    for action in actions { action(exit) }
  }

  /// Reads the exit of the extension, unless the namespace's first process died before its report.
  private func readReport(into status: inout Int32) {
    var own: Int32 = 0
    guard report.number >= 0, unsafe read(report.number, &own, 4) == 4 else { return }
    status = own
  }
}
