import Foundation
import Synchronization

/// A child process of this program; its output is read line by line.
final class ChildProgram: Sendable {
  private let process: Mutex<Running>
  private let collected = Mutex<[String]>([])

  private struct Running: @unchecked Sendable {  // used by one thread at a time
    let process = Process()
    let input = Pipe()
    let output = Pipe()
  }

  /// Starts the child process.
  init(_ arguments: [String]) throws {
    process = Mutex(Running())
    try process.withLock { running in
      running.process.executableURL = URL(fileURLWithPath: "/proc/self/exe")
        .resolvingSymlinksInPath()
      running.process.arguments = arguments
      running.process.standardInput = running.input
      running.process.standardOutput = running.output
      try running.process.run()
      let handle = running.output.fileHandleForReading.fileDescriptor
      Thread.detachNewThread { [weak self] in
        var rest = ""
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = unsafe read(handle, &buffer, buffer.count)
          guard count > 0, let self else { return }
          rest += String(decoding: buffer.prefix(count), as: UTF8.self)
          let lines = rest.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
          rest = lines.last ?? ""
          self.collected.withLock { $0 += lines.dropLast() }
        }
      }
    }
  }

  /// Its output so far.
  var lines: [String] { collected.withLock { $0 } }

  /// Whether it is running.
  var isRunning: Bool { process.withLock { $0.process.isRunning } }

  /// Waits for its first line of output.
  func firstLine() -> String? {
    for _ in 0..<2000 {
      if let line = lines.first { return line }
      usleep(5000)
    }
    return nil
  }

  /// Closes its input, and waits for its exit.
  func finish() {
    process.withLock { running in
      try? running.input.fileHandleForWriting.close()
      running.process.waitUntilExitOrKill()
    }
    usleep(50_000)
  }
}
