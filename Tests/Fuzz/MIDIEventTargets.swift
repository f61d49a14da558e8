internal import TenutoMIDI
internal import TenutoMIDIMessages

extension FuzzTarget {
  static var midiEvents: [FuzzTarget] {
    [
      FuzzTarget(name: "midi-event", run: readEvents),
      FuzzTarget(name: "midi-event-bytes", run: decodeBytes),
    ]
  }

  /// A decoded event round-trips.
  private static func readEvents(_ input: [UInt8]) {
    var decoder = MIDIEventDecoder(sysExLimits: SysExLimits(messageBytes: 64))
    var reader = InputReader(input)
    while !reader.isEmpty {
      let packet = UMP(reader.number(), reader.number(), reader.number(), reader.number())
      let event = MIDIEvent(packet)
      let version: MIDIProtocolVersion = packet.messageType == 2 ? .midi1_0 : .midi2_0
      check(
        event.umps(protocol: version).map { MIDIEvent($0) } == [event], "\(packet) is \(event)")
      _ = event.midi1RawBytes()
      _ = event.description
      _ = decoder.decode(packet)
    }
  }

  /// A stream gives the same result in two chunks.
  private static func decodeBytes(_ input: [UInt8]) {
    var reader = InputReader(input)
    let cut = Int(reader.byte())
    let stream = reader.all()
    var whole = MIDIEventDecoder()
    let expected = whole.decode(midi1Bytes: stream)
    var parts = MIDIEventDecoder()
    let events =
      parts.decode(midi1Bytes: stream.prefix(cut))
      + parts.decode(midi1Bytes: stream.dropFirst(cut))
    check(events == expected, "a stream in chunks is another stream")
  }
}
