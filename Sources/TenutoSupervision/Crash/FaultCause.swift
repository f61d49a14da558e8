internal import Glibc
internal import TenutoComponents
internal import TenutoProcess

/// The reason why an instance no longer plays.
public enum FaultCause: Sendable, Equatable, CustomStringConvertible {
  /// It caused a signal; the address is the extension's own claim.
  case crashed(signal: Int32, address: UInt64?)
  /// It ended its process without a request.
  case exited(code: Int32)
  /// It did not answer although its thread had time to.
  case hung
  /// It was stopped from outside for too long.
  case stopped
  /// It violated the protocol, for example `"sent a malformed message"`.
  case protocolFault(String)
  /// It reached its memory limit.
  case memoryLimit
  /// It ran at realtime priority without a pause.
  case processorLimit
  /// It made a system call that the sandbox forbids.
  case forbiddenCall
  /// Another process killed it.
  case killed(signal: Int32)
  /// It could not be started.
  case notStarted(String)

  /// One sentence with the subject "it", safe to print on a terminal.
  public var description: String {
    switch self {
    case .crashed(SIGABRT, _): "It aborted: it called abort or hit a fatal error (SIGABRT)."
    case .crashed(let signal, nil): "It crashed with \(ProcessExit.name(ofSignal: signal))."
    case .crashed(let signal, let address?):
      "It crashed with \(ProcessExit.name(ofSignal: signal)) at address "
        + "0x\(String(address, radix: 16))."
    case .exited(let code): "It exited with code \(code)."
    case .hung: "It did not answer although it had time to, and was ended."
    case .stopped: "It was stopped from outside for too long, and was ended."
    case .protocolFault(let violation): "It \(ManifestCheck.printable(violation)) and was ended."
    case .memoryLimit: "It reached its memory limit."
    case .processorLimit: "It used its realtime priority without a pause, and the system ended it."
    case .forbiddenCall: "It made a system call that the sandbox forbids (SIGSYS)."
    case .killed(let signal):
      "Another process killed it with \(ProcessExit.name(ofSignal: signal))."
    case .notStarted(let reason): "It could not be started: \(ManifestCheck.printable(reason))"
    }
  }
}
