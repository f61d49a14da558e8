internal import Synchronization
internal import TenutoProcess
internal import TenutoRender
internal import TenutoTransport

/// Observations of the playing instance: its threads, its answers, its memory.
struct RenderThreadWatch: Sendable {
  /// The render thread as the extension names it, and as this process does.
  private var named: Int32 = 0
  private(set) var thread: Int32?
  private var dataBytes: UInt64 = 0
  private var dataLimit: UInt64?
  private var dataLookedAt: UInt64?

  /// Between two looks at the memory, in ns.
  private static let memoryPause: UInt64 = 250_000_000

  /// Looks at the render thread, in detail only where `isTense`.
  mutating func look(at instance: Instance, isTense: Bool) -> ThreadReading.Look {
    let number = instance.setup.withLock { $0.renderThread }
    // Found while all is well: a thread that has ended cannot be found any more.
    if number != named || (thread == nil && isTense) {
      named = number
      thread = instance.process.thread(named: number)
    }
    guard isTense, let thread else { return .unknown }
    return ThreadReading.look(process: instance.process.identifier, thread: thread)
  }

  /// Notes now and then how much memory its process has, and ends it where that is too much, or where
  /// it has too many threads.
  mutating func lookAtHoldings(of instance: Instance, now: UInt64) {
    if let dataLookedAt, now - dataLookedAt < Self.memoryPause { return }
    if dataLookedAt == nil { dataLimit = ProcessMemory.dataLimit(of: instance.process.identifier) }
    dataLookedAt = now
    let process = instance.process
    guard let status = ProcessFile.text("/proc/\(process.identifier)/status"),
      let memory = ProcessMemory(status: status)
    else { return }
    dataBytes = max(memory.dataBytes, memory.heldBytes)
    if let dataLimit, memory.exceeds(dataLimit) { process.condemn(ProcessMemory.deed) }
    // The kernel counts them for it alone only in a user namespace of its own.
    if let limit = process.threadLimit, ThreadReading.count(status: status) > limit {
      process.condemn(ThreadReading.deed)
    }
  }

  /// Evidence about a process that has ended, besides its exit status.
  func evidence(of process: ExtensionProcess, exit: ProcessExit) -> FaultEvidence {
    var evidence = FaultEvidence()
    evidence.deed = process.verdict
    evidence.dataBytes = dataBytes
    evidence.dataLimit = dataLimit
    guard case .signaled(let number) = exit, let note = FaultNote(output: process.outputTail),
      note.signal == number
    else { return evidence }
    evidence.notedSignal = note.signal
    // A signal that was sent, as by abort(), has no address.
    if note.code > 0 { evidence.notedAddress = note.address }
    let noted = note.dataPages.multipliedReportingOverflow(by: ProcessMemory.pageSize)
    if !noted.overflow { evidence.dataBytes = max(dataBytes, noted.partialValue) }
    return evidence
  }
}

extension Instance {
  /// The last cycle that it says it has done; nil where nothing renders it.
  ///
  /// Thread: any. Its own word.
  package var answeredCycle: UInt32? { setup.withLock { $0.memory }?.port.doneCycle }
}
