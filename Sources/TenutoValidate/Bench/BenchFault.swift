/// Why an extension could not be examined any further.
enum BenchFault: Error {
  /// Its process has ended.
  case died(String)
  /// It has given no answer in time.
  case hung(String)
  /// It has sent what the protocol does not allow.
  case lied(String)
  /// It has refused what it must do.
  case refused(String)
  /// This machine has not given what the check needs.
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
