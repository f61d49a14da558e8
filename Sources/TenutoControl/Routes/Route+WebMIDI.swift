extension Route {
  /// Routes for the permissions of pages to use MIDI.
  static let webMIDI: [Route] = [
    Route(
      "GET", "/v1/midi/permissions", "Pages of other origins that may use MIDI, or ask for it.",
      refusals: [409]
    ) { call throws(RequestError) in try call.pages().answer() },
    Route(
      "POST", "/v1/midi/permissions", "Allows a page MIDI, or refuses it while the host runs.",
      example: #"{"origin": "https://example.org", "isAllowed": true, "sysex": false}"#,
      refusals: [400, 409]
    ) { (call, decision: WebMIDIDecision) throws(RequestError) in
      try call.pages().decide(decision)
      return try call.pages().answer()
    },
    Route(
      "DELETE", "/v1/midi/permissions", "Revokes a page's permission and closes its sockets.",
      example: #"{"origin": "https://example.org"}"#, refusals: [400, 404, 409]
    ) { (call, revocation: WebMIDIRevocation) throws(RequestError) in
      try call.pages().revoke(revocation)
      return try call.pages().answer()
    },
  ]
}

extension Route.Call {
  /// Returns the host's MIDI for pages.
  ///
  /// - Throws: 409 if the host has none.
  fileprivate func pages() throws(RequestError) -> WebMIDI {
    if let webMIDI { return webMIDI }
    throw RequestError(409, "This host offers no MIDI to pages.")
  }
}
