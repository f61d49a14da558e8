import FoundationEssentials
import TenutoComponents
import TenutoControl

/// What the process was started with.
enum Environment {
  /// The variables.
  static let variables = ProcessInfo.processInfo.environment

  /// One variable.
  static func variable(_ name: String) -> String? { variables[name] }

  /// Where extensions are looked for.
  static var registry: Registry { Registry(searchPath: .standard(environment: variables)) }

  /// Where the sockets of running hosts are.
  static var socketFolder: SocketFolder { SocketFolder(environment: variables) }

  /// Where the user's own presets are; nil without a home.
  static var userPresets: UserPresets? { .standard(environment: variables) }

  /// Where the songs and sound files of sessions without a file are, beside the presets; nil without a
  /// home.
  static var filesFolder: String? {
    userPresets.map { String($0.folder.dropLast("presets".count)) + "files" }
  }

  /// How the user called this program, as it can be written again.
  ///
  /// `make run`, which sets `TENUTO_PATH` for this program alone, has it repeated by
  /// `TENUTO_REPEAT_PATH`.
  static var programCall: String {
    let name = (CommandLine.arguments.first ?? "tenuto").shellQuoted
    guard variable("TENUTO_REPEAT_PATH") != nil, let path = variable("TENUTO_PATH") else {
      return name
    }
    return "TENUTO_PATH=\(path.shellQuoted) \(name)"
  }

  /// Whether a program of that name can be called.
  static func hasProgram(_ name: String) -> Bool {
    (variable("PATH") ?? "").split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }
}
