internal import TenutoMIDI

extension FuzzTarget {
  static var midiStreams: [FuzzTarget] {
    [
      FuzzTarget(name: "sysex-reassembly", run: reassemble),
      FuzzTarget(name: "sysex-streams", run: interleave),
      FuzzTarget(name: "protocol-translation", run: translateProtocols),
      FuzzTarget(name: "midi1-bulk", run: translateBulk),
    ]
  }

  /// Arbitrary packets never exceed the limits.
  private static func reassemble(_ input: [UInt8]) {
    var reader = InputReader(input)
    let limits = SysExLimits(messageBytes: 64, openStreams: 4, totalBytes: 128, timeout: 100)
    var reassembler = SysExReassembler(limits: limits)
    var time: UInt64 = 0
    while !reader.isEmpty {
      let type: UInt32 = reader.byte() & 1 == 0 ? 0x3000_0000 : 0x5000_0000
      let word: UInt32 = reader.number()
      let ump = UMP(word & 0x0FFF_FFFF | type, reader.number(), reader.number(), reader.number())
      time += UInt64(reader.byte())
      let arrival = reassembler.receive(ump, at: time)
      check((arrival.message?.payload.count ?? 0) <= 64, "a message is too long")
      check(reassembler.openStreams <= 4, "too many streams are open")
      check((0...128).contains(reassembler.totalBytes), "\(reassembler.totalBytes) bytes are held")
      while reassembler.expire(at: time) != nil {}
    }
    while reassembler.expire(at: .max) != nil {}
    check(reassembler.totalBytes == 0, "nothing is under way, but bytes are held")
  }

  /// Three messages with interleaved packets arrive complete.
  private static func interleave(_ input: [UInt8]) {
    var reader = InputReader(input)
    let order = reader.piece()
    let payloads = [reader.piece().map { $0 & 0x7F }, reader.piece(), reader.all()]
    let address = MixedDataSetAddress(manufacturerID: 1, deviceID: 2, subID1: 3, subID2: 4)
    guard var first = try? SysExPackets(sysEx7: payloads[0]),
      var third = try? SysExPackets(mixedDataSet: payloads[2], address: address, chunkBytes: 64)
    else { stop("a message has no packets") }
    var second = SysExPackets(sysEx8: payloads[1], streamID: 5)
    var reassembler = SysExReassembler()
    var arrived: [[UInt8]] = []
    func take(_ ump: UMP?) {
      guard let arrival = ump.map({ reassembler.receive($0) }) else { return }
      check(arrival.error == nil, "\(arrival) is lost")
      if let message = arrival.message { arrived.append(message.payload) }
    }
    for choice in order {
      take(choice % 3 == 0 ? first.next() : choice % 3 == 1 ? second.next() : third.next())
    }
    for ump in first { take(ump) }
    for ump in second { take(ump) }
    for ump in third { take(ump) }
    check(Set(arrived) == Set(payloads) && arrived.count == 3, "what arrives is not what was sent")
  }

  /// One translator for all groups equals one translator per group.
  private static func translateProtocols(_ input: [UInt8]) {
    var reader = InputReader(input)
    var whole = ProtocolTranslator(to: .midi2, dataEntryTimeLimit: 50)
    var down = ProtocolTranslator(to: .midi1)
    var single = (0..<16).map { MIDI1ToMIDI2Translator(group: $0) }
    var time: UInt64 = 0
    while !reader.isEmpty {
      let ump = UMP(reader.number(), reader.number())
      let group = Int(ump.group)
      time += UInt64(reader.byte())
      while let late = whole.flush(at: time) {
        let same = single[Int(late.group)].flush(channel: late.channel)
        check(late == same, "\(late) is late, and not \(String(describing: same))")
      }
      let packets = whole.translate(ump, at: time).array
      check(packets == single[group].translate(ump).array, "\(ump) depends on other groups")
      for packet in packets {
        check(packet.messageType != 2, "\(ump) stays MIDI 1.0")
        check(down.translate(packet).array.allSatisfy { $0.messageType != 4 }, "\(packet) stays")
      }
    }
    while whole.flush(at: .max) != nil {}
    check(whole.nextDeadline == nil, "nothing waits, but there is a deadline")
  }

  /// Buffers of any size give the same result as single bytes, and written bytes are read as the
  /// same messages.
  private static func translateBulk(_ input: [UInt8]) {
    var reader = InputReader(input)
    let room = Int(reader.byte() & 0x1F) + 2
    let size = Int(reader.byte() & 0x3F) + 1
    let stream = reader.all()
    var slow = MIDI1StreamTranslator()
    let expected = stream.flatMap { slow.translate($0).array }
    var fast = MIDI1StreamTranslator()
    var packets: [UMP] = []
    var rest = stream[...]
    var output = [UMP](repeating: UMP(0), count: room)
    while !rest.isEmpty {
      let progress = unsafe rest.prefix(size).withUnsafeBufferPointer { bytes in
        unsafe output.withUnsafeMutableBufferPointer { unsafe fast.translate(bytes, into: $0) }
      }
      packets += output.prefix(progress.written)
      rest = rest.dropFirst(progress.consumed)
    }
    check(packets == expected, "a stream in buffers is another stream")
    write(stream)
  }

  private static func write(_ stream: [UInt8]) {
    var parser = MIDI1Parser()
    let packets = stream.compactMap { parser.parse($0) }
    for usesRunningStatus in [false, true] {
      var writer = MIDI1Writer(usesRunningStatus: usesRunningStatus)
      var again = MIDI1Parser()
      let back = packets.flatMap { writer.write($0).array }.compactMap { again.parse($0) }
      check(
        back.filter { $0.messageType != 3 } == packets.filter { $0.messageType != 3 },
        "messages are not the same after they were written")
    }
  }
}
