internal import FoundationEssentials
internal import TenutoCore

extension Manifest {
  /// Reads a manifest from the bytes of its file; no bytes trap.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Where the file is, for messages.
  /// - Throws: `manifestInvalid`, with the path of the key and what is wrong there.
  public init(parsing bytes: [UInt8], path: String) throws(HostError) {
    guard bytes.count <= Self.maximumSize else {
      throw .manifest(path, "is \(bytes.count) bytes long and may be at most \(Self.maximumSize)")
    }
    do {
      let entry = try JSONDecoder().decode(Noted<ManifestEntry>.self, from: Data(bytes))
      try ManifestCheck.schema(entry.content.schema)
      self = try ManifestCheck.manifest(entry, path: path)
    } catch let fault as ManifestFault {
      throw .manifest(path, fault.description)
    } catch {
      throw Self.explain(error, in: bytes, path: path)
    }
  }

  /// The bytes of the file: JSON for people to read, keys in alphabetical order, a line feed last.
  ///
  /// - Parameter path: Where the file will be, for messages.
  /// - Returns: What `init(parsing:path:)` reads back as an equal manifest.
  /// - Throws: `manifestInvalid` if it could not be read back, for instance for an infinite range.
  public func serialized(path: String = fileName) throws(HostError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entry = ManifestEntry(
      schema: Double(Self.schema), executable: executable,
      components: components.map { Noted(ComponentEntry($0)) })
    let bytes: [UInt8]
    do {
      bytes = try Array(encoder.encode(entry)) + [0x0A]
    } catch EncodingError.invalidValue(let value, let context) {
      let place = keyPath(context.codingPath)
      throw .manifest(path, "\(place) is \(value), which JSON cannot hold")
    } catch {
      throw .manifest(path, "cannot be written as JSON")
    }
    _ = try Manifest(parsing: bytes, path: path)
    return bytes
  }
}

// MARK: - Messages

extension HostError {
  /// Says what is wrong in the manifest at `path`, and what to do.
  static func manifest(_ path: String, _ fault: String) -> HostError {
    HostError(.manifestInvalid, "\(path): \(fault); correct it or install the extension again.")
  }
}

extension Manifest {
  /// Says what the decoder found wrong; a manifest of another schema is told as such.
  private static func explain(_ error: any Error, in bytes: [UInt8], path: String) -> HostError {
    if let entry = try? JSONDecoder().decode(SchemaEntry.self, from: Data(bytes)) {
      do { try ManifestCheck.schema(entry.schema) } catch { return .manifest(path, "\(error)") }
    }
    guard let error = error as? DecodingError else { return .manifest(path, "is malformed") }
    return switch error {
    case .keyNotFound(let key, let context):
      .manifest(path, "\(keyPath(context.codingPath + [key])) is missing")
    case .valueNotFound(let type, let context), .typeMismatch(let type, let context):
      .manifest(path, "\(keyPath(context.codingPath)) is not \(kindName(type))")
    default: .manifest(path, "is not JSON, or a number in it is too great")
    }
  }

  /// What people call a type of JSON.
  private static func kindName(_ type: any Any.Type) -> String {
    switch type {
    case is String.Type: "a text"
    case is Double.Type: "a number"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}

/// A path such as `components[0].name`.
private func keyPath(_ path: [any CodingKey]) -> String {
  var text = ""
  for key in path {
    if let index = key.intValue {
      text += "[\(index)]"
    } else {
      text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
    }
  }
  return text.isEmpty ? "the file" : text
}
