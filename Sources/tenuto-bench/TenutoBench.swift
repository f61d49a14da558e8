import CTenuto
import Foundation

/// `make bench`: the figures that Tenuto promises, measured on this machine.
@main
struct TenutoBench {
  static func main() throws {
    tenuto_flush_subnormals()  // like the render threads of both processes
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains("--probe") { return try RenderPath.probe() }
    if RegistryScan.answer(arguments) { return }
    if try NetworkMIDISpeed.answer(arguments) { return }
    let isQuick = arguments.contains("--quick")
    let output = arguments.last { !$0.hasPrefix("--") } ?? "bench.json"
    let only = arguments.first { $0.hasPrefix("--only=") }?.dropFirst(7)
    var report = Report()
    func suite(
      _ name: String, minutes: Int = 3, _ measure: (inout Report) throws -> Void
    ) throws {
      guard only == nil || only ?? "" == name else { return }
      let limit = SuiteLimit(name, minutes: isQuick ? min(minutes, 3) : minutes)
      defer { limit.end() }
      try measure(&report)
      try report.write(to: output)  // if a later suite fails or hangs
    }
    try suite("start") { try StartAndMemory(rounds: isQuick ? 5 : 25).run(into: &$0) }
    try suite("sandbox") { try SandboxStart(rounds: isQuick ? 5 : 50).run(into: &$0) }
    try suite("scan") { try RegistryScan(rounds: isQuick ? 3 : 25).run(into: &$0) }
    try suite("render") { try RenderSpeed(rounds: isQuick ? 1 : 7).run(into: &$0) }
    try suite("plugins") {
      try PluginCost(rounds: isQuick ? 1 : 5, seconds: isQuick ? 10 : 60).run(into: &$0)
    }
    try suite("gm") { try GeneralMIDISpeed(rounds: isQuick ? 1 : 15).run(into: &$0) }
    try suite("path") { try RenderPath().run(into: &$0) }
    try suite("isolation", minutes: 10) {
      try ControlTimer.measure("isolation", into: &$0)
      try Isolation(rounds: isQuick ? 1 : 3, isQuick: isQuick).run(into: &$0)
    }
    try suite("jack", minutes: 30) {
      try ControlTimer.measure("a period in JACK", into: &$0)
      try JACKPeriod(
        rounds: isQuick ? 1 : 5, seconds: 0.5,
        frameCounts: isQuick ? [64] : [64, 128, 256],
        nodeCounts: isQuick ? [32] : [1, 2, 4, 8, 16, 32, 48]
      ).run(into: &$0)
    }
    try suite("bursts", minutes: 5) {
      try ControlTimer.measure("bursts", into: &$0)
      try Bursts(rounds: isQuick ? 1 : 5, seconds: isQuick ? 1 : 2, isQuick: isQuick).run(into: &$0)
    }
    // Twenty minutes: only on request.
    if only == "lv2" {
      try suite("lv2", minutes: 40) {
        try ControlTimer.measure("LV2 side by side", into: &$0)
        try LV2SideBySide(
          rounds: isQuick ? 1 : 5, seconds: isQuick ? 1 : 5, counts: [8, 32, 100, 300],
          longRounds: isQuick ? 1 : 3, longSeconds: isQuick ? 5 : 60
        ).run(into: &$0)
      }
    }
    try suite("capacity", minutes: 10) {
      try ControlTimer.measure("capacity", into: &$0)
      try Capacity(cycles: isQuick ? 300 : 1000, rounds: isQuick ? 1 : 3, isQuick: isQuick)
        .run(into: &$0)
    }
    try suite("control") {
      try ControlSpeed(seconds: isQuick ? 2 : 5, rounds: isQuick ? 1 : 3).run(into: &$0)
    }
    try suite("midi") { try MIDISpeed(rounds: isQuick ? 3 : 7).run(into: &$0) }
    try suite("midi-files") { try MIDIFileSpeed(rounds: isQuick ? 5 : 25).run(into: &$0) }
    try suite("network", minutes: 6) {
      try NetworkMIDISpeed(seconds: isQuick ? 1 : 5, isQuick: isQuick).run(into: &$0)
      NetworkMIDISimulation(seconds: isQuick ? 3600 : 21_600).run(into: &$0)
    }
    try suite("page") { try PageSpeed(isQuick: isQuick).run(into: &$0) }
    try suite("callback", minutes: 8) {
      try Callback(minutes: isQuick ? 0.05 : 1.5, isQuick: isQuick).run(into: &$0)
    }
    try suite("recovery", minutes: 5) { try Recovery(faults: isQuick ? 10 : 100).run(into: &$0) }
    try suite("shadow", minutes: 5) {
      try ShadowCost(rounds: isQuick ? 1 : 5, cycles: isQuick ? 1000 : 3000).run(into: &$0)
    }
    try suite("deadline") { try Deadline(hangs: isQuick ? 5 : 100).run(into: &$0) }
    try suite("guards") { try Guards(rounds: isQuick ? 20 : 200).run(into: &$0) }
    try report.write(to: output)
    try Curves(report: report, path: output).write()
    let missed = report.figures.filter { $0.isMet == false }.count
    print("\(missed) bars missed; figures as JSON: \(output)")
  }
}
