/// The keys that an object in a session's file can have, in writing order.
struct SessionWords: Sendable {
  /// The object's name for messages.
  let name: String
  let keys: [String]

  static let session = SessionWords(
    name: "a session",
    keys: ["tenuto", "name", "engine", "nodes", "connections", "jack", "maps"])
  static let oldSession = SessionWords(
    name: "a session of form 1", keys: ["tenuto", "name", "engine", "chain"])
  static let engine = SessionWords(
    name: "the engine",
    keys: ["clients", "rate", "frames", "deadline", "transport", "tempo"])
  static let node = SessionWords(
    name: "a node",
    keys: kinds + ownKeys + [
      "preset", "parameters", "layout", "state", "bypass", "mute", "timing", "spare", "deadline",
      "place",
    ])
  /// The keys that define a node's kind.
  static let kinds = SessionNode.Traits.all.map(\.key)
  /// Keys that only some kinds have, each once.
  private static let ownKeys = SessionNode.Traits.all.flatMap(\.keys).reduce(into: [String]()) {
    keys, key in
    if !keys.contains(key) { keys.append(key) }
  }
  static let chainNode = SessionWords(
    name: "a link of the chain",
    keys: ["code", "key", "preset", "parameters", "state", "bypass", "timing"])
  static let layout = SessionWords(name: "a layout", keys: ["inputs", "outputs"])
  static let midi = SessionWords(
    name: "a MIDI connection", keys: ["midi", "channels", "output-channel", "keys", "transpose"])
  static let map = SessionWords(
    name: "a map",
    keys: ["controller", "channel", "input", "node", "parameter", "range", "inverted"])
}

/// The words of `transport`.
enum TransportWord: String, CaseIterable {
  case follow, lead, both, none

  init(follows: Bool, leads: Bool) {
    self =
      switch (follows, leads) {
      case (true, false): .follow
      case (false, true): .lead
      case (true, true): .both
      case (false, false): .none
      }
  }

  var follows: Bool { self == .follow || self == .both }
  var leads: Bool { self == .lead || self == .both }
}
