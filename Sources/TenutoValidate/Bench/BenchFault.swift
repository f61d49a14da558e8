/// The reason why an extension could not be examined any further.
enum BenchFault: Error {
  /// Its process has ended.
  case died(String)
  /// It gave no answer in time.
  case hung(String)
  /// It violated the protocol.
  case lied(String)
  /// It refused a request that it must accept.
  case refused(String)
  /// This machine lacks a resource for the check.
  case system(String)

  var outcome: Outcome {
    switch self {
    case .died(let text): .crashed(text)
    case .hung(let text): .hung(text)
    case .lied(let text), .refused(let text): .failed(text)
    case .system(let text): .skipped(text)
    }
  }
}
