internal import Glibc
public import TenutoSystem
internal import TenutoTransport

/// A plug-in format that a bridge runs as extensions.
///
/// Plug-ins get their codes in the order of the cases.
public enum PluginFormat: String, Sendable, CaseIterable {
  /// LV2, whose plug-ins describe themselves in Turtle files.
  case lv2
  /// CLAP, whose plug-ins describe themselves when their code runs.
  case clap

  /// Its display name.
  public var title: String { rawValue.uppercased() }

  /// The program that runs its plug-ins.
  public var bridgeName: String { "tenuto-\(rawValue)" }

  /// The environment variable with its folders, separated by colons.
  public var pathVariable: String { "\(title)_PATH" }

  /// The folders to search for plug-ins: those of the variable, by default the user's and the
  /// system's.
  ///
  /// - Returns: The folders, in order of precedence.
  public func folders(environment: [String: String]) -> [String] {
    let home = environment["HOME"]
    let named = environment[pathVariable].map { path in
      path.split(separator: ":").map { name in
        name.hasPrefix("~/") ? (home ?? "") + name.dropFirst() : String(name)
      }
    }
    let standard =
      (home.map { ["\($0)/.\(rawValue)"] } ?? [])
      + ["/usr/local/lib/\(rawValue)", "/usr/lib/\(rawValue)"]
    return (named ?? standard).filter {
      $0.hasPrefix("/") && FileCalls.status($0)?.isFolder == true
    }
  }

  /// The path of the bridge: next to this program, or in `../lib/tenuto` relative to it.
  ///
  /// - Throws: `.fileNotFound` if it was not built; the LV2 bridge needs lilv.
  public func bridgePath() throws(HostError) -> String {
    let folder = FileCalls.parent(of: FileCalls.target(of: "/proc/self/exe"))
    let places = [
      "\(folder)/\(bridgeName)", "\(FileCalls.parent(of: folder))/lib/tenuto/\(bridgeName)",
    ]
    guard let place = places.first(where: FileCalls.isExecutable) else {
      let remedy =
        self == .lv2 ? "install liblilv-dev and build it again" : "build all of it again"
      throw HostError(
        .fileNotFound,
        "\(bridgeName) is not in \(folder): Tenuto was built without \(title); \(remedy).")
    }
    return place
  }
}
