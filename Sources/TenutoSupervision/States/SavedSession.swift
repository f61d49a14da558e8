public import TenutoSystem
/// A session as it is on the disk, read without starting any extension.
public struct SavedSession: Sendable {
  /// The newest good document.
  public let document: SessionDocument
  /// The number of its generation.
  public let sequence: UInt64
  /// One sentence for each newer generation that cannot be used.
  public let problems: [HostError]
}

extension GenerationStore {
  /// The newest session that can be read.
  ///
  /// - Returns: The session, nil if there is none.
  /// - Throws: As `load(_:)`; `.sessionInvalid` where all are damaged.
  public func session() throws(HostError) -> SavedSession? {
    let reading = try load { bytes throws(HostError) in try SessionDocument(decoding: bytes) }
    return reading.map {
      SavedSession(document: $0.document, sequence: $0.sequence, problems: $0.problems)
    }
  }
}
