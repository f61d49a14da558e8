import Foundation

/// The output and the end of a program that a test has run.
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
  /// Runs the program at `path`, and kills it after five minutes.
  ///
  /// The output goes to a file: a remaining child process would keep a pipe open. It includes
  /// standard error if `withErrors`.
  ///
  /// - Throws: Foundation's error if it cannot start.
  package static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    withErrors: Bool = true
  ) throws -> ProgramResult {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    let log = "\(NSTemporaryDirectory())tenuto-program-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: log) }
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardOutput = output
    process.standardError = withErrors ? output : FileHandle.nullDevice
    try process.run()
    let began = Date.now
    while process.isRunning && Date.now.timeIntervalSince(began) < 300 { usleep(2000) }
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
    let text = FileManager.default.contents(atPath: log) ?? Data()
    return ProgramResult(
      status: process.terminationStatus,
      wasSignaled: process.terminationReason == .uncaughtSignal,
      output: String(decoding: text, as: UTF8.self))
  }
}

/// Whether the tests run under a sanitizer that conflicts with a preloaded one.
package var isThreadSanitized: Bool { unsafe dlsym(nil, "__tsan_init") != nil }
