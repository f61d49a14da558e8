import Foundation

/// The figures that the page promises, measured in Chromium by `Tests/Page/page_figures.py`.
struct PageSpeed {
  let isQuick: Bool

  /// A line of the program's output.
  private struct Line: Decodable {
    let name: String
    let unit: String
    let values: [Double]
    let bar: Double?
  }

  private static let python = ".build-peers/bin/python"
  private static let program = "Tests/Page/page_figures.py"
  /// The folder of bundles that `make build` creates.
  private static let bundles = ".build/extensions"

  /// Adds a figure for each line as it arrives; prints a note if the browser's parts are not
  /// installed.
  func run(into report: inout Report) throws {
    guard FileManager.default.isExecutableFile(atPath: Self.python) else {
      print("page: not measured; '.ci/peers' makes the Python environment that drives the browser")
      return
    }
    let folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    let (process, output) = (Process(), Pipe())
    process.executableURL = URL(fileURLWithPath: Self.python)
    process.arguments = [Self.program] + (isQuick ? ["--quick"] : [])
    var environment = ProcessInfo.processInfo.environment
    environment["TENUTO"] = environment["TENUTO"] ?? folder.appending(path: "tenuto").path
    environment["TENUTO_PATH"] =
      environment["TENUTO_PATH"] ?? URL(fileURLWithPath: Self.bundles).path
    process.environment = environment
    process.standardOutput = output
    try process.run()
    var rest: [UInt8] = []
    while true {
      let piece = output.fileHandleForReading.availableData
      if piece.isEmpty { break }
      rest += piece
      while let end = rest.firstIndex(of: 0x0A) {
        take(Array(rest[..<end]), into: &report)
        rest.removeFirst(end + 1)
      }
    }
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError.hangs }
  }

  private func take(_ bytes: [UInt8], into report: inout Report) {
    guard let line = try? JSONDecoder().decode(Line.self, from: Data(bytes)), !line.values.isEmpty
    else { return }
    report.add(line.name, line.unit, Spread(line.values), bar: line.bar)
  }
}
