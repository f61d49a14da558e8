extension ManagerSession {
  /// Connects two ports by their full names.
  func connect(source: String, destination: String) throws(MIDIIOError) {
    do {
      try client.connect(source: source, destination: destination)
    } catch {
      throw .jack(error)
    }
  }

  /// Disconnects two ports by their full names; ignores failures.
  func disconnect(source: String, destination: String) {
    try? client.disconnect(source: source, destination: destination)
  }

  /// Reports a failed connection to the users, unless its endpoint has just disappeared.
  func report(_ error: MIDIIOError, _ record: MIDIEndpointRecord) {
    guard client.isOpen, directory.endpoint(uniqueID: record.uniqueID) != nil else { return }
    let device = MIDIDevices(endpoints).devices.first { $0.name == MIDIDevice.name(of: record) }
    notices.post([.ioError(device: device, error: error)])
  }
}
