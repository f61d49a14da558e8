internal import FoundationEssentials
internal import TenutoCore
public import TenutoSystem

extension Manifest {
  /// Parses the bytes of a manifest file; malformed bytes never trap.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: The file's path, for messages.
  /// - Throws: `manifestInvalid`, with the path of the key and the error.
  public init(parsing bytes: [UInt8], path: String) throws(HostError) {
    guard bytes.count <= Self.maximumSize else {
      throw .manifest(path, "is \(bytes.count) bytes long and may be at most \(Self.maximumSize)")
    }
    do throws(ManifestFault) {
      let object = try ManifestObject(Self.json(bytes))
      // Check this first: a newer schema may have other keys.
      try ManifestCheck.schema(object.number("schema"))
      self = try ManifestCheck.manifest(Noted(object), path: path)
    } catch {
      throw .manifest(path, error.description)
    }
  }

  private static func json(_ bytes: [UInt8]) throws(ManifestFault) -> JSONValue {
    do {
      return try JSONReader.parse(bytes)
    } catch {
      let before = bytes[..<error.offset]
      let line = before.count { $0 == 0x0A } + 1
      let column = before.count - (before.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0) + 1
      throw ManifestFault("line \(line), byte \(column)", "is not JSON: \(error.reason)")
    }
  }

  /// The bytes of the file: readable JSON, keys in alphabetical order, a line feed at the end.
  ///
  /// - Parameter path: The file's path, for messages.
  /// - Returns: Bytes that `init(parsing:path:)` reads as an equal manifest.
  /// - Throws: `manifestInvalid` if it could not be read back, for instance for an infinite range.
  public func serialized(path: String = fileName) throws(HostError) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let entry = ManifestEntry(
      schema: Double(Self.schema), executable: executable,
      components: components.map { Noted(ComponentEntry($0)) },
      needs: NeedsEntry(needs).map { Noted($0) }, source: SourceEntry(source).map { Noted($0) })
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
  /// Describes the error in the manifest at `path`, and the remedy.
  static func manifest(_ path: String, _ fault: String) -> HostError {
    HostError(.manifestInvalid, "\(path): \(fault); correct it or install the extension again.")
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
