/// The location of Tenuto for a new package: a folder of this machine, or a repository.
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

  /// The declarations that the dependency needs before it; empty for a repository.
  var declaration: String {
    guard case .folder(let path) = self else { return "" }
    return """
      /// The location of Tenuto; the variable TENUTO_SDK overrides it.
      let sdk = Context.environment["TENUTO_SDK"] ?? "\(path.escapedForSwift)"


      """
  }
}
