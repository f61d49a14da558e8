import TenutoComponents
import TenutoCore
import TenutoRender

/// What is known of one plug-in after its trial: a line of the table.
struct Row {
  let uri: String
  let code: String
  let name: String
  let parameterCount: Int
  let presetCount: Int
  /// How far the trial has come; `"done"` at its end.
  var step = ""
  /// Milliseconds until the process had said what it is.
  var startMilliseconds = 0.0
  /// Milliseconds until it and its neighbour could render: the plug-in's own instantiation.
  var allocateMilliseconds = 0.0
  /// Frames.
  var latency = 0
  /// Microseconds of processor time for a cycle, of all its threads, on the average.
  var cycleMicroseconds = 0.0
  /// The loudest sample, linear.
  var peak: Float = 0
  /// Samples that the host replaced: no numbers, or absurd ones.
  var badSamples: UInt64 = 0
  /// Cycles that the neighbour missed.
  var neighbourMisses: UInt64 = 0
  var stateBytes = 0
  /// Whether a state that was restored in another process reads the same.
  var keepsState = false
  /// What went wrong, in a sentence; empty for nothing.
  var fault = ""

  init(_ component: Component) {
    uri = component.source?.uri ?? ""
    code = "\(component.code)"
    name = component.description.name
    parameterCount = component.description.parameters.count
    presetCount = component.description.presets.count
  }

  /// Whether it went through everything.
  var works: Bool { fault.isEmpty && step == "done" }

  mutating func noteLast(_ reading: NodeReading, neighbour: NodeReading) {
    peak = reading.peak
    badSamples = reading.badSamples
    neighbourMisses = neighbour.misses
  }

  static let header =
    "uri,code,name,works,step,start ms,allocate ms,cycle us,latency,parameters,presets,"
    + "state bytes,keeps state,peak,bad samples,neighbour misses,fault"

  /// The values under the words of `header`.
  var fields: [String] {
    [
      uri, code, name, works ? "yes" : "no", step, Self.short(startMilliseconds),
      Self.short(allocateMilliseconds), Self.short(cycleMicroseconds), "\(latency)",
      "\(parameterCount)", "\(presetCount)", "\(stateBytes)", keepsState ? "yes" : "no",
      "\(peak)", "\(badSamples)", "\(neighbourMisses)", fault,
    ]
  }

  var line: String { fields.map(Self.quoted).joined(separator: ",") }

  private static func short(_ number: Double) -> String { "\((number * 100).rounded() / 100)" }

  /// By RFC 4180.
  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r".contains($0) }) else { return field }
    return "\""
      + field.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
