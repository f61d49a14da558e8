package import TenutoMIDI
package import TenutoRender
internal import TenutoSession

extension SessionHost {
  package func attach(
    _ monitor: GraphMonitor, to node: String?
  ) throws(RequestError) -> @Sendable () -> Void {
    let place = try RequestError.from { () throws(SessionEditError) in
      try running.add(monitor, listeningTo: node)
    }
    return { [running] in running.removeMonitor(place) }
  }

  package func attach(
    _ monitor: GraphMonitor, toMIDIOf node: String
  ) throws(RequestError) -> @Sendable () -> Void {
    let place = try RequestError.from { () throws(SessionEditError) in
      try running.add(monitor, listeningToMIDIOf: node)
    }
    return { [running] in running.removeMonitor(place) }
  }

  package var midi: any MIDIBridge {
    let machine: [(any MIDIBridge)?] = [jackMIDI, alsaMIDI]
    return MIDIBridges([NodeMIDI(host: self)] + machine.compactMap(\.self))
  }

  package func play(_ packet: UMP, at node: String) throws(RequestError) {
    try RequestError.from { () throws(SessionEditError) in try running.play(packet, at: node) }
  }
}
