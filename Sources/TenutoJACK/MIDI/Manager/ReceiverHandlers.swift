internal import TenutoMIDI
internal import TenutoMIDIMessages

/// A `MIDIReceiver` for one source, with that source's unfinished data.
///
/// Called on one thread at a time.
protocol ReceiverHandler: Sendable {
  /// Whether it holds half of a parameter, to be flushed after a while.
  var isWaiting: Bool { get }
  mutating func receive(_ events: [HostTimedUMP], isUMP: Bool, source: MIDIOutputEndpoint?)
  mutating func flush(source: MIDIOutputEndpoint?)
}

extension ReceiverHandler {
  var isWaiting: Bool { false }
  mutating func flush(source: MIDIOutputEndpoint?) {}
}

extension MIDIReceiver {
  /// Makes the receiver's handlers; a group has several.
  func makeHandlers() -> [any ReceiverHandler] {
    switch self {
    case .group(let receivers): receivers.flatMap { $0.makeHandlers() }
    case .events(let options, let handler): [EventsReceiver(options: options, handler: handler)]
    case .eventsLogging(let options, let handler):
      [
        EventsReceiver(options: options) { events, time, source in
          Self.log(Self.line(events.description, time, source), to: handler)
        }
      ]
    case .rawData(let handler): [RawReceiver(handler: handler)]
    case .rawDataLogging(let handler):
      [
        RawReceiver { packet in
          Self.log(Self.line(Self.hex(packet.bytes), packet.timeStamp, packet.source), to: handler)
        }
      ]
    case .strong(let object, let options):
      [
        EventsReceiver(options: options) { events, time, source in
          object.midiIn(events: events, timeStamp: time, source: source)
        }
      ]
    case .weak(let object, let options):
      [
        EventsReceiver(options: options) { [weak object] events, time, source in
          object?.midiIn(events: events, timeStamp: time, source: source)
        }
      ]
    }
  }

  private static func line(
    _ text: String, _ time: UInt64, _ source: MIDIOutputEndpoint?
  ) -> String {
    let origin = source.map { ", source: \($0.displayName)" } ?? ""
    return "\(text) - timeStamp: \(time)\(origin)"
  }

  private static func hex(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
      .joined(separator: " ")
  }

  private static func log(_ line: String, to handler: (@Sendable (String) -> Void)?) {
    if let handler { return handler(line) }
    #if DEBUG
    print(line)
    #endif
  }
}

/// Converts packets to events.
private struct EventsReceiver: ReceiverHandler {
  private let options: MIDIReceiverOptions
  private let handler: MIDIReceiver.EventsHandler
  private var decoder: MIDIEventDecoder
  private var lastTime: UInt64 = 0

  init(options: MIDIReceiverOptions, handler: @escaping MIDIReceiver.EventsHandler) {
    self.options = options
    self.handler = handler
    decoder = MIDIEventDecoder(
      translatesZeroVelocityToNoteOff: options.contains(
        .translateMIDI1NoteOnZeroVelocityToNoteOff))
  }

  mutating func receive(_ packets: [HostTimedUMP], isUMP: Bool, source: MIDIOutputEndpoint?) {
    var index = 0
    while index < packets.count {
      let time = packets[index].hostTime
      var events: [MIDIEvent] = []
      while index < packets.count, packets[index].hostTime == time {
        events += decoder.decode(packets[index].ump)
        index += 1
      }
      if index == packets.count, !options.contains(.bundleRPNAndNRPNDataEntryLSB) {
        events += decoder.flush()
      }
      lastTime = time
      deliver(events, time, source)
    }
  }

  var isWaiting: Bool { decoder.hasWaitingParameter }

  mutating func flush(source: MIDIOutputEndpoint?) {
    deliver(decoder.flush(), lastTime, source)
  }

  private func deliver(_ events: [MIDIEvent], _ time: UInt64, _ source: MIDIOutputEndpoint?) {
    let wanted =
      options.contains(.filterActiveSensingAndClock)
      ? events.filter(sysRealTime: .dropTypes([.activeSensing, .timingClock])) : events
    if !wanted.isEmpty { handler(wanted, time, source) }
  }
}

/// Passes packets on unchanged.
private struct RawReceiver: ReceiverHandler {
  let handler: MIDIReceiver.RawDataHandler

  func receive(_ packets: [HostTimedUMP], isUMP: Bool, source: MIDIOutputEndpoint?) {
    for packet in packets {
      let ump = packet.ump
      if isUMP {
        let words = [ump.word0, ump.word1, ump.word2, ump.word3].prefix(ump.wordCount)
        handler(
          .universalPacket(
            UniversalMIDIPacketData(
              words: Array(words), timeStamp: packet.hostTime, source: source)))
      } else {
        handler(
          .packet(
            MIDIPacketData(
              bytes: MIDI1Bytes(ump).array, timeStamp: packet.hostTime, source: source)))
      }
    }
  }
}
