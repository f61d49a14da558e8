internal import FoundationEssentials

/// The body of a request to a node.
struct NodeBody {
  private let content: Content

  private struct Content: Decodable {
    var bypassed: Bool?
    var timing: String?
    var parameter: String?
    var value: Double?
  }

  /// Reads JSON; nothing at all counts as `{}`.
  ///
  /// - Throws: 400 for what is no JSON object, or has a value of another kind.
  init(_ bytes: [UInt8]) throws(RequestError) {
    do {
      content =
        bytes.isEmpty ? Content() : try JSONDecoder().decode(Content.self, from: Data(bytes))
    } catch {
      throw RequestError(400, "The body is no JSON object with the right kinds of values.")
    }
  }

  func bypassed() throws(RequestError) -> Bool {
    guard let bypassed = content.bypassed else { throw missing(#"{"bypassed": true}"#) }
    return bypassed
  }

  func timing() throws(RequestError) -> String {
    guard let timing = content.timing else { throw missing(#"{"timing": "one-period-later"}"#) }
    return timing
  }

  func setting() throws(RequestError) -> (parameter: String, value: Double) {
    guard let parameter = content.parameter, let value = content.value, value.isFinite else {
      throw missing(#"{"parameter": "cutoff", "value": 800}"#)
    }
    return (parameter, value)
  }

  private func missing(_ example: String) -> RequestError {
    RequestError(400, "The body lacks something; write it such as \(example).")
  }
}
