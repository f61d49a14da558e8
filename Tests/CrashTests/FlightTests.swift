import Glibc
import TenutoCore
import TenutoMIDI
import TenutoTransport
import TestSupport
import Testing

@testable import TenutoRender

/// The contents of the flight recorder, and the remains of overwritten entries.
struct FlightTests {
  private func note(_ key: UInt8, on: Bool = true) -> TimedEvent.Payload {
    .midi(
      (on
        ? VoiceEvent.noteOn(channel: 0, note: key, velocity: 60000)
        : VoiceEvent.noteOff(channel: 0, note: key, velocity: 0)).ump)
  }

  /// A log of one channel with `cycleCount` cycles of 100 frames; the samples count up.
  private func log(
    _ cycleCount: Int, sampleRate: Double = 8000,
    _ events: (Int) -> [TimedEvent.Payload] = { _ in [] }
  ) -> FlightLog {
    let log = FlightLog(sampleRate: sampleRate, channelCount: 1)
    for cycle in 0..<cycleCount { write(cycle, to: log, events(cycle)) }
    return log
  }

  private func write(_ cycle: Int, to log: FlightLog, _ events: [TimedEvent.Payload]) {
    let samples = (0..<100).map { Float(cycle * 100 + $0) }
    unsafe log.recorder.pointee.beginCycle(
      sampleTime: Int64(cycle * 100), frameCount: 100, isOffline: false)
    unsafe log.recorder.pointee.record(
      MusicalContext(samplePosition: Int64(cycle)), frameOffset: 3)
    unsafe log.recorder.pointee.markAsked()
    unsafe samples.withUnsafeBufferPointer { buffer in
      guard let base = buffer.baseAddress else { return }
      unsafe log.recorder.pointee.recordInput(0, base, count: 100)
    }
    for payload in events {
      unsafe log.recorder.pointee.record(TimedEvent(frameOffset: 7, payload: payload))
    }
    unsafe log.recorder.pointee.endCycle()
  }

  @Test func itKeepsTenSecondsToTheFrame() throws {
    let recording = try #require(log(1000).recording())
    #expect(recording.cycles.count == 800)  // 10 s of 8 kHz
    #expect(recording.cycles.first?.sampleTime == 20_000)
    #expect(recording.inputs == [(20_000..<100_000).map(Float.init)])
    #expect(recording.contexts.map(\.context.samplePosition) == Array(200..<1000))
    #expect(recording.contexts.first?.cycle == 0 && recording.contexts.last?.cycle == 799)
  }

  @Test func droppedEventsAreInTheStartingState() throws {
    let recording = try #require(
      log(1000) { cycle in
        switch cycle {
        case 1: [note(60), note(61), .parameter(address: 9, value: 1)]
        case 2: [note(61, on: false), .ramp(address: 9, value: 2, frameCount: 10)]
        case 900: [note(60, on: false)]
        default: []
        }
      }.recording())
    #expect(recording.before == [.parameter(address: 9, value: 2), note(60)])
    #expect(recording.events.map(\.cycle) == [700])
    #expect(recording.events.map(\.event.payload) == [note(60, on: false)])
  }

  @Test func aFloodOfEventsMakesTheWindowShorter() throws {
    let recording = try #require(
      log(500) { _ in [note(1), note(2), note(3)] + Array(repeating: note(4), count: 100) }
        .recording())
    #expect(recording.events.count <= FlightRecorder.eventCapacity)
    #expect(recording.cycles.last?.sampleTime == 49_900)
    #expect(recording.events.count == recording.cycles.count * 103)
    for key in 1...4 as ClosedRange<UInt8> { #expect(recording.before.contains(note(key))) }
  }

  @Test func moreEventsInOneCycleThanThereIsRoomForAreFolded() throws {
    let recording = try #require(
      log(1) { _ in (0..<5000).map { .parameter(address: 1, value: Float($0)) } }.recording())
    #expect(recording.events.count == FlightRecorder.eventCapacity)
    #expect(recording.before == [.parameter(address: 1, value: Float(5000 - 4096 - 1))])
  }

  @Test func aCycleThatTheNodeWasNotAskedForIsSilent() throws {
    let log = log(801)
    unsafe log.recorder.pointee.beginCycle(sampleTime: 80_100, frameCount: 50, isOffline: true)
    unsafe log.recorder.pointee.endCycle()
    let recording = try #require(log.recording())
    #expect(recording.cycles.last?.isAsked == false && recording.cycles.last?.isOffline == true)
    #expect(recording.inputs[0].suffix(50).allSatisfy { $0 == 0 })
  }

  @Test func itsMemoryIsLimited() {
    for channels in [0, 1, 2, 8] {
      let log = FlightLog(sampleRate: 48000, channelCount: channels)
      #expect(log.byteCount <= 10 * 48000 * 4 * channels + 1 << 20)
    }
    #expect(FlightLog(sampleRate: 768_000, channelCount: 64).byteCount < 66 << 20)
  }

  /// Every copy is consistent while a thread writes: its samples count without a gap.
  @Test(.disabled(if: isThreadSanitized, "a sequence lock is a race by intent"))
  func copiesAreConsistentDuringWrites() throws {
    let log = FlightLog(sampleRate: 8000, channelCount: 1)
    let isOver = Locked(false)
    let writer = TestThread {
      var cycle = 0
      while !isOver.withLock({ $0 }) && cycle < 160_000 {  // exact in Float
        write(cycle, to: log, [.parameter(address: 1, value: Float(cycle))])
        cycle += 1
        if cycle % 4 == 0 { usleep(300) }
      }
    }
    #expect(eventually { log.recording()?.cycles.isEmpty == false })
    var count = 0
    for _ in 0..<50 {
      guard let recording = log.recording(), let first = recording.inputs[0].first else { continue }
      count += 1
      let expected = (0..<recording.frameCount).map { first + Float($0) }
      #expect(recording.inputs[0] == expected)
      #expect(recording.events.count == recording.cycles.count)
      let values = recording.events.map { $0.event.payload }
      #expect(values.first == .parameter(address: 1, value: first / 100))
    }
    isOver.withLock { $0 = true }
    #expect(writer.join())
    #expect(count > 0)
  }
}
