import Foundation

/// `tenuto-floor`, which measures whenever it is asked to.
final class FloorProcess {
  private let process = Process()
  private let questions = Pipe()
  private let answers = Pipe()

  /// What it can measure.
  enum Kind: String {
    case isolated
    case inProcess = "inprocess"
  }

  /// Starts it.
  init(_ shape: Isolation.Shape, count: Int, frames: Int, _ placement: Placement) throws {
    process.executableURL = URL(fileURLWithPath: BenchEnvironment.path(of: "tenuto-floor"))
    process.arguments = [shape.rawValue, "\(count)", "\(frames)", placement.rawValue]
    process.standardInput = questions
    process.standardOutput = answers
    try process.run()
  }

  /// The median of the nanoseconds of so many cycles.
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

  /// Ends it and all its processes.
  func stop() {
    try? questions.fileHandleForWriting.close()
    process.waitUntilExit()
  }
}
