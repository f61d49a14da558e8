internal import Synchronization
public import TenutoMIDI
public import TenutoMIDIMessages

/// A session of MIDI over the network: AppleMIDI with RTP-MIDI, or Network MIDI 2.0.
///
/// A session is disabled at first. Its messages go to all peers, and it receives the messages of
/// all peers. Lost packets are recovered: no note hangs, and controllers, programs, pitch and
/// pedals match the sender's.
///
/// Thread: any but render; calls may run at once on several threads.
///
/// The corresponding Core MIDI class is `MIDINetworkSession`.
public final class MIDINetworkSession: Sendable {
  /// Receives packets with their times, on the network thread.
  public typealias Receiver = @Sendable (_ packets: [HostTimedUMP], _ peer: Int) -> Void

  /// An event of a session.
  public enum Notification: Sendable, Hashable {
    /// A peer has joined or left, or the session was enabled or disabled.
    ///
    /// The corresponding Core MIDI name is `MIDINetworkNotificationSessionDidChange`.
    case sessionDidChange
    /// A contact was added or removed.
    ///
    /// The corresponding Core MIDI name is `MIDINetworkNotificationContactsDidChange`.
    case contactsDidChange
    /// A host without permission has asked to join; see `waitingHosts`.
    case hostIsWaiting
    /// A connection failed, with the reason in a sentence.
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
    var umpEndpoint: UMPEndpoint?
    /// The hosts that were accepted without being contacts, until the session is disabled.
    var accepted: Set<[UInt8]> = []
  }

  private let state: Mutex<State>
  private let contactsPath: String?
  /// A structure, since a mutex that holds a function directly wraps it again on each access.
  private struct Listener { var receiver: Receiver? }

  private let listener = Mutex(Listener())
  private let notices = MIDINetworkNotices<Notification>()
  private let incoming = Mutex(IncomingTranslator())
  /// Held while packets are queued, so that they keep the order of the calls.
  private let sending = Mutex(())

  /// The session's protocol.
  public let networkProtocol: MIDINetworkProtocol

  /// The shared session: port 5004, and the user's contacts.
  private static let shared = MIDINetworkSession(name: "Tenuto")

  /// Returns the session that is shared within the program.
  ///
  /// The corresponding Core MIDI method is `default()`.
  public static func `default`() -> MIDINetworkSession { shared }

  /// Creates a disabled session.
  ///
  /// - Parameters:
  ///   - name: The name that other hosts see.
  ///   - port: The port, 0 for any; an AppleMIDI session uses the next port for its data.
  ///   - interface: The network interface, for example `eth0`; nil for all.
  ///   - networkProtocol: The protocol.
  ///   - contactsFile: The file of contacts; nil for `tenuto/network-contacts` in `$XDG_STATE_HOME`,
  ///     an empty text for none.
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
  /// Setting it calls `enable()` or `disable()`; a session whose port is in use stays disabled.
  public var isEnabled: Bool {
    get { runner != nil }
    set { if newValue { try? enable() } else { disable() } }
  }

