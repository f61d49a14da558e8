/// Asks for a snapshot of the inner state between two cycles, to be downloaded.
///
/// The first four bytes are the number of the newest cycle that it contains; the others are the
/// extension's own. A component without snapshots refuses.
package struct SnapshotRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.snapshot
  package typealias Response = BulkSize

  /// Whether to wake the render thread for it.
  ///
  /// Otherwise the snapshot is taken directly after the answer to a cycle, so that it delays none
  /// if the next cycle is far enough.
  package let isAtOnce: Bool
  /// The most bytes that may be copied: the host's estimate of the time until the next cycle.
  package let byteLimit: UInt32

  package init(isAtOnce: Bool, byteLimit: UInt32 = BulkLimits.byteCount) {
    self.isAtOnce = isAtOnce
    self.byteLimit = byteLimit
  }

  package init(from reader: inout WireReader) throws(WireError) {
    isAtOnce = try reader.readBool()
    byteLimit = try reader.read()
  }

  package func encode(into writer: inout WireWriter) {
    writer.write(isAtOnce)
    writer.write(byteLimit)
  }
}

/// Continues from the uploaded snapshot, completely or not at all.
///
/// Refused if the snapshot is of another build, another format or damaged. Sent before the first
/// cycle only.
package struct RestoreRequest: ControlRequest, Equatable {
  package static let kind = ControlKind.restore
  package typealias Response = Nothing
  package init() {}
  package init(from reader: inout WireReader) throws(WireError) {}
  package func encode(into writer: inout WireWriter) {}
}
