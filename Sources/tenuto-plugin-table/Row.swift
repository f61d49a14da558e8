import TenutoComponents
import TenutoCore
import TenutoRender

/// The results for one plug-in: a line of the table.
struct Row {
  let uri: String
  let code: String
  let name: String
  let parameterCount: Int
  let presetCount: Int
  /// The last completed step of the trial; `"done"` at its end.
  var step = ""
  /// Milliseconds until the process described itself.
  var startMilliseconds = 0.0
  /// Milliseconds until the plug-in and its neighbour could render: the time of instantiation.
  var allocateMilliseconds = 0.0
  /// The latency in frames.
  var latency = 0
  /// Average processor time of all its threads per cycle, in microseconds.
  var cycleMicroseconds = 0.0
  /// The loudest sample, linear.
  var peak: Float = 0
  /// Samples that the host replaced: NaN, infinite or absurdly loud ones.
  var badSamples: UInt64 = 0
  /// Cycles that the neighbour missed.
  var neighbourMisses: UInt64 = 0
  var stateBytes = 0
  /// Whether a state reads the same after it was restored in another process.
  var keepsState = false
  /// The fault in a sentence; empty for none.
  var fault = ""

  init(_ component: Component) {
    uri = component.source?.uri ?? ""
    code = "\(component.code)"
    name = component.description.name
    parameterCount = component.description.parameters.count
    presetCount = component.description.presets.count
  }

  /// Whether the trial was completed.
  var works: Bool { fault.isEmpty && step == "done" }

  mutating func noteLast(_ reading: NodeReading, neighbour: NodeReading) {
    peak = reading.peak
    badSamples = reading.badSamples
    neighbourMisses = neighbour.misses
  }

  static let header =
    "uri,code,name,works,step,start ms,allocate ms,cycle us,latency,parameters,presets,"
    + "state bytes,keeps state,peak,bad samples,neighbour misses,fault"

  /// The values in the order of `header`.
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

  /// In the format of RFC 4180.
  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r".contains($0) }) else { return field }
    return "\""
      + field.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }
}
