import Foundation
import Synchronization
import TenutoCore
import TestSupport
import Testing

@testable import TenutoRender
@testable import TenutoSession
@testable import TenutoSystem

/// Sound files of a session: played, recorded, edited, and their errors.
@Suite struct FileNodeTests {
  private let folder: RunFolder

  init() throws { folder = try RunFolder() }

  private static let frameCount = 48_000

  /// A sample that encodes its position.
  private static func sample(_ frame: Int) -> Float { Float(frame + 1) / 100_000 }

  private func writeSound(_ name: String) throws {
    let file = try SoundFileWriter(
      path: "\(folder.path)/\(name)", format: .wavFloat32, sampleRate: 48_000, channelCount: 1)
    try file.write(channels: [(0..<Self.frameCount).map(Self.sample)])
    try file.finish()
  }

  private func samples(_ name: String) throws -> [Float] {
    let file = try SoundFileReader(path: "\(folder.path)/\(name)")
    var samples = [Float](repeating: 0, count: file.frameCount * file.channelCount)
    var span = samples.mutableSpan
    _ = try file.read(interleaved: &span)
    return samples
  }

  private func session(_ recording: String = "take.wav") -> Session {
    var session = Session(name: "files")
    session.nodes = [
      SessionNode("loop", .fileInput(path: "\(folder.path)/in.wav", isLooped: true)),
      SessionNode("tape", .fileOutput(path: "\(folder.path)/\(recording)", channelCount: 1)),
      SessionNode("out", .audioOutput(channelCount: 1, ports: [])),
    ]
    session.connections = [AudioLink("loop", to: "tape"), AudioLink("loop", to: "out")]
    return session
  }

  @Test func offlineASessionIsRecordedToTheFrame() throws {
    try writeSound("in.wav")
    var options = folder.options
    options.effectTimeout = 0
    let running = try RunningSession(
      session(), file: nil, options: options,
      makeEngine: { order throws(HostError) in try OfflineEngine(order, EngineSettings()) })
    let engine = try #require(running.engine as? OfflineEngine)
    var heard: [Float] = []
    try engine.render(frameCount: 100_000) { cycle throws(HostError) in
      let channel = cycle.channel(0)
      for index in channel.indices { heard.append(channel[index]) }
    }
    running.end()
    let expected = (0..<100_000).map { Self.sample($0 % Self.frameCount) }
    #expect(heard == expected)
    #expect(try samples("take.wav") == expected)
    let error = #expect(throws: SessionEditError.self) { try running.remove("tape") }
    #expect(error != nil)
  }

  @Test func filesComeAndGoWhileItPlays() throws {
    try writeSound("in.wav")
    var options = folder.options
    options.effectTimeout = 5000
    let running = try RunningSession(
      session(), file: nil, options: options,
      makeEngine: { order throws(HostError) in try ClockEngine(order, EngineSettings()) })
    defer { running.end() }
    try running.awaitEffect()
    // A removed recording is finished: its file is complete.
    try running.remove("tape")
    #expect(eventually { FileManager.default.fileExists(atPath: "\(folder.path)/take.wav") })
    let take = try samples("take.wav")
    let start = try #require(take.first)
    let first = Int((start * 100_000).rounded()) - 1
    // In the last cycle it fades out.
    let whole = Array(take.dropLast(EngineSettings().chosenFrameCount))
    #expect(!whole.isEmpty)
    #expect(whole == whole.indices.map { Self.sample((first + $0) % Self.frameCount) })
    // An impossible file is refused, and nothing changes.
    #expect(throws: SessionEditError.self) {
      try running.add(
        SessionNode("other", .fileOutput(path: "\(folder.path)/no/take.wav", channelCount: 1)))
    }
    #expect(throws: SessionEditError.self) {
      try running.add(SessionNode("gone", .fileInput(path: "gone.wav", isLooped: false)))
    }
    #expect(running.nodeNames == ["loop", "out"])
    _ = try running.undo()
    #expect(running.nodeNames == ["loop", "tape", "out"])
    #expect(running.status(of: "tape")?.condition == "playing")
  }

  @Test func aFullDiskIsSaid() throws {
    try writeSound("in.wav")
    let (running, engine) = try folder.run(session())
    defer { running.end() }
    let changes = ChangeList()
    let observer = running.observe { change in changes.add(change) }
    defer { running.forget(observer) }
    let tape = try #require(running.status(of: "tape")?.id)
    running.checkFiles()
    #expect(changes.all.isEmpty)
    var state = FileNodeState()
    state.error = HostError(.fileWriteFailed, "take.wav cannot be written: No space left.")
    engine.setFileStates([tape: state])
    running.checkFiles()
    running.checkFiles()
    #expect(
      changes.all == [
        .notice("tape: take.wav cannot be written: No space left."),
        .condition(node: "tape", "failed"),
      ])
    #expect(running.status(of: "tape")?.condition == "failed")
    #expect(running.status(of: "tape")?.problem?.contains("No space left") == true)
    #expect(running.status(of: "loop")?.condition == "playing")
    // When there is room again, the recording continues.
    engine.setFileStates([tape: FileNodeState()])
    running.checkFiles()
    #expect(changes.all.dropFirst(2) == [.condition(node: "tape", "playing")])
    #expect(running.status(of: "tape")?.condition == "playing")
  }

  @Test func anUndoneRemovalRecordsToAnotherFile() throws {
    try writeSound("in.wav")
    var options = folder.options
    options.effectTimeout = 5000
    let running = try RunningSession(
      session(), file: nil, options: options,
      makeEngine: { order throws(HostError) in try ClockEngine(order, EngineSettings()) })
    try running.awaitEffect()
    try running.remove("tape")
    #expect(eventually { FileManager.default.fileExists(atPath: "\(folder.path)/take.wav") })
    let first = try samples("take.wav")
    _ = try running.undo()
    try running.awaitEffect()
    running.end()
    #expect(try samples("take.wav") == first)
    #expect(try !samples("take-2.wav").isEmpty)
    #expect(running.recordings.map(\.name) == ["tape"])
    #expect(running.recordings.first?.state.recording?.files.map(\.isWhole) == [true])
  }
}

/// The reported changes.
private final class ChangeList: Sendable {
  private let changes = Mutex<[SessionChange]>([])

  func add(_ change: SessionChange) { changes.withLock { $0.append(change) } }

  var all: [SessionChange] { changes.withLock(\.self) }
}
