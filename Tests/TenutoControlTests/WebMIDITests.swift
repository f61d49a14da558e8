import Foundation
import Synchronization
import TenutoMIDI
import Testing

@testable import TenutoControl

/// MIDI for pages: parsing, delivery, and the user's permissions.
struct WebMIDITests {
  /// A port that accepts a limited number of packets per time.
  private final class SlowOutput: MIDIBridgeOutput {
    let room: Int
    let takesSysEx: Bool
    private let list = Mutex<[[UInt8]]>([])
    var taken: [[UInt8]] { list.withLock(\.self) }

    init(room: Int = .max, takesSysEx: Bool = false) {
      self.room = room
      self.takesSysEx = takesSysEx
    }

    var lookAhead: UInt64 { 1000 }
    func send(_ packets: ArraySlice<HostTimedUMP>) -> Int {
      let first = packets.prefix(room)
      list.withLock { $0 += first.map { MIDI1Bytes($0.ump).array } }
      return first.count
    }
    func sendSysEx(_ bytes: [UInt8]) -> Bool? {
      guard takesSysEx else { return nil }
      list.withLock { $0.append(bytes) }
      return true
    }
    func clear() {}
    func close() {}
  }

  private func record(
    _ bytes: [UInt8], isCut: Bool = false, at time: Double = 0
  ) -> MIDIWireMessage {
    MIDIWireMessage(port: 7, isCut: isCut, time: time, bytes: bytes)
  }

  /// Like `PageMIDIOutput.take`; macros cannot call mutating functions.
  private func take(
    _ bytes: [UInt8], isCut: Bool = false, at time: Double = 0, in output: inout PageMIDIOutput,
    isSysExAllowed: Bool = true
  ) -> Bool {
    output.take(record(bytes, isCut: isCut, at: time), isSysExAllowed: isSysExAllowed)
  }

  // MARK: - Messages

