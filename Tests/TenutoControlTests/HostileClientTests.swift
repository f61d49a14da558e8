import Foundation
import Testing

@testable import TenutoControl

/// Clients with invalid, slow or frequent requests; the host must answer other clients in the
/// meantime.
struct HostileClientTests {
  private let place = TestFolder()

  private func pair() throws -> (SocketStream, SocketStream) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
    return (
      SocketStream(owning: ends[0], timeoutSeconds: 1),
      SocketStream(owning: ends[1], timeoutSeconds: 1)
    )
  }

  /// Single bytes arrive, but the time limit still applies.
  @Test func aRequestByteByByteTimesOut() throws {
    var limits = ConnectionLimits()
    limits.requestSeconds = 0.5
    let server = try place.serve(HostStub(), limits: limits)
    defer { server.stop() }
    let slow = try #require(place.connect(timeoutSeconds: 1))
    #expect(slow.write(Array("GET /".utf8)))
    var answer: [UInt8] = []
    while answer.isEmpty {
      _ = slow.write(Array("a".utf8))
      usleep(20_000)
      answer = slow.readAtOnce()
    }
    #expect(String(decoding: answer, as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    #expect(try place.client().text("/v1/status").contains("stub"))
  }

  @Test func aStalledRequestTimesOut() throws {
    var limits = ConnectionLimits()
    limits.silenceSeconds = 0.2
    let server = try place.serve(HostStub(), limits: limits)
    defer { server.stop() }
    #expect(
      place.exchange("POST /v1/set HTTP/1.1\r\nContent-Length: 9\r\n\r\n[").hasPrefix(
        "HTTP/1.1 408 "))
  }

  @Test func anUnresponsiveClientIsDropped() throws {
    let (near, _far) = try pair()
    // The client does not read: the answer exceeds all buffers, and the timeout expires.
    #expect(!near.write([UInt8](repeating: 0, count: 8 << 20), within: .zero))
    withExtendedLifetime(_far) {}
  }

  @Test func aThousandConnectionsLeaveTheHostAlive() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    do {
      let clients = (0..<1100).map { _ in place.connect() }
      #expect(clients.compactMap { $0 }.count > ConnectionLimits().connections)
      // A connection above the limit is refused at once.
      let answers = clients[ConnectionLimits().connections...].compactMap { $0?.text }
      #expect(answers.contains { $0.hasPrefix("HTTP/1.1 503 ") })
    }
    var isAnswered = false
    while !isAnswered { isAnswered = (try? place.client().text("/v1/status")) != nil }
  }

  @Test func aBodyOfAGigabyteIsRefusedUnread() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let answer = place.exchange("POST /v1/set HTTP/1.1\r\nContent-Length: 1073741824\r\n\r\n[")
    #expect(answer.hasPrefix("HTTP/1.1 413 "))
  }

  /// Closing a socket with unread bytes resets the connection, and the answer would be lost.
  @Test(arguments: [(1 << 20) + 1, 8 << 20])
  func anOversizedRequestGetsAnError(_ byteCount: Int) throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let head = Array("POST /v1/set HTTP/1.1\r\nContent-Length: \(byteCount)\r\n\r\n".utf8)
    let stream = try #require(place.connect())
    #expect(stream.write(head + [UInt8](repeating: 0x20, count: byteCount)))
    #expect(stream.text.hasPrefix("HTTP/1.1 413 "))
    let long = Array("GET /v1/status HTTP/1.1\r\n".utf8) + [UInt8](repeating: 0x61, count: 1 << 20)
    let other = try #require(place.connect())
    #expect(other.write(long))
    #expect(other.text.hasPrefix("HTTP/1.1 431 "))
  }

  @Test func aHalfClosedConnectionIsAnswered() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let descriptor = try #require(SocketAddress.connect(place.folder.socketPath("tenuto")))
    let stream = SocketStream(owning: descriptor, timeoutSeconds: 30)
    #expect(stream.write(Array("GET /v1/status HTTP/1.1\r\n\r\n".utf8)))
    shutdown(descriptor, Int32(SHUT_WR))
    #expect(stream.text.hasPrefix("HTTP/1.1 200 "))
    let cut = try #require(SocketAddress.connect(place.folder.socketPath("tenuto")))
    let half = SocketStream(owning: cut, timeoutSeconds: 30)
    #expect(half.write(Array("POST /v1/set HTTP/1.1\r\nContent-Length: 9\r\n\r\n[]".utf8)))
    shutdown(cut, Int32(SHUT_WR))
    #expect(half.text.hasPrefix("HTTP/1.1 400 "))
  }

  /// Opens a WebSocket; the returned connection can send anything.
  private func open() throws -> SocketStream {
    let stream = try #require(place.connect())
    let head =
      "GET /v1/changes?since=0 HTTP/1.1\r\nHost: x\r\nUpgrade: WebSocket\r\n"
      + "Connection: keep-alive, Upgrade\r\nSec-WebSocket-Version: 13\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    #expect(stream.write(Array(head.utf8)))
    let answer = String(decoding: stream.read(atMost: 4096) ?? [], as: UTF8.self)
    #expect(answer.hasPrefix("HTTP/1.1 101 "))
    #expect(answer.contains("Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"))
    return stream
  }

  @Test(
    arguments: [
      ([0x81, 0xFF, 0x40, 0, 0, 0, 0, 0, 0, 0], 1009), ([0x81, 1, 65], 1002),
      ([0x82, 0x80, 0, 0, 0, 0], 1003), ([0x81, 0x81, 0, 0, 0, 0, 0xFF], 1007),
      ([0x88, 0x80, 0, 0, 0, 0], 1000),
    ] as [([UInt8], Int)])
  func aWrongFrameEndsTheSocketWithItsCode(_ bytes: [UInt8], _ code: Int) throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let stream = try open()
    #expect(stream.write(bytes))
    var answer: [UInt8] = []
    while let more = stream.read(atMost: 100), !more.isEmpty { answer += more }
    #expect(answer == [0x88, 2, UInt8(code >> 8), UInt8(code & 0xFF)])
  }

  @Test func aPingIsAnswered() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let stream = try open()
    #expect(stream.write([0x89, 0x81, 0, 0, 0, 0, 7]))
    #expect(stream.read(atMost: 100) == [0x8A, 1, 7])
  }

  @Test func aClientThatDoesNotReadDelaysNoOther() throws {
    let host = HostStub()
    let server = try place.serve(host)
    defer { server.stop() }
    let deaf = try open()
    let client = try place.client().changes("since=0")
    // More than the socket and the queue of the slow client hold; `send` returns at once.
    let long = String(repeating: "x", count: 1000)
    for number in 0..<20_000 {
      host.send("condition", "\(number) \(long)")
      let bytes = try #require(try client.next())
      #expect(WireJSON.value(bytes, as: ChangeRecord.self)?.number == UInt64(number + 1))
    }
    // The messages that it finally reads end before the newest change.
    var last: [UInt8] = []
    while let more = deaf.read(atMost: 65536), !more.isEmpty { last = more }
    #expect(!String(decoding: last, as: UTF8.self).contains("19999 x"))
    #expect(try place.client().text("/v1/status").contains("stub"))
  }

  @Test func programsThatListenLeaveRoomForOthers() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let listeners = try (0..<ConnectionLimits().webSockets).map { _ in
      try place.client().changes("since=0")
    }
    #expect(throws: RequestError.self) { try place.client().changes() }
    #expect(try place.client().text("/v1/status").contains("stub"))
    withExtendedLifetime(listeners) {}
  }

  /// Pings are answered while the client reads, and delay no other client.
  @Test func aFloodOfPingsIsNoFloodOfAnswers() throws {
    let server = try place.serve(HostStub())
    defer { server.stop() }
    let flood = try open()
    let ping: [UInt8] = [0x89, 0x80 | 125, 0, 0, 0, 0] + [UInt8](repeating: 7, count: 125)
    let pings = [UInt8]((0..<1000).map { _ in ping }.joined())
    var written = 0
    // The answers are not read: eventually nothing more is accepted, or no answers are sent.
    for _ in 0..<200 where flood.write(pings, within: .milliseconds(50)) { written += 1 }
    #expect(try place.client().text("/v1/status").contains("stub"))
    #expect(written > 0)
  }
}
