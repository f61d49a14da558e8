internal import Synchronization
public import TenutoMIDI

/// A session of MIDI over the network: AppleMIDI with RTP-MIDI, or Network MIDI 2.0.
///
/// A session is off until it is enabled. All hosts that take part hear what is sent to it, and
/// what they send comes out of it. Lost packets are made good: no note hangs, and controllers,
/// programs, pitch and pedals are where the sender has them.
///
/// Thread: any but render; calls may run at once on several threads.
///
/// The corresponding Core MIDI class is `MIDINetworkSession`.
public final class MIDINetworkSession: Sendable {
  /// Takes packets of one moment, on the session's own thread.
  public typealias Receiver = @Sendable (_ packets: [HostTimedUMP], _ peer: Int) -> Void

  /// What a session tells.
  public enum Notification: Sendable, Hashable {
    /// A peer has come or gone, or the session was enabled or disabled.
    ///
    /// The corresponding Core MIDI name is `MIDINetworkNotificationSessionDidChange`.
    case sessionDidChange
    /// A contact was added or removed.
    ///
    /// The corresponding Core MIDI name is `MIDINetworkNotificationContactsDidChange`.
    case contactsDidChange
    /// A host that may not take part has asked to; see `waitingHosts`.
    case hostIsWaiting
    /// A connection could not be made, in a sentence.
    case connectionFailed(MIDINetworkHost, String)
  }

  private struct State {
    var runner: SessionRunner?
    var networkName: String
    var port: UInt16
    var interface: String?
    var policy = MIDINetworkConnectionPolicy.hostsInContactList
    var sysExPolicy = MIDINetworkConnectionPolicy.hostsInContactList
    var delay: ClosedRange<Double> = 0.001...0.05
    var contacts = MIDINetworkContacts()
    var connections: [MIDINetworkConnection: NetworkAddress] = [:]
    var isAdvertised = false
    var link: BonjourLink?
    var authentication: MIDINetworkAuthentication?
  }

  private let state: Mutex<State>
  private let contactsPath: String?
  /// In a structure: a mutex that holds a function itself wraps it once more at each access.
  private struct Listener { var receiver: Receiver? }

  private let listener = Mutex(Listener())
  private let notices = MIDINetworkNotices<Notification>()
  private let incoming = Mutex(IncomingTranslator())
  /// Held while packets are taken, so that callers' packets stay in the order of their calls.
  private let sending = Mutex(())

  /// What the session speaks.
  public let networkProtocol: MIDINetworkProtocol

  /// The session that programs share: port 5004, and the user's list of contacts.
  private static let shared = MIDINetworkSession(name: "Tenuto")

  /// Returns the session that all of a program shares, always the same one.
  ///
  /// The corresponding Core MIDI method is `default()`.
  public static func `default`() -> MIDINetworkSession { shared }

  /// Creates a session, which does nothing until it is enabled.
  ///
  /// - Parameters:
  ///   - name: The name that others see.
  ///   - port: The port, 0 for any; an AppleMIDI session has its data at the next one.
  ///   - interface: The network interface, for example `eth0`; nil for all.
  ///   - networkProtocol: What the session speaks.
  ///   - contactsFile: Where contacts are kept; nil for `tenuto/network-contacts` below
  ///     `$XDG_STATE_HOME`, an empty text for nowhere.
  public init(
    name: String, port: UInt16 = MIDINetworkHost.defaultPort, interface: String? = nil,
    networkProtocol: MIDINetworkProtocol = .appleMIDI, contactsFile: String? = nil
  ) {
    self.networkProtocol = networkProtocol
    let path = contactsFile ?? MIDINetworkContacts.usualPath
    contactsPath = path?.isEmpty == true ? nil : path
    let contacts = contactsPath.map { MIDINetworkContacts(path: $0) } ?? MIDINetworkContacts()
    state = Mutex(
      State(
        networkName: name, port: port, interface: interface,
        policy: contacts.policy ?? .hostsInContactList, contacts: contacts))
  }

  deinit { disable() }

  private var runner: SessionRunner? { state.withLock { $0.runner } }
}

// MARK: - The session

