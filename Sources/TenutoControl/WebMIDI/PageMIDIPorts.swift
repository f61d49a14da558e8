internal import Dispatch
internal import Synchronization
internal import TenutoCore
internal import TenutoSystem

/// The ports of a bridge for one page: with numbers for this connection, and with ids that are
/// stable for the page's origin and meaningless to other pages.
///
/// Thread: control, several at once.
final class PageMIDIPorts: Sendable {
  fileprivate struct State {
    var numbers: [String: UInt16] = [:]
    var present: [UInt16: MIDIBridgePort] = [:]
    /// Ports that have vanished since the last `takeVanished`.
    var vanished: Set<UInt16> = []
  }

  let bridge: any MIDIBridge
  private let origin: String
  private let secret: String
  private let state = Mutex(State())

  /// Number of an id's digits.
  private static let idLength = 32
  /// Maximum number of ports per connection, each with a fixed number.
  private static let limit = 4096

  init(_ bridge: any MIDIBridge, origin: String, secret: String) {
    self.bridge = bridge
    self.origin = origin
    self.secret = secret
  }

  /// Returns the port of that number; nil if it is not present.
  func port(_ number: UInt16) -> MIDIBridgePort? { state.withLock { $0.present[number] } }

  /// Returns the ports that have vanished since the last call, including those that have returned.
  func takeVanished() -> Set<UInt16> {
    state.withLock { state in
      defer { state.vanished = [] }
      return state.vanished
    }
  }

  /// Sends the list of ports to a page, now and whenever it has changed, until the watch ends.
  func watch(_ outbox: PageMIDIOutbox) -> PageMIDIWatch {
    let watch = PageMIDIWatch()
    watch.begin(bridge) { [self] in outbox.put(refresh()) }
    return watch
  }

  /// Updates the list of ports, and returns it as a message.
  private func refresh() -> PageMIDINotification {
    let ports = bridge.ports
    var message = PageMIDINotification("ports")
    message.ports = state.withLock { state in
      var now: [UInt16: MIDIBridgePort] = [:]
      var entries: [PageMIDINotification.Port] = []
      for port in ports {
        let id = id(of: port)
        guard let number = state.number(of: id, limit: Self.limit) else { continue }
        now[number] = port
        entries.append(
          PageMIDINotification.Port(
            number: number, id: id, type: port.direction, name: port.name,
            manufacturer: port.manufacturer, version: port.version))
      }
      for (number, port) in state.present where now[number]?.key != port.key {
        state.vanished.insert(number)
      }
      state.present = now
      return entries
    }
    return message
  }

  private func id(of port: MIDIBridgePort) -> String {
    let text = [secret, origin, port.direction.rawValue, port.key].joined(separator: "\n")
    return String(SHA256.hexadecimal(of: Array(text.utf8)).prefix(Self.idLength))
  }
}

extension PageMIDIPorts.State {
  /// Returns the number of a port by its id; nil if there are too many.
  fileprivate mutating func number(of id: String, limit: Int) -> UInt16? {
    if let number = numbers[id] { return number }
    guard numbers.count < limit else { return nil }
    let number = UInt16(numbers.count)
    numbers[id] = number
    return number
  }
}

/// Updates the ports after a change, on a separate thread.
final class PageMIDIWatch: Sendable {
  private let signal = DispatchSemaphore(value: 0)
  private let isEnded = Atomic(false)
  private let forget = Mutex<(@Sendable () -> Void)?>(nil)

  fileprivate func begin(_ bridge: any MIDIBridge, _ look: @escaping @Sendable () -> Void) {
    let end = bridge.observe { [weak self] in self?.signal.signal() }
    forget.withLock { $0 = end }
    look()
    DetachedThread.startOrTrap { [self] in
      while true {
        signal.wait()
        if isEnded.load(ordering: .acquiring) { return }
        look()
      }
    }
  }

  /// Stops updating.
  func end() {
    forget.withLock { $0.take() }?()
    isEnded.store(true, ordering: .releasing)
    signal.signal()
  }
}
