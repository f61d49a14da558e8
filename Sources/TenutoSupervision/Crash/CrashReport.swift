internal import FoundationEssentials
internal import TenutoCore
internal import TenutoProcess
internal import TenutoSystem
internal import TenutoTransport

/// `report.json`: all of a bundle's data that fits into short fields.
///
/// The object is flat, so that a reader finds each field by its name; 64-bit numbers are text.
struct CrashReport: Encodable {
  static let currentSchema = 1
  static let maximumSize = 1 << 20

  var schema = currentSchema
  var time: Double
  var node: String
  var component: String
  var name: String
  var version: String
  var executable: String
  var executableBytes: Int?
  var executableChecksum: String?
  var cause: String
  var causeKind: String
  var signal: Int32?
  var address: String?
  var exitCode: Int32?
  var detail: String?
  var exit: String?
  var sampleRate: Double
  var maximumFrameCount: Int
  var frameCapacity: Int
  var inputBusses: String
  var outputBusses: String
  var sandboxLayers: [String]
  var misses: String

  init(_ content: CrashBundle.Content) {
    time = content.time
    node = content.node.printableLine
    component = content.component.code.description
    name = content.component.name.printableLine
    version = content.component.version.printableLine
    executable = content.executablePath
    cause = "\(content.cause)"
    causeKind = content.cause.kind
    exit = content.exit?.description
    sampleRate = content.format.sampleRate
    maximumFrameCount = content.format.maximumFrameCount
    frameCapacity = content.format.frameCapacity
    inputBusses = Self.text(content.layout.inputs)
    outputBusses = Self.text(content.layout.outputs)
    sandboxLayers = content.sandboxLayers.map(\.printableLine)
    misses = "\(content.misses)"
    takeFields(of: content.cause)
    takeFile(content.executablePath)
  }

  private mutating func takeFields(of cause: FaultCause) {
    switch cause {
    case .crashed(let signal, let address):
      self.signal = signal
      self.address = address.map { "0x" + String($0, radix: 16) }
    case .killed(let signal): self.signal = signal
    case .exited(let code): exitCode = code
    case .protocolFault(let text), .notStarted(let text): detail = text.printableLine
    case .hung, .stopped, .memoryLimit, .processorLimit, .forbiddenCall: break
    }
  }

  /// The largest executable whose checksum is computed, in bytes.
  private static let maximumFileBytes = 256 << 20

  private mutating func takeFile(_ path: String) {
    guard let bytes = try? FileCalls.read(path, limit: Self.maximumFileBytes) else { return }
    executableBytes = bytes.count
    executableChecksum = Self.hexadecimal(CRC32.checksum(bytes[...]))
  }

  /// The value as eight hexadecimal digits.
  static func hexadecimal(_ value: UInt32) -> String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 8 - digits.count) + digits
  }

  private static func text(_ channels: [Int]) -> String {
    channels.map(String.init).joined(separator: " ")
  }

  /// The file's bytes.
  var json: [UInt8] { CrashJSON.bytes(self) }
}

/// `parameters.json`: the parameters for human readers; the replay uses the exact bits.
struct CrashParameters: Encodable {
  struct Value: Encodable {
    var identifier: String?
    var address: String
    var value: Float
    var bits: String
  }

  static let maximumSize = 16 << 20
  var schema = 1
  var parameters: [Value]

  init(_ content: CrashBundle.Content) {
    parameters = content.parameters.map { value in
      Value(
        identifier: content.component.parameter(at: value.address)?.identifier,
        address: "\(value.address)", value: value.value.isFinite ? value.value : 0,
        bits: CrashReport.hexadecimal(value.value.bitPattern))
    }
  }

  var json: [UInt8] { CrashJSON.bytes(self) }
}

/// The JSON form of a bundle's files.
enum CrashJSON {
  /// Pretty-printed JSON with sorted keys; empty if JSON cannot express a value.
  static func bytes(_ value: some Encodable) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return [] }
    return Array(data) + [0x0A]
  }
}