extension MIDINetworkSession {
  /// Whether the session is open to the network.
  ///
  /// Setting it is `enable()` or `disable()`; a session whose port is taken stays disabled.
  public var isEnabled: Bool {
    get { runner != nil }
    set { if newValue { try? enable() } else { disable() } }
  }

  /// Binds the ports; no effect on a session that is enabled.
  ///
  /// - Throws: `.port` or `.interface`.
  public func enable() throws(NetworkMIDIError) {
    try state.withLock { state throws(NetworkMIDIError) in
      guard state.runner == nil else { return }
      state.runner = try SessionRunner(
        core: core(state), port: state.port, hasDataPort: networkProtocol == .appleMIDI,
        interface: state.interface
      ) { [weak self] effect in self?.take(effect) }
    }
    for connection in connections() { begin(connection) }
    advertise()
    notices.post(.sessionDidChange)
  }

  private func core(_ state: State) -> any SessionCore {
    var core: any SessionCore
    switch networkProtocol {
    case .appleMIDI: core = AppleMIDICore(name: state.networkName, policy: state.policy.core)
    case .networkMIDI2:
      var midi2 = NetworkMIDI2Core(name: state.networkName, policy: state.policy.core)
      midi2.credentials = state.authentication?.credentials
      // Not by the property, which takes the lock that is held.
      midi2.productInstanceID = MIDINetworkAuthentication.productInstanceID(of: state.networkName)
      core = midi2
    }
    core.sysExPolicy = state.sysExPolicy.core
    core.bufferRange = state.delay.nanoseconds
    core.contactHosts = Self.addresses(of: state.contacts)
    return core
  }

  /// Ends all connections with a goodbye, all notes that peers have left on, and frees the ports.
  public func disable() {
    let (runner, link) = state.withLock { state in
      defer { (state.runner, state.link) = (nil, nil) }
      return (state.runner, state.link)
    }
    guard let runner else { return }
    link?.stop()
    runner.stop()
    notices.post(.sessionDidChange)
  }

  /// The name that others see; a change is told with the next invitation.
  public var networkName: String {
    get { state.withLock { $0.networkName } }
    set {
      state.withLock { $0.networkName = newValue }
      runner?.change { core, _ in core.name = newValue }
    }
  }

  /// The control port; that of an enabled session if any was asked for.
  public var networkPort: UInt16 { runner?.port ?? state.withLock { $0.port } }

  /// Whether an enabled session tells the local network of itself by Bonjour; false at first.
  ///
  /// Others then find it by its name, and may invite it: whether they may take part is the policy's.
  /// A session whose interface has no IPv4 address is not advertised.
  public var isAdvertised: Bool {
    get { state.withLock { $0.isAdvertised } }
    set {
      state.withLock { $0.isAdvertised = newValue }
      advertise()
    }
  }

  /// Begins or ends the advertisement, as it should be.
  private func advertise() {
    let (isWanted, name, port, interface, old) = state.withLock { state in
      defer { state.link = nil }
      return (
        state.isAdvertised && state.runner != nil, state.networkName, state.runner?.port ?? 0,
        state.interface, state.link
      )
    }
    old?.stop()
    guard isWanted, let link = try? BonjourLink(interface: interface, handler: { _ in }) else {
      return
    }
    var service = BonjourService(name: name, type: networkProtocol.serviceType, port: port)
    if networkProtocol == .networkMIDI2 {
      service.texts = ["UMPEndpointName=\(name)", "ProductInstanceId=\(productInstanceID)"]
    }
    link.advertise(service)
    state.withLock { $0.link = link }
  }

  /// What hosts must prove to take part, and what this side proves to hosts; nil for nothing.
  ///
  /// For Network MIDI 2.0 only: AppleMIDI has no passwords. A host that has proved it takes part
  /// whatever the policy is, but for `noOne`. A change holds for sessions that are enabled later.
  public var authentication: MIDINetworkAuthentication? {
    get { state.withLock { $0.authentication } }
    set { state.withLock { $0.authentication = newValue } }
  }

