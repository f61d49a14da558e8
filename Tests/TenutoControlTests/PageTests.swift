import Foundation
import Testing

@testable import TenutoControl

/// The page on 127.0.0.1, with requests from arbitrary programs.
struct PageTests {
  private let place = TestFolder()

  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../Sources/TenutoPage/Page")

  /// A response: its status, its header fields in lower case, and its body.
  private struct Answer {
    let status: Int
    let fields: [String: String]
    let body: String
  }

  /// Sends text to a port of 127.0.0.1 and returns the response.
  private func exchange(_ port: Int, _ text: String) throws -> Answer {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(descriptor >= 0)
    let stream = SocketStream(owning: descriptor, timeoutSeconds: 30)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        unsafe connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    try #require(result == 0)
    #expect(stream.write(Array(text.utf8)))
    let parts = stream.text.split(separator: "\r\n\r\n", maxSplits: 1).map(String.init)
    let lines = (parts.first ?? "").split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    try #require(words.count >= 2)
    let fields = lines.dropFirst().map { $0.split(separator: ": ", maxSplits: 1).map(String.init) }
    return Answer(
      status: Int(words[1]) ?? 0,
      fields: Dictionary(fields.map { ($0[0].lowercased(), $0[1]) }) { $1 },
      body: parts.count > 1 ? parts[1] : "")
  }

  private func ask(
    _ port: Int, _ target: String, _ fields: [String] = [], method: String = "GET"
  ) throws -> Answer {
    let lines = ["\(method) \(target) HTTP/1.1", "Host: 127.0.0.1:\(port)"] + fields
    return try exchange(port, lines.joined(separator: "\r\n") + "\r\n\r\n")
  }

  /// Requests an address at the Unix socket; returns its port and its token.
  private func open() throws -> (port: Int, token: String) {
    let address = try place.client().post("/v1/page", PageRequest(), as: PageAddress.self)
    let token = try #require(address.url.split(separator: "=").last)
    #expect(address.url == "http://127.0.0.1:\(address.port)/?token=\(token)")
    return (address.port, String(token))
  }

  /// The header field that a browser sends after it has redeemed its token.
  private func cookie(_ port: Int, _ token: String) throws -> String {
    let answer = try ask(port, "/?token=\(token)")
    #expect(answer.status == 303 && answer.fields["location"] == "/")
    let field = try #require(answer.fields["set-cookie"])
    #expect(field.hasSuffix("; HttpOnly; SameSite=Strict; Path=/"))
    #expect(field.hasPrefix("tenuto-\(port)="))
    return "Cookie: " + (field.split(separator: ";").first.map(String.init) ?? "")
  }

  @Test func theFilesAreThoseOfTheFolder() throws {
    let enumerator = try #require(FileManager.default.enumerator(atPath: Self.folder.path))
    var paths: [String] = []
    for case let path as String in enumerator {
      let url = Self.folder.appending(path: path)
      if (try url.resourceValues(forKeys: [.isRegularFileKey])).isRegularFile == true {
        paths.append(path)
        let file = try #require(PageFiles(folder: nil).file(at: path), "run .ci/page")
        #expect(Data(file.bytes) == (try Data(contentsOf: url)), "\(path)")
      }
    }
    #expect(PageFiles.paths == paths.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(PageFiles(folder: nil).file(at: "none.js") == nil)
  }

