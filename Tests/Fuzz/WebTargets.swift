internal import NIOCore
internal import NIOEmbedded
internal import NIOHTTP1
internal import NIOWebSocket
internal import TenutoMIDI

@testable internal import TenutoComponents
@testable internal import TenutoControl
@testable internal import TenutoRender

extension FuzzTarget {
  static var web: [FuzzTarget] {
    [
      FuzzTarget(name: "http-request", run: answerRequest),
      FuzzTarget(name: "http-answer", run: { _ = try? HTTPAnswer($0) }),
      FuzzTarget(name: "http-body", run: answerBody),
      FuzzTarget(name: "web-socket", run: readFrames),
      FuzzTarget(name: "socket-request", run: readSocketRequest),
      FuzzTarget(name: "play-words", run: readWords),
      FuzzTarget(name: "web-midi", run: readMIDIRecords),
      FuzzTarget(name: "web-midi-permissions", run: readPermissions),
      FuzzTarget(name: "web-proxy", run: changePage),
      FuzzTarget(name: "dropped-name", run: nameFile),
    ]
  }

  /// Input from the socket up to the response, which the client understands.
  private static func answerRequest(_ input: [UInt8]) {
    guard let request = receivedRequest(input) else { return }
    check(request.body.count <= HTTPRequest.bodyLimit, "a body is too long")
    checkPath(request.path)
    checkAnswer(to: request)
    _ = try? AccessRule.loopback(port: 8080).check(request)
  }

  /// Any body for each route; the first byte selects the route.
  private static func answerBody(_ input: [UInt8]) {
    guard let first = input.first else { return }
    let route = Route.all[Int(first) % Route.all.count]
    let path = route.path.map { word in
      if case .fixed(let text) = word { text } else { "delay" }
    }
    checkAnswer(
      to: HTTPRequest(
        method: route.method, path: path, query: [:], body: Array(input.dropFirst())))
  }

  private static func checkAnswer(to request: HTTPRequest) {
    let response = ControlRouter().answer(request, of: FuzzedHost())
    check((200..<600).contains(response.status), "an answer has the status \(response.status)")
    check((try? JSONReader.parse(response.body)) != nil, "an answer is no JSON")
    do throws(RequestError) {
      check(try HTTPAnswer(bytes(response)).content == response.body, "an answer changes")
      check(response.status < 300, "a refusal is taken for an answer")
    } catch {
      check(error.status == response.status, "a refusal is taken for \(error)")
    }
  }

