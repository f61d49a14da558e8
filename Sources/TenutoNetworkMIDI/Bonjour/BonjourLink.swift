internal import Synchronization

/// Bonjour on this host: through the Avahi daemon if it runs, otherwise with this module's
/// responder.
///
/// Thread: control.
final class BonjourLink: Sendable {
  /// Receives events, on a thread of the link.
  typealias Handler = @Sendable (BonjourBrowser.Event) -> Void

  private struct State {
    var avahi: AvahiLink?
    var nodes: [BonjourNode] = []
    var isStopped = false
  }

  private struct Key: Hashable {
    let name: String
    let type: String
  }

  private let state = Mutex(State())
  /// The interfaces on which each service is seen; a service is gone once all of them have lost it.
  private let places = Mutex<[Key: [UInt32: BonjourService]]>([:])
  private let handler: Handler

  /// Connects to the daemon, or starts a responder.
  ///
  /// - Parameters:
  ///   - interface: The network interface, nil for all.
  ///   - usesDaemon: Whether to try the Avahi daemon first.
  ///   - handler: Receives events.
  /// - Throws: `.interface`.
  init(
    interface: String?, usesDaemon: Bool = true, handler: @escaping Handler
  ) throws(NetworkMIDIError) {
    self.handler = handler
    if usesDaemon {
      let avahi = AvahiLink(interface: interface) { [weak self] event, place in
        switch event {
        case .found(let service): self?.take(.found(service), at: place)
        case .lost(let service): self?.take(.lost(service), at: place)
        case .advertised, .failed: break
        }
      }
      if let avahi {
        state.withLock { $0.avahi = avahi }
        return
      }
    }
    let interfaces = NetworkInterface.forMulticast(named: interface)
    guard !interfaces.isEmpty else {
      throw NetworkMIDIError(
        .interface, "Bonjour needs an interface with an address; 'ip address' lists them.")
    }
    for interface in interfaces {
      let node = try BonjourNode(interface) { [weak self] event in
        self?.take(event, at: interface.index)
      }
      state.withLock { $0.nodes.append(node) }
    }
  }

  deinit { stop() }

  /// Whether the Avahi daemon is used.
  var isDaemon: Bool { state.withLock { $0.avahi != nil } }

  /// Advertises a service; one per link.
  func advertise(_ service: BonjourService) {
    let (avahi, nodes) = state.withLock { ($0.avahi, $0.nodes) }
    avahi?.advertise(service)
    for node in nodes { node.advertise(service) }
  }

  /// Searches for services of a type.
  func browse(_ type: String) {
    let (avahi, nodes) = state.withLock { ($0.avahi, $0.nodes) }
    avahi?.browse(type)
    for node in nodes { node.browse(type) }
  }

  /// Ends the link, with a goodbye for the advertised service.
  func stop() {
    let (avahi, nodes) = state.withLock { state in
      defer { (state.avahi, state.nodes) = (nil, []) }
      return (state.avahi, state.nodes)
    }
    for node in nodes { node.stop() }
    // Releasing it closes the connection, which withdraws the service.
    _ = consume avahi
  }

  private func take(_ event: BonjourBrowser.Event, at place: UInt32) {
    let news: BonjourBrowser.Event? = places.withLock { places in
      switch event {
      case .found(let service):
        let key = Key(name: service.name, type: service.type)
        let old = places[key].map(Self.merged)
        places[key, default: [:]][place] = service
        let new = places[key].map(Self.merged)
        return new == old ? nil : new.map { .found($0) }
      case .lost(let service):
        let key = Key(name: service.name, type: service.type)
        guard let old = places[key] else { return nil }
        places[key]?[place] = nil
        guard places[key]?.isEmpty == true else { return nil }
        places[key] = nil
        return .lost(Self.merged(old))
      }
    }
    if let news { handler(news) }
  }

  /// Merges the reports of several interfaces into one service with all addresses, IPv4 first.
  private static func merged(_ services: [UInt32: BonjourService]) -> BonjourService {
    let sorted = services.sorted { $0.key < $1.key }.map(\.value)
    var service = sorted[0]
    var addresses: [NetworkAddress] = []
    for address in sorted.flatMap(\.addresses) where !addresses.contains(address) {
      addresses.append(address)
    }
    service.addresses =
      addresses.filter { $0.host.count == 4 } + addresses.filter { $0.host.count != 4 }
    return service
  }
}
