internal import CNetwork
internal import Glibc
internal import Synchronization

/// This module's responder and browser for multicast DNS on one interface, on the network thread.
///
/// It uses IPv4 and IPv6, as far as the interface has them, with one set of names for both.
final class BonjourNode: NetworkMember {
  /// Receives the browser's events, on the network thread.
  typealias Handler = @Sendable (BonjourBrowser.Event) -> Void

  private struct State {
    var advertiser: BonjourAdvertiser
    var browser = BonjourBrowser()
    var isEnding = false

    var due: UInt64 { min(advertiser.deadline ?? .max, browser.deadline ?? .max) }

    /// Removes and returns the messages to send.
    mutating func takeMessages() -> [DNSMessage] {
      advertiser.takeMessages() + browser.takeMessages()
    }
  }

  private let state: Mutex<State>
  /// The sockets, and whether each is for IPv6.
  private let sockets: [(descriptor: Int32, isIPv6: Bool)]
  private let index: UInt32
  private let handler: Handler
  private let end = Semaphore()

  /// The sockets that the network thread polls.
  let descriptors: [Int32]

  /// Joins the group on an interface.
  init(_ interface: NetworkInterface, handler: @escaping Handler) throws(NetworkMIDIError) {
    guard let hostName = Self.hostName else {
      throw NetworkMIDIError(.interface, "This host has no name; set one with 'hostname'.")
    }
    sockets = Self.sockets(interface)
    guard !sockets.isEmpty else {
      throw NetworkMIDIError(
        .interface,
        "Bonjour cannot use '\(interface.name)': \(NetworkMIDIError.words(errno)).",
        errorNumber: errno)
    }
    descriptors = sockets.map(\.descriptor)
    index = interface.index
    self.handler = handler
    let advertiser = BonjourAdvertiser(hostName: hostName, addresses: interface.addresses)
    state = Mutex(State(advertiser: advertiser))
    do throws(NetworkMIDIError) {
      try NetworkThread.shared.add(self)
    } catch {
      for socket in sockets { close(socket.descriptor) }
      throw error
    }
  }

  /// Joins the groups that the interface has addresses for; returns no sockets, with `errno`, on
  /// failure.
  private static func sockets(
    _ interface: NetworkInterface
  ) -> [(descriptor: Int32, isIPv6: Bool)] {
    var sockets: [(descriptor: Int32, isIPv6: Bool)] = []
    for isIPv6 in [false, true] where isIPv6 ? interface.hasMulticastIPv6 : interface.hasIPv4 {
      let socket = unsafe cbonjour_socket(interface.name, interface.index, isIPv6 ? 1 : 0)
      if socket >= 0 { sockets.append((socket, isIPv6)) }
    }
    return sockets
  }

  /// The name of this machine; empty if it has none.
  static var localName: String {
    var name = [CChar](repeating: 0, count: Int(HOST_NAME_MAX) + 1)
    guard unsafe gethostname(&name, name.count - 1) == 0 else { return "" }
    return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// A name that differs from the usual one, which the system's own responder uses.
  private static let hostName: DNSName? = {
    let name = localName
    guard !name.isEmpty else { return nil }
    let own = name.prefix { $0 != "." }.prefix(40)
    return DNSName("\(own)-midi-\(String(UInt16.random(in: 0x1000 ... .max), radix: 16)).local")
  }()
}

// MARK: - Calls of other threads

extension BonjourNode {
  /// Advertises a service.
  func advertise(_ service: BonjourService) {
    state.withLock { $0.advertiser.add(service, at: NetworkClock.now) }
    NetworkThread.shared.wake()
  }

  /// Searches for services of a type.
  func browse(_ type: String) {
    state.withLock { $0.browser.search(for: type, at: NetworkClock.now) }
    NetworkThread.shared.wake()
  }

  /// Says goodbye, and waits until the network thread has left.
  func stop() {
    let isFirst = state.withLock { state in
      defer { state.isEnding = true }
      return !state.isEnding
    }
    guard isFirst else { return }
    NetworkThread.shared.wake()
    if !NetworkThread.shared.isCurrent { end.wait() }
  }
}

// MARK: - The network thread

extension BonjourNode {
  var longestPause: UInt64 { .max }

  func serve(at now: UInt64) -> UInt64? {
    let (messages, events, due) = state.withLock { state in
      if state.isEnding { state.advertiser.removeAll() }
      if state.due <= now {
        state.advertiser.tick(at: now)
        state.browser.tick(at: now)
      }
      return (
        state.takeMessages(), state.browser.takeEvents(), state.isEnding ? nil : state.due
      )
    }
    send(messages)
    tell(events)
    return due
  }

  func receive(_ count: Int, of batch: DatagramBatch, on socket: Int, at now: UInt64) {
    let events = state.withLock { state in
      for number in 0..<count {
        guard let (bytes, _) = batch.datagram(number),
          let message = try? DNSMessage(parsing: bytes)
        else { continue }
        state.advertiser.receive(message, at: now)
        state.browser.receive(message, at: now)
      }
      return state.browser.takeEvents()
    }
    tell(events)
  }

  func hasLeft() {
    for socket in sockets { close(socket.descriptor) }
    end.post()
  }

  private func send(_ messages: [DNSMessage]) {
    for message in messages {
      let bytes = message.encoded
      for (socket, isIPv6) in sockets {
        _ = unsafe cbonjour_send(socket, index, isIPv6 ? 1 : 0, bytes, Int32(bytes.count))
      }
    }
  }

  private func tell(_ events: [BonjourBrowser.Event]) {
    for event in events {
      guard case .found(var service) = event else {
        handler(event)
        continue
      }
      service.setScope(index)
      handler(.found(service))
    }
  }
}

extension BonjourService {
  /// Sets the interface index of link-local addresses (fe80::/10).
  mutating func setScope(_ index: UInt32) {
    for place in addresses.indices
    where addresses[place].host.count == 16 && addresses[place].host[0] == 0xFE
      && addresses[place].host[1] & 0xC0 == 0x80
    {
      addresses[place].scope = index
    }
  }
}
