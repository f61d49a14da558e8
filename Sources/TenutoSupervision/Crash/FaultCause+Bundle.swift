internal import TenutoComponents
public import TenutoProcess
extension FaultCause {
  /// The name of its kind in files.
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

  /// Creates a cause from a file's fields; nil if they do not form one.
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

  /// Derives the cause from a process's exit; a note may say more than the exit status.
  public init(_ exit: ProcessExit, note: FaultNote?) {
    var evidence = FaultEvidence()
    evidence.notedSignal = note?.signal
    // A signal sent by software, such as abort()'s, has no address.
    evidence.notedAddress = note.flatMap { $0.code > 0 ? $0.address : nil }
    self = evidence.cause(of: exit)
  }
}

extension String {
  /// The text as one line of at most 200 characters, without control characters.
  var printableLine: String { ManifestCheck.printable(self) }
}
