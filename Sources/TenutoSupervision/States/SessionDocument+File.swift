internal import FoundationEssentials
internal import TenutoComponents
internal import TenutoCore
public import TenutoSystem

// The format is readable JSON, with states as base64 of `ComponentState.encoded`; reading checks
// their checksum, code and length. The article `Sessions` describes it.

extension SessionDocument {
  /// The longest name or other text, in bytes.
  private static let maximumTextByteCount = 255

  /// The document's bytes, with a final line feed.
  ///
  /// - Throws: `.sessionInvalid` if a value is NaN or infinite.
  public func encoded() throws(HostError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try Array(encoder.encode(File(self))) + [0x0A]
    } catch {
      throw HostError(.sessionInvalid, "The session cannot be written as JSON.")
    }
  }

  /// Decodes the bytes of `encoded`; ignores unknown keys and never traps.
  ///
  /// - Throws: `.sessionInvalid` with the fault and its place.
  public init(decoding bytes: [UInt8]) throws(HostError) {
    do throws(ManifestFault) {
      let keys = try ManifestObject(try Self.json(bytes))
      let schema = try keys.number("schema")
      guard schema == Double(Self.schema) else {
        throw ManifestFault(
          "schema",
          "is \(ManifestCheck.shown(schema)) and this host reads \(Self.schema); update Tenuto")
      }
      try self.init(keys)
    } catch {
      throw HostError(.sessionInvalid, "The session is malformed: \(error.description).")
    }
  }

  private static func json(_ bytes: [UInt8]) throws(ManifestFault) -> JSONValue {
    do {
      return try JSONReader.parse(bytes)
    } catch {
      let line = bytes[..<error.offset].count { $0 == 0x0A } + 1
      throw ManifestFault("line \(line)", "is not JSON: \(error.reason)")
    }
  }

  private init(_ keys: ManifestObject) throws(ManifestFault) {
    let nodes: [Noted<NodeFile>] = try keys.objects("nodes")
    guard nodes.count <= Self.maximumNodeCount else {
      throw ManifestFault("nodes", "are more than \(Self.maximumNodeCount)")
    }
    self.nodes = nodes.map(\.content.node)
    songPosition = try Self.time(keys, "songPosition")
    savedAt = try Self.time(keys, "savedAt")
    hostVersion = try Self.shortText(keys, "hostVersion")
    isClosed = try keys.optionalTruth("isClosed") ?? false
  }

  private static func time(
    _ keys: ManifestObject, _ key: String
  ) throws(ManifestFault) -> Double {
    let seconds = try keys.number(key)
    // Views round this number to whole seconds.
    guard (0...1e12).contains(seconds) else { throw ManifestFault(key, "is not a time in seconds") }
    return seconds
  }

  fileprivate static func shortText(
    _ keys: ManifestObject, _ key: String
  ) throws(ManifestFault) -> String {
    let text = try keys.text(key)
    guard text.utf8.count <= maximumTextByteCount else {
      throw ManifestFault(key, "has more than \(maximumTextByteCount) bytes")
    }
    return text
  }

  private struct File: Encodable {
    let schema = SessionDocument.schema
    let nodes: [NodeFile]
    let songPosition: Double
    let savedAt: Double
    let hostVersion: String
    let isClosed: Bool

    init(_ document: SessionDocument) {
      nodes = document.nodes.map(NodeFile.init)
      songPosition = document.songPosition
      savedAt = document.savedAt
      hostVersion = document.hostVersion
      isClosed = document.isClosed
    }

    private enum CodingKeys: String, CodingKey {
      case schema, nodes, songPosition, savedAt, hostVersion, isClosed
    }
  }
}

/// A node in the file.
private struct NodeFile: KeyedContent {
  static let knownKeys: Set<String> = [
    "component", "name", "key", "state", "values", "isBypassed", "timing", "setAside",
  ]
  /// The most states that are kept aside.
  private static let setAsideLimit = 16

  let node: SessionDocument.Node

  init(_ node: SessionDocument.Node) { self.node = node }

  init(from keys: ManifestObject) throws(ManifestFault) {
    guard let code = ComponentCode(try keys.text("component")) else {
      throw ManifestFault("component", "is not a code such as 'aumu saw1 Tnto'")
    }
    var node = SessionDocument.Node(
      code, name: try SessionDocument.shortText(keys, "name"),
      key: try SessionDocument.shortText(keys, "key"))
    if let text = try keys.optionalText("state") {
      node.state = try Self.state(text, of: code, "state")
    }
    node.values = try Self.values(try keys.objects("values"))
    node.isBypassed = try keys.optionalTruth("isBypassed") ?? false
    node.timing = try SessionDocument.shortText(keys, "timing")
    for text in try keys.texts("setAside").prefix(Self.setAsideLimit) {
      node.setAside.append(try Self.state(text, of: code, "setAside"))
    }
    self.node = node
  }

  private static func state(
    _ text: String, of code: ComponentCode, _ key: String
  ) throws(ManifestFault) -> ComponentState {
    guard let data = Data(base64Encoded: text) else { throw ManifestFault(key, "is not base64") }
    do {
      let state = try ComponentState(decoding: Array(data))
      guard state.code == code else {
        throw ManifestFault(key, "is of '\(state.code)', but the node is '\(code)'")
      }
      return state
    } catch let fault as ManifestFault {
      throw fault
    } catch {
      throw ManifestFault(key, "is not a state of a component (\(error))")
    }
  }

  private static func values(
    _ list: [Noted<PresetFile.Value>]
  ) throws(ManifestFault) -> [ParameterValue] {
    var values: [ParameterValue] = []
    for value in list.map(\.content) {
      guard let address = ParameterAddress(value.address) else {
        throw ManifestFault("values", "have an address that is not a number")
      }
      values.append(ParameterValue(address, value.value))
    }
    return values
  }

  func encode(to encoder: any Encoder) throws {
    var keys = encoder.container(keyedBy: Key.self)
    try keys.encode(node.code.description, forKey: .component)
    try keys.encode(node.name, forKey: .name)
    try keys.encode(node.key, forKey: .key)
    try keys.encodeIfPresent(node.state.map(Self.text), forKey: .state)
    let values = node.values.map {
      PresetFile.Value(identifier: nil, address: String($0.address), value: $0.value)
    }
    try keys.encode(values, forKey: .values)
    try keys.encode(node.isBypassed, forKey: .isBypassed)
    try keys.encode(node.timing, forKey: .timing)
    try keys.encode(node.setAside.map(Self.text), forKey: .setAside)
  }

  private static func text(_ state: ComponentState) -> String {
    Data(state.encoded()).base64EncodedString()
  }

  private enum Key: String, CodingKey {
    case component, name, key, state, values, isBypassed, timing, setAside
  }
}
