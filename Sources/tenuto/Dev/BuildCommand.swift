import Subprocess
import Synchronization
import SystemPackage
import TenutoHost

/// Runs the tools that build a package.
enum BuildCommand {
  /// What a tool printed, and whether it was content.
  struct Outcome: Sendable {
    let isSuccess: Bool
    /// Standard output.
    let output: String
    /// Standard error.
    let complaints: String
  }

  /// Bytes that are kept of what a tool prints.
  private static let limit = 1 << 20

  /// Runs `arguments` in `folder` and waits for its end.
  ///
  /// - Throws: Which tool cannot be started.
  static func run(_ arguments: [String], in folder: String) throws(Failure) -> Outcome {
    let waiter = Waiter<Result<Outcome, Failure>>()
    Task.detached { waiter.finish(await attempt(arguments, folder)) }
    return try waiter.wait().get()
  }

  private static func attempt(
    _ arguments: [String], _ folder: String
  ) async -> Result<Outcome, Failure> {
    do {
      let result = try await Subprocess.run(
        .name(arguments[0]), arguments: Arguments(Array(arguments.dropFirst())),
        workingDirectory: FilePath(folder), output: .string(limit: limit),
        error: .string(limit: limit))
      return .success(
        Outcome(
          isSuccess: result.terminationStatus.isSuccess, output: result.standardOutput,
          complaints: result.standardError))
    } catch {
      return .failure(.work("Cannot run '\(arguments.joined(separator: " "))': \(error)"))
    }
  }
}

/// Hands a value from a task to a thread that waits for it.
private final class Waiter<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let signal = Signal()

  func finish(_ result: Value) {
    value.withLock { $0 = result }
    signal.send()
  }

  func wait() -> Value {
    while true {
      signal.wait()
      if let result = value.withLock({ $0 }) { return result }
    }
  }
}
