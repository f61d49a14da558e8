/// Which pages may use MIDI, and which ask for it.
package struct WebMIDIAnswer: Codable, Sendable, Equatable {
  /// A page by its origin.
  package struct Page: Codable, Sendable, Equatable {
    /// Such as `https://example.org`.
    package var origin: String
    /// Whether with System Exclusive messages.
    package var sysex: Bool
  }

  /// Pages that may use it.
  package var allowed: [Page]
  /// Pages that wait for an answer, the first one first.
  package var waiting: [Page]
}

/// What the user says to a page that asks for MIDI.
package struct WebMIDIDecision: Codable, Sendable, Equatable {
  /// Such as `https://example.org`.
  package var origin: String
  /// Whether it may use MIDI.
  package var isAllowed: Bool
  /// Whether System Exclusive messages too; not without being said.
  package var sysex: Bool?

  /// States an answer.
  package init(origin: String, isAllowed: Bool, sysex: Bool? = nil) {
    self.origin = origin
    self.isAllowed = isAllowed
    self.sysex = sysex
  }
}

/// The page whose permission is taken back.
package struct WebMIDIRevocation: Codable, Sendable, Equatable {
  /// Such as `https://example.org`.
  package var origin: String
}

/// What a page says on the WebSocket of MIDI as text: one of these.
struct PageMIDIRequest: Codable, Equatable {
  /// What it wishes, first of all.
  struct Wish: Codable, Equatable {
    var sysex: Bool
  }

  /// Asks for MIDI.
  var request: Wish?
  /// Opens the port of that number.
  var open: UInt16?
  /// Closes it.
  var close: UInt16?
  /// Drops what it has not sent yet.
  var clear: UInt16?
  /// Asks for the time; comes back as it is.
  var clock: Double?
}

/// What a page is told as text.
struct PageMIDINews: Codable, Equatable {
  /// A port as a page knows it.
  struct Port: Codable, Equatable {
    var number: UInt16
    var id: String
    var type: MIDIBridgePort.Direction
    var name: String
    var manufacturer: String
    var version: String
  }

  /// `waiting`, `granted`, `refused`, `ports`, `opened`, `failed`, `closed` or `clock`.
  var kind: String
  /// Whether System Exclusive messages pass, of `granted`.
  var sysex: Bool?
  /// All ports, of `ports`.
  var ports: [Port]?
  /// The port, of `opened`, `failed` and `closed`.
  var port: UInt16?
  /// What the page has sent, of `clock`.
  var sent: Double?
  /// Milliseconds of the host's clock.
  var time: Double?

  init(_ kind: String) { self.kind = kind }
}
