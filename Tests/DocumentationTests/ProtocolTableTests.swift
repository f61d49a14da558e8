import CTenuto
import TenutoCore
import TenutoTransport
import Testing

/// The tables of MessageProtocol match both ends.
struct ProtocolTableTests {
  private func page() throws -> Markdown {
    Markdown(try Repository.text("\(Repository.pages)/MessageProtocol.md"))
  }

  @Test func everyRequestIsShownWithItsNumber() throws {
    let table = try #require(page().table(under: "### The requests"))
    let shown = table.rows.dropFirst().map { "\($0[0]) \($0[1])" }
    #expect(shown == ControlKind.allCases.map { "\($0.rawValue) \($0)" })
  }

  @Test func theFormatHasTheBytesOnThePage() throws {
    let table = try #require(page().table(under: "### The format, 32 bytes"))
    var end = 0
    for row in table.rows.dropFirst() {
      #expect(Int(row[0]) == end, "\(row[2])")
      end += Int(row[1]) ?? 0
    }
    let format = RenderFormat(
      sampleRate: 48000, maximumFrameCount: 64, frameCapacity: 64, inputChannelCount: 0,
      outputChannelCount: 2, depth: 0, slot: 0)
    var writer = WireWriter()
    format.encode(into: &writer)
    #expect(writer.bytes.count == end)
  }

  @Test func everyNoticeIsShownWithItsNumber() throws {
    let table = try #require(page().table(under: "### The notices"))
    let shown = table.rows.dropFirst().map { "\($0[0]) \($0[1])" }
    let notices: [(String, Notice)] = [
      ("parameter", .parameter(ParameterValue(0, 0))), ("gesture", .gesture(0, isTouched: true)),
      ("stateChanged", .stateChanged), ("formatChanged", .formatChanged), ("stream", .stream([])),
      ("latencyChanged", .latencyChanged(0)),
    ]
    #expect(
      shown == notices.map { "0x\(String($0.1.message.kind, radix: 16)) \($0.0)" })
  }

  @Test func theStateHasTheBytesOnThePage() throws {
    let table = try #require(page().table(under: "### The state, 36 bytes and more"))
    let sizes = ["4 bytes": 4, "u32": 4, "code, code, code": 12]
    let fixed = table.rows.dropFirst().reduce(0) { $0 + (sizes[$1[1]] ?? 0) }
    let state = ComponentState(code: "aumu test Tnto", version: 1, parameters: [])
    #expect(fixed == 36 && state.encoded().count == fixed)
  }

  @Test func theDescriptionHasTheFieldsOnThePage() throws {
    let table = try #require(page().table(under: "### The description"))
    // The byte count of each field in a description with all optional fields empty.
    let sizes = ["code": 4, "string": 2, "list": 2, "u32": 4, "u8": 1, "bool": 1]
    var count = 0
    for row in table.rows.dropFirst() {
      for field in row[1].split(separator: ", ") {
        count += try #require(sizes[String(field.prefix { $0 != " " })], "\(field)")
      }
    }
    var writer = WireWriter()
    ComponentDescription(
      "aumu test Tnto", name: "", manufacturerName: "", version: "", outputs: []
    ).encode(into: &writer)
    #expect(writer.bytes.count == count)
  }

  @Test func theExampleEqualsTheSentBytes() throws {
    var writer = WireWriter()
    HelloRequest().encode(into: &writer)
    let request = writer.bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    let text = try Repository.text("\(Repository.pages)/MessageProtocol.md")
    let line = try #require(text.split(separator: "\n").first { $0.hasPrefix("    host") })
    let bytes = line.split(separator: " ").dropFirst().map(String.init)
    #expect(Array(bytes.suffix(request.count)) == request)
    #expect(bytes.count == 16 + request.count)
  }

  @Test func theLimitsInTheText() throws {
    let text = try Repository.text("\(Repository.pages)/MessageProtocol.md").filter { $0 != "," }
    let limits = [
      "\(WireLimits.messageBytes) bytes", "\(WireLimits.stringBytes) bytes",
      "\(WireLimits.listCount) elements", "up to \(TENUTO_MAXIMUM_LIST_EVENTS) events",
      "descriptor \(TENUTO_CONTROL_DESCRIPTOR) | the control channel",
      "descriptor \(TENUTO_EVENTS_DESCRIPTOR) | the events channel",
      "Version: \(HelloRequest.currentVersion).",
      "bytes | u32 count then that many bytes | \(BulkLimits.pieceBytes) bytes",
      "\(BulkLimits.byteCount) bytes", "at most \(Notice.maximumStreamBytes) |",
    ]
    for limit in limits { #expect(text.contains(limit), "\(limit)") }
  }
}
