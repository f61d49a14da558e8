import TenutoSystem
import TenutoTransport

/// Writes the user's files.
enum OutputFile {
  /// Writes a file atomically: it is renamed once it is on the disk, and a failure keeps the
  /// previous file.
  ///
  /// - Throws: A `Failure` with the reason why it cannot be written.
  static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
    let part = path + ".part"
    do throws(SystemError) {
      try FileCalls.overwrite(part, bytes)
      try FileCalls.rename(part, to: path)
    } catch {
      throw .work("\(path) cannot be written (\(error)); check its folder and the disk.")
    }
  }
}
