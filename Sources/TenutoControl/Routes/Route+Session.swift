extension Route {
  /// Routes that add, remove and rename nodes.
  static let nodes: [Route] = [
    Route(
      "POST", "/v1/nodes", "Adds a node and starts it; the answer says what it is called.",
      example: #"{"component": "aufx dely Tnto", "preset": "Slap"}"#,
      refusals: [400, 404, 409, 504]
    ) { (call, body: NodeOrder) throws(RequestError) in
      NameRecord(name: try call.host.session.add(body))
    },
    Route(
      "DELETE", "/v1/nodes/{name}", "Takes a node out, with its connections.",
      refusals: [404, 409]
    ) { call throws(RequestError) in
      try call.host.session.remove(call.words[0])
      return NameRecord(name: call.words[0])
    },
    Route(
      "POST", "/v1/nodes/{name}/rename", "Calls a node something else.",
      example: #"{"name": "echo"}"#, refusals: [400, 404, 409]
    ) { (call, body: NameRecord) throws(RequestError) in
      try call.host.session.rename(call.words[0], to: body.name)
      return body
    },
  ]

  /// Routes that connect and disconnect nodes.
  static let connecting: [Route] = [
    Route(
      "POST", "/v1/connections", "Connects two nodes, or a node's port and JACK ports of others.",
      example: #"{"from": "sawtooth", "to": "delay"}"#, refusals: [400, 404, 409]
    ) { (call, body: LinkRecord) throws(RequestError) in
      try call.host.session.connect(body)
      return body
    },
    Route(
      "DELETE", "/v1/connections", "Takes a connection away.",
      example: #"{"from": "sawtooth", "to": "delay"}"#, refusals: [400, 404, 409]
    ) { (call, body: LinkRecord) throws(RequestError) in
      try call.host.session.disconnect(body)
      return body
    },
  ]

  /// Routes that map controllers to parameters.
  static let mapping: [Route] = [
    Route(
      "POST", "/v1/maps", "Has a controller move a parameter.",
      example: #"{"controller": 74, "node": "delay", "parameter": "mix"}"#,
      refusals: [400, 404, 409]
    ) { (call, body: MapRecord) throws(RequestError) in
      try call.host.session.add(body)
      return body
    },
    Route(
      "DELETE", "/v1/maps", "Ends that.",
      example: #"{"controller": 74, "node": "delay", "parameter": "mix"}"#,
      refusals: [400, 404, 409]
    ) { (call, body: MapRecord) throws(RequestError) in
      try call.host.session.remove(body)
      return body
    },
    Route(
      "POST", "/v1/maps/learn", "Has the next controller that moves within 30 s move it.",
      example: #"{"node": "delay", "parameter": "mix"}"#, refusals: [400, 404, 409]
    ) { (call, body: LearnRequest) throws(RequestError) in
      try call.host.session.learn(node: body.node, parameter: body.parameter)
      return body
    },
  ]

  /// Routes of the transport.
  static let moving: [Route] = [
    Route("GET", "/v1/transport", "Where the music is.") {
      call in call.host.session.transport
    },
    Route("POST", "/v1/transport/play", "Has the music play on.", refusals: [409]) {
      call throws(RequestError) in
      try call.host.session.setPlaying(true)
      return try call.host.movedTransport()
    },
    Route("POST", "/v1/transport/stop", "Has the music stand.", refusals: [409]) {
      call throws(RequestError) in
      try call.host.session.setPlaying(false)
      return try call.host.movedTransport()
    },
    Route(
      "POST", "/v1/transport/locate",
      "Has the music go on, or stand, at a time, a quarter note or a measure.",
      example: #"{"measure": 9}"#, refusals: [400, 409]
    ) { (call, body: LocateRequest) throws(RequestError) in
      try call.host.session.locate(body)
      return try call.host.movedTransport()
    },
  ]

  /// Routes that save the session, undo its edits, and serve the page.
  static let keeping: [Route] = [
    Route(
      "POST", "/v1/save", "Saves the session, under another path where one is given.",
      example: #"{"path": "/home/me/song.yaml"}"#, refusals: [400, 409]
    ) { (call, body: PathRecord) throws(RequestError) in
      PathRecord(path: try call.host.session.save(to: body.path))
    },
    Route("POST", "/v1/undo", "Takes the last edit back.", refusals: [409]) {
      call throws(RequestError) in MessageAnswer(message: try call.host.session.undo())
    },
    Route("POST", "/v1/redo", "Does again what was taken back.", refusals: [409]) {
      call throws(RequestError) in MessageAnswer(message: try call.host.session.redo())
    },
    Route(
      "POST", "/v1/page", "Serves the page on 127.0.0.1; the answer is an address for one browser.",
      example: #"{"port": 8080}"#, refusals: [400, 403, 409]
    ) { (call, body: PageRequest) throws(RequestError) in
      guard let openPage = call.openPage else {
        throw RequestError(403, "Ask for the page at the Unix socket: 'tenuto open' does.")
      }
      guard let port = body.port else { return try openPage(nil) }
      guard let number = UInt16(exactly: port), number > 0 else {
        throw RequestError(400, "'port' is 1 to 65535.")
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
