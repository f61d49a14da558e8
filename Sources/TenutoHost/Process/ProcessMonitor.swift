internal import CTenuto
internal import Glibc
internal import Synchronization
internal import TenutoTransport

/// What the supervisor watches of one process: its end and what it prints.
///
/// It lives until the process has been reaped, also when nobody asks for it any more.
final class ProcessMonitor: Sendable {
  let identifier: Int32
  let life = LifeFlag.allocate()
  private let handle: Descriptor
  private let output: Descriptor
  private let state = Mutex(State())

  private struct State {
    var exit: ProcessExit?
    var tail = OutputTail()
    var onEnd: [@Sendable (ProcessExit) -> Void] = []
    var handleKey: UInt64 = 0
    var outputKey: UInt64?
  }

  init(identifier: Int32, handle: consuming Descriptor, output: consuming Descriptor) {
    self.identifier = identifier
    self.handle = handle
    self.output = output
  }

  deinit { life.deallocate() }

  /// Begins to watch; the supervisor holds this object until the process has ended.
  func start() {
    let outputKey = Supervisor.shared.watch(output.number) { self.readOutput() }
    state.withLock { $0.outputKey = outputKey }
    let handleKey = Supervisor.shared.watch(handle.number) { self.reap() }
    state.withLock { $0.handleKey = handleKey }
  }

  /// How the process ended, nil while it runs.
  var exit: ProcessExit? { state.withLock { $0.exit } }

  /// The last `count` lines that it printed.
  func lastLines(_ count: Int) -> [String] { state.withLock { $0.tail.lastLines(count) } }

  /// Calls `action` when the process ends, at once if it has.
  ///
  /// Thread of the call: supervisor, or this one.
  func whenEnded(_ action: @escaping @Sendable (ProcessExit) -> Void) {
    let exit = state.withLock { state in
      if state.exit == nil { state.onEnd.append(action) }
      return state.exit
    }
    if let exit { action(exit) }
  }

  /// Ends the process at once.
  func kill() {
    if life.isAlive { _ = tenuto_kill(handle.number) }
  }

  private func readOutput() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(output.number, &buffer, buffer.count)
    if count > 0 {
      state.withLock { $0.tail.append(buffer.prefix(count)) }
    } else if count == 0 || errno != EAGAIN {
      endOutput()
    }
  }

  private func endOutput() {
    let key = state.withLock { state in
      defer { state.outputKey = nil }
      return state.outputKey
    }
    if let key { Supervisor.shared.unwatch(key: key) }
  }

  private func reap() {
    var status: Int32 = 0
    let result = unsafe waitpid(identifier, &status, WNOHANG)
    guard result == identifier || (result == -1 && errno == ECHILD) else { return }
    drainOutput()
    endOutput()
    life.clear()
    let exit = ProcessExit(waitStatus: status)
    let (actions, key) = state.withLock { state in
      state.exit = exit
      defer { state.onEnd = [] }
      return (state.onEnd, state.handleKey)
    }
    Supervisor.shared.unwatch(key: key)
    for action in actions { action(exit) }
  }

  /// What the process printed last may still be in the pipe.
  private func drainOutput() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(output.number, &buffer, buffer.count)
      guard count > 0 else { return }
      state.withLock { $0.tail.append(buffer.prefix(count)) }
    }
  }
}
