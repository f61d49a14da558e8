internal import Glibc
internal import TenutoProcess

/// Evidence about a process that has ended, besides its exit status.
struct FaultEvidence: Sendable, Equatable {
  /// The supervisor's reason for killing it.
  var verdict: FaultCause?
  /// Another component's reason for killing it, such as `"sent a malformed message"`.
  var violation: String?
  /// The signal and the address in the extension's note on its crash.
  var notedSignal: Int32?
  var notedAddress: UInt64?
  /// Its data size at the last check, and its limit, in bytes.
  var dataBytes: UInt64 = 0
  var dataLimit: UInt64?
  /// Nanoseconds for which its render thread has run since its last answer.
  var silentRun: UInt64 = 0

  /// Run time of the render thread, in ns, from which a SIGKILL is attributed to the kernel's
  /// realtime limit: the limit is 200 ms, and the watch reads the time every 10 ms.
  private static let longRun: UInt64 = 100_000_000

  /// Whether it was near its memory limit; the request that failed is not counted.
  var isNearDataLimit: Bool {
    guard let dataLimit else { return false }
    return dataBytes >= dataLimit / 8 * 7
  }

  /// The cause of its end.
  func cause(of exit: ProcessExit) -> FaultCause {
    // An extension that fills its memory may be too busy to answer.
    if let verdict { return verdict == .hung && isNearDataLimit ? .memoryLimit : verdict }
    if violation == ProcessMemory.violation { return .memoryLimit }
    if let violation { return violation == "gave no answer" ? .hung : .protocolFault(violation) }
    switch exit {
    case .exited(let code): return isNearDataLimit && code != 0 ? .memoryLimit : .exited(code: code)
    case .signaled(let number): return cause(ofSignal: number)
    }
  }

  private func cause(ofSignal number: Int32) -> FaultCause {
    switch number {
    case SIGSYS: return .forbiddenCall
    case SIGXCPU: return .processorLimit
    case SIGKILL where silentRun >= Self.longRun: return .processorLimit
    case SIGKILL:
      // On a busy machine the host may kill it while it dies of a fault.
      guard let notedSignal, notedSignal != SIGKILL else { return .killed(signal: number) }
      return cause(ofSignal: notedSignal)
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP:
      if isNearDataLimit { return .memoryLimit }
      return .crashed(signal: number, address: notedSignal == number ? notedAddress : nil)
    default: return .killed(signal: number)
    }
  }
}