  /// A response in its wire format.
  private static func bytes(_ response: HTTPResponse) -> [UInt8] {
    let channel = EmbeddedChannel(handler: HTTPResponseEncoder())
    _ = try? channel.writeOutbound(HTTPServerResponsePart.head(response.head))
    _ = try? channel.writeOutbound(
      HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: response.body))))
    _ = try? channel.writeOutbound(HTTPServerResponsePart.end(nil))
    return outbound(channel)
  }

  private static func outbound(_ channel: EmbeddedChannel) -> [UInt8] {
    var bytes: [UInt8] = []
    while let buffer = try? channel.readOutbound(as: ByteBuffer.self) {
      bytes += buffer.readableBytesView
    }
    return bytes
  }

  /// The server's request for the bytes; nil if it refuses them.
  private static func receivedRequest(_ input: [UInt8]) -> HTTPRequest? {
    let channel = EmbeddedChannel()
    let pipeline = channel.pipeline.syncOperations
    do {
      try pipeline.addHandler(HeadLimit(8192))
      try pipeline.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
      try channel.writeInbound(ByteBuffer(bytes: input))
    } catch {
      return nil
    }
    var head: HTTPRequestHead?
    var body: [UInt8] = []
    while let part = try? channel.readInbound(as: HTTPServerRequestPart.self) {
      switch part {
      case .head(let first): head = first
      case .body(let buffer): body += buffer.readableBytesView
      case .end:
        guard let head, (try? HTTPRequest.bodyLength(head)) == body.count else { return nil }
        var request = try? HTTPRequest(head)
        request?.body = body
        return request
      }
    }
    return nil
  }

  /// A parsed path equals the client's path.
  private static func checkPath(_ path: [String]) {
    let target = "/" + path.map(ControlClient.escaped).joined(separator: "/")
    let again = try? HTTPRequest(
      HTTPRequestHead(version: .http1_1, method: .GET, uri: target))
    check(again?.path == path, "\(path) is another path after it was escaped")
  }

  /// Frames give the same result in one piece and byte by byte, and round-trip.
  private static func readFrames(_ input: [UInt8]) {
    if let closing = WebSocketClosing(parsing: input) {
      check(closing.bytes == input, "a reason changes")
    }
    guard let first = input.first else { return }
    let bytes = Array(input.dropFirst())
    let isMasked = first & 1 == 1
    let whole = messages([bytes], isMasked: isMasked)
    check(whole == messages(bytes.map { [$0] }, isMasked: isMasked), "pieces matter")
    for case .text(let text) in whole.messages {
      let frame = WebSocketFrame(
        fin: true, opcode: .text, maskKey: [first, 2, 3, 4], data: ByteBuffer(string: text))
      let channel = EmbeddedChannel(handler: WebSocketFrameEncoder())
      _ = try? channel.writeOutbound(frame)
      let again = messages([outbound(channel)], isMasked: true)
      check(again == Messages(messages: [.text(text)], end: nil), "a message changes")
    }
  }

  /// A file that a page names lies in the folder, is not hidden, and keeps its name.
  private static func nameFile(_ input: [UInt8]) {
    let (stem, ending) = ArrivingFile.parts(of: String(decoding: input, as: UTF8.self))
    check(!stem.isEmpty && stem.utf8.count <= 100, "a name of \(stem.utf8.count) bytes")
    check(!stem.hasPrefix("."), "a hidden file")
    check(!stem.utf8.contains { $0 < 0x20 || "/\\\u{7F}\"'<>$`".utf8.contains($0) }, "a sign")
    // Only known endings are used.
    guard ending.utf8.allSatisfy({ ("a"..."z").contains(Character(Unicode.Scalar($0))) }) else {
      return
    }
    let again = ArrivingFile.parts(of: "\(stem).\(ending)")
    check(again == (stem, ending), "\(stem).\(ending) becomes another name")
  }

  private struct Messages: Equatable {
    var messages: [WebSocketMessage] = []
    var end: WebSocketEnd?
  }

  private static func messages(_ pieces: [[UInt8]], isMasked: Bool) -> Messages {
    var result = Messages()
    let channel = EmbeddedChannel()
    guard
      let peer = try? WebSocketPeer.begin(on: channel, isServer: isMasked, ConnectionLimits())
    else { return result }
    do throws(WebSocketEnd) {
      for piece in pieces {
        _ = try? channel.writeInbound(ByteBuffer(bytes: piece))
        while let message = try peer.next(within: .zero) { result.messages.append(message) }
      }
      while let message = try peer.next(within: .zero) { result.messages.append(message) }
    } catch {
      result.end = error
    }
    return result
  }

  /// A page's packets round-trip.
  private static func readWords(_ input: [UInt8]) {
    guard let packets = PlayConnection.packets(input) else { return }
    check(PlayConnection.bytes(packets) == input, "words change")
  }

  /// A page's records round-trip, and only complete messages are sent on.
  private static func readMIDIRecords(_ input: [UInt8]) {
    if let text = String(validating: input, as: UTF8.self) {
      if let origin = WebOrigin(parsing: text) {
        check(WebOrigin(parsing: origin.text) == origin, "an origin changes")
      }
      if let request = WireJSON.value(input, as: PageMIDIRequest.self),
        let bytes = try? WireJSON.bytes(request)
      {
        check(WireJSON.value(bytes, as: PageMIDIRequest.self) == request, "a request changes")
      }
    }
    guard let records = MIDIWireMessage.records(input) else { return }
    var bytes: [UInt8] = []
    for record in records { record.append(to: &bytes) }
    check(bytes == input, "records change")
    for isAllowed in [false, true] {
      var output = PageMIDIOutput(CheckedOutput(isSysExAllowed: isAllowed))
      for record in records {
        guard output.take(record, isSysExAllowed: isAllowed) else { break }
        _ = output.work(at: .max / 2)
      }
      output.clear()
      check(output.work(at: .max / 2) == nil, "something waits behind clear")
    }
  }

  /// Another site's page loses nothing behind the proxy, and its policies allow the script.
  private static func changePage(_ input: [UInt8]) {
    let mark = "<script>"
    let page = InjectedPage.injecting(mark, into: input)
    check(page.count == input.count + mark.utf8.count, "a page loses something")
    // At the first difference, the mark may have begun earlier, since it begins like the preceding
    // text.
    let difference = input.indices.first { page[$0] != input[$0] } ?? input.count
    let place = (0...difference).last {
      page[$0...].starts(with: mark.utf8)
        && page[($0 + mark.utf8.count)...].elementsEqual(input[$0...])
    }
    check(place != nil, "a page changes")
    _ = UpstreamFetch.Answer(head: input)
    let text = String(decoding: input, as: UTF8.self)
    let policy = AdjustedPolicy(adjusting: text, script: "http://a/s", hosts: ["ws://b"])
    check(policy.nonce?.contains("\"") != true, "a nonce ends its attribute")
  }

  private static func readPermissions(_ input: [UInt8]) {
    guard let content = WebMIDIPermissions.Content(parsing: input),
      let bytes = try? WireJSON.bytes(content)
    else { return }
    check(WebMIDIPermissions.Content(parsing: bytes) == content, "permissions change")
  }

  private static func readSocketRequest(_ input: [UInt8]) {
    guard let request = WireJSON.value(input, as: SocketRequest.self),
      let bytes = try? WireJSON.bytes(request)
    else { return }
    check(WireJSON.value(bytes, as: SocketRequest.self) == request, "a request changes")
    _ = try? FuzzedHost().leave(request.set ?? [])
  }
}

