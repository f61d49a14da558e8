import TenutoSystem
import TenutoTransport

/// Writes a file that the user named.
enum OutputFile {
  /// Writes a file whole: it takes its place when it is on the disk, and a failure leaves what was
  /// there before.
  ///
  /// - Throws: A `Failure` that says why it cannot be written.
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
