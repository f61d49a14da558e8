internal import Glibc
internal import Synchronization

/// Finds hosts of the local network that take part in sessions, by Bonjour.
///
/// The Avahi daemon is asked where it runs; else this finds them by multicast DNS itself.
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

  /// What a browser tells.
  public enum Event: Sendable, Hashable {
    /// A host is there, or has another address now.
    case didFind(MIDINetworkHost)
    /// A host has gone.
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

  /// Creates a browser, which looks for nothing yet.
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

  /// Looks for hosts from now on; a second call looks for another type too.
  ///
  /// The corresponding Foundation method is `searchForServices(ofType:inDomain:)`.
  ///
  /// - Parameter type: The type of their service.
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

  /// Ends the search, and the streams of events.
  public func stop() {
    let link = state.withLock { state in
      defer { (state.link, state.hosts) = (nil, [:]) }
      return state.link
    }
    link?.stop()
    notices.finish()
  }

  /// The hosts that are there, by their names.
  public var hosts: [MIDINetworkHost] {
    state.withLock { state in state.hosts.values.sorted { $0.description < $1.description } }
  }

  /// Takes events, on a thread of the browser's own.
  public var eventHandler: (@Sendable (Event) -> Void)? {
    get { notices.handler }
    set { notices.handler = newValue }
  }

  /// Returns the events from now on; a stream that nothing reads keeps the newest 256.
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
  /// The host of a service that was found.
  init(_ service: BonjourService) {
    self.init(
      name: service.name, address: service.addresses.first?.text ?? "", port: service.port,
      netServiceName: service.name, netServiceType: service.type)
  }

  /// How long a service is looked for, in nanoseconds.
  private static let patience: UInt64 = 3_000_000_000

  /// The host with the address that its service has now; itself if it is known by an address.
  ///
  /// It may wait for 3 s.
  func resolved(ofType type: String, interface: String?) -> MIDINetworkHost? {
    guard address.isEmpty, let netServiceName else { return self }
    let browser = MIDINetworkBrowser(interface: interface)
    defer { browser.stop() }
    guard (try? browser.searchForServices(ofType: type)) != nil else { return nil }
    let end = NetworkClock.now + Self.patience
    while NetworkClock.now < end {
      if let found = browser.hosts.first(where: { $0.netServiceName == netServiceName }) {
        return found
      }
      usleep(10_000)
    }
    return nil
  }
}
