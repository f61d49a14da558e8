internal import Synchronization

/// What this process knows of its own ports before the server says so, by their full names.
enum OwnMIDIPorts {
  private static let traits = Mutex<[String: MIDIPortTraits]>([:])

  static func enter(_ name: String, _ traits: MIDIPortTraits) {
    self.traits.withLock { $0[name] = traits }
  }

  static func leave(_ name: String) { traits.withLock { $0[name] = nil } }

  static func traits(ofPortNamed name: String) -> MIDIPortTraits? { traits.withLock { $0[name] } }
}
