import TenutoJACK

/// Listens to the sources that the user named, including ones that appear later.
struct MIDISourceWatch {
  private let directory: MIDIDirectory
  private let inlet: MIDIInlet

  /// Starts listening.
  ///
  /// - Parameters:
  ///   - words: The sources; empty for all sources, current and future.
  ///   - server: The JACK server.
  ///   - receiver: Receives the events.
  /// - Throws: `JACKError`, or a `Failure` for an unknown name.
  init(
    _ words: [String], server: MIDIServerOption, receiver: @escaping MIDIInlet.Receiver
  ) throws {
    let inlet = try MIDIInlet(server: server, receiver: receiver)
    let isOpenToAll = words.isEmpty
    directory = try MIDIDirectory(serverName: server.server) { change in
      switch change {
      case .added(let endpoint) where isOpenToAll: try? inlet.listen(to: endpoint)
      case .removed(let endpoint): inlet.forget(endpoint)
      case .propertyChanged(let endpoint, _) where endpoint.isPrivate: inlet.forget(endpoint)
      default: break
      }
    }
    self.inlet = inlet
    let endpoints = directory.endpoints
    if isOpenToAll {
      for endpoint in endpoints { try inlet.listen(to: endpoint) }
    } else {
      for word in words {
        try inlet.listen(to: MIDIEndpointChoice.find(word, .source, among: endpoints))
      }
    }
  }

  /// Waits for the user to stop the program, or for the given duration.
  ///
  /// - Throws: A `Failure` if the server ended.
  func wait(_ length: MIDILengthOption) throws {
    let limit = length.seconds.map { Int(($0 * 50).rounded(.up)) } ?? .max
    var count = 0
    while !SignalTrap.isStopRequested, count < limit {
      guard inlet.isOpen else {
        throw Failure.work("The JACK server has ended; start it and try again.")
      }
      MIDIOutlet.pause()
      count += 1
    }
  }

  /// Waits until all events have been taken, closes the client, and reports lost events.
  func close() {
    directory.close()
    inlet.drain()
    let lost = inlet.lostCount
    inlet.close()
    if lost > 0 { Output.note("\(lost) events were lost, because they arrived too fast.") }
  }
}
