internal import TenutoJACK
internal import TenutoMIDI

/// MIDI for an output port: messages that did not fit into the port's buffer, and a System
/// Exclusive message that is still incomplete.
///
/// Its memory never grows: a message that does not fit is lost.
///
/// Thread: control makes and frees it, render uses it.
@safe struct MIDIPortQueue: ~Copyable {
  /// A ring with the bytes of the waiting messages, and the byte count of each.
  private let bytes: UnsafeMutablePointer<UInt8>
  private let counts: UnsafeMutablePointer<Int>
  private var firstByte = 0
  private var byteCount = 0
  private var firstMessage = 0
  private var messageCount = 0
  /// Bytes of the first message that were already sent: a long one takes several cycles.
  private var sentBytes = 0
  /// The incomplete System Exclusive message.
  private let partial: UnsafeMutablePointer<UInt8>
  private var partialCount = 0
  private var isTooLong = false

  private static var byteCapacity: Int { @_noLocks get { 1 << 17 } }
  private static var messageCapacity: Int { @_noLocks get { 1 << 12 } }

  init() {
    unsafe bytes = .allocate(capacity: Self.byteCapacity)
    unsafe bytes.initialize(repeating: 0, count: Self.byteCapacity)
    unsafe counts = .allocate(capacity: Self.messageCapacity)
    unsafe counts.initialize(repeating: 0, count: Self.messageCapacity)
    unsafe partial = .allocate(capacity: Self.byteCapacity)
    unsafe partial.initialize(repeating: 0, count: Self.byteCapacity)
  }

  deinit {
    unsafe bytes.deallocate()
    unsafe counts.deallocate()
    unsafe partial.deallocate()
  }

  /// Removes all messages.
  mutating func removeAll() {
    byteCount = 0
    messageCount = 0
    sentBytes = 0
    partialCount = 0
    isTooLong = false
  }
}

extension MIDIPortQueue {
  /// Writes as many waiting messages as fit.
  @_noLocks
  mutating func drain(to midi: inout JACKMIDIOutput, frameOffset: Int) {
    while messageCount > 0 {
      let count = unsafe counts[firstMessage]
      let rest = count &- sentBytes
      let room = midi.writableByteCount
      guard room >= rest || count > 3 else { return }
      let part = min(room, rest)
      guard part > 0 else { return }
      var memory = midi.reserve(frameOffset: frameOffset, count: part)
      guard memory.count == part else { return }
      for index in 0..<part {
        memory[index] = unsafe bytes[(firstByte &+ index) & (Self.byteCapacity - 1)]
      }
      removeFirst(part, of: count)
    }
  }

  @_noLocks
  private mutating func removeFirst(_ part: Int, of count: Int) {
    firstByte = (firstByte &+ part) & (Self.byteCapacity - 1)
    byteCount &-= part
    sentBytes &+= part
    guard sentBytes == count else { return }
    sentBytes = 0
    firstMessage = (firstMessage &+ 1) & (Self.messageCapacity - 1)
    messageCount &-= 1
  }

  /// Writes a packet of MIDI 1.0 protocol after all waiting messages; a System Exclusive message is
  /// written with its last packet.
  ///
  /// - Returns: False if a message is lost.
  @_noLocks
  mutating func put(_ packet: UMP, frameOffset: Int, to midi: inout JACKMIDIOutput) -> Bool {
    let part = MIDI1Bytes(packet)
    guard part.count > 0 else { return true }
    if packet.messageType == 0x3 {
      guard let isWhole = join(part) else { return false }
      guard isWhole else { return true }
      defer { partialCount = 0 }
      guard makeRoom(partialCount) else { return false }
      for index in 0..<partialCount { unsafe append(partial[index]) }
    } else {
      if messageCount == 0, write(part, frameOffset, to: &midi) { return true }
      guard makeRoom(part.count) else { return false }
      for index in 0..<part.count { append(part[index]) }
    }
    drain(to: &midi, frameOffset: frameOffset)
    return true
  }

  @_noLocks
  private func write(
    _ part: MIDI1Bytes, _ frameOffset: Int, to midi: inout JACKMIDIOutput
  ) -> Bool {
    midi.write(
      frameOffset: frameOffset, status: part[0], data1: part.count > 1 ? part[1] : 0,
      data2: part.count > 2 ? part[2] : 0, count: part.count)
  }

  /// Appends a part to the earlier ones; returns whether the message is complete, or nil if it is
  /// lost.
  @_noLocks
  private mutating func join(_ part: MIDI1Bytes) -> Bool? {
    let isEnd = part[part.count &- 1] == 0xF7
    if part[0] == 0xF0 {
      // An earlier incomplete message is dropped.
      partialCount = 0
      isTooLong = false
    } else if partialCount == 0 {
      guard isEnd && isTooLong else { return false }
      isTooLong = false
      return nil
    }
    guard partialCount &+ part.count <= Self.byteCapacity else {
      partialCount = 0
      isTooLong = !isEnd
      return isEnd ? nil : false
    }
    for index in 0..<part.count { unsafe partial[partialCount &+ index] = part[index] }
    partialCount &+= part.count
    return isEnd
  }

  /// Reserves room for a message of `count` bytes, which must follow; returns false if it does not
  /// fit.
  @_noLocks
  private mutating func makeRoom(_ count: Int) -> Bool {
    guard messageCount < Self.messageCapacity, byteCount &+ count <= Self.byteCapacity else {
      return false
    }
    unsafe counts[(firstMessage &+ messageCount) & (Self.messageCapacity - 1)] = count
    messageCount &+= 1
    return true
  }

  @_noLocks
  private mutating func append(_ byte: UInt8) {
    unsafe bytes[(firstByte &+ byteCount) & (Self.byteCapacity - 1)] = byte
    byteCount &+= 1
  }
}
