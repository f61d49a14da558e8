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
    let note = MIDIEvent.noteOn(channel: 2, note: 0x3C, velocity: 0xABCD)
    sender.append(TimedEvent(frameOffset: 5, payload: .midi(note.ump)), cycle: 0x01020304)
    sender.append(
      TimedEvent(
        frameOffset: 0x0607, payload: .parameter(address: 0x1122_3344_5566_7788, value: 1)),
      cycle: 0x01020304)
    sender.flush(cycle: 0x01020304)
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
    #expect(ControlKind.allCases.map(\.rawValue) == [1, 2, 3, 4, 5, 6])
    #expect(HelloRequest.kind == .hello)
    #expect(DescribeRequest.kind == .describe)
    #expect(InstantiateRequest.kind == .instantiate)
    #expect(AllocateRequest.kind == .allocate)
    #expect(DeallocateRequest.kind == .deallocate)
    #expect(ShutdownRequest.kind == .shutdown)
  }

  @Test func everyPayloadIsWrittenByteForByte() {
    #expect(encoded(HelloRequest()) == [1, 0, 0, 0])
    #expect(
      encoded(HelloRequest.Response(version: 1, componentCount: 0x0203)) == [1, 0, 0, 0, 3, 2])
    #expect(encoded(DescribeRequest(index: 0x0102)) == [2, 1])
    #expect(
      encoded(InstantiateRequest(code: "aumu saw1 Tnto"))
        == Array("umua1wasotnT".utf8))
    #expect(
      encoded(AllocateRequest.Response(renderThread: -2, latency: 0x0304)) == [
        0xFE, 0xFF, 0xFF, 0xFF, 4, 3, 0, 0,
      ])
    #expect(encoded(DeallocateRequest()).isEmpty)
    #expect(encoded(ShutdownRequest()).isEmpty)
    #expect(encoded(Nothing()).isEmpty)
    let format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 4096, inputChannelCount: 1,
      outputChannelCount: 2, depth: 3, slot: 258)
    #expect(
      encoded(AllocateRequest(format: format)) == [
        0, 0, 0, 0, 0, 0x70, 0xE7, 0x40, 64, 0, 0, 0, 0, 0x10, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0,
        3, 0, 0, 0, 2, 1, 0, 0,
      ])
  }

  @Test func aDescriptionIsWrittenByteForByte() {
    let description = ComponentDescription(
      "aufx dely Tnto", name: "Dé", manufacturerName: "T", version: "1.0.0", summary: "",
      tags: ["A", "BC"], inputs: [.mono], outputs: [.stereo],
      parameters: [
        Parameter(
          0x0102, "mix", name: "Mix", range: -1...1, unit: .percent, default: 0.5)
      ])
    var expected: [UInt8] = Array("xfuayledotnT".utf8)
    expected += [3, 0, 0x44, 0xC3, 0xA9, 1, 0, 0x54, 5, 0] + Array("1.0.0".utf8) + [0, 0]
    expected += [2, 0, 1, 0, 0x41, 2, 0, 0x42, 0x43]
    expected += [1, 0, 4, 0] + Array("Main".utf8) + [1, 0]
    expected += [1, 0, 4, 0] + Array("Main".utf8) + [2, 0]
    expected += [1, 0, 2, 1, 0, 0, 0, 0, 0, 0, 3, 0] + Array("mix".utf8) + [3, 0]
    expected += Array("Mix".utf8)
    expected += [0, 0, 0x80, 0xBF, 0, 0, 0x80, 0x3F, 0, 0, 0, 0x3F, 3, 0, 0, 0]
    #expect(encoded(description) == expected)
  }
}
