import Foundation
import Testing

/// Another author's MIDI file program, run in a private folder.
struct Peer {
  private let program: String
  private let arguments: [String]

  /// The folder of its input and output files.
  let folder: URL

  /// Runs `body` with a program of the system.
  ///
  /// If it is not installed, the test fails with `CI` set, and is a known issue otherwise.
  static func with(_ name: String, _ body: (Peer) throws -> Void) throws {
    guard let path = path(of: name) else { return report("\(name) is not installed") }
    try run(Peer(program: path, arguments: [], folder: temporaryFolder()), body)
  }

  /// Runs `body` with a Python program that needs mido, in the environment of `.ci/peers` or,
  /// without one, in the system's.
  static func withMido(_ script: String, _ body: (Peer) throws -> Void) throws {
    let own = checkout.appending(path: ".build-peers/bin/python3").path
    let isMade = FileManager.default.isExecutableFile(atPath: own)
    guard let python = isMade ? own : path(of: "python3") else {
      return report("python3 is not installed")
    }
    let programs = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Programs")
    let peer = Peer(
      program: python, arguments: [programs.appending(path: script).path],
      folder: temporaryFolder())
    guard (try? Peer(program: python, arguments: ["-c"], folder: peer.folder)("import mido")) != nil
    else { return report("Python's mido is not installed") }
    try run(peer, body)
  }

  private static func run(_ peer: Peer, _ body: (Peer) throws -> Void) throws {
    try FileManager.default.createDirectory(at: peer.folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: peer.folder) }
    try body(peer)
  }

  private static func report(_ what: String) {
    let comment = Comment(
      rawValue: "\(what), so the files are not compared; run .ci/peers and .ci/dependencies test.")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record(comment)
    } else {
      withKnownIssue(comment) { Issue.record(comment) }
    }
  }

  private static let checkout = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func temporaryFolder() -> URL {
    FileManager.default.temporaryDirectory.appending(path: "tenuto-peer-\(UUID().uuidString)")
  }

  private static func path(of name: String) -> String? {
    let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    return folders.map { "\($0)/\(name)" }.first {
      FileManager.default.isExecutableFile(atPath: $0)
    }
  }
}

extension Peer {
  /// The message of a failed program.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// Runs the program in its folder, and returns its output.
  @discardableResult
  func callAsFunction(_ arguments: String..., input: String = "") throws -> String {
    let files = try ["input", "output"].map { name in
      let file = folder.appending(path: ".\(name)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data(name == "input" ? input.utf8.map { $0 } : []).write(to: file)
      return file
    }
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = self.arguments + arguments
    process.currentDirectoryURL = folder
    process.standardInput = try FileHandle(forReadingFrom: files[0])
    let output = try FileHandle(forWritingTo: files[1])
    process.standardOutput = output
    process.standardError = output
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: try Data(contentsOf: files[1]), as: UTF8.self)
    guard process.terminationReason == .exit, process.terminationStatus == 0 else {
      throw Failure(description: "\(program) failed: \(text)")
    }
    return text
  }

  func write(_ bytes: [UInt8], to name: String) throws {
    try Data(bytes).write(to: folder.appending(path: name))
  }

  func read(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: name)))
  }
}