/// A port that accepts only MIDI 1.0 protocol packets.
private struct CheckedOutput: MIDIBridgeOutput {
  let isSysExAllowed: Bool
  var lookAhead: UInt64 { 0 }

  func send(_ packets: ArraySlice<HostTimedUMP>) -> Int {
    for packet in packets {
      let type = packet.ump.messageType
      check([0x1, 0x2].contains(type) || isSysExAllowed && type == 0x3, "a packet of type \(type)")
    }
    return packets.count
  }
  func sendSysEx(_ bytes: [UInt8]) -> Bool? {
    check(isSysExAllowed && MIDI1MessageForm(bytes) == .systemExclusive, "no System Exclusive")
    return bytes.count % 2 == 0 ? true : nil
  }
  func clear() {}
  func close() {}
}

/// A host with one node and a session that accept every request.
private struct FuzzedHost: ControlledHost, ControlledNode, ControlledSession {
  var nodeNames: [String] { ["delay"] }

  func status() -> HostStatus {
    var status = HostStatus(version: "1", name: "fuzz", pid: 1, engine: "clock")
    status.load = .nan
    status.nodes = [self.status()]
    return status
  }

  func status() -> NodeStatus {
    NodeStatus(name: "delay", component: "aufx dely Tnto", title: "Delay", condition: "playing")
  }

  func node(named name: String) -> (any ControlledNode)? { name == "delay" ? self : nil }

  func log(since number: UInt64) -> [LogRecord] {
    [LogRecord(number: number, time: 0, level: "info", label: "l", message: "m", metadata: [:])]
  }

  func components() -> [TenutoControl.ComponentEntry] { [] }
  var session: any ControlledSession { self }
  func observe(_ receive: @escaping @Sendable (ChangeRecord) -> Void) -> UInt64 { 0 }
  func forget(_ observer: UInt64) {}
  func attach(
    _ monitor: GraphMonitor, to node: String?
  ) throws(RequestError) -> @Sendable () -> Void { {} }
  func play(_ packet: UMP, at node: String) throws(RequestError) {}

  func retry() throws(RequestError) {}
  func restart() throws(RequestError) { throw RequestError(504, "It does not start.") }
  func setBypass(_ isBypassed: Bool) throws(RequestError) {}
  func unmute() throws(RequestError) {}
  func setMute(_ isMuted: Bool) throws(RequestError) {}
  func setTiming(_ timing: String) throws(RequestError) {}
  func setSpare(_ spare: String) throws(RequestError) {}
  func setLoop(_ isLooped: Bool) throws(RequestError) {}
  func replay(bundle: String) throws(RequestError) -> ReplayAnswer {
    ReplayAnswer(isRepeated: true, message: bundle)
  }
  func load(preset name: String) throws(RequestError) {}
  func set(_ parameter: String, to value: Double) throws(RequestError) -> Double { value }
  func ramp(_ parameter: String, to value: Double, seconds: Double) throws(RequestError) -> Double {
    value
  }
  func parameters() throws(RequestError) -> [ParameterRecord] {
    [
      ParameterRecord(
        id: "mix", name: "Mix", unit: "percent", minimum: 0, maximum: 100, initial: 30, value: 30,
        text: "30 %", isReadOnly: false, valueNames: [])
    ]
  }

  func presets() throws(RequestError) -> [PresetRecord] {
    [PresetRecord(name: "Slap", isUser: false)]
  }

  func content() -> SessionRecord {
    SessionRecord(name: "s", path: nil, isEdited: false, nodes: [], connections: [], maps: [])
  }
  var transport: TransportRecord {
    TransportRecord(
      isPlaying: true, seconds: 1, beat: 2, measure: 1, beatOfMeasure: 3, tempo: 120, meter: "4/4",
      duration: nil, isLooping: false)
  }
  func setPlaying(_ isPlaying: Bool) throws(RequestError) {}
  func locate(_ place: LocateRequest) throws(RequestError) {}
  func add(_ order: NodeOrder) throws(RequestError) -> String { order.name ?? "delay2" }
  func remove(_ node: String) throws(RequestError) {}
  func rename(_ node: String, to name: String) throws(RequestError) {}
  func connect(_ link: LinkRecord) throws(RequestError) {}
  func disconnect(_ link: LinkRecord) throws(RequestError) {}
  func add(_ map: MapRecord) throws(RequestError) {}
  func remove(_ map: MapRecord) throws(RequestError) {}
  func learn(node: String, parameter: String) throws(RequestError) {}
  func save(to path: String?) throws(RequestError) -> String { path ?? "/s.yaml" }
  func undo() throws(RequestError) -> String { "Added delay." }
  func redo() throws(RequestError) -> String { throw RequestError(409, "Nothing.") }
}
