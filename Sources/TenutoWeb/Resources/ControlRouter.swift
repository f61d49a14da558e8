/// Finds who answers a request.
struct ControlRouter: Sendable {
  /// Everything below `/v1/`, one type for each first word.
  private let resources: [any ControlResource] = [
    StatusResource(), LogResource(), NodesResource(),
  ]

  /// The answer of `host`.
  func answer(_ request: HTTPRequest, of host: any ControlledHost) -> HTTPResponse {
    do throws(RequestError) {
      guard request.path.first == "v1", request.path.count > 1 else { throw unknown(request) }
      for resource in resources where resource.word == request.path[1] {
        if let response = try resource.answer(
          request, path: Array(request.path.dropFirst(2)), host: host)
        {
          return response
        }
      }
      throw unknown(request)
    } catch {
      return HTTPResponse(error)
    }
  }

  private func unknown(_ request: HTTPRequest) -> RequestError {
    RequestError(
      404, "There is nothing at '/\(request.path.joined(separator: "/"))'; see /v1/status.")
  }
}

/// What stands behind one word of the API.
protocol ControlResource: Sendable {
  /// The word behind `/v1/`.
  var word: String { get }

  /// The answer; nil where there is nothing at `path`, which is what stands behind the word.
  ///
  /// - Throws: Why the request was not done.
  func answer(
    _ request: HTTPRequest, path: [String], host: any ControlledHost
  ) throws(RequestError) -> HTTPResponse?
}

extension HTTPRequest {
  /// Insists on a method.
  func require(_ method: String) throws(RequestError) {
    guard self.method == method else {
      throw RequestError(
        405, "'\(self.method)' is not possible at '/\(path.joined(separator: "/"))'; use \(method)."
      )
    }
  }
}
