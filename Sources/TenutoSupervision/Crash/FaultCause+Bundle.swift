internal import TenutoComponents
public import TenutoProcess
extension FaultCause {
  /// Its kind as files spell it.
  var kind: String {
    switch self {
    case .crashed: "crashed"
    case .exited: "exited"
    case .hung: "hung"
    case .stopped: "stopped"
    case .protocolFault: "protocolFault"
    case .memoryLimit: "memoryLimit"
    case .processorLimit: "processorLimit"
    case .forbiddenCall: "forbiddenCall"
    case .killed: "killed"
    case .notStarted: "notStarted"
    }
  }

  /// The cause in a file's fields; nil if there is none.
  init?(kind: String, signal: Int32?, address: UInt64?, exitCode: Int32?, detail: String?) {
    switch kind {
    case "crashed":
      guard let signal else { return nil }
      self = .crashed(signal: signal, address: address)
    case "exited":
      guard let exitCode else { return nil }
      self = .exited(code: exitCode)
    case "hung": self = .hung
    case "stopped": self = .stopped
    case "protocolFault": self = .protocolFault(detail ?? "")
    case "memoryLimit": self = .memoryLimit
    case "processorLimit": self = .processorLimit
    case "forbiddenCall": self = .forbiddenCall
    case "killed":
      guard let signal else { return nil }
      self = .killed(signal: signal)
    case "notStarted": self = .notStarted(detail ?? "")
    default: return nil
    }
  }

  /// The state of a process that ended by itself: a hint where a note says more than the exit.
  public init(_ exit: ProcessExit, note: FaultNote?) {
    var evidence = FaultEvidence()
    evidence.notedSignal = note?.signal
    // A signal that was sent, as abort() does, has no address.
    evidence.notedAddress = note.flatMap { $0.code > 0 ? $0.address : nil }
    self = evidence.cause(of: exit)
  }
}

extension String {
  /// The text as one line without control characters, 200 characters at most.
  var printableLine: String { ManifestCheck.printable(self) }
}
