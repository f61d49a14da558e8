internal import TenutoCore
internal import TenutoProcess
package import TenutoSystem
internal import TenutoTransport

/// The inner state of an instance between two cycles, from which another process of the same build
/// continues.
package struct InstanceSnapshot: Sendable, Equatable {
  /// The newest cycle in it, by the extension's own claim.
  package let cycle: UInt32
  /// The whole snapshot, opaque to the host.
  package var bytes: [UInt8]

  /// Reads the cycle at the start of a snapshot; nil if it is too short.
  package init?(parsing bytes: [UInt8]) {
    var reader = WireReader(bytes[...])
    guard let cycle: UInt32 = try? reader.read(), bytes.count > 4 else { return nil }
    self.cycle = cycle
    self.bytes = bytes
  }
}

extension Instance {
  /// Takes a snapshot between two cycles.
  ///
  /// Thread: control. Waits for the end of a cycle.
  ///
  /// - Parameters:
  ///   - isAtOnce: Whether to wake its render thread, which may delay its next cycle.
  ///   - byteLimit: The most bytes that may be copied now.
  /// - Returns: The snapshot, with the cycle after which it was taken.
  /// - Throws: `.refused` without snapshots, `.extensionDied` and similar errors.
  package func snapshot(
    isAtOnce: Bool, byteLimit: Int = Int(BulkLimits.byteCount)
  ) throws(HostError) -> InstanceSnapshot {
    try converse { conversation throws(HostError) in
      let request = SnapshotRequest(
        isAtOnce: isAtOnce, byteLimit: UInt32(clamping: max(0, byteLimit)))
      guard let snapshot = InstanceSnapshot(parsing: try conversation.fetch(request)) else {
        throw conversation.violation("sent a malformed snapshot")
      }
      return snapshot
    }
  }

  /// Continues from a snapshot of another instance of the same build, before the first cycle.
  ///
  /// Thread: control.
  ///
  /// - Throws: `.refused` if it does not fit or is damaged; nothing has changed then.
  package func restore(_ snapshot: InstanceSnapshot) throws(HostError) {
    try converse { conversation throws(HostError) in
      try conversation.upload(snapshot.bytes)
      try conversation.ask(RestoreRequest())
    }
  }
}
