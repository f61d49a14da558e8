import Foundation

/// An independent implementation in Python as a peer.
struct PythonPeer {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()

  /// The environment of `.ci/peers`, or else the system's.
  private static let python: String = {
    let own = folder.appendingPathComponent("../../../.build-peers/bin/python3").path
    return FileManager.default.isExecutableFile(atPath: own) ? own : "/usr/bin/python3"
  }()

  let process = Process()
  let input = Pipe()
  let output = Pipe()

  /// Starts a script in this folder.
  ///
  /// It runs in a network namespace, by default that of the tests.
  init(_ script: String, _ arguments: [String], in namespace: String? = nil) throws {
    let path = Self.folder.appendingPathComponent(script).path
    try start([path] + arguments, in: namespace)
  }

  private init(arguments: [String]) throws { try start(arguments) }

  private func start(_ arguments: [String], in namespace: String? = nil) throws {
    let prefix = namespace.map { ["/usr/sbin/ip", "netns", "exec", $0] } ?? []
    let words = prefix + [Self.python] + arguments
    process.executableURL = URL(fileURLWithPath: words[0])
    process.arguments = Array(words.dropFirst())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  /// Whether the modules are available; always true with CI set, so that missing ones fail.
  static func has(_ modules: String) -> Bool {
    if ProcessInfo.processInfo.environment["CI"] != nil { return true }
    guard let peer = try? PythonPeer(arguments: ["-c", "import \(modules)"]) else { return false }
    peer.process.waitUntilExit()
    if peer.process.terminationStatus == 0 { return true }
    print("*** SKIPPED: no peer of network MIDI (run .ci/peers)")
    return false
  }

  /// The output so far, at least some.
  func read() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Reads until a text has arrived; returns false at the end of the output.
  func reads(until text: String) -> Bool {
    var all = ""
    while !all.contains(text) {
      let more = read()
      if more.isEmpty { return false }
      all += more
    }
    return true
  }

  /// Writes a line to its input, and returns its next line of output, "" at its end.
  func ask(_ question: String) throws -> String {
    try input.fileHandleForWriting.write(contentsOf: Data("\(question)\n".utf8))
    var answer = ""
    while !answer.hasSuffix("\n") {
      let more = read()
      if more.isEmpty { break }
      answer += more
    }
    return answer
  }

  /// Closes its input, and returns the rest of its output.
  func finish() throws -> String {
    try input.fileHandleForWriting.close()
    let rest = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: rest, as: UTF8.self)
  }
}
