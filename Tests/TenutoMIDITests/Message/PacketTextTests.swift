import TenutoMIDIMessages
import Testing

@Suite struct PacketTextTests {
  @Test(
    arguments: [
      "", "la", "twelve bytes", "thirteen byte", "いろはにほへと ちりぬるを", "🎹🎶🎹🎶🎹🎶🎹",
      String(repeating: "é", count: 500),
    ])
  func flexDataTextsRoundTrip(text: String) {
    let whole = FlexDataText(.lyrics, text, group: 3, address: .channel(4))
    var assembler = FlexDataTextAssembler()
    let packets = whole.packets
    #expect(packets.count == Swift.max((text.utf8.count + 11) / 12, 1))
    let texts = packets.compactMap { assembler.take(UMPMessage($0)) }
    #expect(texts == [whole])
    #expect(assembler.droppedCount == 0)
  }

  @Test func textsMayBeInterleaved() {
    let sung = FlexDataText(.lyrics, String(repeating: "la ", count: 20))
    let read = FlexDataText(.ruby, String(repeating: "ラ", count: 20))
    let other = FlexDataText(.lyrics, String(repeating: "lo ", count: 20), address: .channel(1))
    var assembler = FlexDataTextAssembler()
    var done: [FlexDataText] = []
    for ((first, second), third) in zip(zip(sung.packets, read.packets), other.packets) {
      done += [first, second, third].compactMap { assembler.take(UMPMessage($0)) }
    }
    #expect(done == [sung, read, other])
  }

  @Test func namesAreCutAfterAWholeCharacter() {
    let text = String(repeating: "ピ", count: 40)
    var assembler = StreamTextAssembler()
    for (kind, bytes) in [
      (.endpointName, 96), (.productInstanceID, 42), (.functionBlockName(3), 90),
    ] as [(StreamTextKind, Int)] {
      let packets = StreamText(kind, text).packets
      let texts = packets.compactMap { assembler.take(UMPMessage($0)) }
      #expect(texts == [StreamText(kind, String(repeating: "ピ", count: bytes / 3))])
    }
    #expect(assembler.droppedCount == 0)
  }

  @Test func aZeroIsLeftOut() {
    var assembler = StreamTextAssembler()
    let packets = StreamText(.endpointName, "a\0b").packets
    let texts = packets.compactMap { assembler.take(UMPMessage($0)) }
    #expect(texts == [StreamText(.endpointName, "ab")])
  }

  @Test func limitsHold() {
    var assembler = FlexDataTextAssembler(limits: TextLimits(byteCount: 24, openTextCount: 2))
    let long = FlexDataText(.lyrics, String(repeating: "x", count: 25)).packets
    #expect(long.compactMap { assembler.take(UMPMessage($0)) }.isEmpty)
    #expect(assembler.droppedCount == 1)
    let fits = FlexDataText(.lyrics, String(repeating: "x", count: 24))
    #expect(fits.packets.compactMap { assembler.take(UMPMessage($0)) } == [fits])
    for channel in 0..<4 {
      let text = FlexDataText(
        .lyrics, String(repeating: "x", count: 24), address: .channel(UInt4(channel)))
      #expect(assembler.take(UMPMessage(text.packets[0])) == nil)
    }
    #expect(assembler.droppedCount == 3, "two of four had no room")
    let short = FlexDataText(.lyrics, "short")
    #expect(
      assembler.take(UMPMessage(short.packets[0])) == short, "a whole text needs no room")
  }

  @Test func lostPiecesAreCounted() {
    let packets = FlexDataText(.lyrics, String(repeating: "x", count: 36)).packets
    var assembler = FlexDataTextAssembler()
    #expect(assembler.take(UMPMessage(packets[1])) == nil)
    #expect(assembler.take(UMPMessage(packets[2])) == nil)
    #expect(assembler.droppedCount == 2)
    #expect(assembler.take(UMPMessage(packets[0])) == nil)
    #expect(packets.compactMap { assembler.take(UMPMessage($0)) }.count == 1)
    #expect(assembler.droppedCount == 3, "the unfinished text was given up")
  }
}
