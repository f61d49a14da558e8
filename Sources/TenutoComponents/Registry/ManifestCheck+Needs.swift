extension ManifestCheck {
  /// The most files that an executable may need: the user has to read them all.
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
