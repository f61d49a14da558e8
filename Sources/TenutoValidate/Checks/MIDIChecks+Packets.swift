internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

extension MIDIChecks {
  static let packets: [Check] = [
    Check(
      "M04", "Every packet type is handled or ignored", level: .usual, for: .midiInputs,
      why: "The standard grows; unknown packets must not stop the sound.",
      fix: "Dispatch by message type, and ignore unknown types."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for type in UInt32(0)..<16 {
        for status in stride(from: UInt32(0), to: 256, by: 5) {
          let events = (0..<4).map { _ in
            let words = (0..<4).map { _ in
              UInt32(truncatingIfNeeded: context.random.next())
            }
            let head = type << 28 | words[0] & 0x0F00_FFFF | status << 16
            return TimedEvent(
              frameOffset: 0, payload: .midi(UMP(head, words[1], words[2], words[3])))
          }
          let cycle = try bench.render(64, events: events)
          if let fault = cycle.fault { return .failed("after type \(type) \(fault)") }
        }
        _ = try bench.render(64, events: bench.silencers)
      }
      return .passed()
    },
    Check(
      "M06", "Sent events are in order", level: .quick,
      why: "Hosts play events in the order of arrival.",
      fix: "Send complete packets only, at frames of the current render call."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      for frames in [512, 64, 1, 333] {
        let on = bench.description.acceptsMIDI ? [bench.noteOn(60), bench.noteOff(60)] : []
        let cycle = try bench.render(frames, events: on)
        if let fault = bench.outbox.faults.first { return .failed(fault) }
        let offsets = cycle.events.map(\.frameOffset)
        if let late = offsets.first(where: { $0 >= frames }) {
          return .failed("an event at frame \(late) of a cycle of \(frames)")
        }
        if offsets != offsets.sorted() { return .failed("events are not in the order of frames") }
        if let fault = packetFault(cycle.events) { return .failed(fault) }
      }
      return .passed()
    },
    Check(
      "M08", "Accepts ten thousand events in one cycle", level: .strict, for: .midiInputs,
      why: "A stuck controller sends as fast as it can.",
      fix: "Handle events one by one; do not collect them in a list of fixed size."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      var events = (0..<10000).map { (index: Int) -> TimedEvent in
        let (number, value, channel) = (UInt8(index % 120), UInt8(index % 128), UInt8(index % 16))
        return bench.controller(number, value, channel: channel)
      }
      for index in events.indices { events[index].frameOffset = UInt32(index * 512 / 10000) }
      let start = MonotonicTime.now.nanoseconds
      let cycle = try bench.render(512, events: events)
      let time = (MonotonicTime.now.nanoseconds - start) / 1_000_000
      if let fault = cycle.fault { return .failed(fault) }
      // The socket's buffer holds some thousands: the host counts those that it could not send.
      let lost = bench.sender.lostEventCount
      return try bench.render(512).fault.map { .failed("afterwards \($0)") }
        ?? .passed("\(10000 - lost) taken in \(time) ms")
    },
    Check(
      "M09", "SysEx may be split, unfinished or 1 MiB long", level: .strict, limit: 30,
      for: .midiInputs,
      why: "Cables are pulled in the middle of a dump.",
      fix: "Limit the length of a collected SysEx message, and restart at each new start."
    ) { context in
      let bench = try context.bench()
      try bench.allocate()
      var packets = [sysEx(form: 1)]  // a start, then pieces without an end
      packets += (0..<4095).map { _ in sysEx(form: 2) }
      packets += [sysEx(form: 1), sysEx(form: 3), sysEx(form: 3), sysEx(form: 0), sysEx(form: 2)]
      for round in 0..<44 {
        for start in stride(from: 0, to: packets.count, by: 512) {
          let events = packets[start..<min(packets.count, start + 512)].map {
            TimedEvent(frameOffset: 0, payload: .midi($0))
          }
          let cycle = try bench.render(64, events: events)
          if let fault = cycle.fault { return .failed("in round \(round) \(fault)") }
        }
      }
      return try bench.render(512, events: bench.chord).fault.map { .failed($0) } ?? .passed()
    },
  ]

  /// A SysEx7 packet with six bytes; form 0 is complete, 1 starts, 2 continues, 3 ends a message.
  private static func sysEx(form: UInt32) -> UMP {
    UMP(0x3000_0000 | form << 20 | 6 << 16 | 0x7D01, 0x0203_0405)
  }

  /// A fault of sent packets, or nil.
  private static func packetFault(_ events: [TimedEvent]) -> String? {
    for event in events {
      guard case .midi(let packet) = event.payload else { continue }
      let isVoice = packet.messageType == 2 || packet.messageType == 4
      if isVoice && packet.opcode < 8 && packet.messageType == 2 {
        return "a packet has the invalid status \(packet.status)"
      }
      if isVoice && packet.data1 > 127 { return "a packet has the data byte \(packet.data1)" }
    }
    return nil
  }
}
