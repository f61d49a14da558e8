/// The first message of `/v1/changes`: all that is known, and the number of the last change in it.
package struct SnapshotRecord: Codable, Sendable, Equatable {
  /// `snapshot`.
  package var kind = "snapshot"
  /// The last change that is in it for sure.
  package var number: UInt64
  /// The host.
  package var status: HostStatus
  /// What may be edited.
  package var session: SessionRecord

  /// States a picture.
  package init(number: UInt64, status: HostStatus, session: SessionRecord) {
    self.number = number
    self.status = status
    self.session = session
  }
}
