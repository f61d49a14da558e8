internal import CJACK
import TenutoCore
import Testing

@testable import TenutoJACK

/// The transport's values for a kernel, compared with a calculation by hand.
@Suite struct MusicalContextTests {
  @Test func withoutATimebaseItCounts120InFour() {
    let context = JACKTransport(isRolling: true, frame: 5 * 24000).musicalContext(sampleRate: 48000)
    #expect(context.tempo == 120)
    #expect(context.beatPosition == 5)
    #expect(context.measureDownbeat == 4)
    #expect(context.samplePosition == 120_000)
    #expect(context.isPlaying)
  }

  @Test func eighthsAreCountedInQuarters() {
    // 7/8 at 240 eighths a minute is 120 quarters; bar 3 begins after 14 eighths, 7 quarters.
    let timebase = JACKTransport.Timebase(
      bar: 3, beat: 4, tick: 480, barStartTick: 0, beatsPerBar: 7, beatType: 8,
      ticksPerBeat: 960, beatsPerMinute: 240)
    let context = JACKTransport(isRolling: false, frame: 0, timebase: timebase)
      .musicalContext(sampleRate: 48000)
    #expect(context.tempo == 120)
    #expect(context.meterNumerator == 7)
    #expect(context.meterDenominator == 8)
    #expect(context.measureDownbeat == 7)
    #expect(context.beatPosition == 7 + 3.5 / 2)
    #expect(!context.isPlaying)
  }

  @Test func ticksOfEarlierMetersCount() {
    // Bar 3 begins after 4 + 3 quarter notes of 480 ticks, which the bar number alone does not
    // determine.
    let timebase = JACKTransport.Timebase(
      bar: 3, beat: 1, tick: 0, offset: 24000, barStartTick: 7 * 480, beatsPerBar: 4,
      beatType: 4, ticksPerBeat: 480, beatsPerMinute: 90)
    let context = JACKTransport(isRolling: true, frame: 0, timebase: timebase)
      .musicalContext(sampleRate: 48000)
    #expect(context.measureDownbeat == 7)
    #expect(context.beatPosition == 7.75, "half a second later, at 90")
  }
}

extension JACKTests {
  @Suite(.serialized) struct TransportTests {
    @Test func aTimebaseMasterIsFollowed() throws {
      let server = try JACKServer()
      defer { server.stop() }
      let reader = try JACKClient(name: "reader", serverName: server.name)
      defer { reader.close() }
      let counters = Counters()
      try reader.setProcessor(TransportReader(counters: counters))
      try reader.activate()
      #expect(eventually { counters[.cycles] > 0 })
      #expect(counters[.second] == -1, "there is no timebase")

      let master = try TimebaseMaster(serverName: server.name)
      defer { master.close() }
      #expect(eventually { counters[.second] == 13_700 }, "137 quarters a minute")
      try reader.locateTransport(96000)
      try reader.startTransport()
      #expect(eventually { counters[.matches] > 20 })
      #expect(counters[.mismatches] == 0, "the beat is that of the frame, in each cycle")
      try reader.stopTransport()
      #expect(eventually { counters[.first] == 0 }, "it stands")
    }
  }
}

/// Reports the transport's state in each cycle to a test.
private struct TransportReader: JACKProcessor {
  let counters: Counters
  static var entry: JACKProcessFunction { unsafe readTransport }

  @_noLocks mutating func process(_ cycle: inout JACKCycle) -> JACKProcessResult {
    let transport = cycle.transport
    counters.store(4, transport.isRolling ? 1 : 0)
    counters.store(5, -1)
    if let timebase = transport.timebase {
      counters.store(5, Int(timebase.beatsPerMinute * 100))
      let context = transport.musicalContext(sampleRate: 48000)
      let expected = Double(transport.frame) / 48000 * 137 / 60
      let isRight = abs(context.beatPosition - expected) < 6e-5  // one frame
      if transport.isRolling { counters.add(isRight ? 2 : 3) }
    }
    counters.add(0)
    return .goOn
  }
}

@_noLocks private func readTransport(
  _ frameCount: UInt32, _ context: UnsafeMutableRawPointer?
) -> Int32 {
  unsafe JACKProcess<TransportReader>.run(frameCount, context)
}

/// A timebase master that uses libjack directly: 137 quarter notes a minute in 5/4, 480 ticks each.
@safe private final class TimebaseMaster {
  private let client: OpaquePointer
  private let api: UnsafePointer<cjack_api>

  init(serverName: String) throws {
    var error: UnsafePointer<CChar>?
    var status = jack_status_t(0)
    guard let api = unsafe cjack_load(PipeWire.usualLibrary, &error),
      let client = unsafe cjack_client_open(api, "master", serverName, 1, &status)
    else { throw JACKServer.Failure(description: "no client for the timebase") }
    unsafe self.api = api
    unsafe self.client = client
    _ = unsafe api.pointee.set_timebase_callback(
      client, 0,
      { _, _, position, _, _ in
        guard let position = unsafe position else { return }
        let ticks = unsafe Double(position.pointee.frame) / 48000 * 137 / 60 * 480
        let bar = Int32(ticks / (5 * 480))
        let rest = ticks - Double(bar) * 5 * 480
        unsafe position.pointee.bar = bar + 1
        unsafe position.pointee.beat = Int32(rest / 480) + 1
        unsafe position.pointee.tick = Int32(rest.truncatingRemainder(dividingBy: 480))
        unsafe position.pointee.bar_start_tick = Double(bar) * 5 * 480
        unsafe position.pointee.beats_per_bar = 5
        unsafe position.pointee.beat_type = 4
        unsafe position.pointee.ticks_per_beat = 480
        unsafe position.pointee.beats_per_minute = 137
        // The fraction of a tick in frames, for which the standard has a field.
        let fraction = ticks - ticks.rounded(.down)
        unsafe position.pointee.bbt_offset = UInt32(fraction / 480 * 60 / 137 * 48000)
        unsafe position.pointee.valid = jack_position_bits_t(
          rawValue: JackPositionBBT.rawValue | JackBBTFrameOffset.rawValue)
      }, nil)
    _ = unsafe api.pointee.activate(client)
  }

  func close() { _ = unsafe api.pointee.client_close(client) }
}
