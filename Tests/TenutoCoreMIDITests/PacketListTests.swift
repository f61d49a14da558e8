import TenutoCoreMIDI
import Testing

/// Memory for a list, followed by a guard.
@safe
private final class Buffer {
  static var guardByte: UInt8 { 0xA5 }
  let size: Int
  private let memory: UnsafeMutableRawPointer

  init(size: Int) {
    self.size = size
    unsafe memory = .allocate(byteCount: size + 64, alignment: 8)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: Buffer.guardByte, count: size + 64)
  }

  deinit { unsafe memory.deallocate() }

  var packets: UnsafeMutablePointer<MIDIPacketList> {
    unsafe memory.assumingMemoryBound(to: MIDIPacketList.self)
  }
  var events: UnsafeMutablePointer<MIDIEventList> {
    unsafe memory.assumingMemoryBound(to: MIDIEventList.self)
  }
  func bytes(_ count: Int) -> [UInt8] {
    unsafe Array(UnsafeRawBufferPointer(start: memory, count: count))
  }
  var isGuardIntact: Bool { bytes(size + 64)[size...].allSatisfy { $0 == Buffer.guardByte } }
}

@Suite struct PacketListTests {
  @Test func layoutIsCoreMIDIs() {
    #expect(MemoryLayout<MIDIPacket>.size == 268)
    #expect(MemoryLayout<MIDIPacket>.alignment == 4)
    #expect(MemoryLayout<MIDIPacket>.offset(of: \.length) == 8)
    #expect(MemoryLayout<MIDIPacket>.offset(of: \.data) == 10)
    #expect(MemoryLayout<MIDIPacketList>.size == 272)
    #expect(MemoryLayout<MIDIPacketList>.offset(of: \.packet) == 4)
    #expect(MemoryLayout<MIDIEventPacket>.size == 268)
    #expect(MemoryLayout<MIDIEventPacket>.offset(of: \.words) == 12)
    #expect(MemoryLayout<MIDIEventList>.size == 276)
    #expect(MemoryLayout<MIDIEventList>.offset(of: \.packet) == 8)
  }

