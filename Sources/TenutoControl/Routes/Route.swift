/// A route of the API: its handler and its description.
///
/// Both `ControlRouter`, which finds the route of a request, and `OpenAPI`, which describes the
/// routes, use the one list `Route.all`.
struct Route: Sendable {
  /// A segment of a path.
  enum Word: Equatable, Sendable {
    case fixed(String)
    /// Any segment, with its name in the description.
    case any(String)
  }

  /// A query parameter.
  struct QueryItem: Sendable {
    let name: String
    /// `integer`, `boolean` or `string`.
    let type: String
    let about: String
  }

  /// A request together with its host and the values in its path.
  struct Call {
    let request: HTTPRequest
    let host: any ControlledHost
    /// The segments that matched `.any`, in order.
    let words: [String]
    /// MIDI for pages; nil if the host has none.
    var webMIDI: WebMIDI?
    /// Serves the page; nil if the page may not be requested.
    var openPage: PageOpening?

    /// Returns the node that the path names.
    ///
    /// - Throws: 404 with the names of the existing nodes.
    func node() throws(RequestError) -> any ControlledNode { try host.knownNode(words[0]) }
  }

  /// Serves the page on a port, or on any free one, and returns an address that works once.
  typealias PageOpening = @Sendable (UInt16?) throws(RequestError) -> PageAddress

  let method: String
  let path: [Word]
  let summary: String
  var query: [QueryItem] = []
  /// The body's type with an example; nil for a route without a body.
  let body: (type: any (Decodable & Sendable).Type, example: String)?
  let answer: any (Codable & Sendable).Type
  /// Error statuses that are particular to this route.
  let refusals: [Int]
  let run: @Sendable (Call) throws(RequestError) -> HTTPResponse

  /// Creates a route without a body.
  init<Answer: Codable & Sendable>(
    _ method: String, _ path: String, _ summary: String, query: [QueryItem] = [],
    refusals: [Int] = [], _ run: @escaping @Sendable (Call) throws(RequestError) -> Answer
  ) {
    self.method = method
    self.path = Self.words(path)
    self.summary = summary
    self.query = query
    self.refusals = refusals
    body = nil
    answer = Answer.self
    self.run = { call throws(RequestError) in try HTTPResponse(run(call)) }
  }

  /// Creates a route with a body, of which `example` is one.
  init<Body: Decodable & Sendable, Answer: Codable & Sendable>(
    _ method: String, _ path: String, _ summary: String, example: String, refusals: [Int] = [],
    _ run: @escaping @Sendable (Call, Body) throws(RequestError) -> Answer
  ) {
    self.method = method
    self.path = Self.words(path)
    self.summary = summary
    self.refusals = refusals
    body = (Body.self, example)
    answer = Answer.self
    self.run = { call throws(RequestError) in
      let bytes = call.request.body.isEmpty ? Array("{}".utf8) : call.request.body
      guard let body = WireJSON.value(bytes, as: Body.self) else {
        throw RequestError(400, "The body does not fit this request; an example is \(example).")
      }
      return try HTTPResponse(run(call, body))
    }
  }

  /// Parses a path such as `/v1/nodes/{name}`.
  private static func words(_ path: String) -> [Word] {
    path.split(separator: "/").map { word in
      word.hasPrefix("{") ? .any(String(word.dropFirst().dropLast())) : .fixed(String(word))
    }
  }

  /// The path as OpenAPI writes it, such as `/v1/nodes/{name}`.
  var pathText: String {
    path.map { word in
      switch word {
      case .fixed(let text): "/\(text)"
      case .any(let name): "/{\(name)}"
      }
    }.joined()
  }

  /// Returns the segments that match `.any`; nil if the path does not match.
  func match(_ words: [String]) -> [String]? {
    guard words.count == path.count else { return nil }
    var found: [String] = []
    for (word, own) in zip(words, path) {
      switch own {
      case .fixed(let text): if text != word { return nil }
      case .any: found.append(word)
      }
    }
    return found
  }
}
