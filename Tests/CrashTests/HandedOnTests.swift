import TenutoCore
import TenutoProcess
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSupervision

/// The bundle of an instance whose input came from another extension, not from the host.
struct HandedOnTests {
  @Test func theRecordedInputOfAChainMemberCrashesItAgain() throws {
    let folder = try TestFolder()
    let first = try Instance(built: "Gain", "aufx gain Tnto")
    defer { first.terminate() }
    let flight = try Flight(.crashing(), behind: first)
    let state = try flight.instance.state()
    let sampleTime = try flight.playUntilCrash()
    #expect(flight.hasFollowed, "the host carried the sound")
    #expect(eventually { flight.instance.process.exit != nil })
    let path = try CrashBundle.write(flight.content(state: state), into: folder.path)
    let bundle = try CrashBundle(contentsOf: path)
    let recording = try #require(bundle.content.recording)
    #expect(recording.inputs[0].contains { $0 != 0 })

    let again = try Instance.crashing()
    defer { again.terminate() }
    let replay = CrashReplay(bundle, instance: again)
    let outcome = try replay.run()
    #expect(outcome.cause == .crashed(signal: 11, address: 0))
    #expect(replay.isSame(outcome))
    #expect(outcome.sampleTime == sampleTime)
    let heard = flight.heard.prefix(Int(sampleTime))
    #expect(heard.contains { $0 != 0 })
    #expect(outcome.sound[0].map(\.bitPattern) == heard.map(\.bitPattern))
  }
}