  @Test func bytesOfAListAreAsInCoreMIDI() {
    let buffer = Buffer(size: 64)
    var packet = unsafe MIDIPacketListInit(buffer.packets)
    unsafe packet = MIDIPacketListAdd(
      buffer.packets, 64, packet, 0x0102_0304_0506_0708, 3, [0x90, 60, 100])
    unsafe packet = MIDIPacketListAdd(buffer.packets, 64, packet, 9, 2, [0xC0, 5])
    #expect(
      buffer.bytes(32) == [
        2, 0, 0, 0,
        8, 7, 6, 5, 4, 3, 2, 1, 3, 0, 0x90, 60, 100, 0xA5, 0xA5, 0xA5,
        9, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0xC0, 5,
      ])
    #expect(unsafe MIDIPacketList.sizeInBytes(pktList: buffer.packets) == 32)
  }

  @Test func messagesOfOneTimeShareAPacketButSysExDoesNot() {
    let builder = MIDIPacketList.Builder(byteSize: 1024)
    for message: [UInt8] in [[0x90, 1, 2], [0x80, 1, 2], [0xF0, 1, 2], [3, 0xF7], [0xF8]] {
      _ = unsafe builder.append(timestamp: 7, data: message)
    }
    let inbox = Inbox()
    unsafe builder.withUnsafePointer { unsafe inbox.take($0) }
    #expect(
      inbox.all.map(\.bytes) == [
        [0x90, 1, 2, 0x80, 1, 2], [0xF0, 1, 2], [3, 0xF7], [0xF8],
      ])
  }

  @Test(arguments: 0...80)
  func neverWritesBeyondItsSize(size: Int) {
    let buffer = Buffer(size: size)
    guard size >= 4 else { return }
    var packet = unsafe MIDIPacketListInit(buffer.packets)
    var count = 0
    for time in 1...9 {
      unsafe packet = MIDIPacketListAdd(
        buffer.packets, size, packet, MIDITimeStamp(time / 2), 3, [0x90, 1, 2])
      // The header declares nonnull, like Apple's, so the optimiser removes a comparison with nil.
      guard UInt(bitPattern: packet) != 0 else { break }
      count += 1
    }
    #expect(buffer.isGuardIntact)
    let inbox = Inbox()
    unsafe inbox.take(buffer.packets)
    #expect(inbox.bytes.count == 3 * count)
  }

  @Test func moreThanTheDeclaredBytesAreReachedByTheCollection() {
    let long = (0..<5000).map { UInt8($0 & 0x7F) }
    let builder = MIDIPacketList.Builder(byteSize: 6000)
    _ = unsafe builder.append(timestamp: 0, data: [0xF0] + long + [0xF7])
    let inbox = Inbox()
    unsafe builder.withUnsafePointer { unsafe inbox.take($0) }
    #expect(inbox.bytes == [0xF0] + long + [0xF7])
    #expect(unsafe builder.append(timestamp: 1, data: [UInt8](repeating: 1, count: 1000)) == nil)
  }

  @Test func copiedPacketsAreWalkedAsOldTutorialsDo() {
    let builder = MIDIPacketList.Builder(byteSize: 1024)
    for time in 1...3 {
      _ = unsafe builder.append(timestamp: UInt64(time), data: [0x90, UInt8(time), 64])
    }
    var notes: [UInt8] = []
    unsafe builder.withUnsafePointer { list in
      var packet = unsafe UnsafeMutablePointer(mutating: list.pointer(to: \.packet))
      for _ in 0..<(unsafe list.pointee.numPackets) {
        guard let current = unsafe packet else { return }
        unsafe notes.append(current.pointee.data.1)
        unsafe packet = MIDIPacketNext(current)
      }
    }
    #expect(notes == [1, 2, 3])
  }

  @Test func mutableViewChangesAListInPlace() {
    let buffer = Buffer(size: 128)
    var list = unsafe UnsafeMutableMIDIPacketListPointer(buffer.packets, byteSize: 128)
    _ = unsafe list.append(timestamp: 1, data: [0x90, 1, 2])
    #expect(unsafe list.count == 1)
    var packets = unsafe list.makeIterator()
    while let packet = unsafe packets.next() {
      let view = unsafe UnsafeMutableMIDIPacketPointer(packet)
      unsafe view[1] = 99
      #expect(unsafe Array(view) == [0x90, 99, 2])
    }
    unsafe list.clear()
    #expect(unsafe list.count == 0)
  }

  @Test func packetBuilderHoldsItsInput() {
    let builder = MIDIPacket.Builder(maximumNumberMIDIBytes: 300)
    builder.timeStamp = 5
    for _ in 0..<100 { builder.append(0x90, 1, 2) }
    #expect(builder.count == 300)
    unsafe builder.withUnsafePointer { packet in
      #expect(unsafe packet.bytes().suffix(3) == [0x90, 1, 2])
      #expect(unsafe packet.pointee.timeStamp == 5)
    }
  }
}

@Suite struct EventListTests {
  @Test func bytesOfAListAreAsInCoreMIDI() {
    let buffer = Buffer(size: 64)
    var packet = unsafe MIDIEventListInit(buffer.events, ._2_0)
    unsafe packet = MIDIEventListAdd(buffer.events, 64, packet, 1, 2, [0x4090_3C00, 0xFFFF_0000])
    unsafe packet = MIDIEventListAdd(buffer.events, 64, packet, 2, 1, [0x20B0_0701])
    #expect(
      buffer.bytes(44) == [
        2, 0, 0, 0, 2, 0, 0, 0,
        1, 0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0x00, 0x3C, 0x90, 0x40, 0, 0, 0xFF, 0xFF,
        2, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0x01, 0x07, 0xB0, 0x20,
      ])
    #expect(unsafe MIDIEventList.sizeInBytes(pktList: buffer.events) == 44)
  }

  @Test(arguments: 0...80)
  func neverWritesBeyondItsSize(size: Int) {
    let buffer = Buffer(size: size)
    guard size >= 8 else { return }
    var packet = unsafe MIDIEventListInit(buffer.events, ._1_0)
    for time in 1...9 where UInt(bitPattern: packet) != 0 {
      unsafe packet = MIDIEventListAdd(
        buffer.events, size, packet, MIDITimeStamp(time / 2), 2, [1, 2])
    }
    #expect(buffer.isGuardIntact)
  }

  @Test func sameTimeJoinsUpToSixtyFourWords() {
    let builder = MIDIEventList.Builder(inProtocol: ._1_0, wordSize: 300)
    for word in 0..<100 { _ = unsafe builder.append(timestamp: 3, words: [UInt32(word)]) }
    let inbox = Inbox()
    unsafe builder.withUnsafePointer { unsafe inbox.take($0) }
    #expect(inbox.all.map(\.words.count) == [64, 36])
    #expect(inbox.words == (0..<100).map { UInt32($0) })
    #expect(unsafe builder.append(timestamp: 4, words: [UInt32](repeating: 0, count: 65)) == nil)
  }
}
