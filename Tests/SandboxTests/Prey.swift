import Foundation
import TestSupport

/// A folder with permissions for everyone.
final class Prey {
  let path = NSTemporaryDirectory() + "tenuto-prey-\(UUID().uuidString)"

  init() throws {
    let files = FileManager.default
    try files.createDirectory(atPath: path, withIntermediateDirectories: true)
    _ = files.createFile(atPath: "\(path)/secret", contents: Data("secret\n".utf8))
    try files.setAttributes([.posixPermissions: 0o777], ofItemAtPath: path)
    try files.setAttributes([.posixPermissions: 0o666], ofItemAtPath: "\(path)/secret")
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var isUntouched: Bool {
    let files = FileManager.default
    return (try? files.contentsOfDirectory(atPath: path)) == ["secret"]
      && files.contents(atPath: "\(path)/secret") == Data("secret\n".utf8)
  }
}
