import Foundation
import TenutoControl

/// A separate `tenuto run` in a temporary folder, edited over its socket.
final class EditedHost {
  private let folder = NSTemporaryDirectory() + "tenuto-soak-\(getpid())"
  private let process = Process()
  private var client: ControlClient {
    ControlClient(name: "tenuto", in: SocketFolder(path: "\(folder)/run/tenuto"))
  }

  /// The nodes of the session's file.
  private static let own: Set = ["keys", "sawtooth", "out"]
  private static let extensions = ["Sawtooth", "Delay", "Gain", "Reverb", "Noise"]

  /// Installs the extensions of this build, and starts a session.
  init() throws {
    let programs = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    try FileManager.default.createDirectory(
      atPath: "\(folder)/run", withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    for name in Self.extensions { try call(programs, ["install", "\(programs)/\(name)"]) }
    try call(programs, ["new-session", "\(folder)/song.yaml", "aumu saw1 Tnto"])
    prepare(process, programs, ["run", "\(folder)/song.yaml", "--engine", "clock"])
    try process.run()
    for _ in 0..<500 {
      if (try? client.text("/v1/status")) != nil { return }
      usleep(20_000)
    }
    throw SoakError(reason: "the host cannot be asked")
  }

  private func prepare(_ process: Process, _ programs: String, _ arguments: [String]) {
    process.executableURL = URL(fileURLWithPath: "\(programs)/tenuto")
    process.arguments = arguments
    var variables = ProcessInfo.processInfo.environment
    variables["TENUTO_PATH"] = nil
    for (name, place) in [
      ("HOME", ""), ("XDG_DATA_HOME", "/data"), ("XDG_STATE_HOME", "/state"),
      ("XDG_RUNTIME_DIR", "/run"),
    ] {
      variables[name] = folder + place
    }
    process.environment = variables
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
  }

  private func call(_ programs: String, _ arguments: [String]) throws {
    let process = Process()
    prepare(process, programs, arguments)
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw SoakError(reason: "'tenuto \(arguments.joined(separator: " "))' fails")
    }
  }

  /// The host's private and shared memory.
  ///
  /// Pages of its executable are not counted: the kernel loads them at first use and drops them at
  /// will.
  var ownBytes: Int {
    get throws {
      let path = "/proc/\(process.processIdentifier)/status"
      let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
        .filter { $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:") }
        .compactMap { line in line.split { $0 == " " || $0 == "\t" }.dropFirst().first }
      guard fields.count == 2 else { throw SoakError(reason: "the host has ended") }
      return fields.reduce(0) { $0 + (Int($1) ?? 0) } << 10
    }
  }

  /// Bytes in use on its heap.
  var heapBytes: Int { get throws { try client.get("/v1/status", as: HostStatus.self).heapBytes } }

  /// The added nodes.
  var nodeNames: [String] {
    get throws {
      let status = try client.get("/v1/status", as: HostStatus.self)
      return status.nodes.map(\.name).filter { !Self.own.contains($0) }
    }
  }

  func add(_ code: String, as name: String) throws(RequestError) {
    var order = NodeOrder()
    (order.component, order.name) = (code, name)
    _ = try client.post("/v1/nodes", order, as: NameRecord.self)
  }

  func remove(_ name: String) throws(RequestError) {
    _ = try client.delete("/v1/nodes/\(name)", as: NameRecord.self)
  }

  func rename(_ name: String, to new: String) throws(RequestError) {
    _ = try client.post("/v1/nodes/\(name)/rename", NameRecord(name: new), as: NameRecord.self)
  }

  func connect(_ source: String, _ destination: String) throws(RequestError) {
    let link = LinkRecord(from: source, to: destination)
    _ = try client.post("/v1/connections", link, as: LinkRecord.self)
  }

  /// `restart`, `mute` or `unmute`.
  func act(_ name: String, _ word: String) throws(RequestError) {
    _ = try client.post("/v1/nodes/\(name)/\(word)", as: NodeStatus.self)
  }

  func bypass(_ name: String, _ isBypassed: Bool) throws(RequestError) {
    let request = BypassRequest(bypassed: isBypassed)
    _ = try client.post("/v1/nodes/\(name)/bypass", request, as: NodeStatus.self)
  }

  func undo() throws(RequestError) { _ = try client.post("/v1/undo", as: MessageAnswer.self) }

  /// Ends the host, and removes its folder.
  func end() {
    process.terminate()
    process.waitUntilExitOrKill()
    try? FileManager.default.removeItem(atPath: folder)
  }
}
