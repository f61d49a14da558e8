import TenutoCore
import TenutoTransport
import TestSupport
import Testing

struct WireTests {
  private func encoded(_ value: some WireCodable) -> [UInt8] {
    var writer = WireWriter()
    value.encode(into: &writer)
    return writer.bytes
  }

  private func decode<T: WireCodable>(_: T.Type, _ bytes: [UInt8]) throws(WireError) -> T {
    var reader = WireReader(bytes[...])
    let value = try T(from: &reader)
    try reader.finish()
    return value
  }

  static let description = ComponentDescription(
    "aufx dely Tnto", name: "Délai", manufacturerName: "Tenuto", version: "1.2.3",
    summary: "One sentence", tags: ["Effect", "Delay"], inputs: [.stereo, .mono],
    outputs: [.stereo],
    parameters: [
      Parameter(1, "mix", name: "Mix", range: 0...100, unit: .percent, default: 35),
      Parameter(.max, "time", name: "Time", range: 1...2000, unit: .milliseconds, default: 350),
    ])

  static let format = RenderFormat(
    sampleRate: 44100, maximumFrameCount: 128, frameCapacity: 512, inputChannelCount: 3,
    outputChannelCount: 2, depth: 62, slot: 65535)

  static let layout = BusLayout(inputs: [2, 1], outputs: [2])

  @Test func messagesRoundTrip() throws {
    #expect(try decode(ComponentDescription.self, encoded(Self.description)) == Self.description)
    #expect(
      try decode(
        AllocateRequest.self, encoded(AllocateRequest(format: Self.format, layout: Self.layout))
      ).format
        == Self.format)
    #expect(try decode(HelloRequest.self, encoded(HelloRequest(version: 7))).version == 7)
    let response = AllocateRequest.Response(renderThread: -1, latency: 1 << 24, tail: 5)
    #expect(try decode(AllocateRequest.Response.self, encoded(response)) == response)
    var reader = WireReader([0xFE, 0xFF, 0xFF, 0xFF][...])
    #expect(try reader.read(Int32.self) == -2)
  }

  @Test func everyTruncationIsAnError() {
    let bytes = encoded(Self.description)
    for count in 0..<bytes.count {
      #expect(throws: WireError.truncated) {
        try decode(ComponentDescription.self, Array(bytes.prefix(count)))
      }
    }
    let format = encoded(AllocateRequest(format: Self.format, layout: Self.layout))
    for count in 0..<format.count {
      #expect(throws: WireError.self) {
        try decode(AllocateRequest.self, Array(format.prefix(count)))
      }
    }
  }

  @Test func bytesBehindTheEndAreAnError() {
    #expect(throws: WireError.trailingBytes) {
      try decode(ComponentDescription.self, encoded(Self.description) + [0])
    }
  }

  @Test func aTextIsCutToItsLimit() throws {
    let text = String(repeating: "a", count: 300)
    #expect(try decode(String.self, encoded(text)) == String(repeating: "a", count: 255))
  }

  @Test func aTextIsCutBetweenItsScalars() throws {
    var writer = WireWriter()
    writer.write(String(repeating: "é", count: 200))
    var reader = WireReader(writer.bytes[...])
    #expect(try reader.readString() == String(repeating: "é", count: 127))
  }

  @Test func aTextThatWasRepairedCanBeSentOn() throws {
    var reader = WireReader(([255, 0] + [UInt8](repeating: 0xFF, count: 255))[...])
    let repaired = try reader.readString()
    #expect(repaired == String(repeating: "\u{FFFD}", count: 85))
    var writer = WireWriter()
    writer.write(repaired)
    var again = WireReader(writer.bytes[...])
    #expect(try again.readString() == repaired)
  }

  @Test func longTextsAndListsAreRefused() {
    #expect(throws: WireError.tooLong) {
      try decode(String.self, [0, 1] + .init(repeating: 0, count: 256))
    }
    var reader = WireReader([1, 16][...])
    #expect(throws: WireError.tooLong) {
      let _: [String] = try reader.readList()
    }
  }

  @Test func invalidTextBecomesReplacementCharacters() throws {
    #expect(try decode(String.self, [2, 0, 0xFF, 0x41]) == "\u{FFFD}A")
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 7999, 768_001, -48000, 0])
  func aSampleRateOutOfRangeIsRefused(sampleRate: Double) {
    var format = Self.format
    format.sampleRate = sampleRate
    #expect(!format.isValid)
    #expect(throws: WireError.invalidValue) {
      try decode(
        AllocateRequest.self, encoded(AllocateRequest(format: format, layout: Self.layout)))
    }
  }

  @Test(arguments: [65537, Int(UInt32.max)], 0..<6)
  func aNumberOutOfRangeIsRefused(number: Int, field: Int) {
    let fields = [
      \RenderFormat.maximumFrameCount, \.frameCapacity, \.inputChannelCount,
      \.outputChannelCount, \.depth, \.slot,
    ]
    var format = Self.format
    format[keyPath: fields[field]] = number
    #expect(!format.isValid)
    #expect(throws: WireError.invalidValue) {
      try decode(
        AllocateRequest.self, encoded(AllocateRequest(format: format, layout: Self.layout)))
    }
  }

  @Test func aCycleShorterThanACallIsRefused() {
    var format = Self.format
    format.frameCapacity = format.maximumFrameCount - 1
    #expect(!format.isValid)
  }

  @Test func anUnusableDescriptionIsRefused() {
    let twice = Parameter(1, "mix", name: "Mix", range: 0...1, default: 0)
    let sameName = Parameter(2, "mix", name: "Mix", range: 0...1, default: 0)
    let buses = (0..<5).map { BusDescription("Bus \($0)", channelCount: 64) }
    let useless = [
      ComponentDescription(
        "aumu test Tnto", name: "", manufacturerName: "", version: "",
        parameters: [twice, twice]),
      ComponentDescription(
        "aumu test Tnto", name: "", manufacturerName: "", version: "",
        parameters: [twice, sameName]),
      ComponentDescription(
        "aumu test Tnto", name: "", manufacturerName: "", version: "", outputs: buses),
      ComponentDescription(
        "aumu test Tnto", name: "", manufacturerName: "", version: "", inputs: buses),
      ComponentDescription(
        "aumu test Tnto", name: "", manufacturerName: "", version: "",
        outputs: [BusDescription("None", channelCount: 0)]),
      ComponentDescription(
        "aumu test Tnto", name: "", manufacturerName: "", version: "",
        outputs: [BusDescription("Many", channelCount: 65)]),
    ]
    for description in useless {
      #expect(throws: WireError.invalidValue) {
        try decode(ComponentDescription.self, encoded(description))
      }
    }
  }

  @Test(arguments: [(Float.nan, 1, 0), (0, .infinity, 0), (0, 1, .nan), (1, 0, 0), (0, 1, 2)])
  func anInvalidParameterIsRefused(minimum: Float, maximum: Float, value: Float) {
    var writer = WireWriter()
    writer.write(UInt64(1))
    for text in ["mix", "Mix", ""] { writer.write(text) }
    writer.write(minimum)
    writer.write(maximum)
    writer.write(value)
    writer.write(UInt32(0))
    #expect(throws: WireError.invalidValue) { try decode(Parameter.self, writer.bytes) }
  }

  @Test func anUnknownUnitIsGeneric() throws {
    var bytes = encoded(Parameter(1, "a", name: "A", range: 0...1, default: 0))
    bytes[bytes.count - 14] = 77  // behind it: unit name, flags, names, dependents
    #expect(try decode(Parameter.self, bytes).unit == .generic)
  }
}
