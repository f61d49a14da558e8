import Synchronization
import TenutoJACK
import TenutoMIDI

/// Inputs of this program, one per source, so that the source of each event is known.
final class MIDIInlet: Sendable {
  /// Receives the events of a source.
  typealias Receiver = @Sendable (_ source: MIDIEndpointRecord, _ events: [HostTimedUMP]) -> Void

  private let client: MIDIPortClient
  private let thread = MIDIReceiverThread(name: "midi-inlet")
  private let receiver: Receiver
  private let sourcePorts = Mutex<[Int32: SourcePort]>([:])

  private struct SourcePort {
    let port: MIDIPort
    /// Number of complete messages that the receiver has taken.
    var takenCount: UInt64 = 0
  }

  /// Opens a client; `listen(to:)` starts receiving.
  init(server: MIDIServerOption, receiver: @escaping Receiver) throws {
    client = try MIDIPortClient(name: "tenuto-midi", serverName: server.server)
    self.receiver = receiver
  }

  /// Whether the server is running.
  var isOpen: Bool { client.isOpen }

  /// Starts receiving from a source; no effect if it already does.
  func listen(to source: MIDIEndpointRecord) throws {
    guard source.direction == .source, !source.isPrivate, !source.isOwn,
      sourcePorts.withLock({ $0[source.uniqueID] }) == nil
    else { return }
    var traits = MIDIPortTraits()
    traits.isPrivate = true
    let name = "from \(source.portName)".replacingColons
    let port = try client.addInput(
      named: name, isUMP: source.isUMP, traits: traits, on: thread
    ) { [weak self] arrival in self?.take(arrival, from: source) }
    sourcePorts.withLock { $0[source.uniqueID] = SourcePort(port: port) }
    guard let destination = client.fullName(of: port) else { return }
    try client.connect(source: source.portName, destination: destination)
  }

  private func take(_ arrival: MIDIArrival, from source: MIDIEndpointRecord) {
    receiver(source, arrival.events)
    // Of a System Exclusive message in several packets only the last packet counts.
    let parts = arrival.events.count {
      $0.ump.messageType == 3 && (1...2).contains($0.ump.status >> 4)
    }
    sourcePorts.withLock { $0[source.uniqueID]?.takenCount += UInt64(arrival.events.count - parts) }
  }

  /// Removes a vanished source.
  func forget(_ source: MIDIEndpointRecord) {
    guard let sourcePort = sourcePorts.withLock({ $0.removeValue(forKey: source.uniqueID) }) else {
      return
    }
    client.remove(sourcePort.port)
  }

  /// Number of events that were lost because the queue was full.
  var lostCount: UInt64 {
    sourcePorts.withLock { $0.values.reduce(0) { $0 + client.counters(of: $1.port).lost } }
  }

  /// Waits up to half a second until the receiver has taken all arrivals.
  func drain() {
    for _ in 0..<25 {
      let isEmpty = sourcePorts.withLock { sourcePorts in
        sourcePorts.values.allSatisfy { $0.takenCount >= client.counters(of: $0.port).passed }
      }
      if isEmpty { return }
      MIDIOutlet.pause()
    }
  }

  /// Closes the client.
  func close() { client.close() }
}

extension String {
  /// The text without characters that JACK port names forbid, cut to their maximum length.
  fileprivate var replacingColons: String {
    String(map { $0 == ":" ? "." : $0 }.prefix(100))
  }
}
