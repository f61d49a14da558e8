import FoundationEssentials
import TenutoComponents
import TenutoControl

/// The environment of the process.
enum Environment {
  /// The variables.
  static let variables = ProcessInfo.processInfo.environment

  /// Returns one variable.
  static func variable(_ name: String) -> String? { variables[name] }

  /// The installed extensions.
  static var registry: Registry { Registry(searchPath: .standard(environment: variables)) }

  /// The folder of the hosts' sockets.
  static var socketFolder: SocketFolder { SocketFolder(environment: variables) }

  /// The user's presets; nil without a home folder.
  static var userPresets: UserPresets? { .standard(environment: variables) }

  /// The folder, next to the presets, for songs and sound files of sessions without a file; nil
  /// without a home.
  static var filesFolder: String? {
    userPresets.map { String($0.folder.dropLast("presets".count)) + "files" }
  }

  /// The command that started this program, in a form that can be repeated.
  ///
  /// `make run` sets `TENUTO_PATH` for this program only, and requests its repetition with
  /// `TENUTO_REPEAT_PATH`.
  static var programCall: String {
    let name = (CommandLine.arguments.first ?? "tenuto").shellQuoted
    guard variable("TENUTO_REPEAT_PATH") != nil, let path = variable("TENUTO_PATH") else {
      return name
    }
    return "TENUTO_PATH=\(path.shellQuoted) \(name)"
  }

  /// Returns whether a program is in the search path.
  static func hasProgram(_ name: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
