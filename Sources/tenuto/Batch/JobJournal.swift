import Glibc
import Synchronization
import TenutoSystem
import TenutoTransport

/// The finished jobs of a list, in a file next to it, so that the next run continues.
///
/// It is a table of three columns: the output, its SHA-256, and a digest of everything that the
/// output depends on. Each row is appended with one call once the output has its final name. Rows
/// that cannot be read, such as the end of a file after a power failure, count as missing.
final class JobJournal: Sendable {
  /// A finished job.
  struct Entry: Equatable, Sendable {
    /// The SHA-256 of the output.
    let digest: String
    /// The digest of everything that the output depends on.
    let inputs: String
  }

  private let path: String
  private let file: Descriptor
  private let entries: Mutex<[String: Entry]>

  private static let byteLimit = 1 << 28
  private static let header = ["output", "sha256", "inputs"]

  /// Opens the journal of the list at `path`.
  ///
  /// - Parameters:
  ///   - path: The list.
  ///   - isShared: Whether other processes may work on other jobs of the list at the same time.
  /// - Throws: An error if another process works on the list, or if the journal cannot be written.
  init(ofList path: String, isShared: Bool) throws(Failure) {
    self.path = path + ".done"
    do throws(SystemError) {
      file = try FileCalls.open(self.path, O_RDWR | O_CREAT | O_APPEND, mode: 0o666)
      let number = file.number
      _ = try SystemError.check("flock") { flock(number, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) }
      let bytes = try FileCalls.read(self.path, limit: Self.byteLimit)
      entries = Mutex(Self.entries(bytes))
      if bytes.isEmpty { try Self.write(CSV.line(Self.header), to: file) }
      // The next row must not continue a truncated one.
      if let last = bytes.last, last != 0x0A { try Self.write("\n", to: file) }
    } catch {
      guard error.code != EWOULDBLOCK else {
        throw .work("Another 'tenuto render --batch' works on \(path); wait for it, or end it.")
      }
      throw Failure(
        HostError(.fileWriteFailed, path: self.path, "cannot be written", because: error))
    }
  }

  /// Each line is a separate row, so that a damaged line affects only itself.
  private static func entries(_ bytes: [UInt8]) -> [String: Entry] {
    var entries: [String: Entry] = [:]
    for line in bytes.split(separator: 0x0A) {
      guard let row = (try? CSV.parse(Array(line)))?.first, row.fields.count == header.count,
        [row.fields[1], row.fields[2]].allSatisfy(SHA256Text.isValid)
      else { continue }
      entries[row.fields[0]] = Entry(digest: row.fields[1], inputs: row.fields[2])
    }
    return entries
  }

  /// Returns the latest result of a job.
  func entry(_ output: String) -> Entry? { entries.withLock { $0[output] } }

  /// Adds a result, and returns when it is on the disk.
  ///
  /// - Throws: An error if it cannot be written.
  func add(_ output: String, _ entry: Entry) throws(Failure) {
    do throws(SystemError) {
      try Self.write(CSV.line([output, entry.digest, entry.inputs]), to: file)
    } catch {
      throw Failure(HostError(.fileWriteFailed, path: path, "cannot be written", because: error))
    }
    entries.withLock { $0[output] = entry }
  }

  /// Appends a line with one call, which Linux does not mix with those of other processes.
  private static func write(_ line: String, to file: borrowing Descriptor) throws(SystemError) {
    let (bytes, number) = (Array(line.utf8), file.number)
    let count = try FileCalls.checkCount("write") {
      unsafe bytes.withUnsafeBytes { unsafe Glibc.write(number, $0.baseAddress, $0.count) }
    }
    guard count == bytes.count else { throw SystemError("write", code: ENOSPC) }
    _ = try SystemError.check("fdatasync") { fdatasync(number) }
  }
}
