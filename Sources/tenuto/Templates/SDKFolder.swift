import FoundationEssentials

/// Finds the Tenuto sources that a new package is built against.
///
/// They are a package with only the files an extension needs; a checkout has it in `.ci/sdk`.
enum SDKFolder {
  /// Returns the absolute path of the folder: `option`, else `TENUTO_SDK`, else the folder
  /// installed next to this program, else the one this program was built from.
  ///
  /// - Throws: A `Failure` with the expected location of the sources.
  static func find(option: String?) throws(Failure) -> String {
    if let option { return try checked(option, by: "--sdk") }
    if let variable = Environment.variable("TENUTO_SDK"), !variable.isEmpty {
      return try checked(variable, by: "TENUTO_SDK")
    }
    if let found = beside(executablePath) { return found }
    throw .work(
      "The sources of Tenuto are not installed with this program; "
        + "name their folder with '--sdk FOLDER'.")
  }

  /// Returns the folder for a program at `path`.
  static func beside(_ path: String) -> String? {
    var folder = parent(path)
    let installed = "\(parent(folder))/lib/tenuto/sdk"
    if isPackage(installed) { return installed }
    while !folder.isEmpty {
      if let found = package(in: folder) { return found }
      folder = parent(folder)
    }
    return nil
  }

  private static func checked(_ folder: String, by name: String) throws(Failure) -> String {
    let path = URL(filePath: folder).standardizedFileURL.path
    let plain = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
    guard let found = package(in: plain) else {
      throw .work("\(folder), which \(name) names, has no Package.swift of Tenuto in it.")
    }
    return found
  }

  /// Returns the package in a checkout, or `folder` itself.
  private static func package(in folder: String) -> String? {
    ["\(folder)/.ci/sdk", folder].first(where: isPackage)
  }

  private static func isPackage(_ folder: String) -> Bool {
    guard let data = FileManager.default.contents(atPath: "\(folder)/Package.swift") else {
      return false
    }
    let text = String(decoding: data, as: UTF8.self)
    return text.contains("name: \"tenuto\"") && text.contains("\"CTenutoExtension\"")
  }

  private static var executablePath: String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
  }

  /// Returns the parent of a file or folder; empty above the root.
  private static func parent(_ path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }
}
