import Glibc
import Synchronization
import TenutoJACK
import TenutoMIDI
import TenutoTransport

/// An output of this program, connected to the ports that the user named.
struct MIDIOutlet {
  private let client: MIDIPortClient
  private let port: MIDIPort
  private var sentCount: UInt64 = 0

  /// Opens a client with an output, and connects it.
  ///
  /// - Throws: `JACKError`, or a `Failure` about the names.
  init(server: MIDIServerOption, destinations: [String]) throws {
    let directory = try MIDIDirectory(serverName: server.server)
    defer { directory.close() }
    let endpoints = directory.endpoints
    let found = try destinations.map {
      try MIDIEndpointChoice.find($0, .destination, among: endpoints)
    }
    client = try MIDIPortClient(name: "tenuto-midi", serverName: server.server)
    var traits = MIDIPortTraits()
    traits.isPrivate = true
    port = try client.addOutput(named: "out", traits: traits)
    guard let name = client.fullName(of: port) else { return }
    for endpoint in found { try client.connect(source: name, destination: endpoint.portName) }
  }

  /// Sends packets; waits while the queue is full.
  mutating func send(_ events: [HostTimedUMP]) throws {
    var rest = events[...]
    while !rest.isEmpty {
      try checkServer()
      let count = client.send(Array(rest), from: port)
      rest = rest.dropFirst(count)
      sentCount += UInt64(count)
      if !rest.isEmpty { Self.pause() }
    }
  }

  /// Sends a System Exclusive message and waits until it has left.
  ///
  /// - Parameters:
  ///   - bytes: The message with F0 and F7.
  ///   - progress: Called with the number of bytes sent.
  /// - Throws: `JACKError`, or a `Failure` if the message was not sent whole.
  func sendSysEx(_ bytes: [UInt8], progress: (Int) -> Void) throws {
    let transfer = try client.sendSysEx(bytes, from: port)
    while transfer.outcome == nil {
      if SignalTrap.isStopRequested { transfer.cancel() }
      progress(transfer.bytesSent)
      Self.pause()
    }
    guard transfer.outcome == .sent else {
      throw Failure.work("The message was not sent completely: \(Self.reason(transfer.outcome)).")
    }
  }

  /// Drops the packets that have not left.
  func flush() { client.flush(port) }

  /// Waits until everything has left, and closes the client.
  func finish() throws {
    while client.counters(of: port).passed < sentCount, !SignalTrap.isStopRequested {
      try checkServer()
      Self.pause()
    }
    close()
  }

  /// Closes the client.
  func close() {
    // Other clients have read the last cycle when it is over.
    Self.pause()
    client.close()
  }

  private func checkServer() throws {
    guard client.isOpen else {
      throw Failure.work("The JACK server has ended; start it and try again.")
    }
  }

  /// Waits a few cycles.
  static func pause() { usleep(20_000) }

  private static func reason(_ outcome: MIDISysExOutcome?) -> String {
    outcome == .cancelled ? "it was cancelled" : "the JACK server has ended"
  }
}
