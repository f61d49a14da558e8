import Foundation

/// `tenuto-floor`, which measures on request.
final class FloorProcess {
  private let process = Process()
  private let questions = Pipe()
  private let answers = Pipe()

  /// The kinds of measurement.
  enum Kind: String {
    case isolated
    case inProcess = "inprocess"
  }

  /// Starts the program.
  init(_ shape: Isolation.Shape, count: Int, frames: Int, _ placement: Placement) throws {
    process.executableURL = URL(fileURLWithPath: BenchEnvironment.path(of: "tenuto-floor"))
    process.arguments = [shape.rawValue, "\(count)", "\(frames)", placement.rawValue]
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
  }

  /// The median duration of `cycles` cycles, in nanoseconds.
  func measure(_ kind: Kind, cycles: Int) throws -> Double {
    try questions.fileHandleForWriting.write(
      contentsOf: Data("\(kind.rawValue) \(cycles)\n".utf8))
    var line = Data()
    while !line.contains(UInt8(ascii: "\n")) {
      let piece = answers.fileHandleForReading.availableData
      guard !piece.isEmpty else { throw BenchError.hangs }
      line += piece
    }
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.count == 3, let median = Double(words[1]) else { throw BenchError.hangs }
    return median
  }

  /// Ends the program and all its processes.
  func stop() {
    try? questions.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
