internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI

/// A connection of sources to destinations without a program in between.
///
/// The library's own JACK client forwards the events in the next cycle.
final class ThruConnection: Sendable {
  /// The endpoints of the connection and its changes.
  struct Plan: Sendable {
    let data: CFData
    let sources: [EndpointObject]
    let destinations: [EndpointObject]
    let transform: ThruTransform
  }

  private struct State {
    var data: CFData
    var input: InputPort
    var output: OutputPort
  }

  /// The persistent owner; nil if the process's clients own it together.
  let owner: CFString?
  private let service: ClientObject
  private let state: Mutex<State>

  /// Creates the connection.
  init(owner: CFString?, plan: Plan, service: ClientObject) throws(JACKError) {
    self.owner = owner
    self.service = service
    state = Mutex(try Self.open(plan, service))
  }

  /// The parameters that the program gave.
  var data: CFData { state.withLock { $0.data } }

  /// Changes the connection.
  func change(to plan: Plan) throws(JACKError) {
    let new = try Self.open(plan, service)
    let old = state.withLock { state in
      defer { state = new }
      return state
    }
    Self.close(old)
  }

  /// Ends the connection.
  func close() { Self.close(state.withLock { $0 }) }

  /// Reconnects an endpoint whose port is back; returns false if it must be tried again.
  func reconnect(_ endpoint: EndpointObject) -> Bool {
    let state = state.withLock { $0 }
    let isHeard = state.input.reconnect(endpoint)
    return state.output.reconnect(endpoint) && isHeard
  }

  private static func open(_ plan: Plan, _ service: ClientObject) throws(JACKError) -> State {
    let output = OutputPort(client: service, name: "thru out")
    var input: InputPort?
    do throws(JACKError) {
      var ways: [Transmission] = []
      for destination in plan.destinations {
        ways.append(try output.transmission(to: destination))
      }
      let relay = ThruRelay(transform: plan.transform, ways: ways)
      let made = InputPort(
        client: service, name: "thru in", reader: Reader(.arrivals { relay.pass($0) }))
      input = made
      for source in plan.sources { try made.connect(source, .none) }
      return State(data: plan.data, input: made, output: output)
    } catch {
      input?.close()
      output.close()
      throw error
    }
  }

  private static func close(_ state: State) {
    state.input.close()
    state.output.close()
  }
}

/// Forwards arrivals with the changes applied.
private struct ThruRelay: Sendable {
  let transform: ThruTransform
  let ways: [Transmission]
  private let down = MIDI2ToMIDI1Translator()

  init(transform: ThruTransform, ways: [Transmission]) {
    self.transform = transform
    self.ways = ways
  }

  func pass(_ arrival: MIDIArrival) {
    var events: [HostTimedUMP] = []
    for event in arrival.events {
      for ump in changed(event.ump) {
        events.append(HostTimedUMP(hostTime: event.hostTime, ump: ump))
      }
    }
    guard !events.isEmpty else { return }
    for way in ways { _ = way.send(events) }
  }

  /// The changes have 7 bits, so MIDI 2.0 messages are translated if there are any changes.
  private func changed(_ ump: UMP) -> [UMP] {
    guard transform.changesAnything else { return [ump] }
    let batch = down.translate(ump)
    return (0..<batch.count).compactMap { transform.apply(batch[$0]) }
  }
}
