import Foundation
import Synchronization
import TestSupport
import Testing

/// The result of a command.
struct Outcome: Sendable {
  let exitCode: Int32
  /// Whether a signal ended it.
  let isSignaled: Bool
  let output: String
  let errors: String
}

/// A running command.
final class Program: Sendable {
  private let process: Mutex<Process>
  private let outputPath: String
  private let errorPath: String
  private let end = AsyncStream<Void>.makeStream()
  let identifier: Int32

  /// Starts `tenuto` in the workshop's folder.
  ///
  /// - Parameters:
  ///   - arguments: The command line.
  ///   - workshop: The working folder.
  ///   - environment: Variables to add.
  ///   - wrapper: A program and its arguments that starts it instead.
  /// - Throws: An error if the command does not start.
  init(
    _ arguments: [String], in workshop: Workshop, environment: [String: String] = [:],
    wrapper: [String] = []
  ) throws {
    let name = UUID().uuidString
    let folder = "\(workshop.path)/data"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/run", withIntermediateDirectories: true)
    (outputPath, errorPath) = ("\(folder)/\(name).out", "\(folder)/\(name).err")
    let command = wrapper + ["\(Workshop.build)/tenuto"] + arguments
    let process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.currentDirectoryURL = URL(fileURLWithPath: workshop.path)
    process.environment = workshop.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let (output, error) = (try Self.file(outputPath), try Self.file(errorPath))
    process.standardOutput = output
    process.standardError = error
    let end = end
    process.terminationHandler = { _ in end.continuation.finish() }
    try process.run()
    // Foundation never releases the process and its resources.
    try output.close()
    try error.close()
    identifier = process.processIdentifier
    self.process = Mutex(process)
  }

  private static func file(_ path: String) throws -> FileHandle {
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }

  /// Its output on stdout so far.
  var output: String { Self.text(outputPath) }
  /// Its output on stderr so far.
  var errors: String { Self.text(errorPath) }

  private static func text(_ path: String) -> String {
    String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
  }

  /// Sends a signal.
  func signal(_ number: Int32) { kill(identifier, number) }

  /// Waits until it ends.
  func finish() async -> Outcome {
    for await _ in end.stream {}
    let (code, reason) = process.withLock { ($0.terminationStatus, $0.terminationReason) }
    return Outcome(
      exitCode: code, isSignaled: reason == .uncaughtSignal, output: output, errors: errors)
  }

  /// Waits until `texts` were printed `count` times in total, or the program has ended; kills it
  /// after five minutes.
  func waitFor(_ texts: String..., count: Int = 1) async throws {
    let end = ContinuousClock.now + .seconds(300)
    func printed() -> Int {
      let all = output + errors
      return texts.reduce(0) { $0 + all.components(separatedBy: $1).count - 1 }
    }
    while printed() < count && isRunning {
      guard ContinuousClock.now < end else {
        signal(SIGKILL)
        Issue.record("\(texts) was not printed: \(errors)")
        return
      }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// Whether it is running.
  var isRunning: Bool { process.withLock { $0.isRunning } }
}

extension Workshop {
  /// Runs `tenuto`, and waits for its end.
  func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
    try await Program(arguments, in: self, environment: environment).finish()
  }

  /// Installs extensions of the package.
  func install(_ names: String...) async throws {
    for name in names {
      let outcome = try await run("install", "\(Self.build)/\(name)")
      guard outcome.exitCode == 0 else { throw InstallFailed(reason: outcome.errors) }
    }
  }

  private struct InstallFailed: Error {
    let reason: String
  }

  /// The process ids of extensions that were started from this folder.
  var extensionProcesses: [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { Int32($0) }.filter { identifier in
      let command = FileManager.default.contents(atPath: "/proc/\(identifier)/cmdline") ?? Data()
      return String(decoding: command, as: UTF8.self).hasPrefix(extensions)
    }
  }

  /// Whether no extension outlives its command; a killed process takes a moment to vanish.
  var hasNoExtensions: Bool { eventually { extensionProcesses.isEmpty } }
}
