internal import TenutoCore

extension ManifestCheck {
  /// The longest text, in bytes.
  static let maximumTextLength = 4096

  /// Refuses long texts and control characters, which could control the terminal that prints them.
  static func text(_ text: String, _ place: @autoclosure () -> String) throws(ManifestFault) {
    guard text.utf8.count <= maximumTextLength else {
      throw ManifestFault(place(), "is longer than \(maximumTextLength) bytes")
    }
    // Most texts are printable ASCII, which needs no decoding.
    let isPlain = text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F }
    guard isPlain || !text.unicodeScalars.contains(where: \.isControl) else {
      throw ManifestFault(place(), "has a control character")
    }
  }

  static func name(_ name: String, _ place: @autoclosure () -> String) throws(ManifestFault) {
    guard !name.isEmpty else { throw ManifestFault(place(), "is empty") }
    try text(name, place())
  }

  static func fileName(_ name: String, _ place: @autoclosure () -> String) throws(ManifestFault) {
    try self.name(name, place())
    guard !name.utf8.contains(0x2F), name != ".", name != "..", name.utf8.count <= 255,
      name != Manifest.fileName
    else {
      throw ManifestFault(place(), "is not the name of a file in the bundle")
    }
  }

  static func fourCharacters(
    _ text: String, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> FourCharacterCode {
    guard let code = FourCharacterCode(text) else {
      throw ManifestFault(place(), "is not a code of four printable ASCII characters")
    }
    return code
  }

  /// The text, escaped for a terminal and shortened for a message.
  package static func printable(_ text: String) -> String {
    String(text.unicodeScalars.prefix(200)).printable
  }

  /// A number in JSON's notation.
  package static func shown(_ number: Double) -> String {
    Int(exactly: number).map(String.init) ?? "\(number)"
  }
}

extension ManifestCheck {
  /// The most files that an executable may need: the user must read the whole list.
  private static let maximumFileCount = 16

  static func needs(_ noted: Noted<NeedsEntry>?) throws(ManifestFault) -> SandboxGrants {
    guard let entry = noted?.content else { return SandboxGrants() }
    let entries = entry.files ?? []
    guard entries.count <= maximumFileCount else {
      throw ManifestFault(
        "needs.files", "has \(entries.count) entries and may have \(maximumFileCount)")
    }
    var files: [SandboxGrants.File] = []
    for (index, file) in entries.enumerated() {
      files.append(try self.file(file.content, "needs.files[\(index)]"))
    }
    return SandboxGrants(files: files, network: entry.network ?? false)
  }

  private static func file(
    _ entry: FileNeedEntry, _ place: @autoclosure () -> String
  ) throws(ManifestFault) -> SandboxGrants.File {
    try name(entry.path, "\(place()).path")
    let parts = entry.path.split(separator: "/", omittingEmptySubsequences: false)
    guard parts[0].isEmpty || parts[0] == "~", parts.count > 1, parts.last?.isEmpty == false,
      !parts.contains(".."), !parts.contains(".")
    else {
      throw ManifestFault(
        "\(place()).path", "does not start with / or ~/ and name a file or folder")
    }
    guard let access = SandboxGrants.Access(rawValue: entry.access) else {
      let words = SandboxGrants.Access.allCases.map(\.rawValue).joined(separator: ", ")
      throw ManifestFault("\(place()).access", "must be one of \(words)")
    }
    return SandboxGrants.File(entry.path, access)
  }
}
