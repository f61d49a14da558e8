import Foundation
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem
import TestSupport
import Testing

struct LaunchTests {
  @Test func aComponentDescribesItself() throws {
    let all = try Instance.describe(executablePath: Built.path("FaultyExtension"))
    #expect(all.map(\.code) == ["aumu falt Test", "aufx falt Test", "aufx wire Test"])
    #expect(all.map(\.name) == ["Faulty", "Half", "Wire"])
    let sine = try Instance.describe(executablePath: Built.path("Sine"))
    #expect(sine.count == 1)
    #expect(sine[0].parameters.map(\.identifier) == ["gain"])
    #expect(sine[0].outputChannelCount == 2)
  }

  @Test func anInstanceIsTheRequestedComponent() throws {
    let instance = try Instance.faultyEffect()
    #expect(instance.description.name == "Half")
    #expect(instance.label == "Half ('aufx falt Test')")
    #expect(instance.process.exit == nil)
    instance.terminate()
    #expect(instance.process.exit == .exited(code: 0))
  }

  @Test func anotherCodeThanTheExecutablesIsNamed() {
    expectError(.protocolViolation, "'aumu sine Tnto'; install it again") {
      try Instance(built: "Sine", "aumu nope Tnto")
    }
  }

  // MARK: - Executables that cannot be run

  @Test func aMissingExecutableIsNamed() {
    expectError(.launchFailed, "Cannot start '/nowhere/at/all': execve: No such file") {
      try Instance(executablePath: "/nowhere/at/all", code: "aumu sine Tnto")
    }
  }

  @Test(arguments: [
    ("text", 0o644, "Permission denied"), ("text", 0o755, "Exec format error"),
    ("", 0o755, "Exec format error"), ("#!/nowhere/sh\n", 0o755, "it is a script"),
  ])
  func aFileThatIsNotExecutableIsNamed(content: String, mode: Int, reason: String) throws {
    let path = NSTemporaryDirectory() + "tenuto-test-\(UUID().uuidString)"
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(content.utf8), attributes: [.posixPermissions: mode])
    defer { try? FileManager.default.removeItem(atPath: path) }
    expectError(.launchFailed, reason) {
      try Instance(executablePath: path, code: "aumu sine Tnto")
    }
  }

  @Test func aFolderIsNotRun() {
    expectError(.launchFailed, "Permission denied") {
      try Instance(executablePath: "/tmp", code: "aumu sine Tnto")
    }
  }

  @Test func theErrorForAScriptContainsItsOutput() throws {
    let path = NSTemporaryDirectory() + "tenuto-test-\(UUID().uuidString)"
    _ = FileManager.default.createFile(
      atPath: path, contents: Data("#!/bin/sh\necho I am only a script\nexit 4\n".utf8),
      attributes: [.posixPermissions: 0o755])
    defer { try? FileManager.default.removeItem(atPath: path) }
    expectError(.extensionDied, "exited with code 4; its last lines: I am only a script") {
      try Instance(executablePath: path, code: "aumu sine Tnto", sandbox: .off)
    }
  }

  // MARK: - Executables that break the protocol

  @Test(
    arguments: [
      ("abort", .extensionDied, "was ended by SIGABRT (signal 6); its last lines: the oscillator"),
      ("exit", .extensionDied, "exited with code 3; it printed nothing"),
      ("hang up", .extensionDied, "was ended by SIGKILL (signal 9)"),
      ("chatter", .extensionDied, "line 19999 \u{FFFD}[31mred\u{FFFD}[0m \u{FFFD}"),
      ("garbage", .protocolViolation, "sent a malformed message"),
      ("long", .protocolViolation, "sent a malformed message"),
      ("request", .protocolViolation, "sent a malformed message"),
      ("identifier", .protocolViolation, "sent a malformed message"),
      ("kind", .protocolViolation, "sent a malformed message"),
      ("tail", .protocolViolation, "sent a malformed message"),
      ("cut", .protocolViolation, "sent a malformed message"),
      ("busy", .protocolViolation, "sent a malformed message"),
      ("version", .protocolViolation, "speaks version 99 of the protocol, this host 5"),
      ("count", .protocolViolation, "has 0 components"),
      ("many", .protocolViolation, "has 65535 components"),
      ("code", .protocolViolation, "reports that it is 'aumu liar Test'"),
      ("refuse", .refused, "refused: out of valves"),
    ] as [(String, HostError.Code, String)])
  func anExtensionThatBreaksTheProtocolIsNamedAndEnded(
    lie: String, code: HostError.Code, text: String
  ) throws {
    let component: ComponentCode = lie == "code" ? "aumu nope Test" : "aumu liar Test"
    expectError(code, text) {
      try Instance(
        built: "LyingExtension", component, environment: ["TENUTO_TEST_LIE=\(lie)"])
    }
  }

  @Test func anExtensionThatHangsIsEndedAfterTheLimit() {
    expectError(.extensionTimedOut, "gave no answer within 5 s and was ended") {
      try Instance(
        built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=hang"])
    }
  }

  @Test func anAbsurdLatencyIsRefused() throws {
    let instance = try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=latency"])
    expectError(.protocolViolation, "sent a malformed message") {
      try Rig(chain: [instance])
    }
    #expect(eventually { instance.process.exit == .signaled(number: 9) })
  }

  @Test func aForeignThreadGetsNoPriority() throws {
    let instance = try Instance(
      built: "LyingExtension", "aumu liar Test", environment: ["TENUTO_TEST_LIE=thread"])
    let before = sched_getscheduler(1)
    _ = try PreparedGraph(
      Graph(chain: [instance]),
      format: EngineFormat(sampleRate: 48000, frameCount: 64, priority: 10))
    #expect(sched_getscheduler(1) == before)
  }

  @Test func aFormatOutOfRangeIsRefusedBeforeTheExtensionHearsOfIt() throws {
    let instance = try Instance.sine()
    expectError(.formatOutOfRange, "Sine ('aumu sine Tnto') cannot be rendered") {
      try PreparedGraph(
        Graph(chain: [instance]), format: EngineFormat(sampleRate: 1, frameCount: 64))
    }
    #expect(instance.process.exit == nil)
    #expect(try Rig(chain: [instance]).render().count == 64)
  }
}

/// Expects that `body` fails with `code` and a message containing `text`.
func expectError<T>(
  _ code: HostError.Code, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
  _ body: () throws -> T
) {
  do {
    _ = try body()
    Issue.record("there was no error", sourceLocation: sourceLocation)
  } catch let error as HostError {
    #expect(error.code == code, "\(error)", sourceLocation: sourceLocation)
    #expect(error.message.contains(text), "\(error)", sourceLocation: sourceLocation)
  } catch {
    Issue.record(error, sourceLocation: sourceLocation)
  }
}
