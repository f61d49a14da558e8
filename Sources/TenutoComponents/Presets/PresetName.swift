internal import FoundationEssentials
internal import TenutoCore
internal import TenutoSystem

/// The mapping of a preset's name to a file name, the same on every machine.
package enum PresetName {
  /// The longest name, in bytes of UTF-8.
  static let maximumByteCount = 255
  /// The extension of the file name.
  package static let ending = ".json"
  /// The longest stem, with room for the extension and the suffix of temporary files.
  private static let stemByteCount = 160

  /// Refuses names that are unreadable or contain terminal control characters.
  static func check(_ name: String) throws(HostError) {
    guard name.contains(where: { !$0.isWhitespace }) else {
      throw HostError(.presetInvalid, "A preset needs a name.")
    }
    guard name.utf8.count <= maximumByteCount else {
      throw HostError(
        .presetInvalid,
        "A preset's name has at most \(maximumByteCount) bytes, not \(name.utf8.count).")
    }
    guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
      throw HostError(.presetInvalid, "A preset's name has no control characters.")
    }
  }

  /// The file's name: the preset's name if it is safe, else a safe form with a check sum.
  ///
  /// Two names never share a file.
  package static func file(for name: String) -> String {
    var stem = String(name.map { isSafe($0) ? $0 : "_" })
    // Lists omit hidden files, and spaces at an end are easily lost.
    if stem.hasPrefix(".") || stem.hasPrefix(" ") { stem = "_" + stem.dropFirst() }
    if stem.hasSuffix(" ") || stem.hasSuffix(".") { stem = stem.dropLast() + "_" }
    while stem.utf8.count > stemByteCount { stem.removeLast() }
    if !isSame(stem, name) { stem += "~" + FNV1a.digits(name.utf8) }
    return stem + ending
  }

  /// Whether two texts have the same bytes; `==` compares canonical equivalents as equal.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    first.utf8.elementsEqual(second.utf8)
  }

  /// Whether a character is safe in every file system and shell; `~` begins the check sum.
  private static func isSafe(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { scalar in
      switch scalar {
      case "/", "\\", ":", "*", "?", "\"", "<", ">", "|", "~": false
      default:
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate,
          .unassigned:
          false
        default: true
        }
      }
    }
  }
}

extension ComponentCode {
  /// The name of its folder: the three codes, with unsafe bytes escaped by `_` and a number.
  var folderName: String {
    description.utf8.reduce(into: "") { text, byte in
      // `/`, `.` (a hidden folder) and `_` itself, so that no two components share a folder.
      let isSafe = byte != 0x2F && byte != 0x5F && byte != 0x2E
      text += isSafe ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
    }
  }
}
