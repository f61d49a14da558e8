import Glibc
import TenutoMIDI
import TenutoMIDIMessages
import Testing

@testable import TenutoJACK

/// Halves of parameters, which wait for their other half: no server is needed.
@Suite struct ParameterClockTests {
  private let half: [UInt32] = [0x20B0_6500, 0x20B0_6400, 0x20B0_060C]
  private let rest: [UInt32] = [0x20B0_2605]

  private func arrival(_ words: [UInt32], at time: UInt64) -> MIDIArrival {
    let port = MIDIPort(number: 0, direction: .input, isUMP: false)
    return MIDIArrival(
      port: port, events: words.map { HostTimedUMP(hostTime: time, ump: UMP($0)) })
  }

  private func bend(_ semitones: UInt7, _ cents: UInt7) -> MIDIEvent {
    .rpn(.pitchBendSensitivity(semitones: semitones, cents: cents), channel: 0)
  }

  @Test func aHalfWaitsForTheOther() {
    let events = Events()
    let clock = ParameterClock(limit: 3_600_000_000_000)
    let port = ReceivingPort(
      receiver: events.receiver(options: .bundleRPNAndNRPNDataEntryLSB), clock: clock)
    port.receive(arrival(half, at: 1))
    #expect(events.all.isEmpty)
    port.receive(arrival(rest, at: 2))
    #expect(events.all == [bend(12, 5)])
    // The next change of the same parameter waits as well.
    port.receive(arrival(Array(half.suffix(1)), at: 3))
    #expect(events.all.count == 1)
    #expect(port.flush())
    #expect(events.all == [bend(12, 5), bend(12, 0)])
    #expect(events.moments.last?.time == 3)
  }

  @Test func aLoneMSBIsDeliveredAfterItsTimeLimit() {
    let events = Events()
    let clock = ParameterClock(limit: 1_000_000)
    let port = ReceivingPort(
      receiver: events.receiver(options: .bundleRPNAndNRPNDataEntryLSB), clock: clock)
    for round in 1...3 {
      port.receive(arrival(half, at: UInt64(round)))
      #expect(eventually { events.all.count == round })
    }
    #expect(events.all == Array(repeating: bend(12, 0), count: 3))
    #expect(events.moments.map(\.time) == [1, 2, 3])
  }

  @Test func aReceiverAtWorkIsNotCalledTwice() {
    let events = Events()
    let clock = ParameterClock(limit: 0)
    let calls = Lines()
    let port = ReceivingPort(
      receiver: .group([
        events.receiver(options: .bundleRPNAndNRPNDataEntryLSB),
        .rawData { packet in
          // Long enough for several clock messages.
          if calls.all.isEmpty { usleep(50_000) }
          calls.add("\(packet.timeStamp) \(events.all.count)")
        },
      ]), clock: clock)
    port.receive(arrival(half, at: 1))
    #expect(eventually { !events.all.isEmpty })
    port.receive(arrival(half, at: 2))
    // Notifications during the work of the second receiver would be counted there.
    #expect(calls.all.prefix(3) == ["1 0", "1 0", "1 0"])
    #expect(eventually { events.all.count == 2 })
  }

  @Test func withoutTheOptionNoEventWaits() {
    let events = Events()
    let port = ReceivingPort(receiver: events.receiver(), clock: ParameterClock())
    port.receive(arrival(half, at: 1))
    #expect(events.all == [bend(12, 0)])
    port.receive(arrival(rest, at: 2))
    #expect(events.all == [bend(12, 0), bend(12, 5)])
  }
}
