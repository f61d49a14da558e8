import Synchronization
import TenutoJACK
import TenutoMIDI
import TenutoMIDIMessages

/// A packet endpoint of another implementation: two ports, and handwritten answers.
///
/// It also inquires: its input receives the descriptions of other endpoints.
final class ForeignEndpoint: Sendable {
  private struct State: Sendable {
    var endpoint: UMPEndpoint
    var observer = UMPEndpointObserver()
    var device: CIDevice?
    var reassembler = SysExReassembler()
    var events: [CIEvent] = []
  }

  let client: MIDIPortClient
  private let state: Mutex<State>
  private let output: MIDIPort
  private let input = Mutex<MIDIPort?>(nil)

  init(
    _ name: String, _ endpoint: UMPEndpoint, device: CIDevice? = nil, isUMP: Bool = true
  ) throws {
    client = try MIDIPortClient(name: name)
    state = Mutex(State(endpoint: endpoint, device: device))
    output = try client.addOutput(named: "out", isUMP: isUMP)
    let port = try client.addInput(named: "in", isUMP: isUMP) { [weak self] in self?.take($0) }
    input.withLock { $0 = port }
  }

  /// Its current description.
  var endpoint: UMPEndpoint { state.withLock { $0.endpoint } }

  /// The descriptions that it has received.
  var heard: UMPEndpoint { state.withLock { $0.observer.endpoint } }

  /// The messages that its MIDI-CI device has received.
  var events: [CIEvent] { state.withLock { $0.events } }

  var device: CIDevice? { state.withLock { $0.device } }

  func close() { client.close() }

  /// Connects itself to an endpoint of another client.
  func connect(to name: String) throws {
    try client.connect(source: "\(client.name):out", destination: "\(name):in")
    try client.connect(source: "\(name):out", destination: "\(client.name):in")
  }

  func send(_ packets: [UMP]) {
    _ = client.send(packets.map { HostTimedUMP(hostTime: 0, ump: $0) }, from: output)
  }

  /// Sends messages of its device; returns nothing without a device.
  func say<Value>(_ body: (inout CIDevice) -> Value) -> Value? {
    state.withLock { state in
      guard var device = state.device else { return nil }
      defer { state.device = device }
      return body(&device)
    }
  }

  func send(_ messages: [CIMessage], group: UInt8 = 0) {
    for message in messages {
      guard let packets = try? SysExPackets(sysEx7: message.payload, group: group) else { continue }
      send(Array(packets))
    }
  }

  /// Changes its description, and sends notifications.
  func change(_ edit: (inout UMPEndpoint) -> [UMP]) {
    send(state.withLock { edit(&$0.endpoint) })
  }

  private func take(_ arrival: MIDIArrival) {
    for event in arrival.events {
      let message = UMPMessage(ignoringReserved: event.ump)
      let (answers, sysEx) = state.withLock { state in
        state.observer.take(message)
        return (state.endpoint.answer(message), state.reassembler.receive(event.ump).message)
      }
      send(answers)
      if let sysEx { take(sysEx) }
    }
  }

  private func take(_ sysEx: SysExMessage) {
    let messages = state.withLock { state -> [CIMessage] in
      var generator = SystemRandomNumberGenerator()
      guard let output = state.device?.receive(sysEx.payload, now: 0, using: &generator) else {
        return []
      }
      state.events += output.events
      return output.messages
    }
    send(messages, group: sysEx.stream.group)
  }
}

extension DeviceIdentity {
  /// A unique identity.
  static func test(_ number: Int) -> DeviceIdentity {
    DeviceIdentity(
      manufacturer: ManufacturerID(0, 0x21, 0x09), family: UInt14(truncatingIfNeeded: number),
      model: UInt14(truncatingIfNeeded: 1000 + number), softwareRevision: 0x123456)
  }
}
