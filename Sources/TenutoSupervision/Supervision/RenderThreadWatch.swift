internal import Glibc
internal import Synchronization
internal import TenutoCore
internal import TenutoProcess
internal import TenutoRender
internal import TenutoTransport

/// Observations of an instance: its threads, its answers, its memory.
struct RenderThreadWatch: Sendable {
  /// The render thread's id in the extension, and its id in this process.
  private var named: Int32 = 0
  private(set) var thread: Int32?
  private var dataBytes: UInt64 = 0
  private var dataLimit: UInt64?
  private var dataLookedAt: UInt64?

  /// Nanoseconds between two checks of the memory.
  private static let memoryPause: UInt64 = 250_000_000

  /// Observes the render thread, in detail only if `isTense`.
  mutating func look(at instance: Instance, isTense: Bool) -> ThreadReading.Look {
    let number = instance.setup.withLock { $0.renderThread }
    // Resolve the id while all is well: a thread that has ended can no longer be found.
    if number != named || (thread == nil && isTense) {
      named = number
      thread = instance.process.thread(named: number)
    }
    guard isTense, let thread else { return .unknown }
    return ThreadReading.look(process: instance.process.identifier, thread: thread)
  }

  /// Records the memory of its process from time to time, and ends a process that has too much
  /// memory or too many threads.
  mutating func checkLimits(of instance: Instance, now: UInt64) {
    if let dataLookedAt, now - dataLookedAt < Self.memoryPause { return }
    if dataLookedAt == nil { dataLimit = ProcessMemory.dataLimit(of: instance.process.identifier) }
    dataLookedAt = now
    let process = instance.process
    guard let status = ProcessFile.text("/proc/\(process.identifier)/status"),
      let memory = ProcessMemory(status: status)
    else { return }
    dataBytes = max(memory.dataBytes, memory.heldBytes)
    if let dataLimit, memory.exceeds(dataLimit) { process.end(because: ProcessMemory.violation) }
    // The kernel counts its threads separately only in its own user namespace.
    if let limit = process.threadLimit, ThreadReading.count(status: status) > limit {
      process.end(because: ThreadReading.violation)
    }
  }

  /// Returns evidence about a process that has ended, besides its exit status.
  func evidence(of process: ExtensionProcess, exit: ProcessExit) -> FaultEvidence {
    var evidence = FaultEvidence()
    evidence.violation = process.endReason
    evidence.dataBytes = dataBytes
    evidence.dataLimit = dataLimit
    guard case .signaled(let number) = exit, let note = FaultNote(output: process.outputTail),
      note.signal == number || number == SIGKILL
    else { return evidence }
    evidence.notedSignal = note.signal
    // A signal sent by software, such as abort()'s, has no address.
    if note.code > 0 { evidence.notedAddress = note.address }
    let noted = note.dataPages.multipliedReportingOverflow(by: ProcessMemory.pageSize)
    if !noted.overflow { evidence.dataBytes = max(dataBytes, noted.partialValue) }
    return evidence
  }
}

extension Instance {
  /// The newest finished cycle by the extension's own claim; nil if no engine renders it.
  ///
  /// Thread: any.
  package var answeredCycle: UInt32? {
    guard let port = setup.withLock({ $0.memory })?.port else { return nil }
    let done = port.doneCycle
    // The cycle in which it ends is answered by its fault handler.
    return port.report.status == RenderStatus.crashed.rawValue ? done &- 1 : done
  }
}
