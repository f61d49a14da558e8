import Glibc
import Synchronization
import TenutoALSA
import TenutoJACKEngine
import TenutoMIDI
import TenutoRender
import TenutoSession
import TenutoSystem
import TenutoTransport

/// A session's MIDI inputs and outputs as ports of the ALSA sequencer.
///
/// Each node has a port of its name, connected to the ports that match its patterns, by the names
/// `client:port`, and to what the user connects to it. A message sounds one period after its arrival,
/// exact to the frame; what the session sends leaves at the same distance from each other as the
/// frames have.
final class ALSAPorts: Sendable {
  /// The port of a node.
  private struct Port {
    let number: Int
    /// What hears a MIDI output, and its place in the graph; nil for an input.
    var outlet: (monitor: GraphMonitor, place: Graph.NodeID)?
  }

  private struct State {
    var ports: [String: Port] = [:]
    var client: ALSAClient?
  }

  private let running: RunningSession
  private let name: String
  private let messages: RunMessages
  private let state = Mutex(State())
  private let observer = Mutex<UInt64?>(nil)
  private let changed = Signal()
  private let hasChanged = Atomic(true)
  private let isEnded = Atomic(false)
  private let ended = Signal()

  /// Microseconds between two looks at what the session sends.
  private static let pause: UInt32 = 1000
  /// Milliseconds between two looks at the session while it sends nothing.
  private static let patience: UInt64 = 500
  /// Nanoseconds that the thread may take to pass on what was sent.
  private static let reserve = 2_000_000.0

  /// Opens the sequencer once the session has a MIDI input or output.
  ///
  /// - Parameters:
  ///   - running: The session.
  ///   - name: The client's name in ALSA.
  ///   - isDemanded: Whether the user has asked for ALSA.
  ///   - messages: Receives messages for the user.
  /// - Throws: Why there is no sequencer, if the user has asked for it.
  init(
    _ running: RunningSession, name: String, isDemanded: Bool, messages: RunMessages
  ) throws(ALSAError) {
    if isDemanded { try ALSAClient.check() }
    (self.running, self.name, self.messages) = (running, name, messages)
    let observer = running.observe { [weak self] change in
      switch change {
      case .nodeAdded, .nodeRemoved, .nodeRenamed, .nodeChanged, .connected, .disconnected, .undone:
        self?.sessionHasChanged()
      default: break
      }
    }
    self.observer.withLock { $0 = observer }
    DetachedThread.startOrTrap { [self] in run() }
  }

  /// Ends all notes, and removes the ports.
  func stop() {
    if let observer = observer.withLock({ $0.take() }) { running.forget(observer) }
    isEnded.store(true, ordering: .sequentiallyConsistent)
    changed.send()
    ended.wait()
  }

  private func sessionHasChanged() {
    hasChanged.store(true, ordering: .sequentiallyConsistent)
    changed.send()
  }

  // MARK: - The thread

  private func run() {
    while !isEnded.load(ordering: .sequentiallyConsistent) {
      if hasChanged.exchange(false, ordering: .sequentiallyConsistent) { followSession() }
      if sendAll() { usleep(Self.pause) } else { _ = changed.wait(milliseconds: Self.patience) }
    }
    let (client, ports) = state.withLock { ($0.client, $0.ports) }
    for outlet in ports.values.compactMap(\.outlet) { running.removeMonitor(outlet.place) }
    client?.stop()
    state.withLock { $0 = State() }
    ended.send()
  }

  /// Sends what the session's MIDI outputs have sent; returns whether there are any.
  private func sendAll() -> Bool {
    let (client, ports) = state.withLock { ($0.client, $0.ports) }
    guard let client else { return false }
    var hasOutlet = false
    for port in ports.values {
      guard let outlet = port.outlet else { continue }
      hasOutlet = true
      let packets = outlet.monitor.takeTimedMIDI()
      if !packets.isEmpty { client.send(timed(packets), from: port.number) }
    }
    return hasOutlet
  }

  /// The packets with their times: two periods after the frame's arrivals, since a period renders
  /// while the next one arrives.
  private func timed(_ packets: [GraphMonitor.TimedMIDI]) -> [HostTimedUMP] {
    let (reading, format) = (running.engine.reading, running.engine.format)
    let delay = 2 * Double(format.frameCount) / format.sampleRate * 1e9 + Self.reserve
    return packets.map { packet in
      let time = reading.hostTime(of: packet.sampleTime, sampleRate: format.sampleRate)
      return HostTimedUMP(hostTime: time.map { $0 + UInt64(delay) } ?? 0, ump: packet.packet)
    }
  }

