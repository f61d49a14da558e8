internal import TenutoCore
internal import TenutoTransport
internal import TestSupport
import Testing

/// CTenutoExtension's side of the control channel.
struct ConversationTests {
  private static let code: ComponentCode = "aumf cprb Test"

  private func probe() throws -> ForeignKernel { try .built("CProbe", Self.code) }

  @Test func textsAndValues() throws {
    let probe = try probe()
    func text(_ address: UInt64, _ value: Float) throws -> String {
      try probe.ask(TextRequest(parameter: ParameterValue(address, value))).text
    }
    #expect(try text(2, 2) == "High" && text(2, 0.2) == "Low")
    #expect(try text(1, 0.25) == "0.25 bar")
    func value(_ address: UInt64, _ text: String) throws -> Float {
      try probe.ask(ValueRequest(address: address, text: text)).value
    }
    #expect(try value(2, "mid") == 1 && value(1, "0.5 bar") == 0.5 && value(1, "0.75") == 0.75)
    for nonsense in ["", "loud", "nan", "1 Hz", "0.5 bar x"] {
      #expect(throws: ControlError.refused("the text means no value"), "\(nonsense)") {
        try value(1, nonsense)
      }
    }
    #expect(throws: ControlError.self) { try text(77, 0) }
  }

  @Test func noticesPrecedeTheirAnswer() throws {
    let probe = try probe()
    let bytes = [UInt8](repeating: 7, count: 80_000)
    try probe.upload(bytes)
    let size = try probe.ask(MessageRequest())
    #expect(try probe.download(size) == bytes)
    #expect(
      probe.notices == [
        .parameter(ParameterValue(1, 0.5)), .gesture(1, isTouched: true),
        .gesture(1, isTouched: false), .stateChanged, .formatChanged,
        .stream([UInt8](repeating: 7, count: 100)),
      ])
    #expect(try probe.parameters()[0] == ParameterValue(1, 0.5))
    #expect(throws: ControlError.refused("the message was refused")) {
      try probe.ask(MessageRequest())
    }
  }

  @Test func requestsForAComponentAreRefusedBeforeThereIsOne() throws {
    let kernel = try ForeignKernel(Built.path("CProbe"))
    #expect(try kernel.ask(HelloRequest()) == .init(version: 5, componentCount: 1))
    let refusal = ControlError.refused("no component has been instantiated")
    #expect(throws: refusal) { try kernel.ask(ParametersRequest()) }
    #expect(throws: refusal) { try kernel.ask(SaveStateRequest(scope: .preset)) }
    #expect(throws: refusal) { try kernel.ask(ResetRequest()) }
    #expect(throws: refusal) { try kernel.allocate(inputs: [1, 1], outputs: [4]) }
    try kernel.ask(DeallocateRequest())
    #expect(throws: ControlError.self) {
      try kernel.ask(InstantiateRequest(code: "aumf nope Test"))
    }
    #expect(throws: ControlError.self) { try kernel.ask(DescribeRequest(index: 1)) }
  }

  @Test func piecesMustFollowEachOther() throws {
    let probe = try probe()
    try probe.ask(UploadRequest(offset: 0, bytes: [1, 2]))
    #expect(throws: ControlError.self) { try probe.ask(UploadRequest(offset: 3, bytes: [4])) }
    try probe.ask(UploadRequest(offset: 2, bytes: [3]))
    #expect(try probe.download(probe.ask(MessageRequest())) == [1, 2, 3])
    #expect(try probe.ask(DownloadRequest(offset: 3)).bytes == [])
    #expect(try probe.ask(DownloadRequest(offset: .max)).bytes == [])
  }

  @Test func everyRequestSurvivesEveryWrongPayload() throws {
    let probe = try probe()
    try probe.allocate(inputs: [1, 1], outputs: [4])
    var random = SeededRandom(seed: 8)
    for kind in (UInt16(0)...24).filter({ $0 != ControlKind.shutdown.rawValue }) {
      for count in [0, 1, 2, 4, 5, 12, 13, 32, 36, 300] {
        probe.send(kind: kind, isReply: count == 13, payload: random.bytes(count))
        let answer = try probe.receive()
        #expect(answer.isReply && answer.kind == kind && answer.identifier == 42)
      }
    }
    // A failed allocate may have ended the allocation; the process is otherwise unchanged.
    try probe.ask(InstantiateRequest(code: Self.code))
    try probe.allocate(inputs: [1, 1], outputs: [4])
    #expect(try probe.render().report.status == 0)
  }

  @Test(arguments: ["CProbe", "CKernel", "CxxSawtooth"])
  func garbageEndsItInOrder(name: String) throws {
    var random = SeededRandom(seed: 5)
    for count in [1, 15, 16, 200, 49152] {
      let kernel = try ForeignKernel(Built.path(name))
      try kernel.ask(HelloRequest())
      kernel.sendRaw(random.bytes(count))
      #expect(kernel.exitCode() == 0, "\(count) bytes")
    }
  }

  @Test(arguments: ["CProbe", "CKernel", "CxxSawtooth"])
  func itEndsWithItsHost(name: String) throws {
    let kernel = try ForeignKernel(Built.path(name))
    let code = try kernel.description().code
    try kernel.ask(InstantiateRequest(code: code))
    if name == "CProbe" {
      try kernel.allocate(inputs: [1, 1], outputs: [4])
    } else {
      try kernel.allocate()
    }
    kernel.hangUp()
    #expect(kernel.exitCode() == 0)
  }

  @Test func shutdownIsAnswered() throws {
    let probe = try probe()
    try probe.allocate(inputs: [1, 1], outputs: [4])
    try probe.ask(ShutdownRequest())
    #expect(probe.exitCode() == 0)
  }

  @Test(arguments: ["CProbe", "CKernel", "CxxSawtooth"])
  func startedByHandItExplainsItself(name: String) throws {
    let result = try Program.run(Built.path(name))
    #expect(result.status == 2 && result.output.contains("tenuto install"), "\(result.output)")
  }
}
