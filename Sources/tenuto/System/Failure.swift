import Glibc
import TenutoJACK
import TenutoSession
import TenutoControl
import TenutoSystem

/// Why a command ends without having done its work.
struct Failure: Error {
  /// 1 for work that failed, 2 for wrong usage.
  let exitCode: Int32
  /// What, where, and what to do: one sentence, or one for each mistake of a file.
  let messages: [String]

  /// All in one.
  var message: String { messages.joined(separator: "; ") }

  /// The command could not do what it was asked to.
  static func work(_ message: String) -> Failure { Failure(exitCode: 1, messages: [message]) }

  /// What was asked for is impossible anywhere.
  static func usage(_ message: String) -> Failure { Failure(exitCode: 2, messages: [message]) }

  private init(exitCode: Int32, messages: [String]) {
    self.exitCode = exitCode
    self.messages = messages.map { MissingLibrary.remedy(for: $0) ?? $0 }
  }

  /// Takes over the errors of the libraries; nil for those of the argument parser.
  init?(_ error: any Error) {
    switch error {
    case let error as Failure: self = error
    case let error as HostError: self.init(error)
    case let error as JACKError: self = .work(error.description)
    case let error as SessionEditError: self = .work(error.message)
    case let error as SessionFileError: self.init(exitCode: 1, messages: error.lines)
    case let error as RequestError: self = .work(error.message)
    default: return nil
    }
  }

  init(_ error: HostError) {
    self = error.code == .queryInvalid ? .usage(error.message) : .work(error.message)
  }

  /// Prints each sentence on a line and ends the process.
  func leave() -> Never {
    for message in messages { Output.note(message) }
    exit(exitCode)
  }
}
