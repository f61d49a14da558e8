extension Route {
  /// Routes that add, remove and rename nodes.
  static let nodes: [Route] = [
    Route(
      "POST", "/v1/nodes", "Adds a node and starts it; the answer has its name.",
      example: #"{"component": "aufx dely Tnto", "preset": "Slap"}"#,
      refusals: [400, 404, 409, 504]
    ) { (call, body: NodeOrder) throws(RequestError) in
      NameRecord(name: try call.host.session.add(body))
    },
    Route(
      "DELETE", "/v1/nodes/{name}", "Removes a node with its connections.",
      refusals: [404, 409]
    ) { call throws(RequestError) in
      try call.host.session.remove(call.words[0])
      return NameRecord(name: call.words[0])
    },
    Route(
      "POST", "/v1/nodes/{name}/rename", "Renames a node.",
      example: #"{"name": "echo"}"#, refusals: [400, 404, 409]
    ) { (call, body: NameRecord) throws(RequestError) in
      try call.host.session.rename(call.words[0], to: body.name)
      return body
    },
    Route(
      "POST", "/v1/places", "Sets the columns and rows of nodes in a patchbay.",
      example: #"{"places": {"delay": [2, 0]}}"#, refusals: [400, 409]
    ) { (call, body: PlacesRecord) throws(RequestError) in
      try call.host.session.setPlaces(body.places)
      return body
    },
  ]

  /// Routes that connect and disconnect nodes.
  static let connecting: [Route] = [
    Route(
      "POST", "/v1/connections",
      "Connects two nodes, or a node's port and JACK ports of other clients.",
      example: #"{"from": "sawtooth", "to": "delay"}"#, refusals: [400, 404, 409]
    ) { (call, body: LinkRecord) throws(RequestError) in
      try call.host.session.connect(body)
      return body
    },
    Route(
      "DELETE", "/v1/connections", "Removes a connection.",
      example: #"{"from": "sawtooth", "to": "delay"}"#, refusals: [400, 404, 409]
    ) { (call, body: LinkRecord) throws(RequestError) in
      try call.host.session.disconnect(body)
      return body
    },
  ]

  /// Connections in JACK.
  static let jack: [Route] = [
    Route(
      "GET", "/v1/jack", "All ports of the JACK server, and the connections of other programs.",
      refusals: [409]
    ) { call throws(RequestError) in try call.host.jackPorts() },
    Route(
      "POST", "/v1/jack/connections", "Connects two ports of JACK by their full names.",
      example: #"{"from": "sawtooth:out_1", "to": "system:playback_1"}"#, refusals: [400, 409]
    ) { (call, body: JACKConnectionRequest) throws(RequestError) in
      try call.host.setJACKConnection(body, isConnected: true)
      return body
    },
    Route(
      "DELETE", "/v1/jack/connections", "Disconnects two ports of JACK.",
      example: #"{"from": "sawtooth:out_1", "to": "system:playback_1"}"#, refusals: [400, 409]
    ) { (call, body: JACKConnectionRequest) throws(RequestError) in
      try call.host.setJACKConnection(body, isConnected: false)
      return body
    },
  ]

  /// Routes that map controllers to parameters.
  static let mapping: [Route] = [
    Route(
      "POST", "/v1/maps", "Maps a controller to a parameter.",
      example: #"{"controller": 74, "node": "delay", "parameter": "mix"}"#,
      refusals: [400, 404, 409]
    ) { (call, body: MapRecord) throws(RequestError) in
      try call.host.session.add(body)
      return body
    },
    Route(
      "DELETE", "/v1/maps", "Removes a map.",
      example: #"{"controller": 74, "node": "delay", "parameter": "mix"}"#,
      refusals: [400, 404, 409]
    ) { (call, body: MapRecord) throws(RequestError) in
      try call.host.session.remove(body)
      return body
    },
    Route(
      "POST", "/v1/maps/learn", "Maps the next controller that moves within 30 s to a parameter.",
      example: #"{"node": "delay", "parameter": "mix"}"#, refusals: [400, 404, 409]
    ) { (call, body: LearnRequest) throws(RequestError) in
      try call.host.session.learn(node: body.node, parameter: body.parameter)
      return body
    },
  ]

  /// Routes of the transport.
  static let transport: [Route] = [
    Route("GET", "/v1/transport", "The transport position.") {
      call in call.host.session.transport
    },
    Route("POST", "/v1/transport/play", "Starts the transport.", refusals: [409]) {
      call throws(RequestError) in
      try call.host.session.setPlaying(true)
      return try call.host.movedTransport()
    },
    Route("POST", "/v1/transport/stop", "Stops the transport.", refusals: [409]) {
      call throws(RequestError) in
      try call.host.session.setPlaying(false)
      return try call.host.movedTransport()
    },
    Route(
      "POST", "/v1/transport/locate",
      "Moves the transport to a time, a quarter note or a measure.",
      example: #"{"measure": 9}"#, refusals: [400, 409]
    ) { (call, body: LocateRequest) throws(RequestError) in
      try call.host.session.locate(body)
      return try call.host.movedTransport()
    },
  ]

  /// Routes that save the session, undo its edits, and serve the page.
  static let saving: [Route] = [
    Route(
      "POST", "/v1/save", "Saves the session, to another path if one is given.",
      example: #"{"path": "/home/me/song.yaml"}"#, refusals: [400, 409]
    ) { (call, body: PathRecord) throws(RequestError) in
      PathRecord(path: try call.host.session.save(to: body.path))
    },
    Route("POST", "/v1/undo", "Undoes the last edit.", refusals: [409]) {
      call throws(RequestError) in MessageAnswer(message: try call.host.session.undo())
    },
    Route("POST", "/v1/redo", "Redoes the last undone edit.", refusals: [409]) {
      call throws(RequestError) in MessageAnswer(message: try call.host.session.redo())
    },
    Route(
      "POST", "/v1/page", "Serves the page on 127.0.0.1; the answer is an address for one browser.",
      example: #"{"port": 8080}"#, refusals: [400, 403, 409]
    ) { (call, body: PageRequest) throws(RequestError) in
      guard let openPage = call.openPage else {
        throw RequestError(403, "Request the page over the Unix socket, as 'tenuto open' does.")
      }
      guard let port = body.port else { return try openPage(nil) }
      guard let number = UInt16(exactly: port), number > 0 else {
        throw RequestError(400, "'port' must be 1 to 65535.")
      }
      return try openPage(number)
    },
  ]
}

extension ControlledHost {
  /// Returns the transport position after a move has taken effect.
  fileprivate func movedTransport() throws(RequestError) -> TransportRecord {
    try settle()
    return session.transport
  }
}
