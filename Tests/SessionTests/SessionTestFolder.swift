import Foundation

/// A folder that is removed with its test.
final class SessionTestFolder: Sendable {
  let path: String

  init() {
    path = NSTemporaryDirectory() + "tenuto-session-\(UUID().uuidString)"
    try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  func write(_ bytes: [UInt8], _ name: String) {
    _ = FileManager.default.createFile(atPath: "\(path)/\(name)", contents: Data(bytes))
  }

  func read(_ name: String) -> [UInt8] {
    Array(FileManager.default.contents(atPath: "\(path)/\(name)") ?? Data())
  }

  func remove(_ name: String) { try? FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}
