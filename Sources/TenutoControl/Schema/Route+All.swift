extension Route {
  /// All routes.
  static let all: [Route] =
    reading + setting + nodes + caring + connecting + mapping + moving
    + keeping + webMIDI

  /// The error for a plain request at the path of a WebSocket.
  private static let needsWebSocket = RequestError(
    426, "This is a WebSocket; ask with 'Upgrade: websocket'.")

  private static let reading: [Route] = [
    Route("GET", "/v1/status", "The host with all its nodes.") { call in call.host.status() },
    Route(
      "GET", "/v1/log", "What was logged, the newest 1000 records at most.",
      query: [
        QueryItem(name: "since", type: "integer", about: "Only what came behind that number.")
      ], refusals: [400]
    ) { call throws(RequestError) in
      LogAnswer(records: call.host.log(since: try call.number("since") ?? 0))
    },
    Route("GET", "/v1/session", "What may be edited, as it is.") {
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
    Route("GET", "/v1/components", "The components that are installed.") { call in
      ComponentsAnswer(components: call.host.components())
    },
    Route("GET", "/v1/openapi.json", "This description.") { _ in OpenAPI.document },
    Route(
      "GET", "/v1/changes",
      "A WebSocket: what changes, as it changes; parameters may be set through it.",
      query: [
        QueryItem(
          name: "since", type: "integer",
          about: "Goes on behind the change of that number, instead of a snapshot first."),
        QueryItem(name: "levels", type: "boolean", about: "Tells levels too, 20 times a second."),
        QueryItem(name: "status", type: "boolean", about: "Tells the status too, twice a second."),
        QueryItem(name: "log", type: "boolean", about: "Tells too what is logged from then on."),
      ], refusals: [400, 426]
    ) { call throws(RequestError) -> ChangeRecord in throw needsWebSocket },
    Route(
      "GET", "/v1/sound",
      "A WebSocket: what is heard, as samples; first their format, as it is written here.",
      query: [
        QueryItem(
          name: "node", type: "string", about: "What that node puts out, instead of all.")
      ], refusals: [400, 404, 426]
    ) { call throws(RequestError) -> SoundFormat in throw needsWebSocket },
    Route(
      "GET", "/v1/play",
      "A WebSocket: MIDI that a node is to play, and what sounds there, as packets' words.",
      query: [QueryItem(name: "node", type: "string", about: "The node; it has to be named.")],
      refusals: [400, 404, 426]
    ) { call throws(RequestError) -> MessageAnswer in throw needsWebSocket },
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
    throw RequestError(400, "'\(name)' is a number, such as \(name)=12.")
  }

  /// Returns whether the query asks for something: `levels`, `levels=1`, `levels=true`.
  func isWished(_ name: String) -> Bool { ["", "1", "true"].contains(request.query[name]) }
}
