extension Route {
  /// All routes.
  static let all: [Route] =
    reading + setting + nodes + acting + connecting + jack + mapping + transport
    + saving + webMIDI

  /// The error for a plain request at the path of a WebSocket.
  private static let needsWebSocket = RequestError(
    426, "This is a WebSocket; send 'Upgrade: websocket'.")

  private static let reading: [Route] = [
    Route("GET", "/v1/status", "The host with all its nodes.") { call in call.host.status() },
    Route(
      "GET", "/v1/log", "The log, the newest 1000 records at most.",
      query: [
        QueryItem(name: "since", type: "integer", about: "Only records after that number.")
      ], refusals: [400]
    ) { call throws(RequestError) in
      LogAnswer(records: call.host.log(since: try call.number("since") ?? 0))
    },
    Route("GET", "/v1/session", "The session as it is now.") {
      call in call.host.session.content()
    },
    Route("GET", "/v1/nodes/{name}", "One node.", refusals: [404]) {
      call throws(RequestError) in try call.node().status()
    },
    Route(
      "GET", "/v1/nodes/{name}/parameters", "A node's parameters with their values.",
      refusals: [404]
    ) { call throws(RequestError) in ParametersAnswer(parameters: try call.node().parameters()) },
    Route(
      "GET", "/v1/nodes/{name}/presets", "The presets that a node can load.", refusals: [404]
    ) { call throws(RequestError) in PresetsAnswer(presets: try call.node().presets()) },
    Route("GET", "/v1/components", "The installed components.") { call in
      ComponentsAnswer(components: call.host.components())
    },
    Route("GET", "/v1/network", "The open network MIDI sessions of the user.") { _ in
      NetworkAnswer(sessions: NetworkSessions().records)
    },
    Route("GET", "/v1/openapi.json", "This description.") { _ in OpenAPI.document },
    Route(
      "GET", "/v1/changes",
      "A WebSocket: sends changes as they happen, and sets parameters.",
      query: [
        QueryItem(
          name: "since", type: "integer",
          about: "Continues after the change of that number, without a snapshot."),
        QueryItem(name: "levels", type: "boolean", about: "Sends levels too, 20 times a second."),
        QueryItem(name: "status", type: "boolean", about: "Sends the status too, twice a second."),
        QueryItem(name: "log", type: "boolean", about: "Sends new log records too."),
      ], refusals: [400, 426]
    ) { call throws(RequestError) -> ChangeRecord in throw needsWebSocket },
    Route(
      "GET", "/v1/sound",
      "A WebSocket: the audio output, as samples after a message with their format.",
      query: [
        QueryItem(
          name: "node", type: "string",
          about: "The node whose output to send, instead of the whole output.")
      ], refusals: [400, 404, 426]
    ) { call throws(RequestError) -> SoundFormat in throw needsWebSocket },
    Route(
      "GET", "/v1/play",
      "A WebSocket: MIDI for a node, and the notes sounding there, as Universal MIDI Packets.",
      query: [QueryItem(name: "node", type: "string", about: "The node; required.")],
      refusals: [400, 404, 426]
    ) { call throws(RequestError) -> MessageAnswer in throw needsWebSocket },
    Route(
      "GET", "/v1/messages",
      "A WebSocket: messages of a page to the extension of a node, and its replies, as bytes.",
      query: [QueryItem(name: "node", type: "string", about: "The node; required.")],
      refusals: [400, 404, 426]
    ) { call throws(RequestError) -> MessageAnswer in throw needsWebSocket },
    Route(
      "GET", "/v1/files",
      "A WebSocket: a song or a sound file for the session, in binary messages; then its kind.",
      query: [
        QueryItem(name: "name", type: "string", about: "The file's name with its extension."),
        QueryItem(name: "bytes", type: "integer", about: "Its length."),
      ], refusals: [400, 409, 426]
    ) { call throws(RequestError) -> FileRecord in throw needsWebSocket },
    Route(
      "GET", "/v1/midi", "A WebSocket: MIDI for a page, as WebMIDI describes it.", refusals: [426]
    ) { call throws(RequestError) -> MessageAnswer in throw needsWebSocket },
  ]
}

extension Route.Call {
  /// Returns the number of that name in the query; nil if it is missing.
  ///
  /// - Throws: 400 if it is not a number.
  func number(_ name: String) throws(RequestError) -> UInt64? {
    guard let text = request.query[name] else { return nil }
    if let number = UInt64(text) { return number }
    throw RequestError(400, "'\(name)' must be a number, such as \(name)=12.")
  }

  /// Returns whether the query asks for something: `levels`, `levels=1`, `levels=true`.
  func isRequested(_ name: String) -> Bool { ["", "1", "true"].contains(request.query[name]) }
}
