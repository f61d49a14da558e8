import Foundation
import TestSupport
import Testing

@testable import TenutoNSM

/// An installed session manager, headless: `nsmd` or RaySession's `ray-daemon`.
final class SessionManagerProgram {
  /// The first installed session manager.
  static let path: String? = find("nsmd") ?? find("ray-daemon")

  let root: String
  private let process = Process()
  private let port: UInt16
  private let remote: OSCSocket

  private static func find(_ name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.lazy.map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  init() throws {
    root = NSTemporaryDirectory() + "tenuto-nsm-\(UUID().uuidString)"
    try FileManager.default.createDirectory(
      atPath: root + "/bin", withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(
      atPath: root + "/bin/NSMProbe", withDestinationPath: Built.path("NSMProbe"))
    // A port that was just free; the manager takes a number, not a socket.
    port = try StubServer().port
    remote = try #require(OSCSocket())
    process.executableURL = URL(fileURLWithPath: try #require(Self.path))
    process.arguments = ["--session-root", root + "/sessions", "--osc-port", "\(port)"]
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    process.environment = [
      "PATH": "\(root)/bin:\(path)", "HOME": root, "XDG_RUNTIME_DIR": root,
      "QT_QPA_PLATFORM": "offscreen",
    ]
    try FileManager.default.createDirectory(
      atPath: root + "/sessions", withIntermediateDirectories: true)
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.runWithSignals()
  }

  /// Repeats a request until it is answered: right after its start the manager ignores requests.
  func ask(_ path: String, _ arguments: [OSCArgument] = [], isRepeated: Bool = false) -> OSCMessage?
  {
    let server = OSCAddress(host: "127.0.0.1", port: port)
    var answer: OSCMessage?
    remote.send(OSCMessage(path, arguments), to: server)
    var silence = 0
    _ = eventually {
      answer = remote.receive().map(\.message).first {
        ["/reply", "/error"].contains($0.path) && $0.arguments.first == .string(path)
      }
      silence += 1
      if isRepeated, answer == nil, silence % 250 == 0 {
        _ = remote.takeErrors()
        remote.send(OSCMessage(path, arguments), to: server)
      }
      return answer != nil
    }
    return answer
  }

  /// Ends the manager, which ends its clients.
  func end() {
    _ = ask("/nsm/server/quit")
    process.terminate()
    process.waitUntilExit()
    try? FileManager.default.removeItem(atPath: root)
  }

  /// The probe's records in the session, line by line.
  func log(of session: String) -> [String] {
    let folder = "\(root)/sessions/\(session)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let name = names.first(where: { $0.hasSuffix(".log") }) else { return [] }
    let text = (try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }
}
