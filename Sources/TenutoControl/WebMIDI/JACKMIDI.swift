internal import Glibc
internal import Synchronization
internal import TenutoJACK
package import TenutoMIDI
internal import TenutoSystem

/// The MIDI ports of a JACK server without those of this process, for pages.
///
/// It is connected to JACK while it has observers, and reconnects when the server returns.
package final class JACKMIDI: MIDIBridge {
  private struct State {
    var client: MIDIPortClient?
    var directory: MIDIDirectory?
    var observers: [UInt64: @Sendable () -> Void] = [:]
    var nextObserver: UInt64 = 0
    var nextPort = 0
    /// Whether the thread runs that reconnects to the server.
    var isKept = false
  }

  private let serverName: String?
  private let state = Mutex(State())
  /// Held while connecting to the server.
  private let opening = Mutex(())

  /// The name of the JACK client.
  private static let clientName = "tenuto-web"
  /// Microseconds between two checks of the server.
  private static let pause: UInt32 = 250_000

  /// Offers the ports of a server; nil for the default server.
  package init(serverName: String?) { self.serverName = serverName }

  package var ports: [MIDIBridgePort] {
    let directory = state.withLock(\.directory)
    return (directory?.endpoints ?? []).filter { !$0.isPrivate && !$0.isOwn }.map { record in
      MIDIBridgePort(
        key: "jack \(record.uniqueID)", direction: record.direction == .source ? .input : .output,
        name: record.displayName, manufacturer: record.manufacturer ?? "")
    }
  }

  // MARK: - Connection

  package func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
    let (key, isToKeep) = state.withLock { state in
      state.nextObserver += 1
      state.observers[state.nextObserver] = receive
      defer { state.isKept = true }
      return (state.nextObserver, !state.isKept)
    }
    lookForServer()
    if isToKeep { keep() }
    return { [weak self] in self?.forget(key) }
  }

  private func forget(_ key: UInt64) {
    let isLast = state.withLock { state in
      state.observers[key] = nil
      return state.observers.isEmpty
    }
    if isLast { lookForServer() }
  }

  /// Starts the thread that connects to the server for as long as there are observers.
  private func keep() {
    DetachedThread.startOrTrap { [weak self] in
      while let self, self.isWanted() {
        self.lookForServer()
        usleep(Self.pause)
      }
    }
  }

  private func isWanted() -> Bool {
    state.withLock { state in
      state.isKept = !state.observers.isEmpty
      return state.isKept
    }
  }

  /// Connects if there are observers, disconnects otherwise, and reconnects after the server has
  /// ended.
  private func lookForServer() {
    let hasChanged = opening.withLock { _ in
      let (isWanted, client, directory) = state.withLock {
        (!$0.observers.isEmpty, $0.client, $0.directory)
      }
      let isOpen = client?.isOpen == true && directory?.isOpen == true
      if isWanted == isOpen && (isOpen || client == nil && directory == nil) { return false }
      state.withLock { ($0.client, $0.directory) = (nil, nil) }
      client?.close()
      directory?.close()
      guard isWanted else { return false }
      guard let opened = open() else { return client != nil || directory != nil }
      state.withLock { ($0.client, $0.directory) = opened }
      return true
    }
    if hasChanged { notify() }
  }

  private func open() -> (MIDIPortClient, MIDIDirectory)? {
    guard
      let directory = try? MIDIDirectory(
        serverName: serverName, clientName: "\(Self.clientName)-ports",
        onChange: { [weak self] _ in self?.notify() })
    else { return nil }
    guard let client = try? MIDIPortClient(name: Self.clientName, serverName: serverName) else {
      directory.close()
      return nil
    }
    return (client, directory)
  }

  private func notify() {
    for receive in state.withLock({ Array($0.observers.values) }) { receive() }
  }

  // MARK: - Ports

  /// Returns the endpoint of a port, and the client that reaches it.
  private func endpoint(
    of port: MIDIBridgePort
  ) throws(RequestError) -> (MIDIPortClient, MIDIEndpointRecord, number: Int) {
    let (client, directory, number) = state.withLock { state in
      state.nextPort += 1
      return (state.client, state.directory, state.nextPort)
    }
    guard let client, let id = Int32(port.key.dropFirst("jack ".count)),
      let record = directory?.endpoint(uniqueID: id)
    else { throw RequestError(404, "The port no longer exists.") }
    return (client, record, number)
  }

  package func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void {
    let (client, record, number) = try endpoint(of: port)
    let own = try made { () throws(JACKError) in
      try client.addInput(named: "in \(number)", isUMP: record.isUMP, traits: Self.traits) {
        receive($0.events)
      }
    }
    try connect(own, of: client) { (name) throws(JACKError) in
      try client.connect(source: record.portName, destination: name)
    }
    return { client.remove(own) }
  }

  package func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput {
    let (client, record, number) = try endpoint(of: port)
    let own = try made { () throws(JACKError) in
      try client.addOutput(named: "out \(number)", isUMP: record.isUMP, traits: Self.traits)
    }
    try connect(own, of: client) { (name) throws(JACKError) in
      try client.connect(source: name, destination: record.portName)
    }
    return JACKMIDIOutput(client: client, port: own)
  }

  /// Runs a JACK call, and converts its error.
  private func made<T>(_ body: () throws(JACKError) -> T) throws(RequestError) -> T {
    do throws(JACKError) {
      return try body()
    } catch {
      throw RequestError(404, error.description)
    }
  }

  /// Connects a new port, and removes it if that fails.
  private func connect(
    _ port: MIDIPort, of client: MIDIPortClient, _ body: (String) throws(JACKError) -> Void
  ) throws(RequestError) {
    do throws(RequestError) {
      guard let name = client.fullName(of: port) else {
        throw RequestError(404, "The JACK server has ended.")
      }
      try made { () throws(JACKError) in try body(name) }
    } catch {
      client.remove(port)
      throw error
    }
  }

  private static var traits: MIDIPortTraits {
    var traits = MIDIPortTraits()
    traits.isPrivate = true
    traits.byteCapacity = 4 << 20
    return traits
  }
}

