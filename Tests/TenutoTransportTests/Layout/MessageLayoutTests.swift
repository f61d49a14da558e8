import CTenuto
import Glibc
import TenutoCore
import TenutoMIDI
import Testing

@testable import TenutoTransport

/// The bytes of datagrams on both sockets.
struct MessageLayoutTests {
  private func receive(_ socket: CInt) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 65536)
    let count = unsafe recv(socket, &bytes, bytes.count, CInt(MSG_DONTWAIT))
    return Array(bytes.prefix(max(0, count)))
  }

  @Test func anEventListIsWrittenByteForByte() throws {
    let sockets = try SocketPair()
    var sender = EventSender(socket: sockets.host.number)
    let note = VoiceEvent.noteOn(channel: 2, note: 0x3C, velocity: 0xABCD)
    sender.append(TimedEvent(frameOffset: 5, payload: .midi(note.ump)), cycle: 0x0102_0304)
    sender.append(
      TimedEvent(
        frameOffset: 0x0607, payload: .parameter(address: 0x1122_3344_5566_7788, value: 1)),
      cycle: 0x0102_0304)
    sender.flush(cycle: 0x0102_0304)
    let expected: [UInt8] = [
      0x45, 0x56, 0x53, 0x54, 4, 3, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0,  // header
      5, 0, 0, 0, 0, 0, 0, 0, 0x00, 0x3C, 0x92, 0x40, 0, 0, 0xCD, 0xAB,  // note
      0, 0, 0, 0, 0, 0, 0, 0,
      7, 6, 0, 0, 1, 0, 0, 0, 0x88, 0x77, 0x66, 0x55, 0x44, 0x33, 0x22, 0x11,  // parameter
      0, 0, 0x80, 0x3F, 0, 0, 0, 0,
    ]
    #expect(receive(sockets.peer.number) == expected)
  }

  @Test func aControlHeaderIsWrittenByteForByte() throws {
    let sockets = try SocketPair()
    let peer = sockets.peer.number
    let channel = ControlChannel(Descriptor(owning: dup(sockets.host.number)))
    let reply = ControlMessage(
      kind: 4, isReply: true, status: 0x0102, identifier: 0x0A0B_0C0D, payload: [7, 8, 9])
    try channel.send(reply, deadline: .never)
    #expect(
      receive(peer) == [
        0x54, 0x43, 0x54, 0x4C, 4, 0x80, 2, 1, 0x0D, 0x0C, 0x0B, 0x0A, 3, 0, 0, 0, 7, 8, 9,
      ])
    let request = ControlMessage(
      kind: 6, isReply: false, status: 0, identifier: 1, payload: [])
    try channel.send(request, deadline: .never)
    #expect(receive(peer) == [0x54, 0x43, 0x54, 0x4C, 6, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0])
  }

  private func encoded(_ value: some WireCodable) -> [UInt8] {
    var writer = WireWriter()
    value.encode(into: &writer)
    return writer.bytes
  }

  @Test func everyRequestKindHasItsNumber() {
    #expect(ControlKind.allCases.map(\.rawValue) == Array(1...24))
    #expect(HelloRequest.kind == .hello)
    #expect(DescribeRequest.kind == .describe)
    #expect(InstantiateRequest.kind == .instantiate)
    #expect(AllocateRequest.kind == .allocate)
    #expect(DeallocateRequest.kind == .deallocate)
    #expect(ShutdownRequest.kind == .shutdown)
  }

  @Test func everyPayloadIsWrittenByteForByte() {
    #expect(encoded(HelloRequest()) == [5, 0, 0, 0])
    #expect(
      encoded(HelloRequest.Response(version: 1, componentCount: 0x0203)) == [1, 0, 0, 0, 3, 2])
    #expect(encoded(DescribeRequest(index: 0x0102)) == [2, 1])
    #expect(
      encoded(InstantiateRequest(code: "aumu saw1 Tnto"))
        == Array("umua1wasotnT".utf8))
    #expect(
      encoded(AllocateRequest.Response(renderThread: -2, latency: 0x0304, tail: .max)) == [
        0xFE, 0xFF, 0xFF, 0xFF, 4, 3, 0, 0,
      ] + [UInt8](repeating: 0xFF, count: 8))
    #expect(encoded(DeallocateRequest()).isEmpty)
    #expect(encoded(ShutdownRequest()).isEmpty)
    #expect(encoded(Nothing()).isEmpty)
    let format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 4096, inputChannelCount: 1,
      outputChannelCount: 2, depth: 3, slot: 258)
    #expect(
      encoded(AllocateRequest(format: format, layout: BusLayout(inputs: [1, 0], outputs: [2]))) == [
        0, 0, 0, 0, 0, 0x70, 0xE7, 0x40, 64, 0, 0, 0, 0, 0x10, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
        3, 0, 0, 0, 2, 1, 0, 0,
        2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,  // inputs
        1, 0, 2, 0, 0, 0, 0, 0, 0, 0,  // outputs
      ])
  }

  @Test func aDescriptionIsWrittenByteForByte() {
    let description = ComponentDescription(
      "aufx dely Tnto", name: "Dé", manufacturerName: "T", version: "1.0.0", summary: "",
      tags: ["A", "BC"], inputs: [.mono], outputs: [.stereo],
      capabilities: [ChannelCapability(-1, 2)],
      parameters: [
        Parameter(
          0x0102, "mix", name: "Mix", group: "g", range: -1...1, unit: .percent, default: 0.5,
          flags: [.readOnly, .canRamp], valueNames: ["a", "b"], dependents: [2])
      ], groups: [ParameterGroup("g", name: "G")], overview: [0x0102],
      presets: [FactoryPreset(3, name: "P", values: [ParameterValue(0x0102, 1)])],
      stateVersion: 7, midiProtocol: .midi1, midiOutputs: ["O"], supportsMPE: true,
      isDeterministic: false)
    var expected: [UInt8] = Array("xfuayledotnT".utf8)
    expected += [3, 0, 0x44, 0xC3, 0xA9, 1, 0, 0x54, 5, 0] + Array("1.0.0".utf8)
    expected += [0, 0, 0, 0, 0, 0]  // summary, licence, contact
    expected += [2, 0, 1, 0, 0x41, 2, 0, 0x42, 0x43]
    expected += [1, 0, 4, 0] + Array("Main".utf8) + [1, 0, 0]
    expected += [1, 0, 4, 0] + Array("Main".utf8) + [2, 0, 0]
    expected += [1, 0, 0xFF, 0xFF, 2, 0]  // capabilities
    expected += [1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0] + Array("mix".utf8) + [3, 0]
    expected += Array("Mix".utf8) + [1, 0, 0x67]
    expected += [0, 0, 0x80, 0xBF, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x3F, 3, 0, 0, 0]
    expected += [0, 0, 9, 0, 0, 0]  // unit name, flags
    expected += [2, 0, 1, 0, 0x61, 1, 0, 0x62]  // value names
    expected += [1, 0, 2, 0, 0, 0, 0, 0, 0, 0]  // dependents
    expected += [1, 0, 1, 0, 0x67, 1, 0, 0x47]  // groups
    expected += [1, 0, 2, 1, 0, 0, 0, 0, 0, 0]  // overview
    expected += [1, 0, 3, 0, 0, 0, 1, 0, 0x50, 1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F]
    expected += [7, 0, 0, 0, 1, 1, 0, 1, 0, 0x4F, 1, 0]  // state version to determinism
    #expect(encoded(description) == expected)
  }

  @Test func everyRequestOnStateIsWrittenByteForByte() {
    #expect(
      encoded(UploadRequest(offset: 0x0102, bytes: [7, 8])) == [2, 1, 0, 0, 2, 0, 0, 0, 7, 8])
    #expect(encoded(DownloadRequest(offset: 0x0102)) == [2, 1, 0, 0])
    #expect(encoded(DownloadRequest.Response(bytes: [9])) == [1, 0, 0, 0, 9])
    #expect(encoded(BulkSize(byteCount: 0x0102)) == [2, 1, 0, 0])
    #expect(encoded(SaveStateRequest(scope: .document)) == [1])
    #expect(encoded(SelectPresetRequest(number: 5)) == [5, 0, 0, 0])
    #expect(encoded(PresetStateRequest(number: 5)) == [5, 0, 0, 0])
    for empty in [
      encoded(LoadStateRequest()), encoded(MessageRequest()), encoded(ResetRequest()),
      encoded(ParametersRequest()),
    ] { #expect(empty.isEmpty) }
  }

  @Test func everyRequestOnParametersIsWrittenByteForByte() {
    let value: [UInt8] = [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F]
    #expect(encoded(SetParametersRequest(values: [ParameterValue(3, 1)])) == [1, 0] + value)
    #expect(encoded(ParametersRequest.Response(values: [ParameterValue(3, 1)])) == [1, 0] + value)
    #expect(encoded(TextRequest(parameter: ParameterValue(3, 1))) == value)
    #expect(encoded(TextRequest.Response(text: "A")) == [1, 0, 0x41])
    #expect(
      encoded(ValueRequest(address: 3, text: "A")) == [3, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0x41])
    #expect(encoded(ContextNameRequest(name: "A")) == [1, 0, 0x41])
  }

  @Test func everyNoticeRoundTripsByteForByte() throws {
    let notices: [(Notice, UInt16, [UInt8])] = [
      (.parameter(ParameterValue(3, 1)), 0x100, [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80, 0x3F]),
      (.gesture(3, isTouched: true), 0x101, [3, 0, 0, 0, 0, 0, 0, 0, 1]),
      (.stateChanged, 0x102, []), (.formatChanged, 0x103, []),
      (.stream([7, 8]), 0x104, [2, 0, 0, 0, 7, 8]), (.latencyChanged(5), 0x105, [5, 0, 0, 0]),
    ]
    for (notice, kind, payload) in notices {
      let message = notice.message
      #expect(message.kind == kind)
      #expect(message.identifier == 0 && !message.isReply)
      #expect(message.payload == payload)
      #expect(try Notice(message) == notice)
      var longer = message
      longer.payload.append(0)
      #expect(throws: WireError.trailingBytes) { try Notice(longer) }
    }
  }

  @Test func rampsAndGesturesRoundTripByteForByte() {
    let ramp = TimedEvent(
      frameOffset: 5, payload: .ramp(address: 0x1_0000_0002, value: 1, frameCount: 0x0304))
    let touch = TimedEvent(frameOffset: 6, payload: .gesture(address: 9, isTouched: true))
    let raw = tenuto_event(ramp)
    #expect(raw.kind == 1 && raw.words == (2, 1, 0x3F80_0000, 0x0304))
    #expect(tenuto_event(touch).kind == 2 && tenuto_event(touch).words == (9, 0, 0x3F80_0000, 0))
    #expect(raw.decoded() == ramp)
    #expect(tenuto_event(touch).decoded() == touch)
  }
}