  @Test(
    arguments: [
      [0x90, 60, 100], [0xC0, 5], [0xF1, 1], [0xF2, 1, 2], [0xF6], [0xF8], [0xFF],
      [0xF0, 0xF7], [0xF0, 0x7D, 1, 0xF7],
    ] as [[UInt8]])
  func wholeMessagesAreValid(_ bytes: [UInt8]) { #expect(MIDI1MessageForm(bytes) != nil) }

  @Test(
    arguments: [
      [], [60, 100], [0x90, 60], [0x90, 60, 100, 60, 100], [0x90, 60, 0x80], [0xF7], [0xF4], [0xF5],
      [0xF9], [0xFD], [0xF0], [0xF0, 1], [0xF0, 0xF8, 0xF7], [0xF0, 0xF7, 0xF7],
    ] as [[UInt8]])
  func otherBytesAreNoMessage(_ bytes: [UInt8]) { #expect(MIDI1MessageForm(bytes) == nil) }

  @Test func recordsAreReadAsTheyAreWritten() {
    let records = [record([0xF8]), record([0xF0, 1], isCut: true, at: 12.5), record([2, 0xF7])]
    var bytes: [UInt8] = []
    for record in records { record.append(to: &bytes) }
    #expect(bytes.prefix(9) == [1, 0, 0, 0, 7, 0, 0, 0, 0])
    #expect(MIDIWireMessage.records(bytes) == records)
    for count in 1..<bytes.count where count != 17 && count != 35 {
      #expect(MIDIWireMessage.records(Array(bytes.prefix(count))) == nil, "\(count) bytes")
    }
    for (place, value) in [(3, 0xFF), (6, 2), (7, 1), (15, 0x7F), (15, 0xBF)] {
      var wrong = bytes
      wrong[place] = UInt8(value)
      if place == 15 { wrong[14] = 0xF8 }
      #expect(MIDIWireMessage.records(wrong) == nil, "\(value) at \(place)")
    }
  }

  @Test func withoutRoomMessagesLeaveLaterInOrder() {
    let slow = SlowOutput(room: 2)
    var output = PageMIDIOutput(slow)
    let keys: [UInt8] = Array(0..<50)
    let areTaken = keys.map { take([0x90, $0, 1], in: &output, isSysExAllowed: false) }
    #expect(!areTaken.contains(false) && output.byteCount == 150)
    var payload: [UInt8] = (0..<100).map { $0 }
    payload.append(0xF7)
    let isBegun = take([0xF0], isCut: true, in: &output)
    let isEnded = take(payload, in: &output)
    #expect(isBegun && isEnded)
    var now: UInt64 = 1
    while let next = output.work(at: now) { now = next }
    #expect(output.byteCount == 0)
    #expect(slow.taken.prefix(50).map { $0[1] } == keys)
    #expect(slow.taken.dropFirst(50).flatMap(\.self) == [0xF0] + payload)
  }

  @Test func laterMessagesLeaveInTheOrderOfTheirTimes() {
    let port = SlowOutput(takesSysEx: true)
    var output = PageMIDIOutput(port)
    let long = [0xF0] + [UInt8](repeating: 1, count: 5000) + [0xF7]
    var areTaken = [(3, 30.0), (2, 20.0), (4, 30.0), (1, 0)].map { key, time in
      take([0x90, UInt8(key), 1], at: time, in: &output)
    }
    areTaken.append(take(long, at: 25, in: &output))
    #expect(!areTaken.contains(false))
    // Packets may arrive before their time, but not a message that is sent as a whole.
    let times = [1, 20_000_000 - 1000, 25_000_000, 30_000_000].map { output.work(at: $0) }
    #expect(times == [20_000_000 - 1000, 25_000_000, 30_000_000 - 1000, nil])
    #expect(port.taken.map { $0.count > 3 ? 0 : $0[1] } == [1, 2, 0, 3, 4])
    #expect(port.taken[2] == long)
  }

  @Test func systemExclusiveNeedsPermission() {
    for (bytes, isCut, isAllowed) in [
      ([0xF0, 0x7D, 0xF7], false, false), ([0xF0, 0x7D], true, false), ([0x90], true, true),
    ] as [([UInt8], Bool, Bool)] {
      var output = PageMIDIOutput(SlowOutput())
      let isTaken = take(bytes, isCut: isCut, in: &output, isSysExAllowed: isAllowed)
      #expect(!isTaken, "\(bytes)")
    }
  }

  @Test func messagesArriveWholeAndRealtimeFirst() throws {
    for isAllowed in [false, true] {
      let outbox = PageMIDIOutbox()
      let input = PageMIDIInput(port: 3, isSysExAllowed: isAllowed, outbox: outbox)
      var parser = MIDI1Parser()
      let bytes: [UInt8] = [0x90, 60, 1, 61, 2, 0xF0, 1, 2, 3, 4, 5, 6, 7, 0xF8, 8, 0xF7, 0xC0, 9]
      for byte in bytes {
        guard let packet = parser.parse(byte) else { continue }
        input.take([HostTimedUMP(hostTime: 2_500_000, ump: packet)])
      }
      guard case .binary(let sent) = try #require(outbox.next()?.first) else {
        Issue.record("nothing was sent")
        return
      }
      let records = try #require(MIDIWireMessage.records(sent))
      let sysEx: [[UInt8]] = isAllowed ? [[0xF0, 1, 2, 3, 4, 5, 6, 7, 8, 0xF7]] : []
      #expect(
        records.map(\.bytes) == [[0x90, 60, 1], [0x90, 61, 2], [0xF8]] + sysEx + [[0xC0, 9]])
      #expect(records.allSatisfy { $0.time == 2.5 && $0.port == 3 })
    }
  }

  // MARK: - Consent

