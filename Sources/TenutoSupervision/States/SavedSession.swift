public import TenutoSystem
/// A session on the disk, read without starting any extension.
public struct SavedSession: Sendable {
  /// The newest good document.
  public let document: SessionDocument
  /// The number of its generation.
  public let sequence: UInt64
  /// One sentence for each newer generation that is unusable.
  public let problems: [HostError]
}

extension GenerationStore {
  /// Returns the newest readable session.
  ///
  /// - Returns: The session, or nil if none exists.
  /// - Throws: As `load(_:)`; `.sessionInvalid` if all are damaged.
  public func session() throws(HostError) -> SavedSession? {
    let reading = try load { bytes throws(HostError) in try SessionDocument(decoding: bytes) }
    return reading.map {
      SavedSession(document: $0.document, sequence: $0.sequence, problems: $0.problems)
    }
  }
}
