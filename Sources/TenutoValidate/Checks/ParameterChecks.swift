internal import TenutoCore
internal import TenutoTransport

/// P: parameters and their descriptions.
enum ParameterChecks {
  static let all = described + set + [smooth]

  private static let described: [Check] = [
    Check(
      "P01", "Parameters are named and constant", level: .quick, for: .parameters,
      why: "Sessions and control surfaces find parameters by address and name.",
      fix: "Give each parameter a name; build the list from constants."
    ) { context in
      let first = try context.bench().description.parameters
      let second = try context.bench().description.parameters
      if let nameless = first.first(where: { $0.name.isEmpty }) {
        return .failed("the parameter at \(nameless.address) has no name")
      }
      guard first == second else { return .failed("a second start has different parameters") }
      return .passed("\(first.count) parameters")
    },
    Check(
      "P02", "Ranges are consistent", level: .quick, for: .parameters,
      why: "Hosts draw controls by the range.",
      fix: "Give switches 0...1, choices one name for each whole value, and a whole default."
    ) { context in
      for parameter in try context.bench().description.parameters {
        if let fault = ParameterChecks.rangeFault(parameter) {
          return .failed("'\(parameter.identifier)' \(fault)")
        }
      }
      return .passed()
    },
    Check(
      "P03", "Flags are consistent", level: .quick, for: .parameters,
      why: "Otherwise hosts automate the wrong parameters, or hide the right ones.",
      fix: "Do not combine canRamp with readOnly, hidden or notAutomatable."
    ) { context in
      for parameter in try context.bench().description.parameters {
        if let fault = ParameterChecks.flagFault(parameter) {
          return .failed("'\(parameter.identifier)' \(fault)")
        }
      }
      return .passed()
    },
    Check(
      "P04", "Initial values are the defaults", level: .quick, for: .parameters,
      why: "Hosts show the defaults of a new instance.",
      fix: "Initialise each parameter to its default value."
    ) { context in
      let bench = try context.bench()
      let values = try bench.values()
      if let wrong = bench.writable.first(where: {
        !ParameterChecks.isNear(values[$0.address], $0.defaultValue)
      }) {
        let found = values[wrong.address].map { "\($0)" } ?? "no value"
        return .failed("'\(wrong.identifier)' is \(found), not \(wrong.defaultValue)")
      }
      return .passed()
    },
    Check(
      "P14", "The parameter tree is complete", level: .quick, for: .parameters,
      why: "A parameter of an undescribed group is not shown.",
      fix: "Describe each group on the path of a parameter, once."
    ) { context in
      let description = try context.bench().description
      let paths = description.groups.map(\.path)
      if Set(paths).count != paths.count || paths.contains("") {
        return .failed("a group's path is empty or duplicate")
      }
      for path in description.groups.map(\.parentPath) + description.parameters.map(\.group)
      where !path.isEmpty && !paths.contains(path) {
        return .failed("the group '\(path)' is not described")
      }
      let known = Set(description.parameters.map(\.address))
      let named = description.overview + description.parameters.flatMap(\.dependents)
      return named.first { !known.contains($0) }
        .map { .failed("there is no parameter at \($0), to which it refers") } ?? .passed()
    },
    Check(
      "P05", "Values and texts convert both ways", level: .usual, for: .parameters,
      why: "Users type what the display shows.",
      fix: "Let value(for:) read everything that text(for:) writes, for all parameters or none."
    ) { context in try ParameterChecks.texts(context) },
  ]

  private static func rangeFault(_ parameter: Parameter) -> String? {
    let range = parameter.range
    let span = range.upperBound - range.lowerBound
    if span <= 0 { return "has only one value" }
    if parameter.unit == .boolean && range != 0...1 {
      return "is a switch with the range \(range.lowerBound)...\(range.upperBound)"
    }
    if !parameter.valueNames.isEmpty && parameter.valueNames.count != Int(span) + 1 {
      return "has \(parameter.valueNames.count) names for \(Int(span) + 1) values"
    }
    if parameter.valueNames.contains("") { return "has a value without a name" }
    guard parameter.unit.isWhole else { return nil }
    let ends = [range.lowerBound, range.upperBound, parameter.defaultValue]
    return ends.allSatisfy { $0 == $0.rounded() } ? nil : "takes whole values but has fractions"
  }

  private static func flagFault(_ parameter: Parameter) -> String? {
    let flags = parameter.flags
    if flags.contains([.readOnly, .canRamp]) { return "is read-only and can ramp" }
    if flags.contains([.notAutomatable, .canRamp]) { return "is not automatable and can ramp" }
    if flags.contains([.hidden, .canRamp]) { return "is hidden and can ramp" }
    if flags.contains(.logarithmic) && parameter.range.lowerBound <= 0 {
      return "is logarithmic from \(parameter.range.lowerBound) on"
    }
    return nil
  }

  static func isNear(_ value: Float?, _ expected: Float) -> Bool {
    guard let value else { return false }
    return abs(value - expected) <= 1e-6 * max(1, abs(expected))
  }

  private static func texts(_ context: CheckContext) throws -> Outcome {
    let bench = try context.bench()
    var refusals = 0
    let parameters = bench.writable
    for parameter in parameters {
      let values =
        [parameter.range.lowerBound, parameter.defaultValue, parameter.range.upperBound]
        + (0..<3).map { _ in context.random.value(of: parameter) }
      for value in values {
        switch try roundTrip(bench, parameter, value) {
        case .refused: refusals += 1
        case .same: break
        case .other(let fault): return .failed("'\(parameter.identifier)' \(fault)")
        }
      }
    }
    if refusals == 6 * parameters.count && refusals > 0 { return .skipped("it has no texts") }
    return refusals == 0
      ? .passed() : .failed("\(refusals) values have no text although others have")
  }

  private enum RoundTrip {
    case refused, same
    case other(String)
  }

  private static func roundTrip(
    _ bench: Bench, _ parameter: Parameter, _ value: Float
  ) throws -> RoundTrip {
    do throws(BenchFault) {
      let asked = TextRequest(parameter: ParameterValue(parameter.address, value))
      let text = try bench.subject.call(asked).text
      if text.isEmpty { return .other("has no text for \(value)") }
      let read = try bench.subject.call(ValueRequest(address: parameter.address, text: text))
      let again = TextRequest(parameter: ParameterValue(parameter.address, read.value))
      let second = try bench.subject.call(again).text
      if second != text { return .other("reads '\(text)' as '\(second)'") }
      let span = parameter.range.upperBound - parameter.range.lowerBound
      let allowed = max(0.01 * span, 0.01 * abs(value))
      return abs(read.value - value) <= allowed
        ? .same : .other("writes \(value) as '\(text)' and reads \(read.value)")
    } catch {
      if case .refused = error { return .refused }
      throw error
    }
  }
}
