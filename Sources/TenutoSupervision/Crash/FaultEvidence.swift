internal import Glibc
internal import TenutoProcess

/// Evidence about a process that has ended, besides its exit status.
struct FaultEvidence: Sendable, Equatable {
  /// The supervisor's reason for ending it.
  var verdict: FaultCause?
  /// Another part's reason for ending it, such as `"sent a malformed message"`.
  var deed: String?
  /// The signal and the address that it has told of its own crash.
  var notedSignal: Int32?
  var notedAddress: UInt64?
  /// Bytes of data that it had when it was last looked at, and may have.
  var dataBytes: UInt64 = 0
  var dataLimit: UInt64?
  /// Nanoseconds for which its render thread ran without an answer.
  var silentRun: UInt64 = 0

  /// Time of the render thread, in ns, from which a kill by the system is put down to it: the
  /// limit is 200 ms, and it is looked at every 10 ms.
  private static let longRun: UInt64 = 100_000_000

  /// Whether it was near the limit of its memory: what it asked for last is not counted.
  var isNearDataLimit: Bool {
    guard let dataLimit else { return false }
    return dataBytes >= dataLimit / 8 * 7
  }

  /// Why it has ended.
  func cause(of exit: ProcessExit) -> FaultCause {
    // An extension that fills its memory may be too busy to answer.
    if let verdict { return verdict == .hung && isNearDataLimit ? .memoryLimit : verdict }
    if deed == ProcessMemory.deed { return .memoryLimit }
    if let deed { return deed == "gave no answer" ? .hung : .protocolFault(deed) }
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
    case SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP:
      if isNearDataLimit { return .memoryLimit }
      return .crashed(signal: number, address: notedSignal == number ? notedAddress : nil)
    default: return .killed(signal: number)
    }
  }
}