  @Test func aNamedFolderReplacesTheEmbeddedFiles() {
    let files = PageFiles(folder: Self.folder.path)
    #expect(
      files.file(at: "index.html")?.bytes == PageFiles(folder: nil).file(at: "index.html")?.bytes)
    for path in ["../files.c", ".hidden.js", "x/../../files.js", "none.js", "index", ""] {
      #expect(files.file(at: path) == nil, "\(path)")
    }
  }

  @Test func onlyATokenLetsABrowserIn() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let (port, token) = try open()
    for target in ["/", "/page/main.js", "/v1/status", "/v1/openapi.json", "/?token=", "/?token=x"]
    {
      #expect(try ask(port, target).status == 403, "\(target)")
    }
    let cookie = try cookie(port, token)
    // The address is used up; the same browser may use it again.
    #expect(try ask(port, "/?token=\(token)").status == 403)
    #expect(try ask(port, "/?token=\(token)", [cookie]).status == 303)
    #expect(try ask(port, "/", [cookie]).body.contains("<title>Tenuto</title>"))
    #expect(try ask(port, "/v1/status", [cookie]).body.contains("stub"))
    #expect(try ask(port, "/page/none.js", [cookie]).status == 404)
    #expect(try ask(port, "/page/..%2ffiles.c", [cookie]).status == 404)
    let half = String(cookie.dropLast(8))
    #expect(try ask(port, "/v1/status", [half]).status == 403)
  }

  @Test func aLinkOfAnotherSiteLeadsInWithoutARedirection() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let (port, token) = try open()
    let answer = try ask(port, "/?token=\(token)", ["Sec-Fetch-Site: cross-site"])
    #expect(answer.status == 200 && answer.fields["refresh"] == "0; url=/")
    #expect(answer.fields["set-cookie"] != nil)
  }

  @Test func everyAnswerHasTheFieldsThatBrowsersHoldTo() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let (port, token) = try open()
    let cookie = try cookie(port, token)
    for (target, fields) in [
      ("/", [cookie]), ("/", []), ("/v1/status", [cookie]), ("/page/main.js", [cookie]),
      ("/v1/none", [cookie]),
    ] {
      let answer = try ask(port, target, fields)
      let policy = try #require(answer.fields["content-security-policy"])
      #expect(policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe"))
      #expect(answer.fields["cross-origin-opener-policy"] == "same-origin")
      #expect(answer.fields["cross-origin-embedder-policy"] == "require-corp")
      #expect(answer.fields["cross-origin-resource-policy"] == "same-origin")
      #expect(answer.fields["x-content-type-options"] == "nosniff")
      #expect(answer.fields["referrer-policy"] == "no-referrer")
      #expect(answer.fields["permissions-policy"] == "midi=()")
      #expect(answer.fields.keys.allSatisfy { !$0.hasPrefix("access-control-") })
    }
    #expect(try ask(port, "/v1/status", [cookie]).fields["cache-control"] == "no-store")
  }

  @Test func pagesOfOtherSitesGetOnlyTheScript() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let (port, _) = try open()
    let other = "Origin: https://example.org"
    let script = try ask(port, "/webmidi.js", [other, "Sec-Fetch-Site: cross-site"])
    #expect(script.status == 200 && script.body.contains("requestMIDIAccess"))
    #expect(script.fields["cross-origin-resource-policy"] == "cross-origin")
    #expect(script.fields["access-control-allow-origin"] == nil)
    for method in ["GET", "OPTIONS"] {
      let answer = try ask(
        port, "/v1/midi/reach", [other, "Access-Control-Request-Private-Network: true"],
        method: method)
      #expect(answer.status == 204 && answer.body.isEmpty)
      #expect(answer.fields["access-control-allow-origin"] == "*")
      #expect(answer.fields["access-control-allow-private-network"] == "true")
    }
    for target in ["/", "/page/webmidi.js", "/v1/midi/permissions", "/v1/midi", "/v1/status"] {
      let answer = try ask(port, target, [other])
      #expect(answer.status == 403, "\(target)")
      #expect(answer.fields.keys.allSatisfy { !$0.hasPrefix("access-control-") })
    }
    // A name that resolves to this machine gets neither.
    for target in ["/webmidi.js", "/v1/midi/reach"] {
      let lines = ["GET \(target) HTTP/1.1", "Host: evil.example:\(port)"]
      #expect(try exchange(port, lines.joined(separator: "\r\n") + "\r\n\r\n").status == 403)
    }
  }

  @Test func aSocketOfMIDIIsForPagesOfSites() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let (port, _) = try open()
    let handshake = [
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    for fields in [[], ["Origin: null"], ["Origin: file://"], ["Origin: http://127.0.0.1:\(port)"]]
    {
      #expect(try ask(port, "/v1/midi", handshake + fields).status == 403, "\(fields)")
    }
    for target in ["/v1/changes", "/v1/sound", "/v1/play?node=delay"] {
      let answer = try ask(port, target, handshake + ["Origin: https://example.org"])
      #expect(answer.status == 403, "\(target)")
    }
  }

  @Test func onlyTheHostsOwnPageMakesChanges() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let (port, token) = try open()
    let cookie = try cookie(port, token)
    let retry = "/v1/nodes/delay/retry"
    #expect(try ask(port, retry, [cookie], method: "POST").status == 403)
    let other = [cookie, "Origin: http://evil.example"]
    #expect(try ask(port, retry, other, method: "POST").status == 403)
    #expect(host.delay.calls.isEmpty)
    let own = [cookie, "Origin: http://127.0.0.1:\(port)"]
    #expect(try ask(port, retry, own, method: "POST").status == 200)
    #expect(host.delay.calls == ["retry"])
    // It issues no addresses for other browsers.
    #expect(try ask(port, "/v1/page", own, method: "POST").status == 403)
    // Reading changes nothing.
    #expect(try ask(port, retry, [cookie]).status == 405)
  }

  @Test func aWebSocketNeedsTheCookieAndTheOrigin() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let (port, token) = try open()
    let cookie = try cookie(port, token)
    let shake = [
      "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    ]
    let origin = "Origin: http://127.0.0.1:\(port)"
    for fields in [shake, shake + [cookie], shake + [origin], shake + [cookie, "Origin: null"]] {
      #expect(try ask(port, "/v1/changes", fields).status == 403)
    }
    // An unmasked frame after the handshake ends the connection at once.
    let lines = ["GET /v1/changes?since=0 HTTP/1.1", "Host: 127.0.0.1:\(port)", cookie, origin]
    let bytes = (lines + shake).joined(separator: "\r\n") + "\r\n\r\n"
    #expect(try exchange(port, bytes + "\u{1}\u{1}A").status == 101)
  }

  @Test func thePageKeepsItsPort() throws {
    let (host, second) = (HostStub(), TestFolder())
    let server = try place.serve(host)
    let other = try second.serve(HostStub())
    defer {
      server.stop()
      other.stop()
    }
    let port = try open().port
    #expect(try open().port == port)
    #expect(throws: RequestError.self) {
      try place.client().post("/v1/page", PageRequest(port: port + 1), as: PageAddress.self)
    }
    #expect(throws: RequestError.self) {
      try second.client().post("/v1/page", PageRequest(port: port), as: PageAddress.self)
    }
    for wrong in [0, -1, 65536] {
      #expect(throws: RequestError(400, "'port' must be 1 to 65535.")) {
        try second.client().post("/v1/page", PageRequest(port: wrong), as: PageAddress.self)
      }
    }
  }
}
