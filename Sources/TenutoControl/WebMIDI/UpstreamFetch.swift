internal import Glibc
internal import TenutoCore
internal import TenutoSystem
internal import TenutoTransport

/// Fetches the resources of another site with the program `curl`, which supports HTTPS.
struct UpstreamFetch {
  /// The response.
  struct Answer {
    var status: Int
    /// Header fields in order, with lower-case names.
    var fields: [(name: String, value: String)]
    var body: [UInt8]
  }

  /// Maximum size of a body in bytes.
  private static let bodyLimit = 64 << 20
  /// Timeout in seconds.
  private static let timeout = 60

  /// Fetches `address`.
  ///
  /// - Throws: 502 if the site does not answer, 500 without `curl`.
  static func fetch(
    _ method: String, _ address: String, fields: [(name: String, value: String)], body: [UInt8]
  ) throws(RequestError) -> Answer {
    do {
      let folder = try FileCalls.makeTemporaryFolder("tenuto-proxy")
      defer { try? FileCalls.remove(folder) }
      // Other users can see a command line, but not the files in this folder.
      var lines = [
        "url = \(quoted(address))", "output = \(quoted("\(folder)/body"))",
        "dump-header = \(quoted("\(folder)/head"))", "max-time = \(timeout)",
        "max-filesize = \(bodyLimit)", "proto = \"=http,https\"", "http1.1", "compressed", "silent",
        "globoff", "path-as-is",
        method == "HEAD" ? "head" : "request = \(quoted(method))",
      ]
      lines += fields.map { "header = \(quoted("\($0.name): \($0.value)"))" }
      if !body.isEmpty {
        try FileCalls.create("\(folder)/sent", mode: 0o600, body)
        lines.append("data-binary = \(quoted("@\(folder)/sent"))")
      }
      try FileCalls.create(
        "\(folder)/config", mode: 0o600, Array(lines.joined(separator: "\n").utf8))
      let code = run(["curl", "--disable", "--config", "\(folder)/config"])
      guard code != 127 else { throw RequestError(500, "Install 'curl' to fetch other pages.") }
      guard code == 0 else {
        throw RequestError(502, "'\(address.printable)' cannot be fetched (curl: \(code)).")
      }
      let head = try FileCalls.read("\(folder)/head", limit: 1 << 18)
      let content =
        FileCalls.exists("\(folder)/body")
        ? try FileCalls.read("\(folder)/body", limit: bodyLimit) : []
      guard var answer = Answer(head: head) else {
        throw RequestError(502, "'\(address.printable)' does not answer with HTTP.")
      }
      answer.body = content
      return answer
    } catch let error as RequestError {
      throw error
    } catch {
      throw RequestError(500, "A page cannot be fetched: \(error).")
    }
  }

  /// Returns a text quoted for curl's configuration file.
  private static func quoted(_ text: String) -> String {
    let escaped = text.flatMap { character -> String in
      switch character {
      case "\"", "\\": "\\\(character)"
      case "\n", "\r", "\r\n": " "
      default: "\(character)"
      }
    }
    return "\"\(String(escaped))\""
  }

  /// Runs a program without input and output, and returns its exit code, 127 if it is not
  /// installed.
  private static func run(_ arguments: [String]) -> Int32 {
    var words = unsafe arguments.map { unsafe strdup($0) } + [nil]
    defer { unsafe words.forEach { unsafe free($0) } }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for descriptor in Int32(0)...2 {
      unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", O_RDWR, 0)
    }
    var identifier = pid_t()
    guard (unsafe posix_spawnp(&identifier, arguments[0], &actions, nil, &words, environ)) == 0
    else { return 127 }
    var status: Int32 = 0
    while (unsafe waitpid(identifier, &status, 0)) < 0 && errno == EINTR {}
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }
}

extension UpstreamFetch.Answer {
  /// Parses the last head: earlier ones are `100 Continue` and similar responses.
  init?(head bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n")
    let heads = text.components("\n\n").filter { !$0.isEmpty }
    guard let lines = heads.last?.split(separator: "\n"), let first = lines.first,
      first.hasPrefix("HTTP/")
    else { return nil }
    let words = first.split(separator: " ")
    guard words.count >= 2, let status = Int(words[1]),
      (200..<600).contains(status) || status == 101
    else {
      return nil
    }
    self.status = status
    body = []
    fields = lines.dropFirst().compactMap { line in
      guard let place = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: place)...].drop { " \t".contains($0) }
      return (line[..<place].lowercased(), String(value))
    }
  }
}

extension String {
  /// Splits the text at `separator`.
  fileprivate func components(_ separator: String) -> [Substring] {
    split(separator: separator, omittingEmptySubsequences: true)
  }
}
