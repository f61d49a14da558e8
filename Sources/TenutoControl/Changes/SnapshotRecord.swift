/// The first message of `/v1/changes`: the complete state, and the number of the last change in it.
package struct SnapshotRecord: Codable, Sendable, Equatable {
  /// `snapshot`.
  package var kind = "snapshot"
  /// The last change that the snapshot is sure to contain.
  package var number: UInt64
  /// The host.
  package var status: HostStatus
  /// The session that can be edited.
  package var session: SessionRecord

  /// Creates a snapshot.
  package init(number: UInt64, status: HostStatus, session: SessionRecord) {
    self.number = number
    self.status = status
    self.session = session
  }
}