  /// Binds the ports; no effect if the session is enabled.
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
      midi2.endpoint = state.umpEndpoint
      // The property would take the lock that is held here.
      midi2.productInstanceID = MIDINetworkAuthentication.productInstanceID(of: state.networkName)
      core = midi2
    }
    core.sysExPolicy = state.sysExPolicy.core
    core.bufferRange = state.delay.nanoseconds
    core.contactHosts = Self.addresses(of: state.contacts)
    core.sysExPermissions = Self.permissions(of: state.contacts)
    return core
  }

  /// Ends all connections and the notes of all peers, and releases the ports.
  public func disable() {
    let (runner, link) = state.withLock { state in
      defer { (state.runner, state.link, state.accepted) = (nil, nil, []) }
      return (state.runner, state.link)
    }
    guard let runner else { return }
    link?.stop()
    runner.stop()
    notices.post(.sessionDidChange)
  }

  /// The name that other hosts see; a change is sent with the next invitation.
  public var networkName: String {
    get { state.withLock { $0.networkName } }
    set {
      state.withLock { $0.networkName = newValue }
      runner?.change { core, _ in core.name = newValue }
    }
  }

  /// The name of this machine on the network.
  ///
  /// The corresponding Core MIDI property is `localName`.
  public var localName: String { BonjourNode.localName }

  /// The control port; of an enabled session the port that it was given.
  public var networkPort: UInt16 { runner?.port ?? state.withLock { $0.port } }

  /// Whether an enabled session is advertised by Bonjour; false at first.
  ///
  /// Other hosts then find it by its name and may invite it; the policy decides whether they may
  /// join. A session whose interface has no IPv4 address is not advertised.
  public var isAdvertised: Bool {
    get { state.withLock { $0.isAdvertised } }
    set {
      state.withLock { $0.isAdvertised = newValue }
      advertise()
    }
  }

  /// Starts or ends the advertisement.
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

  /// The credentials that hosts need to join, and that this side presents to hosts; nil for none.
  ///
  /// Network MIDI 2.0 only: AppleMIDI has no passwords. A host with the right credentials may join
  /// under every policy except `noOne`. A change takes effect when the session is enabled again.
  public var authentication: MIDINetworkAuthentication? {
    get { state.withLock { $0.authentication } }
    set { state.withLock { $0.authentication = newValue } }
  }

  /// The endpoint that the session is to peers of Network MIDI 2.0, with its function blocks.
  ///
  /// The session answers their discovery with it, asks for theirs (`MIDINetworkPeer.umpEndpoint`),
  /// and takes the protocol that they request. With nil, the default, questions and answers pass as
  /// they are, for a receiver that is an endpoint itself. A change holds for sessions that are
  /// enabled later.
  public var umpEndpoint: UMPEndpoint? {
    get { state.withLock { $0.umpEndpoint } }
    set { state.withLock { $0.umpEndpoint = newValue } }
  }

  /// Identifies this session in Network MIDI 2.0: derived from the machine and the name.
  public var productInstanceID: String {
    MIDINetworkAuthentication.productInstanceID(of: networkName)
  }

  /// The hosts that may join without an invitation; the contacts, unless another policy was kept.
  public var connectionPolicy: MIDINetworkConnectionPolicy {
    get { state.withLock { $0.policy } }
    set {
      state.withLock { $0.policy = newValue }
      runner?.change { core, _ in core.policy = newValue.core }
    }
  }

  /// Sets the policy and keeps it for later sessions, beside the contacts; returns false on
  /// failure.
  @discardableResult
  public func keepConnectionPolicy(_ policy: MIDINetworkConnectionPolicy) -> Bool {
    connectionPolicy = policy
    return state.withLock { state in
      state.contacts.policy = policy
      guard let contactsPath else { return false }
      return (try? state.contacts.write(to: contactsPath)) != nil
    }
  }

  /// The hosts that may exchange System Exclusive messages: the contacts, and hosts that this side
  /// invited.
  ///
  /// Such a message can reconfigure a device. Messages of up to 64 KiB pass;
  /// `setSystemExclusive(_:for:)` sets for a single host what passes in each direction.
  public var systemExclusivePolicy: MIDINetworkConnectionPolicy {
    get { state.withLock { $0.sysExPolicy } }
    set {
      state.withLock { $0.sysExPolicy = newValue }
      runner?.change { core, _ in core.sysExPolicy = newValue.core }
    }
  }

  /// The range of the jitter buffer's delay in seconds, within 0 to 1.
  ///
  /// The session chooses the delay that the network needs. A change applies to new peers.
  public var delayRange: ClosedRange<Double> {
    get { state.withLock { $0.delay } }
    set {
      let range = newValue.clamped(to: 0...1)
      state.withLock { $0.delay = range }
      runner?.change { core, _ in core.bufferRange = range.nanoseconds }
    }
  }

  /// The peers, including those that are being invited.
  public var peers: [MIDINetworkPeer] {
    runner?.read { $0.status.map { MIDINetworkPeer($0) } } ?? []
  }
}

// MARK: - Contacts

extension MIDINetworkSession {
  /// The hosts that may join under the default policy.
  public func contacts() -> Set<MIDINetworkHost> {
    Set(state.withLock { $0.contacts.hosts })
  }

  /// Adds a contact and keeps it; returns false if it exists or cannot be kept.
  @discardableResult
  public func addContact(_ contact: MIDINetworkHost) -> Bool {
    changeContacts { $0.add(contact) }
  }