  @Test func originsAreAsBrowsersWriteThem() {
    for (text, origin) in [
      ("https://example.org", "https://example.org"),
      ("HTTPS://Example.ORG:443", "https://example.org"),
      ("http://127.0.0.1:80", "http://127.0.0.1"), ("http://[::1]:8080", "http://[::1]:8080"),
      ("https://xn--bcher-kva.example", "https://xn--bcher-kva.example"),
    ] { #expect(WebOrigin(parsing: text)?.text == origin, "\(text)") }
    for text in [
      "null", "", "https://", "file:///x", "https://a/", "https://a/b", "https://u@a",
      "https://a:0",
      "https://a:070", "https://a:99999", "https://a b", "https://a,https://b", "https://ä.example",
      "https://[::1", "chrome-extension://abc", "https://a:", "https://\u{202e}a",
    ] { #expect(WebOrigin(parsing: text) == nil, "\(text)") }
  }

  @Test func anOriginHasItsParts() throws {
    for (text, host, port, authority) in [
      ("http://example.org", "example.org", 80, "example.org"),
      ("https://example.org", "example.org", 443, "example.org"),
      ("https://a:8443", "a", 8443, "a:8443"), ("http://[::1]", "::1", 80, "[::1]"),
      ("https://[::1]:81", "::1", 81, "[::1]:81"),
    ] {
      let origin = try #require(WebOrigin(parsing: text))
      #expect(origin.host == host && origin.port == UInt16(port), "\(text)")
      #expect(origin.authority == authority && origin.isSecure == text.hasPrefix("https"))
    }
  }

  /// A page above the limit is refused before its WebSocket opens, and a slot is free again when an
  /// offer is dropped.
  @Test func guestsAboveTheLimitAreRefused() throws {
    let place = TestFolder()
    let permissions = WebMIDIPermissions(path: "\(place.path)/web-midi.json")
    let midi = WebMIDI(HostStub(), permissions) {}
    let origin = try #require(WebOrigin(parsing: "https://example.org"))
    var offers = try (0..<12).map { _ in try midi.connection(of: origin) }
    let error = #expect(throws: RequestError.self) { try midi.connection(of: origin) }
    #expect(error?.status == 503)
    // The user's own programs and page are not guests.
    _ = try midi.connection(of: nil)
    offers.removeLast()
    offers.append(try midi.connection(of: origin))
    #expect(throws: RequestError.self) { try midi.connection(of: origin) }
    #expect(offers.count == 12)
  }

  @Test func permissionsAreKeptAndRevoked() throws {
    let place = TestFolder()
    let permissions = WebMIDIPermissions(path: "\(place.path)/config/web-midi.json")
    let origin = try #require(WebOrigin(parsing: "https://example.org"))
    #expect(permissions.permission(of: origin) == nil && permissions.all.isEmpty)
    try permissions.allow(origin, sysex: false)
    let secret = try permissions.secret()
    let stamp = permissions.stamp
    #expect(permissions.permission(of: origin)?.sysex == false)
    let again = WebMIDIPermissions(path: permissions.path)
    try again.allow(origin, sysex: true)
    #expect(permissions.permission(of: origin)?.sysex == true && permissions.stamp != stamp)
    #expect(try permissions.revoke(origin))
    #expect(try !again.revoke(origin))
    #expect(try again.secret() == secret)
    let attributes = try FileManager.default.attributesOfItem(atPath: permissions.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    // An unreadable file allows nothing, and is not overwritten.
    try "{}".write(toFile: permissions.path, atomically: false, encoding: .utf8)
    #expect(permissions.permission(of: origin) == nil)
    #expect(throws: RequestError.self) { try permissions.allow(origin, sysex: false) }
    #expect(try String(contentsOfFile: permissions.path, encoding: .utf8) == "{}")
  }

  @Test func aPageWaitsUntilItsUserAnswers() throws {
    let place = TestFolder()
    let tellings = TellingCount()
    let consent = WebMIDIConsent(WebMIDIPermissions(path: "\(place.path)/web-midi.json")) {
      tellings.note()
    }
    let origin = try #require(WebOrigin(parsing: "https://example.org"))
    let plain = WebMIDIConsent.Request(origin: origin, sysex: false)
    let full = WebMIDIConsent.Request(origin: origin, sysex: true)
    #expect(consent.answer(to: full) == .waiting && consent.answer(to: full) == .waiting)
    #expect(consent.requests == [full] && tellings.count == 1)
    try consent.decide(origin, isAllowed: true, sysex: false)
    #expect(consent.requests.isEmpty)
    #expect(consent.answer(to: plain) == .allowed(sysex: false))
    #expect(consent.answer(to: full) == .refused)
    try consent.decide(origin, isAllowed: true, sysex: true)
    #expect(consent.answer(to: full) == .allowed(sysex: true))
    #expect(consent.answer(to: plain) == .allowed(sysex: false))
    #expect(try consent.revoke(origin))
    #expect(consent.answer(to: plain) == .waiting)
    try consent.decide(origin, isAllowed: false, sysex: false)
    #expect(consent.answer(to: plain) == .refused)
  }

  @Test func simultaneousRequestsArePermittedToFewPages() throws {
    let place = TestFolder()
    let consent = WebMIDIConsent(WebMIDIPermissions(path: "\(place.path)/web-midi.json")) {}
    for number in 0..<20 {
      let origin = try #require(WebOrigin(parsing: "https://site\(number).example"))
      let answer = consent.answer(to: WebMIDIConsent.Request(origin: origin, sysex: false))
      #expect(answer == (number < 8 ? .waiting : .refused))
    }
    #expect(consent.requests.count == 8)
  }

  @Test func idsAreOpaqueAndOfOneOriginEach() throws {
    func ids(_ origin: String, _ secret: String) -> Set<String> {
      let outbox = PageMIDIOutbox()
      let ports = PageMIDIPorts(FixedBridge(), origin: origin, secret: secret)
      ports.watch(outbox).end()
      guard case .utf8(let bytes)? = outbox.next()?.first,
        let change = WireJSON.value(bytes, as: PageMIDINotification.self)
      else { return [] }
      return Set((change.ports ?? []).map(\.id))
    }
    let first = ids("https://a", "s")
    #expect(first.count == 2 && ids("https://a", "s") == first)
    #expect(first.isDisjoint(with: ids("https://b", "s")))
    #expect(first.isDisjoint(with: ids("https://a", "t")))
  }
}

/// Other sites' pages behind the proxy.
struct WebProxyTests {
  @Test(arguments: [
    ("<!doctype html><html><head><title>", "<!doctype html><html><head>|<title>"),
    ("<HTML lang='>'><HEAD a=\">\">x", "<HTML lang='>'><HEAD a=\">\">|x"),
    ("<!-- <head> --> <head>x", "<!-- <head> --> <head>|x"),
    ("<header>x", "|<header>x"), ("x<head>", "|x<head>"), ("", "|"), ("<!-- x", "|<!-- x"),
    ("<!doctype html><p>", "<!doctype html>|<p>"), ("\u{FEFF}<p>", "\u{FEFF}|<p>"),
    ("<head", "|<head"),
  ])
  func theScriptPrecedesAllOthers(_ page: String, _ result: String) {
    let injected = InjectedPage.injecting("|", into: Array(page.utf8))
    #expect(String(decoding: injected, as: UTF8.self) == result)
  }

  @Test(arguments: [
    ("default-src 'self'", "default-src 'self'; script-src 'self' S; connect-src 'self' H", nil),
    ("script-src 'none'; connect-src 'none'", "script-src S; connect-src H", nil),
    (
      "script-src 'nonce-aB+/=' 'strict-dynamic'; upgrade-insecure-requests",
      "script-src 'nonce-aB+/=' 'strict-dynamic' S", "aB+/="
    ),
    ("img-src *, script-src-elem a", "img-src *, script-src-elem a S", nil),
    ("script-src 'nonce-\"><x'", "script-src 'nonce-\"><x' S", nil), ("", "", nil),
  ])
  func policiesLetTheScriptIn(_ policy: String, _ result: String, _ nonce: String?) {
    let adjusted = AdjustedPolicy(adjusting: policy, script: "S", hosts: ["H"])
    #expect(adjusted.text == result && adjusted.nonce == nonce)
  }

  @Test func theLastHeadCounts() throws {
    let text = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 Not Found\r\nX-One:  a: b\r\nbad\r\n\r\n"
    let answer = try #require(UpstreamFetch.Answer(head: Array(text.utf8)))
    #expect(answer.status == 404 && answer.fields.map(\.name) == ["x-one"])
    #expect(answer.fields.map(\.value) == ["a: b"])
    for wrong in ["", "HTTP/1.1", "HTTP/1.1 x", "HTTP/1.1 100 Continue\r\n\r\n", "x"] {
      #expect(UpstreamFetch.Answer(head: Array(wrong.utf8)) == nil, "\(wrong)")
    }
  }
}

/// Counts notifications.
private final class TellingCount: Sendable {
  private let number = Atomic(0)
  var count: Int { number.load(ordering: .relaxed) }
  func note() { number.add(1, ordering: .relaxed) }
}

/// One port in each direction.
private struct FixedBridge: MIDIBridge {
  var ports: [MIDIBridgePort] {
    [.input, .output].map { MIDIBridgePort(key: "jack 1", direction: $0, name: "Keys") }
  }
  func observe(_ receive: @escaping @Sendable () -> Void) -> @Sendable () -> Void { {} }
  func listen(
    to port: MIDIBridgePort, _ receive: @escaping @Sendable ([HostTimedUMP]) -> Void
  ) throws(RequestError) -> @Sendable () -> Void { throw RequestError(404, "No.") }
  func open(_ port: MIDIBridgePort) throws(RequestError) -> any MIDIBridgeOutput {
    throw RequestError(404, "No.")
  }
}
