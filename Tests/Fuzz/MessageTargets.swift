internal import TenutoCore
internal import TenutoRender
internal import TenutoTransport

@testable internal import TenutoExtension

extension FuzzTarget {
  static var messages: [FuzzTarget] {
    [
      FuzzTarget(name: "message", run: readMessage),
      FuzzTarget(name: "payload", run: readPayload),
      FuzzTarget(name: "description", run: readDescription),
      FuzzTarget(name: "state", run: readState),
      FuzzTarget(name: "snapshot", run: readSnapshot),
    ]
  }

  /// A datagram of the control channel: an accepted message round-trips.
  private static func readMessage(_ input: [UInt8]) {
    guard let message = try? ControlChannel.parse(input[...]) else { return }
    check(message.payload == Array(input.dropFirst(16)), "a payload is not what was sent")
    if let notice = try? Notice(message) {
      check((try? Notice(notice.message)) == notice, "\(notice) changes on its way")
    }
  }

  /// The payloads of all requests and answers; the first byte selects one.
  private static func readPayload(_ input: [UInt8]) {
    let payload = input.dropFirst()
    let readers: [(ArraySlice<UInt8>) -> Void] = [
      { read(HelloRequest.self, $0) }, { read(HelloRequest.Response.self, $0) },
      { read(DescribeRequest.self, $0) }, { read(InstantiateRequest.self, $0) },
      { read(AllocateRequest.self, $0) }, { read(AllocateRequest.Response.self, $0) },
      { read(UploadRequest.self, $0) }, { read(DownloadRequest.self, $0) },
      { read(DownloadRequest.Response.self, $0) }, { read(BulkSize.self, $0) },
      { read(SetParametersRequest.self, $0) }, { read(ParametersRequest.Response.self, $0) },
      { read(SaveStateRequest.self, $0) }, { read(SelectPresetRequest.self, $0) },
      { read(PresetStateRequest.self, $0) }, { read(TextRequest.self, $0) },
      { read(TextRequest.Response.self, $0) }, { read(ValueRequest.self, $0) },
      { read(ContextNameRequest.self, $0) }, { read(RenderFormat.self, $0) },
      { read(Nothing.self, $0) }, { read(SnapshotRequest.self, $0) },
    ]
    readers[Int(input.first ?? 0) % readers.count](payload)
  }

  private static func readDescription(_ input: [UInt8]) {
    guard let description = read(ComponentDescription.self, input[...]) else { return }
    _ = description.accepts(description.defaultLayout)
    for parameter in description.parameters { exercise(parameter, parameter.defaultValue) }
    for preset in description.presets { _ = description.values(of: preset) }
  }

  /// A state, half of the time with a correct checksum, which a fuzzer would not find.
  private static func readState(_ input: [UInt8]) {
    let state = input.first.map { $0 & 1 == 0 } == true ? summed(input.dropFirst()) : input
    guard let state = try? ComponentState(decoding: state) else { return }
    let bytes = state.encoded()
    check(bytes == state.encoded(), "a state is encoded in two ways")
    check((try? ComponentState(decoding: bytes)) == state, "a state changes by writing")
  }

  /// A snapshot: what the host reads of it, and what an extension compares.
  private static func readSnapshot(_ input: [UInt8]) {
    if let snapshot = InstanceSnapshot(parsing: input) {
      let cycle = (0..<4).reduce(UInt32(0)) { $0 | UInt32(input[$1]) << (8 * $1) }
      check(snapshot.cycle == cycle && snapshot.bytes == input, "a snapshot changes by reading")
    }
    let format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 64, inputChannelCount: 0,
      outputChannelCount: 2, depth: 0, slot: 0)
    let payload = Array(input.dropFirst(SnapshotHeader.byteCount))
    let header = SnapshotHeader(cycle: 1, format: format, payload)
    check(!header.matches(input), "a snapshot of no build is accepted")
    check(header.matches(header.encoded() + payload), "a snapshot of this build is refused")
  }

  @discardableResult
  private static func read<T: WireCodable & Equatable>(
    _: T.Type, _ bytes: ArraySlice<UInt8>
  ) -> T? {
    var reader = WireReader(bytes)
    guard let value = try? T(from: &reader), (try? reader.finish()) != nil else { return nil }
    var writer = WireWriter()
    value.encode(into: &writer)
    var again = WireReader(writer.bytes[...])
    check((try? T(from: &again)) == value, "\(value) changes on its way")
    return value
  }
}
