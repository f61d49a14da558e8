internal import Glibc

/// The exit of a process.
public enum ProcessExit: Equatable, Sendable, CustomStringConvertible {
  /// Without a signal, with this exit code.
  case exited(code: Int32)
  /// By this signal.
  case signaled(number: Int32)

  /// Decodes the status from `waitpid`.
  init(waitStatus status: Int32) {
    let signal = status & 0x7F
    self = signal == 0 ? .exited(code: (status >> 8) & 0xFF) : .signaled(number: signal)
  }

  /// A phrase such as `"was ended by SIGSEGV (signal 11)"`.
  public var description: String {
    switch self {
    case .exited(let code): "exited with code \(code)"
    case .signaled(let number): "was ended by \(Self.name(ofSignal: number)) (signal \(number))"
    }
  }

  package static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      SIGABRT: "SIGABRT", SIGBUS: "SIGBUS", SIGFPE: "SIGFPE", SIGHUP: "SIGHUP", SIGILL: "SIGILL",
      SIGINT: "SIGINT", SIGKILL: "SIGKILL", SIGPIPE: "SIGPIPE", SIGSEGV: "SIGSEGV",
      SIGSYS: "SIGSYS", SIGTERM: "SIGTERM", SIGTRAP: "SIGTRAP", SIGXCPU: "SIGXCPU",
      SIGXFSZ: "SIGXFSZ",
    ]
    return names[number] ?? "a signal"
  }
}
