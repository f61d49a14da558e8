public import TenutoSystem
internal import TenutoTransport

/// The newest generations of a document, one file each, in a separate folder.
///
/// A save writes a temporary file, then calls `fsync`, `rename`, and `fsync` on the folder. If the
/// machine stops at any moment, the newest complete generation is the old one or the new one.
/// Reading needs no lock; only one process at a time may write, see `open()`.
///
/// Thread: control.
public struct GenerationStore: Sendable, Equatable {
  /// The folder of the generations, which need not exist yet.
  public let folder: String

  /// The number of generations that are kept.
  public static let capacity = 10
  /// The longest document, in bytes.
  public static let maximumByteCount = 512 << 20

  /// Creates a store for the generations in `folder`.
  public init(folder: String) { self.folder = folder }

  /// A document and the generation that it was read from.
  public struct Reading<Document: Sendable>: Sendable {
    /// The saved document.
    public let document: Document
    /// The generation's number; each save has a higher one.
    public let sequence: UInt64
    /// One sentence for each newer generation that was skipped because it is damaged.
    public let problems: [HostError]
  }

  /// The sequence numbers of all generations, damaged ones included, newest first.
  ///
  /// - Throws: An error if the folder cannot be read; a missing folder has no generations.
  public func sequences() throws(HostError) -> [UInt64] {
    guard FileCalls.exists(folder) else { return [] }
    do throws(SystemError) {
      return try FileCalls.names(in: folder).compactMap(Generation.sequence(fileName:))
        .sorted(by: >)
    } catch {
      throw HostError(.fileReadFailed, path: folder, "cannot be listed", because: error)
    }
  }

  /// The bytes of one generation.
  ///
  /// - Throws: `.sessionInvalid` for a damaged generation, `.fileNotFound`, `.fileReadFailed`.
  public func read(_ sequence: UInt64) throws(HostError) -> [UInt8] {
    let path = path(sequence)
    let bytes: [UInt8]
    do throws(SystemError) {
      bytes = try FileCalls.read(path, limit: Self.maximumByteCount + Generation.headerByteCount)
    } catch {
      throw HostError(.fileReadFailed, path: path, "cannot be read", because: error)
    }
    do throws(Generation.Damage) {
      return try Generation(decoding: bytes, sequence: sequence).bytes
    } catch {
      throw HostError(.sessionInvalid, "\(path) is damaged: \(error.reason); it is left as it is.")
    }
  }

  /// Returns the newest complete generation that `decode` accepts; deletes nothing.
  ///
  /// - Returns: The generation, or nil if none exists.
  /// - Throws: The first problem if all generations are damaged; the reason why the folder cannot
  ///   be read.
  public func load<Document: Sendable>(
    _ decode: ([UInt8]) throws(HostError) -> Document
  ) throws(HostError) -> Reading<Document>? {
    var problems: [HostError] = []
    for sequence in try sequences() {
      do throws(HostError) {
        let document = try decode(try read(sequence))
        return Reading(document: document, sequence: sequence, problems: problems)
      } catch {
        // A writer may remove the oldest generation meanwhile.
        if error.code != .fileNotFound { problems.append(error) }
      }
    }
    if let problem = problems.first { throw problem }
    return nil
  }

  /// Returns the bytes of the newest complete generation.
  ///
  /// - Throws: As `load(_:)`.
  public func load() throws(HostError) -> Reading<[UInt8]>? {
    try load { bytes throws(HostError) in bytes }
  }

  /// Creates the folder if needed and becomes its only writer.
  ///
  /// - Throws: `.refused` with the process id if another process writes; `.fileWriteFailed`,
  ///   `.permissionDenied`.
  public func open() throws(HostError) -> GenerationWriter { try GenerationWriter(self) }

  /// Removes all generations.
  ///
  /// - Throws: As `open()`.
  public func remove() throws(HostError) {
    guard FileCalls.exists(folder) else { return }
    let writer = try open()
    do throws(SystemError) {
      try FileCalls.remove(folder)
    } catch {
      throw HostError(.fileWriteFailed, path: folder, "cannot be removed", because: error)
    }
    _ = writer  // holds the lock until here
  }

  func path(_ sequence: UInt64) -> String { "\(folder)/\(Generation.fileName(sequence))" }
}
