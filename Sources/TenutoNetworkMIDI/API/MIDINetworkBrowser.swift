internal import Glibc
internal import Synchronization

/// Finds hosts on the local network that offer sessions, by Bonjour.
///
/// It uses the Avahi daemon if that runs, and its own multicast DNS otherwise.
///
/// Thread: any but render.
///
/// The corresponding Foundation class is `NetServiceBrowser`.
public final class MIDINetworkBrowser: Sendable {
  /// The service of AppleMIDI sessions.
  ///
  /// The corresponding Core MIDI name is `MIDINetworkBonjourServiceType`.
  public static let appleMIDIServiceType = "_apple-midi._udp"

  /// The service of Network MIDI 2.0.
  public static let networkMIDI2ServiceType = "_midi2._udp"

  /// A change of the hosts that were found.
  public enum Event: Sendable, Hashable {
    /// A host was found, or has a new address.
    case didFind(MIDINetworkHost)
    /// A host has disappeared.
    case didRemove(MIDINetworkHost)
  }

  private struct State {
    var link: BonjourLink?
    var hosts: [String: MIDINetworkHost] = [:]
  }

  private let interface: String?
  private let usesDaemon: Bool
  private let state = Mutex(State())
  private let notices = MIDINetworkNotices<Event>()

  /// Creates a browser; the search begins with `searchForServices(ofType:)`.
  ///
  /// - Parameter interface: The network interface, for example `eth0`; nil for all.
  public convenience init(interface: String? = nil) {
    self.init(interface: interface, usesDaemon: true)
  }

  init(interface: String?, usesDaemon: Bool) {
    self.interface = interface
    self.usesDaemon = usesDaemon
  }

  deinit { stop() }

  /// Starts a search; a second call adds another type.
  ///
  /// The corresponding Foundation method is `searchForServices(ofType:inDomain:)`.
  ///
  /// - Parameter type: The type of service.
  /// - Throws: `.interface`.
  public func searchForServices(
    ofType type: String = MIDINetworkBrowser.appleMIDIServiceType
  ) throws(NetworkMIDIError) {
    let existing = state.withLock { $0.link }
    if let existing { return existing.browse(type) }
    let link = try BonjourLink(interface: interface, usesDaemon: usesDaemon) { [weak self] event in
      self?.take(event)
    }
    state.withLock { $0.link = link }
    link.browse(type)
  }

  /// Ends the search and the streams of events.
  public func stop() {
    let link = state.withLock { state in
      defer { (state.link, state.hosts) = (nil, [:]) }
      return state.link
    }
    link?.stop()
    notices.finish()
  }

  /// The current hosts, by name.
  public var hosts: [MIDINetworkHost] {
    state.withLock { state in state.hosts.values.sorted { $0.description < $1.description } }
  }

  /// The handler of events, called on a thread of the browser.
  public var eventHandler: (@Sendable (Event) -> Void)? {
    get { notices.handler }
    set { notices.handler = newValue }
  }

  /// Returns a stream of events; it keeps the newest 256 that have not been read.
  public func events() -> AsyncStream<Event> { notices.stream() }

  private func take(_ event: BonjourBrowser.Event) {
    let news: Event = state.withLock { state in
      switch event {
      case .found(let service):
        let host = MIDINetworkHost(service)
        state.hosts["\(service.name).\(service.type)"] = host
        return .didFind(host)
      case .lost(let service):
        let host = state.hosts.removeValue(forKey: "\(service.name).\(service.type)")
        return .didRemove(host ?? MIDINetworkHost(service))
      }
    }
    notices.post(news)
  }
}

extension MIDINetworkHost {
  /// Creates the host of a service.
  init(_ service: BonjourService) {
    self.init(
      name: service.name, address: service.addresses.first?.text ?? "", port: service.port,
      netServiceName: service.name, netServiceType: service.type)
  }

  /// The longest search for a service, in nanoseconds.
  private static let timeout: UInt64 = 3_000_000_000

  /// Returns the host with the current address of its service, or itself if it has an address.
  ///
  /// It may wait for 3 s.
  func resolved(ofType type: String, interface: String?) -> MIDINetworkHost? {
    guard address.isEmpty, let netServiceName else { return self }
    let browser = MIDINetworkBrowser(interface: interface)
    defer { browser.stop() }
    guard (try? browser.searchForServices(ofType: type)) != nil else { return nil }
    let end = NetworkClock.now + Self.timeout
    while NetworkClock.now < end {
      if let found = browser.hosts.first(where: { $0.netServiceName == netServiceName }) {
        return found
      }
      usleep(10_000)
    }
    return nil
  }
}
