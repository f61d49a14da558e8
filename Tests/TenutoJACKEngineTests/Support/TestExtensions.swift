import Glibc
import TenutoCore
import TenutoRender

/// The extensions in the folder of the test bundle.
enum TestExtension: String {
  case sine = "Sine"
  case sawtooth = "Sawtooth"
  case delay = "Delay"
  case arpeggiator = "Arpeggiator"

  private var code: String {
    switch self {
    case .sine: "aumu sine Tnto"
    case .sawtooth: "aumu saw1 Tnto"
    case .delay: "aufx dely Tnto"
    case .arpeggiator: "aumi arpg Tnto"
    }
  }

  /// Starts a test component, such as `"time"` for `'augn time Test'`.
  static func routing(_ code: String) throws -> Instance {
    guard let code = ComponentCode(code) else { preconditionFailure("a code has 14 characters") }
    return try Instance(executablePath: "\(folder)/RoutingExtension", code: code)
  }

  /// Starts the effect that halves its input.
  static func half() throws -> Instance {
    try Instance(executablePath: "\(folder)/FaultyExtension", code: "aufx falt Test")
  }

  /// Starts it in a separate process.
  func start() throws -> Instance {
    guard let code = ComponentCode(code) else { preconditionFailure("a code has 14 characters") }
    return try Instance(executablePath: "\(Self.folder)/\(rawValue)", code: code)
  }

  /// `TENUTO_TEST_BIN`, or the folder of the test bundle.
  private static let folder: String = {
    if let folder = unsafe getenv("TENUTO_TEST_BIN") { return unsafe String(cString: folder) }
    // SwiftPM's test helper loads the bundle: its path is an argument, or the program itself.
    for argument in CommandLine.arguments {
      guard let end = argument.range(of: ".xctest") else { continue }
      let path = argument[..<end]
      guard let slash = path.lastIndex(of: "/") else { continue }
      return String(path[..<slash])
    }
    return "."
  }()
}

extension String {
  /// The prefix before the first `text`; without Foundation.
  fileprivate func range(of text: String) -> String.Index? {
    indices.first { self[$0...].hasPrefix(text) }
  }
}
