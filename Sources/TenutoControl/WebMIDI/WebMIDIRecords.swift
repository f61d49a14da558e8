/// The pages that may use MIDI, and those that ask for it.
package struct WebMIDIAnswer: Codable, Sendable, Equatable {
  /// The permission or request of a page.
  package struct Page: Codable, Sendable, Equatable {
    /// The origin, for example `https://example.org`.
    package var origin: String
    /// Whether it includes System Exclusive messages.
    package var sysex: Bool
  }

  /// Pages that may use MIDI.
  package var allowed: [Page]
  /// Pages that wait for an answer, in order of arrival.
  package var waiting: [Page]
}

/// The user's answer to a page that asks for MIDI.
package struct WebMIDIDecision: Codable, Sendable, Equatable {
  /// The origin, for example `https://example.org`.
  package var origin: String
  /// Whether the page may use MIDI.
  package var isAllowed: Bool
  /// Whether System Exclusive messages are allowed too; nil for no.
  package var sysex: Bool?

  /// Creates an answer.
  package init(origin: String, isAllowed: Bool, sysex: Bool? = nil) {
    self.origin = origin
    self.isAllowed = isAllowed
    self.sysex = sysex
  }
}

/// Revokes the permission of a page.
package struct WebMIDIRevocation: Codable, Sendable, Equatable {
  /// The origin, for example `https://example.org`.
  package var origin: String
}

/// A text message from a page: exactly one of these fields.
struct PageMIDIRequest: Codable, Equatable {
  /// The first message of a connection.
  struct Access: Codable, Equatable {
    var sysex: Bool
  }

  /// Asks for MIDI.
  var request: Access?
  /// Opens the port of that number.
  var open: UInt16?
  /// Closes the port of that number.
  var close: UInt16?
  /// Drops the messages that the port has not sent yet.
  var clear: UInt16?
  /// Asks for the time; the answer repeats this number.
  var clock: Double?
}

/// A text message to a page.
struct PageMIDINotification: Codable, Equatable {
  /// A port in the list that pages get.
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
  /// Whether System Exclusive messages are allowed; for `granted`.
  var sysex: Bool?
  /// All ports; for `ports`.
  var ports: [Port]?
  /// The port; for `opened`, `failed` and `closed`.
  var port: UInt16?
  /// The number that the page sent; for `clock`.
  var sent: Double?
  /// Milliseconds of the host's clock; for `clock`.
  var time: Double?

  init(_ kind: String) { self.kind = kind }
}
