public import TenutoCore

/// A session as it is on the disk, read without starting any extension.
public struct SavedSession: Sendable {
  /// The newest good document.
  public let document: SessionDocument
  /// The number of its generation.
  public let sequence: UInt64
  /// One sentence for each newer generation that cannot be used.
  public let problems: [HostError]

  /// Whether the host ended without closing it, so that it is continued.
  public var isContinued: Bool { !document.isClosed }
}

extension GenerationStore {
  /// The newest session that can be read.
  ///
  /// - Returns: Nil where there is none.
  /// - Throws: As `load(_:)`; `.sessionInvalid` where all are damaged.
  public func session() throws(HostError) -> SavedSession? {
    let reading = try load { bytes throws(HostError) in try SessionDocument(decoding: bytes) }
    return reading.map {
      SavedSession(document: $0.document, sequence: $0.sequence, problems: $0.problems)
    }
  }

  /// States that the node at `index` had before, the newest first, each once, without `state`.
  public func olderStates(
    ofNode index: Int, than state: ComponentState
  ) -> [ComponentState] {
    var states: [ComponentState] = []
    for sequence in (try? sequences()) ?? [] {
      guard let bytes = try? read(sequence), let document = try? SessionDocument(decoding: bytes),
        document.nodes.indices.contains(index), let older = document.nodes[index].state,
        older.code == state.code, older != state, !states.contains(older)
      else { continue }
      states.append(older)
    }
    return states
  }
}
