/// `GET /v1/nodes/NAME`, and `POST /v1/nodes/NAME/ACTION` for what may be done with a node.
struct NodesResource: ControlResource {
  var word: String { "nodes" }

  func answer(
    _ request: HTTPRequest, path: [String], host: any ControlledHost
  ) throws(RequestError) -> HTTPResponse? {
    guard let name = path.first, path.count <= 2 else { return nil }
    guard let node = host.node(named: name) else {
      let known = host.nodeNames.joined(separator: ", ")
      throw RequestError(404, "There is no node '\(name)'; known are: \(known).")
    }
    guard path.count == 2 else {
      try request.require("GET")
      return try HTTPResponse(node.status())
    }
    try request.require("POST")
    return try act(path[1], on: node, NodeBody(request.body))
  }

  /// Does what the body asks for; every answer says how the node is afterwards.
  private func act(
    _ action: String, on node: any ControlledNode, _ body: NodeBody
  ) throws(RequestError) -> HTTPResponse? {
    switch action {
    case "retry": try node.retry()
    case "restart": try node.restart()
    case "unmute": try node.unmute()
    case "bypass": try node.setBypass(body.bypassed())
    case "timing": try node.setTiming(body.timing())
    case "set":
      let (parameter, value) = try body.setting()
      let result = try node.set(parameter, to: value)
      return try HTTPResponse(SettingAnswer(parameter: parameter, value: result))
    default: return nil
    }
    return try HTTPResponse(node.status())
  }
}

/// What `POST /v1/nodes/NAME/set` answers.
package struct SettingAnswer: Codable, Sendable, Equatable {
  /// The parameter's identifier.
  package let parameter: String
  /// What it is set to, put into its range.
  package let value: Double
}