  /// What tells this session from others of its kind in Network MIDI 2.0: the machine and the name.
  public var productInstanceID: String {
    MIDINetworkAuthentication.productInstanceID(of: networkName)
  }

  /// The hosts that may take part without having been invited: those of the contacts, if no other
  /// policy was kept.
  public var connectionPolicy: MIDINetworkConnectionPolicy {
    get { state.withLock { $0.policy } }
    set {
      state.withLock { $0.policy = newValue }
      runner?.change { core, _ in core.policy = newValue.core }
    }
  }

  /// Sets the policy, and keeps it for sessions to come, beside the contacts; false if it cannot be.
  @discardableResult
  public func keepConnectionPolicy(_ policy: MIDINetworkConnectionPolicy) -> Bool {
    connectionPolicy = policy
    return state.withLock { state in
      state.contacts.policy = policy
      guard let contactsPath else { return false }
      return (try? state.contacts.write(to: contactsPath)) != nil
    }
  }

  /// The hosts from which and to which System Exclusive messages pass: those of the contacts, and
  /// those that this side has invited.
  ///
  /// Such a message can rewrite what a device is.
  public var systemExclusivePolicy: MIDINetworkConnectionPolicy {
    get { state.withLock { $0.sysExPolicy } }
    set {
      state.withLock { $0.sysExPolicy = newValue }
      runner?.change { core, _ in core.sysExPolicy = newValue.core }
    }
  }

  /// The least and the longest time in seconds that events are held back, 0 to 1.
  ///
  /// Between the two the session holds back what the network needs. A change holds for new peers.
  public var delayRange: ClosedRange<Double> {
    get { state.withLock { $0.delay } }
    set {
      let range = newValue.clamped(to: 0...1)
      state.withLock { $0.delay = range }
      runner?.change { core, _ in core.bufferRange = range.nanoseconds }
    }
  }

  /// The hosts that take part, and those whose invitation is under way.
  public var peers: [MIDINetworkPeer] {
    runner?.read { $0.status.map { MIDINetworkPeer($0) } } ?? []
  }
}

// MARK: - Contacts

extension MIDINetworkSession {
  /// The hosts that may take part by the usual policy.
  public func contacts() -> Set<MIDINetworkHost> {
    Set(state.withLock { $0.contacts.hosts })
  }

  /// Adds a contact, and keeps it; false if it is there or cannot be kept.
  @discardableResult
  public func addContact(_ contact: MIDINetworkHost) -> Bool {
    changeContacts { $0.add(contact) }
  }

  /// Removes a contact; false if it is not there.
  @discardableResult
  public func removeContact(_ contact: MIDINetworkHost) -> Bool {
    changeContacts { $0.remove(contact) }
  }

  private func changeContacts(_ change: (inout MIDINetworkContacts) -> Bool) -> Bool {
    let contacts: MIDINetworkContacts? = state.withLock { state in
      var contacts = state.contacts
      guard change(&contacts) else { return nil }
      if let contactsPath, (try? contacts.write(to: contactsPath)) == nil { return nil }
      state.contacts = contacts
      return contacts
    }
    guard let contacts else { return false }
    let hosts = Self.addresses(of: contacts)
    runner?.change { core, _ in core.contactHosts = hosts }
    notices.post(.contactsDidChange)
    return true
  }

  private static func addresses(of contacts: MIDINetworkContacts) -> Set<[UInt8]> {
    Set(contacts.hosts.compactMap { NetworkAddress(resolving: $0.address, port: $0.port)?.host })
  }

  /// The hosts that have asked to take part within the last 15 s, and may not.
  public var waitingHosts: [MIDINetworkHost] {
    runner?.read { core in
      core.requests.map { request in
        MIDINetworkHost(
          name: request.name ?? "", address: request.address.hostText, port: request.address.port)
      }
    } ?? []
  }

  /// Lets a host take part until the session is disabled; it is connected when it asks again.
  public func accept(_ host: MIDINetworkHost) {
    guard let address = NetworkAddress(resolving: host.address, port: host.port) else { return }
    runner?.change { core, _ in core.accept(address.host) }
  }
}

// MARK: - Connections

