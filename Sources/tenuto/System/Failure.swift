import Glibc
import TenutoJACK
import TenutoSession
import TenutoControl
import TenutoSystem

/// The reason why a command failed.
struct Failure: Error {
  /// 1 for work that failed, 2 for wrong usage.
  let exitCode: Int32
  /// What failed, where, and how to fix it: one sentence, or one for each error in a file.
  let messages: [String]

  /// All messages in one text.
  var message: String { messages.joined(separator: "; ") }

  /// Creates a failure of the work itself.
  static func work(_ message: String) -> Failure { Failure(exitCode: 1, messages: [message]) }

  /// Creates a failure for wrong usage.
  static func usage(_ message: String) -> Failure { Failure(exitCode: 2, messages: [message]) }

  /// Creates a failure for wrong usage with several faults.
  static func usage(_ messages: [String]) -> Failure { Failure(exitCode: 2, messages: messages) }

  private init(exitCode: Int32, messages: [String]) {
    self.exitCode = exitCode
    self.messages = messages.map { MissingLibrary.remedy(for: $0) ?? $0 }
  }

  /// Converts errors of the libraries; nil for errors of the argument parser.
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

  /// Prints each message on a line and exits.
  func leave() -> Never {
    for message in messages { Output.note(message) }
    exit(exitCode)
  }
}
