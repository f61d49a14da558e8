internal import Glibc
internal import TenutoCore
internal import TenutoTransport

extension ParameterChecks {
  /// The largest permitted increase of the difference between neighbouring samples: −20 dB.
  private static let bound: Float = 0.1
  /// The most parameters to try, since more take too long.
  private static let maximumCount = 16

  static let smooth = Check(
    "P15", "Parameter changes are smoothed", level: .strict, limit: 30,
    for: .parameters,
    why: "Each jump of a control sounds like a click.",
    fix: "Reach a new value over some milliseconds, even without a ramp."
  ) { context in
    let description = try context.bench().description
    if description.outputs.isEmpty { return .skipped("no audio outputs") }
    let all = description.parameters.filter {
      !$0.flags.contains(.readOnly) && !$0.unit.isWhole
    }
    if all.isEmpty { return .skipped("no parameter is continuous") }
    for parameter in all.prefix(maximumCount) {
      if let text = try jump(context, parameter) { return .warned(text) }
    }
    return .passed("\(min(all.count, maximumCount)) parameters")
  }

  /// Two seconds of a steady sound with full-range steps at different phases of it.
  private static func jump(_ context: CheckContext, _ parameter: Parameter) throws -> String? {
    let bench = try context.bench()
    try bench.allocate()
    let (length, distance) = (8 * spacing, spacing)
    let tone = (0..<length).map { 0.5 * Float(sin(2 * .pi * 100 * Double($0) / Bench.sampleRate)) }
    let inputs = [[Float]](repeating: tone, count: try bench.port.inputChannelCount)
    var events = bench.chord
    for step in 1..<8 {
      let isHigh = step % 2 == 1
      let value = isHigh ? parameter.range.upperBound : parameter.range.lowerBound
      events.append(event(ParameterValue(parameter.address, value), step * distance))
    }
    let low = ParameterValue(parameter.address, parameter.range.lowerBound)
    try bench.set([low])
    let sound = try bench.renderLong(length, inputs: inputs, events: events)
    for channel in sound {
      let steady = largest(channel, after: distance / 2, before: distance)
      let jumps = largest(channel, after: 0, before: 480)
      if jumps > steady + bound {
        return "'\(parameter.identifier)' makes a jump of \(Decibels.text(jumps)), between steps "
          + "samples differ by \(Decibels.text(steady)) at most"
      }
    }
    return nil
  }

  /// About a third of a second, plus a quarter of the tone's period.
  private static let spacing = 16320 + 120

  /// The largest difference between neighbours in a part of each interval between steps.
  private static func largest(_ samples: [Float], after start: Int, before end: Int) -> Float {
    var result: Float = 0
    for step in 1..<8 {
      let first = step * spacing
      for frame in first + start..<min(first + end, samples.count) {
        result = max(result, abs(samples[frame] - samples[frame - 1]))
      }
    }
    return result
  }
}