extension MIDINetworkSession {
  /// The hosts that this side has invited.
  public func connections() -> Set<MIDINetworkConnection> {
    Set(state.withLock { $0.connections.keys })
  }

  /// Invites a host, and again whenever it is lost; false if it has no address.
  ///
  /// The host's name may have to be looked up, which waits for the name service, or for 3 s at most
  /// for a Bonjour service.
  @discardableResult
  public func addConnection(_ connection: MIDINetworkConnection) -> Bool {
    let interface = state.withLock { $0.interface }
    guard
      let host = connection.host.resolved(
        ofType: networkProtocol.serviceType, interface: interface),
      let address = NetworkAddress(resolving: host.address, port: host.port)
    else { return false }
    state.withLock { $0.connections[connection] = address }
    begin(connection)
    return true
  }

  private func begin(_ connection: MIDINetworkConnection) {
    guard let address = state.withLock({ $0.connections[connection] }) else { return }
    runner?.change { core, now in core.connect(to: address, at: now) }
  }

  /// Ends the connection with a host; false if there is none.
  @discardableResult
  public func removeConnection(_ connection: MIDINetworkConnection) -> Bool {
    guard let address = state.withLock({ $0.connections.removeValue(forKey: connection) }) else {
      return false
    }
    runner?.change { core, now in core.disconnect(address, at: now) }
    return true
  }

  /// Ends the connection with a peer, whichever side began it.
  public func disconnect(_ peer: MIDINetworkPeer) {
    guard let address = NetworkAddress(resolving: peer.host.address, port: peer.host.port) else {
      return
    }
    state.withLock { state in
      state.connections = state.connections.filter { $0.value != address }
    }
    runner?.change { core, now in core.disconnect(address, at: now) }
  }
}

// MARK: - Messages

extension MIDINetworkSession {
  /// Takes what peers send: Universal MIDI Packets, of group 0 in MIDI 1.0 from AppleMIDI peers.
  ///
  /// Their times are a little ahead, by the peer's `delay`: what plays them does so at these times,
  /// and so the peer's own rhythm is heard.
  public func setReceiver(_ receiver: Receiver?) { listener.withLock { $0.receiver = receiver } }

  /// Sends packets to all peers.
  ///
  /// To AppleMIDI peers, MIDI 2.0 voice messages are translated; peers of Network MIDI 2.0 get packets
  /// as they are, or in the protocol that they have said they use. What comes back is false if a peer has so much waiting
  /// that it takes no more, or the session is disabled.
  @discardableResult
  public func send(_ packets: [HostTimedUMP]) -> Bool {
    guard let runner else { return false }
    let now = NetworkClock.now
    let timed = packets.map { $0.hostTime == 0 ? HostTimedUMP(hostTime: now, ump: $0.ump) : $0 }
    return sending.withLock { _ in runner.send(timed) }
  }

  /// Takes notifications, on the session's own thread.
  public var notificationHandler: (@Sendable (Notification) -> Void)? {
    get { notices.handler }
    set { notices.handler = newValue }
  }

  /// Returns the notifications from now on; a stream that nothing reads keeps the newest 256.
  public func notifications() -> AsyncStream<Notification> { notices.stream() }

  /// Takes what the core does, on the runner's thread.
  private func take(_ effect: SessionEffect) {
    switch effect {
    case .send: break
    case .peersChanged: notices.post(.sessionDidChange)
    case .requestsChanged: notices.post(.hostIsWaiting)
    case .failed(let address, let reason):
      let host = MIDINetworkHost(name: "", address: address.hostText, port: address.port)
      notices.post(.connectionFailed(host, reason))
    case .play(let events, let peer):
      let packets = incoming.withLock { $0.translate(events, of: peer) }
      if !packets.isEmpty { listener.withLock { $0.receiver }?(packets, peer) }
    case .deliver(let packets, let peer): listener.withLock { $0.receiver }?(packets, peer)
    }
  }
}

extension ClosedRange<Double> {
  fileprivate var nanoseconds: ClosedRange<UInt64> {
    UInt64(lowerBound * 1e9)...UInt64(upperBound * 1e9)
  }
}
