/// The description of the API as OpenAPI 3.1, generated from the list of routes.
enum OpenAPI {
  /// The complete document.
  static let document: JSONTree = make()

  private static func make() -> JSONTree {
    let book = SchemaBook()
    let refusal = book.schema(of: RequestError.self)
    var paths: [String: [String: JSONTree]] = [:]
    for route in Route.all {
      paths[route.pathText, default: [:]][route.method.lowercased()] = operation(
        route, book, refusal: refusal)
    }
    return [
      "openapi": "3.1.0",
      "info": [
        "title": "Tenuto's control API", "version": "1",
        "description": "The status of a running host, and the actions on it.",
        "license": ["name": "Apache 2.0", "identifier": "Apache-2.0"],
      ],
      "servers": [["url": "http://tenuto", "description": "The host's Unix socket."]],
      "paths": .object(paths.mapValues { .object($0) }),
      "components": ["schemas": .object(book.named)],
    ]
  }

  private static func operation(
    _ route: Route, _ book: SchemaBook, refusal: JSONTree
  ) -> JSONTree {
    var operation: [String: JSONTree] = [
      "operationId": .text(operationID(route)), "summary": .text(route.summary),
      "responses": .object(responses(route, book, refusal)),
    ]
    let parameters = parameters(route)
    if !parameters.isEmpty { operation["parameters"] = .list(parameters) }
    if let body = route.body {
      let example = WireJSON.value(Array(body.example.utf8), as: JSONTree.self) ?? .null
      operation["requestBody"] = [
        "required": true, "content": content(book.schema(of: body.type), example: example),
      ]
    }
    if route.pathText == socketPath {
      operation["x-websocket"] = [
        "receives": [
          "oneOf": .list(
            [
              book.schema(of: SnapshotRecord.self), book.schema(of: ChangeRecord.self),
              book.schema(of: SocketAnswer.self), book.schema(of: StatusMessage.self),
              book.schema(of: LogMessage.self),
            ])
        ], "sends": book.schema(of: SocketRequest.self),
      ]
    }
    return .object(operation)
  }

  /// The path of the WebSocket.
  private static let socketPath = "/v1/changes"

  /// Returns an identifier such as `postNodesNameSet`.
  private static func operationID(_ route: Route) -> String {
    route.path.dropFirst().reduce(into: route.method.lowercased()) { id, word in
      let text =
        switch word {
        case .fixed(let text), .any(let text): text
        }
      id += text.split(separator: ".").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
  }

  private static func parameters(_ route: Route) -> [JSONTree] {
    let words = route.path.compactMap { word -> JSONTree? in
      guard case .any(let name) = word else { return nil }
      return [
        "name": .text(name), "in": "path", "required": true, "schema": ["type": "string"],
        "description": "The node, as the status names it.",
      ]
    }
    return words
      + route.query.map { item in
        [
          "name": .text(item.name), "in": "query", "required": false,
          "schema": ["type": .text(item.type)], "description": .text(item.about),
        ]
      }
  }

  private static func responses(
    _ route: Route, _ book: SchemaBook, _ refusal: JSONTree
  ) -> [String: JSONTree] {
    var responses: [String: JSONTree] = [:]
    if route.pathText == socketPath {
      responses["101"] = ["description": "The connection is now a WebSocket."]
    } else {
      responses["200"] = [
        "description": "The request has taken effect.",
        "content": content(book.schema(of: route.answer)),
      ]
    }
    for status in route.refusals {
      responses["\(status)"] = [
        "description": .text(HTTPResponse.reason(status)), "content": content(refusal),
      ]
    }
    responses["default"] = [
      "description": "Another error, such as 503 while nothing plays.",
      "content": content(refusal),
    ]
    return responses
  }

  private static func content(_ schema: JSONTree, example: JSONTree? = nil) -> JSONTree {
    var media = ["schema": schema]
    media["example"] = example
    return ["application/json": .object(media)]
  }
}
