/// Where a new package finds Tenuto: in a folder of this machine, or in a repository.
enum TenutoPackage {
  /// The absolute path of the package.
  case folder(String)
  /// The address of the repository, and its version.
  case repository(url: String, version: String)

  /// The folder; empty for a repository.
  var path: String { if case .folder(let path) = self { path } else { "" } }

  /// The name by which SwiftPM knows the package.
  var identity: String {
    guard case .repository(let url, _) = self else { return "tenuto" }
    let name = url.split(separator: "/").last.map(String.init) ?? url
    return (name.hasSuffix(".git") ? String(name.dropLast(4)) : name).escapedForSwift
  }

  /// The dependency in a manifest.
  var dependency: String {
    switch self {
    case .folder: #".package(name: "tenuto", path: sdk)"#
    case .repository(let url, let version):
      ".package(url: \"\(url.escapedForSwift)\", from: \"\(version)\")"
    }
  }

  /// What the dependency needs before it; empty for a repository.
  var declaration: String {
    guard case .folder(let path) = self else { return "" }
    return """
      /// Where Tenuto is; the variable TENUTO_SDK names another place.
      let sdk = Context.environment["TENUTO_SDK"] ?? "\(path.escapedForSwift)"


      """
  }
}
