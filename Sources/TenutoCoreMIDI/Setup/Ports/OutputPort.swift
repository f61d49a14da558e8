internal import Synchronization
internal import TenutoJACK

/// A port that sends to destinations.
///
/// Messages for one destination must not reach another, so each destination has a separate JACK
/// output, created and connected with the first message.
final class OutputPort: Sendable {
  private struct Output: Sendable {
    let destination: EndpointObject
    let shortName: String
    let transmission: Transmission
  }

  let client: ClientObject
  private let name: String
  private let outputs = Mutex<[MIDIEndpointRef: Output]>([:])

  init(client: ClientObject, name: String) {
    self.client = client
    self.name = name
  }

  /// Returns the transmission to a destination.
  func transmission(to destination: EndpointObject) throws(JACKError) -> Transmission {
    let result: Result<Transmission, JACKError> = outputs.withLock { outputs in
      if let known = outputs[destination.ref] { return .success(known.transmission) }
      return Result { () throws(JACKError) in
        let output = try open(destination)
        outputs[destination.ref] = output
        return output.transmission
      }
    }
    return try result.get()
  }

  /// Drops the messages that wait for a destination, or for all of them.
  func flush(_ destination: EndpointObject?) {
    let all = outputs.withLock { Array($0.values) }
    for output in all where destination == nil || output.destination === destination {
      output.transmission.flush()
    }
  }

  /// Closes the transmission to a destination.
  func forget(_ destination: MIDIEndpointRef) {
    guard let old = outputs.withLock({ $0.removeValue(forKey: destination) }) else { return }
    close(old)
  }

  /// Closes all transmissions.
  func close() {
    let old = outputs.withLock { outputs in
      defer { outputs = [:] }
      return outputs
    }
    for output in old.values { close(output) }
  }

  /// Reconnects a destination whose port is back; returns false if it must be tried again.
  func reconnect(_ destination: EndpointObject) -> Bool {
    guard let output = outputs.withLock({ $0[destination.ref] }) else { return true }
    return status { () throws(JACKError) in
      try output.transmission.connect(to: destination)
    } == noErr
  }

  private func open(_ destination: EndpointObject) throws(JACKError) -> Output {
    let shortName = client.reserveName(name)
    var traits = MIDIPortTraits()
    traits.isPrivate = true
    var port: MIDIPort?
    do throws(JACKError) {
      let added = try client.ports.addOutput(
        named: shortName, isUMP: destination.isUMP, traits: traits)
      port = added
      let transmission = Transmission(client: client.ports, port: added)
      try transmission.connect(to: destination)
      return Output(destination: destination, shortName: shortName, transmission: transmission)
    } catch {
      if let port { client.ports.remove(port) }
      client.releaseName(shortName)
      throw error
    }
  }

  private func close(_ output: Output) {
    output.transmission.close()
    client.releaseName(output.shortName)
  }
}
