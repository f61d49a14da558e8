internal import Synchronization

/// Traits of this process's own ports by full name, known before the server announces the ports.
enum OwnMIDIPorts {
  private static let traits = Mutex<[String: MIDIPortTraits]>([:])

  static func enter(_ name: String, _ traits: MIDIPortTraits) {
    self.traits.withLock { $0[name] = traits }
  }

  static func leave(_ name: String) { traits.withLock { $0[name] = nil } }

  static func traits(ofPortNamed name: String) -> MIDIPortTraits? { traits.withLock { $0[name] } }
}
