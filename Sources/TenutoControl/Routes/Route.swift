/// One thing that may be asked of a host: what answers it and what describes it.
///
/// `ControlRouter` finds requests' routes in the list `Route.all`, and `OpenAPI` describes that
/// list; there is no other.
struct Route: Sendable {
  /// A word of a path.
  enum Word: Equatable, Sendable {
    case fixed(String)
    /// Any word, by its name in the description.
    case any(String)
  }

  /// What stands behind the question mark.
  struct QueryItem: Sendable {
    let name: String
    /// `integer`, `boolean` or `string`.
    let type: String
    let about: String
  }

  /// A request that has found its route.
  struct Call {
    let request: HTTPRequest
    let host: any ControlledHost
    /// What stands where the path has `.any`, in order.
    let words: [String]
    /// MIDI for pages; nil where there is none.
    var webMIDI: WebMIDI?
    /// Serves the page; nil where that may not be asked for.
    var openPage: PageOpening?

    /// The node that the path names.
    ///
    /// - Throws: 404 with the names that there are.
    func node() throws(RequestError) -> any ControlledNode { try host.knownNode(words[0]) }
  }

  /// Serves the page on a port, or on any that is free, and makes an address that works once.
  typealias PageOpening = @Sendable (UInt16?) throws(RequestError) -> PageAddress

  let method: String
  let path: [Word]
  let summary: String
  var query: [QueryItem] = []
  /// The body's type with an example of it; nil for none.
  let body: (type: any (Decodable & Sendable).Type, example: String)?
  let answer: any (Codable & Sendable).Type
  /// Statuses of refusals that are its own.
  let refusals: [Int]
  let run: @Sendable (Call) throws(RequestError) -> HTTPResponse

  /// A route without a body.
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

  /// A route with a body, of which `example` is one.
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
        throw RequestError(400, "The body is not what is asked for; write it such as \(example).")
      }
      return try HTTPResponse(run(call, body))
    }
  }

  /// The words of `/v1/nodes/{name}`.
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

  /// What stands at `.any` in a path that is of this route; nil for another one.
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
