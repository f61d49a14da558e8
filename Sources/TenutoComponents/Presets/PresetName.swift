internal import FoundationEssentials
internal import TenutoCore
internal import TenutoSystem

/// The mapping of a preset's name to a file name, the same on every machine.
package enum PresetName {
  /// The longest name that people may give, in bytes of UTF-8.
  static let maximumByteCount = 255
  /// What a file's name ends in.
  package static let ending = ".json"
  /// The longest that a file system takes, without the ending and what a temporary file adds.
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

  /// The file's name: the preset's own where that is safe, else a safe form and a check sum, so
  /// that two names never share a file.
  package static func file(for name: String) -> String {
    var stem = String(name.map { isSafe($0) ? $0 : "_" })
    // A hidden file would be left out of lists; spaces at an end are lost too easily.
    if stem.hasPrefix(".") || stem.hasPrefix(" ") { stem = "_" + stem.dropFirst() }
    if stem.hasSuffix(" ") || stem.hasSuffix(".") { stem = stem.dropLast() + "_" }
    while stem.utf8.count > stemByteCount { stem.removeLast() }
    if !isSame(stem, name) { stem += "~" + FNV1a.digits(name.utf8) }
    return stem + ending
  }

  /// Whether two texts are the same bytes: `==` takes different ones for the same character.
  package static func isSame(_ first: String, _ second: String) -> Bool {
    first.utf8.elementsEqual(second.utf8)
  }

  /// Whether every file system and shell leaves a character alone; `~` begins the check sum.
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
  /// The name of its folder: the three codes, with `_` and a number for what no folder is called.
  var folderName: String {
    description.utf8.reduce(into: "") { text, byte in
      // `/`, `.` (a hidden folder) and `_` itself, so that no two components share a folder.
      let isSafe = byte != 0x2F && byte != 0x5F && byte != 0x2E
      text += isSafe ? String(UnicodeScalar(byte)) : "_" + String(byte, radix: 16)
    }
  }
}
