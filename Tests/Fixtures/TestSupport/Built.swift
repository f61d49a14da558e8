import Foundation

/// The programs built with the tests.
package enum Built {
  /// The folder of the running program.
  package static var folder: String {
    let program = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"))
    return ((program ?? CommandLine.arguments[0]) as NSString).deletingLastPathComponent
  }

  /// The path of the executable target `name`.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }
}
