import Glibc
import TenutoCore
import TenutoTransport

/// The rich component without the runtime: it follows its messages, including false answers.
struct RawUnit: ~Copyable {
  private var channel = ControlChannel(Descriptor(owning: 3))
  private var values: [ParameterAddress: Float] = [1: 0.5, 2: 0, 3: 0]
  private var data: [UInt8] = []
  private var inbox: [UInt8] = []
  private var outbox: [UInt8] = []
  private var contextName = ""
  /// The fault for the next matching request.
  private var plan = ""

  static func run() -> Never {
    var unit = RawUnit()
    while true {
      do {
        let (message, descriptors) = try unit.channel.receive(deadline: .never)
        for descriptor in descriptors { _ = close(descriptor) }
        try unit.answer(message)
      } catch {
        _exit(5)
      }
    }
  }

  private mutating func answer(_ message: ControlMessage) throws {
    var reply = message
    reply.isReply = true
    var writer = WireWriter()
    var after = ""
    do {
      after = try handle(message, into: &writer)
      reply.payload = writer.bytes
    } catch let refusal as Refusal {
      var reason = WireWriter()
      reason.write(refusal.reason)
      reply.status = 1
      reply.payload = reason.bytes
    }
    try channel.send(reply, deadline: .never)
    if message.kind == ControlKind.shutdown.rawValue { _exit(0) }
    try act(after)
  }

  private struct Refusal: Error { let reason: String }

  /// Answers; returns the action after the answer.
  private mutating func handle(
    _ message: ControlMessage, into writer: inout WireWriter
  ) throws -> String {
    var reader = WireReader(message.payload[...])
    switch ControlKind(rawValue: message.kind) {
    case .hello:
      HelloRequest.Response(version: HelloRequest.currentVersion, componentCount: 1)
        .encode(into: &writer)
    case .describe:
      var description = WireWriter()
      RichKernel.component.encode(into: &description)
      give(description.bytes, &writer)
    case .download:
      let offset = Int(try DownloadRequest(from: &reader).offset)
      DownloadRequest.Response(
        bytes: Array(outbox.dropFirst(offset).prefix(BulkLimits.pieceBytes))
      ).encode(into: &writer)
    case .upload:
      let request = try UploadRequest(from: &reader)
      if request.offset == 0 { inbox = [] }
      inbox += request.bytes
    case .allocate:
      AllocateRequest.Response(renderThread: 0, latency: 7, tail: plan == "tail" ? 24000 : .max)
        .encode(into: &writer)
    case .setParameters:
      for value in try SetParametersRequest(from: &reader).values {
        values[value.address] = value.value
      }
    case .parameters: ParametersRequest.Response(values: all).encode(into: &writer)
    case .saveState: save(try SaveStateRequest(from: &reader).scope, &writer)
    case .loadState: try load()
    case .selectPreset, .presetState:
      try preset(Int32(bitPattern: try reader.read()), isSelected: message.kind == 14, &writer)
    case .text:
      let value = try TextRequest(from: &reader).parameter
      writer.write("\(value.address) is \(value.value)")
    case .value:
      let request = try ValueRequest(from: &reader)
      guard let value = Float(request.text) else { throw Refusal(reason: "that is no number") }
      ParameterValue(plan == "address" ? 99 : request.address, value).encode(into: &writer)
    case .contextName: contextName = try ContextNameRequest(from: &reader).name
    case .message: return try obey(&writer)
    default: break
    }
    return ""
  }

  private var all: [ParameterValue] {
    let known = values.map { ParameterValue($0.key, $0.value) }.sorted { $0.address < $1.address }
    return plan == "values" ? known.map { ParameterValue($0.address + 1, 1e30) } : known
  }

  private mutating func give(_ bytes: [UInt8], _ writer: inout WireWriter) {
    outbox = bytes
    BulkSize(byteCount: UInt32(bytes.count)).encode(into: &writer)
  }

  // MARK: - State

  private mutating func save(_ scope: StateScope, _ writer: inout WireWriter) {
    var state = ComponentState(
      code: plan == "foreign" ? "aumu oops Test" : "aumu rich Test", version: 2,
      parameters: all.filter { $0.address != 3 }, data: data)
    if scope == .document { state.data.append(0xDD) }
    var bytes = state.encoded()
    if plan == "damage" { bytes[bytes.count / 2] ^= 1 }
    give(bytes, &writer)
    if plan == "endless" { outbox = [] }
  }

  private mutating func load() throws {
    let state = try ComponentState(decoding: inbox)
    guard state.data.first != 0xEE else { throw Refusal(reason: "it begins with EE") }
    for value in state.parameters { values[value.address] = value.value }
    data = state.data
  }

  private mutating func preset(
    _ number: Int32, isSelected: Bool, _ writer: inout WireWriter
  ) throws {
    guard let preset = RichKernel.component.presets.first(where: { $0.number == number }) else {
      throw Refusal(reason: "no preset \(number)")
    }
    let parameters = RichKernel.component.values(of: preset)
    if isSelected {
      data = Array(preset.name.utf8)
      for value in parameters { values[value.address] = value.value }
    } else {
      let state = ComponentState(
        code: "aumu rich Test", version: 2, parameters: parameters, data: Array(preset.name.utf8))
      give(state.encoded(), &writer)
    }
  }

  // MARK: - Messages

  private mutating func obey(_ writer: inout WireWriter) throws -> String {
    let text = String(decoding: inbox.prefix(64), as: UTF8.self)
    let words = text.split(separator: " ").map(String.init)
    var reply: [UInt8] = []
    switch words.first {
    case "echo": reply = inbox
    case "upper": reply = Array(text.uppercased().utf8)
    case "fill": data = RichUnit.pattern(Int(words[1]) ?? 0)
    case "data": reply = data
    case "name": reply = Array(contextName.utf8)
    case "plan": plan = words[1]
    case "now": try act(words.dropFirst().joined(separator: " "))
    case "later":
      give([], &writer)
      return words.dropFirst().joined(separator: " ")
    default: throw Refusal(reason: "I do not know \(text)")
    }
    give(reply, &writer)
    return ""
  }

  private mutating func act(_ command: String) throws {
    let words = command.split(separator: " ").map(String.init)
    switch words.first {
    case nil: break
    case "set":
      let address = ParameterAddress(words[1]) ?? 0
      let value = Float(words[2]) ?? 0
      values[address] = value
      try send(.parameter(ParameterValue(address, value)))
    case "touch":
      try send(.gesture(1, isTouched: true))
      try send(.parameter(ParameterValue(1, 0.75)))
      try send(.gesture(1, isTouched: false))
    case "state": try send(.stateChanged)
    case "format": try send(.formatChanged)
    case "stream":
      for number in 0..<(Int(words[1]) ?? 0) { try send(.stream([UInt8(number & 255)])) }
    case "flood":
      while true {
        try send(.stream([UInt8](repeating: 1, count: 1024)))
        try send(.parameter(ParameterValue(1, 0.1)))
      }
    case "malformed": try send(kind: 0x1FF, [])
    case "reply": try send(kind: 0x100, [1, 2, 3])
    case "die": abort()
    case "hang": while true { pause() }
    default: _exit(6)
    }
  }

  private func send(_ notice: Notice) throws {
    try channel.send(notice.message, deadline: .never)
  }

  private func send(kind: UInt16, _ payload: [UInt8]) throws {
    var message = Notice.stateChanged.message
    message.kind = kind
    message.payload = payload
    try channel.send(message, deadline: .never)
  }
}