/// A port of this process that is connected to another client's input.
private final class JACKMIDIOutput: MIDIBridgeOutput {
  private let client: MIDIPortClient
  private let port: MIDIPort
  private let tracker = Mutex(NoteTracker())

  init(client: MIDIPortClient, port: MIDIPort) {
    self.client = client
    self.port = port
  }

  /// Milliseconds to wait until the queued note-offs have left.
  private static let timeout = 500
  /// Microseconds after which other clients have read the last cycle.
  private static let lastCycle: UInt32 = 50_000

  var lookAhead: UInt64 { 50_000_000 }

  func send(_ packets: ArraySlice<HostTimedUMP>) -> Int {
    tracker.withLock { tracker in
      // The port has vanished with the server, so packets are dropped.
      guard client.isOpen else { return packets.count }
      let count = client.send(Array(packets), from: port)
      for packet in packets.prefix(count) { tracker.take(packet.ump) }
      return count
    }
  }

  func sendSysEx(_ bytes: [UInt8]) -> Bool? {
    do throws(JACKError) {
      try client.sendSysEx(bytes, from: port)
      return true
    } catch {
      return error.code != .queueFull
    }
  }

  func clear() { client.flush(port) }

  func close() {
    client.flush(port)
    let releases = tracker.withLock { tracker in tracker.releaseAll() }
    if !releases.isEmpty, client.isOpen {
      let done = doneCount
      let sent = client.send(releases.map { HostTimedUMP(hostTime: 0, ump: $0) }, from: port)
      for _ in 0..<Self.timeout where client.isOpen && doneCount < done + UInt64(sent) {
        usleep(1000)
      }
      usleep(Self.lastCycle)
    }
    client.remove(port)
  }

  private var doneCount: UInt64 {
    let counters = client.counters(of: port)
    return counters.passed + counters.untranslatable
  }
}
