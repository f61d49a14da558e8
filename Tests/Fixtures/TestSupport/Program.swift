import Foundation

/// What a program that a test has run said, and how it ended.
package struct ProgramResult: Sendable {
  /// The exit code, or the signal that ended it.
  package let status: Int32
  /// Whether `status` is a signal.
  package let wasSignaled: Bool
  /// Everything that it printed.
  package let output: String
}

/// Programs that tests run.
package enum Program {
  /// Runs the program at `path` to its end.
  ///
  /// - Throws: Foundation's error where it cannot be started.
  package static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:]
  ) throws -> ProgramResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return ProgramResult(
      status: process.terminationStatus,
      wasSignaled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: data, as: UTF8.self))
  }
}

/// Whether the tests run under a sanitizer that a preloaded one would quarrel with.
package var isThreadSanitized: Bool { unsafe dlsym(nil, "__tsan_init") != nil }