  // MARK: - Ports

  /// Makes the ports of new nodes, and removes those of old ones.
  private func followSession() {
    let wanted = running.session.nodes.reduce(into: [String: ALSAClient.Direction]()) {
      $0[$1.name] = $1.kind.directionInALSA
    }
    var ports = state.withLock { $0.ports }
    guard let client = client(isNeeded: !wanted.isEmpty) else { return }
    for (name, port) in ports
    where wanted[name].map({ ($0 == .output) != (port.outlet != nil) }) ?? true {
      if let outlet = port.outlet { running.removeMonitor(outlet.place) }
      client.removePort(port.number)
      ports[name] = nil
    }
    for (name, direction) in wanted where ports[name] == nil {
      ports[name] = port(of: name, direction, client)
      // What arrives from now on knows its node.
      let known = ports
      state.withLock { $0.ports = known }
    }
    let known = ports
    state.withLock { $0.ports = known }
    client.lookAgain()
  }

  private func client(isNeeded: Bool) -> ALSAClient? {
    if let client = state.withLock({ $0.client }) { return client }
    guard isNeeded else { return nil }
    do throws(ALSAError) {
      let client = try ALSAClient(
        name: name, onArrival: { [weak self] in self?.play($0) },
        onChange: { [weak self] in self?.report($0) })
      state.withLock { $0.client = client }
      return client
    } catch {
      messages.add("The session's MIDI inputs and outputs have no ports: \(error.advice)")
      return nil
    }
  }

  private func port(
    of node: String, _ direction: ALSAClient.Direction, _ client: ALSAClient
  ) -> Port? {
    let wants: @Sendable (ALSAPort) -> Bool = { [weak running] port in
      running?.session.wants(port, at: node) ?? false
    }
    guard let number = try? client.addPort(named: node, direction, wants: wants) else {
      messages.add("'\(node.printable)' gets no port in ALSA")
      return nil
    }
    guard direction == .output else { return Port(number: number) }
    let monitor = GraphMonitor(channelCount: 0)
    guard let place = try? running.add(monitor, listeningTo: node) else {
      client.removePort(number)
      return nil
    }
    return Port(number: number, outlet: (monitor, place))
  }

  // MARK: - Messages

  private func play(_ arrival: ALSAClient.Arrival) {
    let node = state.withLock { $0.ports.first { $1.number == arrival.port }?.key }
    guard let node else { return }
    let (reading, format) = (running.engine.reading, running.engine.format)
    let frame = reading.sampleTime(at: arrival.nanoseconds, sampleRate: format.sampleRate)
    // A node that was removed, or whose queue is full, misses the message.
    try? running.play(
      arrival.packet, at: node, time: frame.map(ScheduleTime.sampleTime) ?? .immediately)
    running.take(arrival.packet, from: node)
  }

  private func report(_ change: ALSAClient.Change) {
    switch change {
    case .connected(let port, _): messages.add("'\(port.name.printable)' is connected")
    case .disconnected(let port, _):
      messages.add("'\(port.name.printable)' has gone; it is connected again when it returns")
    case .lost: messages.add("Too many MIDI messages came at once; some were lost")
    case .ended: messages.add("The ALSA sequencer has gone")
    case .ports: break
    }
  }
}

extension SessionNode.Kind {
  /// The direction of the node's port in ALSA; nil for a node without one.
  fileprivate var directionInALSA: ALSAClient.Direction? {
    switch self {
    case .midiInput: .input
    case .midiOutput: .output
    default: nil
    }
  }
}

extension Session {
  /// Whether a node is to be connected to a port; `Midi Through` has to be named, since it closes circles.
  fileprivate func wants(_ port: ALSAPort, at name: String) -> Bool {
    let patterns = node(named: name)?.kind.ports ?? []
    let links = jackConnections.filter { $0.node == name }.map(\.other)
    return (patterns + links).contains { pattern in
      PortGlob(pattern.description).matches(port.name)
        && !(port.isThrough && pattern.description == "*")
    }
  }
}
