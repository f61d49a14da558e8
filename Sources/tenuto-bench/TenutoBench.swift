import CTenuto
import Foundation

/// `make bench`: the figures that Tenuto promises, measured on this machine.
@main
struct TenutoBench {
  static func main() throws {
    tenuto_flush_subnormals()  // as the render threads of both processes do
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--probe") { return try RenderPath.probe() }
    if RegistryScan.answer(arguments) { return }
    if try NetworkMIDISpeed.answer(arguments) { return }
    let isQuick = arguments.contains("--quick")
    let output = arguments.last { !$0.hasPrefix("--") } ?? "bench.json"
    let only = arguments.first { $0.hasPrefix("--only=") }?.dropFirst(7)
    func wants(_ name: String) -> Bool { only == nil || only ?? "" == name }
    var report = Report()
    if wants("start") { try StartAndMemory(rounds: isQuick ? 5 : 25).run(into: &report) }
    if wants("sandbox") { try SandboxStart(rounds: isQuick ? 5 : 50).run(into: &report) }
    if wants("scan") { try RegistryScan(rounds: isQuick ? 5 : 25).run(into: &report) }
    if wants("render") { try RenderSpeed(rounds: isQuick ? 1 : 7).run(into: &report) }
    if wants("gm") { try GeneralMIDISpeed(rounds: isQuick ? 3 : 15).run(into: &report) }
    if wants("path") { try RenderPath().run(into: &report) }
    if wants("isolation") {
      try ControlTimer.measure("isolation", into: &report)
      try Isolation(rounds: isQuick ? 1 : 5, isQuick: isQuick).run(into: &report)
    }
    if wants("jack") {
      try ControlTimer.measure("JACK side by side", into: &report)
      // A jackd takes 64 clients, its own among them.
      let counts = isQuick ? [8, 32] : [8, 32, 48]
      try SideBySide(rounds: isQuick ? 1 : 5, seconds: isQuick ? 1 : 3, counts: counts)
        .run(into: &report)
    }
    if wants("capacity") {
      try ControlTimer.measure("capacity", into: &report)
      try Capacity(cycles: isQuick ? 500 : 2000, rounds: isQuick ? 1 : 5).run(into: &report)
    }
    if wants("control") {
      try ControlSpeed(seconds: isQuick ? 2 : 5, rounds: isQuick ? 1 : 5).run(into: &report)
    }
    if wants("midi") { try MIDISpeed(rounds: isQuick ? 3 : 7).run(into: &report) }
    if wants("midi-files") { try MIDIFileSpeed(rounds: isQuick ? 5 : 25).run(into: &report) }
    if wants("network") { try NetworkMIDISpeed(seconds: isQuick ? 2 : 10).run(into: &report) }
    if wants("page") { try PageSpeed(isQuick: isQuick).run(into: &report) }
    if wants("callback") { try Callback(minutes: isQuick ? 0.2 : 10).run(into: &report) }
    if wants("recovery") { try Recovery(faults: isQuick ? 10 : 100).run(into: &report) }
    if wants("deadline") { try Deadline(hangs: isQuick ? 20 : 200).run(into: &report) }
    if wants("guards") { try Guards(rounds: isQuick ? 20 : 200).run(into: &report) }
    try report.write(to: output)
    try Curves(report: report, path: output).write()
    let missed = report.figures.filter { $0.isMet == false }.count
    print("\(missed) bars missed; figures as JSON: \(output)")
  }
}
