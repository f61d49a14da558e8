import Foundation
import TestSupport

/// A `SessionHost` whose output a test reads, and which it kills.
final class SessionChild {
  private let process = Process()
  private let pipe = Pipe()
  private var pending = Data()

  var identifier: Int32 { process.processIdentifier }

  init(_ arguments: [String]) throws {
    process.executableURL = URL(fileURLWithPath: Built.path("SessionHost"))
    process.arguments = arguments
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// The next line, nil when the child has ended.
  func next() -> String? {
    while true {
      if let end = pending.firstIndex(of: 0x0A) {
        defer { pending = Data(pending[(end + 1)...]) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      let data = pipe.fileHandleForReading.availableData
      if data.isEmpty { return nil }
      pending += data
    }
  }

  /// The next line with this prefix.
  func next(beginning prefix: String) -> String? {
    while let line = next() { if line.hasPrefix(prefix) { return line } }
    return nil
  }

  /// Kills it, and returns its unread output.
  func kill() -> [String] {
    Foundation.kill(identifier, SIGKILL)
    var lines: [String] = []
    while let line = next() { lines.append(line) }
    process.waitUntilExit()
    return lines
  }
}

extension String {
  /// The number after a line's first word.
  func number(of word: String) -> Int? {
    let words = split(separator: " ")
    return words.first.map(String.init) == word && words.count > 1 ? Int(words[1]) : nil
  }
}
