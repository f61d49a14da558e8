import Foundation

/// The programs that the package has built beside the tests.
package enum Built {
  /// The folder in which the running program lies.
  package static var folder: String {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return ((program ?? CommandLine.arguments[0]) as NSString).deletingLastPathComponent
  }

  /// The path of the executable target `name`.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
