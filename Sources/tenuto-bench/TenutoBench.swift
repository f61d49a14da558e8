import Foundation

/// `make bench`: the figures that Tenuto promises, measured on this machine.
@main
struct TenutoBench {
  static func main() throws {
    let arguments = CommandLine.arguments.dropFirst()
    let isQuick = arguments.contains("--quick")
    let output = arguments.last { !$0.hasPrefix("--") } ?? "bench.json"
    let only = arguments.first { $0.hasPrefix("--only=") }?.dropFirst(7)
    var report = Report()
    if only == nil || only == "isolation" {
      try Isolation(cycles: isQuick ? 500 : 3000, rounds: isQuick ? 1 : 5).run(into: &report)
    }
    try report.write(to: output)
    print("Figures as JSON: \(output)")
  }
}
