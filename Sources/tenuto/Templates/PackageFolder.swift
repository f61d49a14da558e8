import FoundationEssentials

/// Writes a new package to the disk.
enum PackageFolder {
  /// Creates the folder with all its files, or nothing.
  ///
  /// - Returns: Its path.
  /// - Throws: A `Failure` if the name is taken, or the folder cannot be written.
  static func write(_ template: Template, into parent: String) throws(Failure) -> String {
    let folder = parent == "." ? template.name : "\(parent)/\(template.name)"
    guard !FileManager.default.fileExists(atPath: folder) else {
      throw .work("There is \(folder) already; choose another name, or '--into' another folder.")
    }
    do {
      for file in template.files {
        let path = "\(folder)/\(file.path)"
        let end = path.lastIndex(of: "/") ?? path.endIndex
        try FileManager.default.createDirectory(
          atPath: String(path[..<end]), withIntermediateDirectories: true)
        try Data(file.text.utf8).write(to: URL(filePath: path))
      }
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw .work("\(folder) cannot be written; check the permissions and the space of the disk.")
    }
    return folder
  }
}
