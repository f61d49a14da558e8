internal import TenutoCore
internal import TenutoTransport

/// The handler of each request.
extension ExtensionServer {
  mutating func handle(
    _ kind: ControlKind, _ payload: [UInt8], _ descriptors: [CInt],
    into writer: inout WireWriter
  ) throws(RequestFailure) {
    switch kind {
    case .hello:
      _ = try decode(HelloRequest.self, payload)
      HelloRequest.Response(
        version: HelloRequest.currentVersion, componentCount: UInt16(entries.count)
      ).encode(into: &writer)
    case .describe:
      try describe(try decode(DescribeRequest.self, payload), into: &writer)
    case .upload: try upload(try decode(UploadRequest.self, payload))
    case .download: download(try decode(DownloadRequest.self, payload), into: &writer)
    case .instantiate: try instantiate(try decode(InstantiateRequest.self, payload))
    case .allocate:
      let request = try decode(AllocateRequest.self, payload)
      let instance = try current("allocate")
      guard descriptors.count == 3 else { throw RequestFailure("allocate needs 3 descriptors") }
      try instance.allocate(request, descriptors, events: events).encode(into: &writer)
    case .deallocate:
      _ = try decode(DeallocateRequest.self, payload)
      instance?.deallocate()
    case .file:
      let request = try decode(FileRequest.self, payload)
      let instance = try current("file")
      guard descriptors.count == 1 else { throw RequestFailure("file needs 1 descriptor") }
      try instance.take(GivenFile(path: request.path, descriptor: descriptors[0]))
    case .snapshot:
      let request = try decode(SnapshotRequest.self, payload)
      try offer(try current("snapshot").snapshot(request), into: &writer)
    case .restore:
      _ = try decode(RestoreRequest.self, payload)
      try current("restore").restore(takeInbox())
    case .link, .unlink: try handleLink(kind, payload, descriptors)
    case .shutdown:
      _ = try decode(ShutdownRequest.self, payload)
      instance = nil
    case .setParameters, .parameters, .reset, .text, .value, .contextName:
      try handleParameters(kind, payload, into: &writer)
    case .saveState, .loadState, .selectPreset, .presetState, .message:
      try handleBulk(kind, payload, into: &writer)
    }
  }

  private func handleLink(
    _ kind: ControlKind, _ payload: [UInt8], _ descriptors: [CInt]
  ) throws(RequestFailure) {
    let instance = try current("\(kind)")
    guard kind == .link else {
      _ = try decode(UnlinkRequest.self, payload)
      return instance.unlink()
    }
    let request = try decode(LinkRequest.self, payload)
    guard descriptors.count == 1 else { throw RequestFailure("link needs 1 descriptor") }
    try instance.link(request, descriptors[0])
  }

  private func handleParameters(
    _ kind: ControlKind, _ payload: [UInt8], into writer: inout WireWriter
  ) throws(RequestFailure) {
    let instance = try current("\(kind)")
    switch kind {
    case .setParameters:
      let request = try decode(SetParametersRequest.self, payload)
      for value in request.values { instance.table.setByHost(value) }
    case .parameters:
      _ = try decode(ParametersRequest.self, payload)
      ParametersRequest.Response(values: instance.table.allValues).encode(into: &writer)
    case .reset:
      _ = try decode(ResetRequest.self, payload)
      instance.reset()
    case .text:
      let text = try instance.text(for: try decode(TextRequest.self, payload).parameter)
      TextRequest.Response(text: text).encode(into: &writer)
    case .value:
      let request = try decode(ValueRequest.self, payload)
      let value = try instance.value(for: request.text, of: request.address)
      ParameterValue(request.address, value).encode(into: &writer)
    default:
      instance.link.contextName = try decode(ContextNameRequest.self, payload).name
    }
  }

  private mutating func handleBulk(
    _ kind: ControlKind, _ payload: [UInt8], into writer: inout WireWriter
  ) throws(RequestFailure) {
    let instance = try current("\(kind)")
    switch kind {
    case .saveState:
      let scope = try decode(SaveStateRequest.self, payload).scope
      try offer(try instance.savedState(scope), into: &writer)
    case .loadState:
      _ = try decode(LoadStateRequest.self, payload)
      try instance.load(takeInbox())
    case .selectPreset:
      try instance.select(try decode(SelectPresetRequest.self, payload).number)
    case .presetState:
      let number = try decode(PresetStateRequest.self, payload).number
      try offer(try instance.presetState(number), into: &writer)
    default:
      _ = try decode(MessageRequest.self, payload)
      try offer(try instance.answer(takeInbox()), into: &writer)
    }
  }

  private func current(_ request: String) throws(RequestFailure) -> ComponentInstance {
    guard let instance else { throw RequestFailure("\(request) before instantiate") }
    return instance
  }

  private func decode<R: ControlRequest>(
    _: R.Type, _ payload: [UInt8]
  ) throws(RequestFailure) -> R {
    var reader = WireReader(payload[...])
    do throws(WireError) {
      let request = try R(from: &reader)
      try reader.finish()
      return request
    } catch {
      throw RequestFailure("malformed request: \(error)")
    }
  }

  private mutating func describe(
    _ request: DescribeRequest, into writer: inout WireWriter
  ) throws(RequestFailure) {
    guard Int(request.index) < entries.count else {
      throw RequestFailure("there is no component \(request.index)")
    }
    var description = WireWriter()
    entries[Int(request.index)].description.encode(into: &description)
    try offer(description.bytes, into: &writer)
  }

  private mutating func instantiate(_ request: InstantiateRequest) throws(RequestFailure) {
    guard let entry = entries.first(where: { $0.description.code == request.code }) else {
      throw RequestFailure("'\(request.code)' is not in this executable")
    }
    // The old instance ends before the new one begins, and its notices are discarded.
    instance = nil
    notices.removeAll()
    inbox = []
    outbox = []
    instance = ComponentInstance(entry, notices: notices)
  }
}

/// Chunked uploads and downloads.
extension ExtensionServer {
  private mutating func upload(_ request: UploadRequest) throws(RequestFailure) {
    if request.offset == 0 { inbox = [] }
    guard Int(request.offset) == inbox.count else {
      throw RequestFailure("\(inbox.count) bytes were uploaded, not \(request.offset)")
    }
    inbox += request.bytes
  }

  private mutating func takeInbox() -> [UInt8] {
    let bytes = inbox
    inbox = []
    return bytes
  }

  private mutating func offer(
    _ bytes: [UInt8], into writer: inout WireWriter
  ) throws(RequestFailure) {
    guard bytes.count <= Int(BulkLimits.byteCount) else {
      throw RequestFailure("the answer has \(bytes.count) bytes, 16 MiB are allowed")
    }
    outbox = bytes
    BulkSize(byteCount: UInt32(bytes.count)).encode(into: &writer)
  }

  private func download(_ request: DownloadRequest, into writer: inout WireWriter) {
    let piece = outbox.dropFirst(Int(request.offset)).prefix(BulkLimits.pieceBytes)
    DownloadRequest.Response(bytes: Array(piece)).encode(into: &writer)
  }
}

/// The reason for a refused request, for the host to show.
struct RequestFailure: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
