/// Tracks the sounding notes of a connection, so that all of them can be ended.
///
/// Give it every packet that is sent. When the connection breaks or the program stops, `release()`
/// returns one note off for each note on without one, and then releases the pedals that would hold
/// the notes. It follows both protocols, all groups and channels, All Notes Off and similar
/// messages. Its size is fixed; beyond 127 note ons of one key without a note off it stops
/// counting.
///
/// Thread: one at a time; only `init` and `releaseAll()` allocate.
@safe
public struct NoteTracker: ~Copyable, @unchecked Sendable {  // owns its memory
  /// Note ons of a key without their note off, by group, channel and key.
  ///
  /// The high bit is set if the last one was in MIDI 2.0 protocol.
  private let keys: UnsafeMutablePointer<UInt8>
  /// Sounding keys by group and channel.
  private var keyCounts = InlineArray<256, UInt8>(repeating: 0)
  /// Pressed pedals by group and channel.
  private var pedals = InlineArray<256, UInt8>(repeating: 0)
  /// No lower channel needs a release.
  private var firstChannel = 0

  /// Creates a tracker without sounding notes.
  public init() {
    unsafe keys = .allocate(capacity: Self.keyCount)
    unsafe keys.initialize(repeating: 0, count: Self.keyCount)
  }

  deinit { unsafe keys.deallocate() }

  private static var keyCount: Int { 256 * 128 }

  /// Notes the notes that a packet starts and ends.
  @_noLocks
  public mutating func take(_ ump: UMP) {
    guard ump.messageType == 0x2 || ump.messageType == 0x4 else { return }
    let isMIDI2 = ump.messageType == 0x4
    let channel = Int(ump.group) << 4 | Int(ump.channel)
    let key = ump.data1
    switch ump.opcode {
    case 0x8 where key < 0x80: end(key, channel)
    case 0x9 where key < 0x80:
      let isOff = !isMIDI2 && ump.data2 & 0x7F == 0
      isOff ? end(key, channel) : start(key, channel, isMIDI2: isMIDI2)
    case 0xB:
      let isDown = isMIDI2 ? ump.word1 >> 31 != 0 : ump.data2 & 0x40 != 0
      control(key, isDown: isDown, channel)
    default: break
    }
  }

  /// Returns the next packet that ends a sounding note, and notes it; nil when none is left.
  @_noLocks
  public mutating func release() -> UMP? {
    while firstChannel < 256 {
      if keyCounts[firstChannel] > 0 { return releaseKey(firstChannel) }
      if pedals[firstChannel] != 0 { return releasePedal(firstChannel) }
      firstChannel += 1
    }
    return nil
  }

  /// Returns all packets that end sounding notes, and notes them.
  public mutating func releaseAll() -> [UMP] {
    var packets: [UMP] = []
    while let packet = release() { packets.append(packet) }
    return packets
  }
}

extension NoteTracker {
  @_noLocks
  private mutating func start(_ key: UInt8, _ channel: Int, isMIDI2: Bool) {
    let index = channel << 7 | Int(key)
    let count = unsafe keys[index] & 0x7F
    if count == 0 { keyCounts[channel] += 1 }
    unsafe keys[index] = (count < 0x7F ? count + 1 : count) | (isMIDI2 ? 0x80 : 0)
    firstChannel = firstChannel < channel ? firstChannel : channel
  }

  @_noLocks
  private mutating func end(_ key: UInt8, _ channel: Int) {
    let index = channel << 7 | Int(key)
    let state = unsafe keys[index]
    guard state & 0x7F != 0 else { return }
    unsafe keys[index] = state & 0x7F == 1 ? 0 : state - 1
    if state & 0x7F == 1 { keyCounts[channel] -= 1 }
  }

  @_noLocks
  private mutating func control(_ controller: UInt8, isDown: Bool, _ channel: Int) {
    switch controller {
    case 64: setPedal(1, isDown, channel)
    case 66: setPedal(2, isDown, channel)
    case 69: setPedal(4, isDown, channel)
    case 120, 123...127: forgetKeys(channel)
    case 121: pedals[channel] = 0
    default: break
    }
  }

  @_noLocks
  private mutating func setPedal(_ bit: UInt8, _ isDown: Bool, _ channel: Int) {
    pedals[channel] = isDown ? pedals[channel] | bit : pedals[channel] & ~bit
    if isDown { firstChannel = firstChannel < channel ? firstChannel : channel }
  }

  /// Notes that all notes of a channel have ended.
  @_noLocks
  private mutating func forgetKeys(_ channel: Int) {
    guard keyCounts[channel] > 0 else { return }
    var key = 0
    while key < 128 {
      unsafe keys[channel << 7 | key] = 0
      key += 1
    }
    keyCounts[channel] = 0
  }

  @_noLocks
  private mutating func releaseKey(_ channel: Int) -> UMP? {
    var key = 0
    while key < 128 {
      let state = unsafe keys[channel << 7 | key]
      if state & 0x7F != 0 {
        end(UInt8(truncatingIfNeeded: key), channel)
        return Self.noteOff(UInt8(truncatingIfNeeded: key), channel, isMIDI2: state & 0x80 != 0)
      }
      key += 1
    }
    keyCounts[channel] = 0
    return nil
  }

  @_noLocks
  private static func noteOff(_ key: UInt8, _ channel: Int, isMIDI2: Bool) -> UMP {
    UMP(
      messageType: isMIDI2 ? 0x4 : 0x2, group: UInt8(truncatingIfNeeded: channel >> 4),
      status: 0x80 | UInt8(truncatingIfNeeded: channel & 0xF), data1: key,
      data2: isMIDI2 ? 0 : 0x40, word1: isMIDI2 ? 0x8000_0000 : 0)
  }

  /// A pedal release in MIDI 1.0 protocol, which every receiver reads.
  @_noLocks
  private mutating func releasePedal(_ channel: Int) -> UMP {
    let down = pedals[channel]
    let bit: UInt8 = down & 1 != 0 ? 1 : down & 2 != 0 ? 2 : 4
    pedals[channel] = down & ~bit
    return UMP(
      messageType: 0x2, group: UInt8(truncatingIfNeeded: channel >> 4),
      status: 0xB0 | UInt8(truncatingIfNeeded: channel & 0xF),
      data1: bit == 1 ? 64 : bit == 2 ? 66 : 69, data2: 0)
  }
}
