internal import Synchronization
internal import TenutoALSA
internal import TenutoCore
package import TenutoMIDI

/// The ports of the ALSA sequencer without those of this process, for pages.
///
/// It has a client while it has observers, and one for each port that a page has opened.
package final class ALSAMIDI: MIDIBridge {
  private struct State {
    var client: ALSAClient?
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var nextObserver: UInt64 = 0
  }

  private let state = Mutex(State())

  /// The name of the client that pages play by.
  private static let clientName = "tenuto-web"

  /// Offers the sequencer's ports; none where there is no sequencer.
  package init() {}

  package var ports: [MIDIBridgePort] { entries.flatMap { Self.ports(of: $0.port, key: $0.key) } }

  /// The sequencer's ports with keys that stay when a device returns: its name, and which of those of
  /// its name it is.
  private var entries: [(port: ALSAPort, key: String)] {
    var counts: [String: Int] = [:]
    return (state.withLock(\.client)?.ports ?? []).map { port in
      counts[port.name, default: 0] += 1
      return (port, "alsa \(counts[port.name, default: 0]) \(port.name)")
    }
  }

  private static func ports(of port: ALSAPort, key: String) -> [MIDIBridgePort] {
    let directions: [(Bool, MIDIBridgePort.Direction)] = [
      (port.isSource, .input), (port.isDestination, .output),
    ]
    return directions.filter(\.0).map {
      MIDIBridgePort(key: key, direction: $0.1, name: port.portName.printable)
    }
  }

  // MARK: - Observers

  package func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let key = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = receive
      return state.nextObserver
    }
    if state.withLock({ $0.client == nil }) {
      let client = try? ALSAClient(
        name: Self.clientName,
        onChange: { [weak self] change in if change == .ports { self?.notify() } })
      state.withLock { $0.client = $0.client ?? client }
    }
    return { [weak self] in self?.forget(key) }
  }

  private func forget(_ key: UInt64) {
    // A client ends outside of the lock, which its thread may wait for.
    let unused = state.withLock { state -> ALSAClient? in
      state.observers[key] = nil
      guard state.observers.isEmpty else { return nil }
      defer { state.client = nil }
      return state.client
    }
    unused?.stop()
  }

  private func notify() {
    for receive in state.withLock({ Array($0.observers.values) }) { receive() }
  }

  // MARK: - Ports

  package func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    let (client, _) = try open(port, .input) { arrival in
      receive([HostTimedUMP(hostTime: arrival.nanoseconds, ump: arrival.packet)])
    }
    return { client.stop() }
  }

  package func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput {
    let (client, number) = try open(port, .output) { _ in }
    return ALSAMIDIOutput(client: client, number: number)
  }

  /// Makes a client with a port that is connected to that of a device.
  private func open(
    _ port: MIDIBridgePort, _ direction: ALSAClient.Direction,
    _ receive: @escaping @Sendable (ALSAClient.Arrival) -> Void
  ) throws(RequestError) -> (ALSAClient, number: Int) {
    guard let other = entries.first(where: { $0.key == port.key })?.port else {
      throw RequestError(404, "The port no longer exists.")
    }
    do throws(ALSAError) {
      let client = try ALSAClient(name: Self.clientName, onArrival: receive)
      let number = try client.addPort(named: other.portName, direction, wants: { $0 == other })
      return (client, number)
    } catch {
      throw RequestError(404, error.description)
    }
  }
}

/// A port of this process that is connected to that of a device.
private struct ALSAMIDIOutput: MIDIBridgeOutput {
  let client: ALSAClient
  let number: Int

  var lookAhead: UInt64 { 50_000_000 }

  func send(_ packets: ArraySlice<HostTimedUMP>) -> Int { client.send(packets, from: number) }

  func sendSysEx(_ bytes: [UInt8]) -> Bool? { nil }

  func clear() { client.clear(number) }

  func close() { client.stop() }
}
