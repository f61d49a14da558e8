import Foundation

extension Workshop {
  /// The folder of the package's sources.
  static let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  /// Runs a program in the workshop's folder or another one, and waits for its end.
  ///
  /// - Returns: Its exit code and output.
  func call(_ arguments: [String], in folder: String? = nil) throws -> (Int32, String) {
    let process = Process()
    let log = "\(path)/data/log.txt"
    try FileManager.default.createDirectory(
      atPath: "\(path)/data", withIntermediateDirectories: true)
    _ = FileManager.default.createFile(atPath: log, contents: nil)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder ?? path)
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: URL(fileURLWithPath: log))
    process.standardError = process.standardOutput
    try process.run()
    process.waitUntilExit()
    let text = String(decoding: FileManager.default.contents(atPath: log) ?? Data(), as: UTF8.self)
    return (process.terminationStatus, text)
  }
}
