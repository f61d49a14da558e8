import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSupervision
import TenutoTransport
import TestSupport
import Testing

/// A live crash repeats at the same frame, deterministically.
struct ReplayTests {
  /// A recorded live crash, read from its bundle.
  private struct Crash {
    let folder: TestFolder
    let bundle: CrashBundle
    let sampleTime: Int64
    let heard: [Float]
  }

  private func crash() throws -> Crash {
    let folder = try TestFolder()
    let flight = try Flight(.crashing())
    let state = try flight.instance.state()
    let sampleTime = try flight.playUntilCrash()
    #expect(eventually { flight.instance.process.exit != nil })
    let path = try CrashBundle.write(flight.content(state: state), into: folder.path)
    return Crash(
      folder: folder, bundle: try CrashBundle(contentsOf: path), sampleTime: sampleTime,
      heard: Array(flight.heard.prefix(Int(sampleTime))))
  }

  private func replay(
    _ bundle: CrashBundle, _ instance: Instance
  ) throws -> (CrashReplay.Outcome, isSame: Bool) {
    defer { instance.terminate() }
    let replay = CrashReplay(bundle, instance: instance)
    let outcome = try replay.run()
    return (outcome, replay.isSame(outcome))
  }

  @Test func theSameExtensionCrashesInTheSameCycle() throws {
    let crash = try crash()
    #expect(crash.bundle.content.cause == .crashed(signal: 11, address: 0))
    let (outcome, isSame) = try replay(crash.bundle, .crashing())
    #expect(outcome.cause == .crashed(signal: 11, address: 0))
    #expect(isSame)
    #expect(outcome.sampleTime == crash.sampleTime)
    #expect(outcome.isAtRecordedEnd)
  }

  @Test func itSoundsTheSameUpToTheCrash() throws {
    let crash = try crash()
    let (outcome, _) = try replay(crash.bundle, .crashing())
    #expect(!crash.heard.isEmpty && crash.heard.contains { $0 != 0 })
    #expect(outcome.sound[0].map(\.bitPattern) == crash.heard.map(\.bitPattern))
  }

  @Test func twoReplaysAreTheSameInEveryBit() throws {
    let crash = try crash()
    let first = try replay(crash.bundle, .mended()).0
    let second = try replay(crash.bundle, .mended()).0
    #expect(first.sound.map { $0.map(\.bitPattern) } == second.sound.map { $0.map(\.bitPattern) })
    #expect(first.sound[1].contains { $0 != 0 })
  }

  @Test func aMendedExtensionRendersThrough() throws {
    let crash = try crash()
    let (outcome, isSame) = try replay(crash.bundle, .mended())
    #expect(outcome.cause == nil)
    #expect(!isSame)
    #expect(outcome.sound[0].count == Int(crash.sampleTime) + 100)
  }

  @Test func withoutTheChangedParameterItDoesNotCrash() throws {
    let crash = try crash()
    var content = crash.bundle.content
    content.recording?.events.removeAll { entry in
      if case .parameter = entry.event.payload { true } else { false }
    }
    let path = try CrashBundle.write(content, into: crash.folder.path)
    let (outcome, _) = try replay(try CrashBundle(contentsOf: path), .crashing())
    #expect(outcome.cause == nil)
  }

  @Test func aParameterThatAMessageHasSetIsSetAgain() throws {
    let crash = try crash()
    var content = crash.bundle.content
    content.recording?.events.removeAll { entry in
      if case .parameter = entry.event.payload { true } else { false }
    }
    content.settings = [
      FlightRecording.Setting(sampleTime: crash.sampleTime - 1, value: ParameterValue(1, 0.25))
    ]
    let path = try CrashBundle.write(content, into: crash.folder.path)
    let (outcome, _) = try replay(try CrashBundle(contentsOf: path), .crashing())
    #expect(outcome.sampleTime == crash.sampleTime)
  }

  @Test func theReplayOfAHangReportsTheHang() throws {
    let flight = try Flight(.crashing())
    let state = try flight.instance.state()
    flight.render(64)
    flight.send(.parameter(address: 2, value: 4))
    unsafe flight.graph.renderer.pointee.render(
      frameCount: 64, until: .after(milliseconds: 20), isRealtime: true)
    let folder = try TestFolder()
    let path = try CrashBundle.write(flight.content(state: state), into: folder.path)
    let instance = try Instance.crashing()
    let replay = CrashReplay(
      try CrashBundle(contentsOf: path), instance: instance, timeout: 100)
    let outcome = try replay.run()
    #expect(outcome.cause == .hung)
    #expect(outcome.sampleTime == 64)
    #expect(replay.isSame(outcome))
    flight.instance.terminate()
  }
}
