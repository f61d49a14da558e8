internal import Synchronization
public import TenutoJACK
public import TenutoNetworkMIDI

/// The ports of sessions that were opened by `openPorts()`.
private let opened = Mutex<[ObjectIdentifier: MIDINetworkPorts]>([:])

extension MIDINetworkSession {
  /// Returns the session's ports in JACK; opens them at the default server if they are not open.
  ///
  /// They stay open until the process ends or `closePorts()` is called, whether the session is
  /// enabled or not.
  ///
  /// - Throws: As `MIDINetworkPorts.init`.
  @discardableResult
  public func openPorts() throws(JACKError) -> MIDINetworkPorts {
    let known = opened.withLock { $0[ObjectIdentifier(self)] }
    if let known, known.isOpen { return known }
    known?.close()
    let new = try MIDINetworkPorts(session: self)
    let old = opened.withLock { $0.updateValue(new, forKey: ObjectIdentifier(self)) }
    if old !== known { old?.close() }
    return new
  }

  /// Closes the ports that `openPorts()` has opened; no effect if none exist.
  public func closePorts() {
    opened.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) }?.close()
  }
}

/// The hosts that may join a session, under SwiftMIDI's name.
public typealias MIDIIONetworkConnectionPolicy = MIDINetworkConnectionPolicy

/// Enables the shared session with a policy and opens its ports, or disables it with nil.
///
/// The session is `MIDINetworkSession.default()`. Its ports are endpoints for every `MIDIManager`.
/// Without a JACK server, or if the session's UDP port is in use, it stays disabled.
///
/// Thread: any but render.
///
/// - Parameter policy: The hosts that may join; nil to disable the session.
/// - Returns: Whether the session is in the requested state.
///
/// The corresponding SwiftMIDI function is `setMIDINetworkSession(policy:)`.
@discardableResult
public func setMIDINetworkSession(policy: MIDIIONetworkConnectionPolicy?) -> Bool {
  let session = MIDINetworkSession.default()
  guard let policy else {
    session.disable()
    session.closePorts()
    return true
  }
  session.connectionPolicy = policy
  guard (try? session.openPorts()) != nil else { return false }
  session.isEnabled = true
  return session.isEnabled
}