  /// Removes a contact; returns false if it does not exist.
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
    use(contacts)
    return true
  }

  /// Has an enabled session follow a change of the contacts.
  private func use(_ contacts: MIDINetworkContacts) {
    let hosts = Self.addresses(of: contacts).union(state.withLock { $0.accepted })
    let permissions = Self.permissions(of: contacts)
    runner?.change { core, _ in
      core.contactHosts = hosts
      core.sysExPermissions = permissions
    }
    notices.post(.contactsDidChange)
  }

  /// Reads the contacts again from their file, which another session may have changed.
  public func reloadContacts() {
    guard let contactsPath else { return }
    let contacts = MIDINetworkContacts(path: contactsPath)
    state.withLock { $0.contacts = contacts }
    use(contacts)
  }

  /// Returns the permission of a single host for System Exclusive messages; nil if none was set and
  /// `systemExclusivePolicy` decides.
  public func systemExclusive(
    for host: MIDINetworkHost
  ) -> MIDINetworkSystemExclusive? {
    state.withLock { $0.contacts.permissions[host.address] }
  }

  /// Sets the permission of a single host for System Exclusive messages, and keeps it with the
  /// contacts; nil leaves the decision to `systemExclusivePolicy`.
  ///
  /// It holds for all ports of the host's address. Messages of more than 64 KiB pass only by such a
  /// permission. Returns false if it cannot be kept.
  @discardableResult
  public func setSystemExclusive(
    _ permission: MIDINetworkSystemExclusive?, for host: MIDINetworkHost
  ) -> Bool {
    changeContacts { $0.permit(permission, host.address) }
  }

  private static func permissions(
    of contacts: MIDINetworkContacts
  ) -> [[UInt8]: SysExPermission] {
    var permissions: [[UInt8]: SysExPermission] = [:]
    for (name, permission) in contacts.permissions {
      guard let address = NetworkAddress(resolving: name, port: 0) else { continue }
      permissions[address.host] = permission.core
    }
    return permissions
  }

  private static func addresses(of contacts: MIDINetworkContacts) -> Set<[UInt8]> {
    Set(contacts.hosts.compactMap { NetworkAddress(resolving: $0.address, port: $0.port)?.host })
  }

  /// The hosts without permission that have asked to join within the last 15 s.
  public var waitingHosts: [MIDINetworkHost] {
    runner?.read { core in
      core.requests.map { request in
        MIDINetworkHost(
          name: request.name ?? "", address: request.address.text, port: request.address.port)
      }
    } ?? []
  }

  /// Lets a host join until the session is disabled; it is connected when it asks again.
  public func accept(_ host: MIDINetworkHost) {
    guard let address = NetworkAddress(resolving: host.address, port: host.port) else { return }
    guard let runner else { return }
    _ = state.withLock { $0.accepted.insert(address.host) }
    runner.change { core, _ in core.accept(address.host) }
  }
}

// MARK: - Connections

extension MIDINetworkSession {
  /// The connections of this side.
  public func connections() -> Set<MIDINetworkConnection> {
    Set(state.withLock { $0.connections.keys })
  }

  /// Invites a host, and again after each loss; returns false if it has no address.
  ///
  /// It may wait for the name service, or up to 3 s for a Bonjour service.
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

  /// Ends the connection with a host; returns false if none exists.
  @discardableResult
  public func removeConnection(_ connection: MIDINetworkConnection) -> Bool {
    guard let address = state.withLock({ $0.connections.removeValue(forKey: connection) }) else {
      return false
    }
    runner?.change { core, now in core.disconnect(address, at: now) }
    return true
  }

  /// Ends the connection with a peer, whichever side invited the other.
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
  /// Sets the receiver of the peers' messages: Universal MIDI Packets, of MIDI 1.0 in group 0 from
  /// AppleMIDI peers.
  ///
  /// Their times lie ahead by the peer's `delay`. Playing them at these times reproduces the peer's
  /// rhythm.
  public func setReceiver(_ receiver: Receiver?) { listener.withLock { $0.receiver = receiver } }

  /// Sends packets to all peers.
  ///
  /// MIDI 2.0 voice messages are translated for AppleMIDI peers; peers of Network MIDI 2.0 get
  /// packets unchanged, or in the protocol that they announced. Returns false if a peer's queue is
  /// full or the session is disabled.
  @discardableResult
  public func send(_ packets: [HostTimedUMP]) -> Bool {
    guard let runner else { return false }
    let now = NetworkClock.now
    let timed = packets.map { $0.hostTime == 0 ? HostTimedUMP(hostTime: now, ump: $0.ump) : $0 }
    return sending.withLock { _ in runner.send(timed) }
  }

  /// The handler of notifications, called on the network thread.
  public var notificationHandler: (@Sendable (Notification) -> Void)? {
    get { notices.handler }
    set { notices.handler = newValue }
  }

  /// Returns a stream of notifications; it keeps the newest 256 that have not been read.
  public func notifications() -> AsyncStream<Notification> { notices.stream() }

  /// Carries out an effect of the core, on the network thread.
  private func take(_ effect: SessionEffect) {
    switch effect {
    case .send: break
    case .peersChanged: notices.post(.sessionDidChange)
    case .requestsChanged: notices.post(.hostIsWaiting)
    case .failed(let address, let reason):
      let host = MIDINetworkHost(name: "", address: address.text, port: address.port)
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
