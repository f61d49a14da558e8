/// The System Exclusive messages that pass between a session and a host.
///
/// A System Exclusive message can reconfigure a device, so each direction needs a permission.
public struct MIDINetworkSystemExclusive: Sendable, Hashable {
  /// The maximum length of messages.
  public enum Limit: String, Sendable, Hashable, CaseIterable {
    /// No message passes.
    case none
    /// Messages of up to 64 KiB pass.
    case limited
    /// All messages pass.
    case unlimited
  }

  /// For messages that the host sends.
  public var received: Limit

  /// For messages that are sent to the host.
  public var sent: Limit

  /// Creates a permission.
  public init(received: Limit, sent: Limit) { (self.received, self.sent) = (received, sent) }

  init(_ permission: SysExPermission) {
    self.init(received: Limit(permission.received), sent: Limit(permission.sent))
  }

  var core: SysExPermission { SysExPermission(received: received.core, sent: sent.core) }
}

extension MIDINetworkSystemExclusive.Limit {
  init(_ limit: SysExLimit) {
    switch limit {
    case .none: self = .none
    case .limited: self = .limited
    case .unlimited: self = .unlimited
    }
  }

  var core: SysExLimit {
    switch self {
    case .none: .none
    case .limited: .limited
    case .unlimited: .unlimited
    }
  }
}
