internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// The render thread's state of a `MIDIFilter`, for one connection.
///
/// It knows the destination of every sounding note, in all groups and channels: later messages for
/// the note go there, even if the filter has changed meanwhile. Its 64 KiB are allocated outside
/// the render thread. An open filter needs them as well, since it may change and its connection may
/// be removed.
@safe struct MIDIFilterState: ~Copyable {
  /// The current rule; notes that already sound end at their own key and channel.
  var rule: MIDIFilterRule
  /// By incoming group, channel and key.
  private let notes: UnsafeMutablePointer<FilteredNote>
  /// Sounding notes by incoming group and channel.
  private let counts: UnsafeMutablePointer<UInt8>
  /// The number of all sounding notes.
  private(set) var soundingCount = 0

  private static var channelCount: Int { @_noLocks get { 256 } }
  private static var keyCount: Int { @_noLocks get { 128 } }

  /// Thread: control.
  init(_ filter: MIDIFilter) {
    rule = MIDIFilterRule(filter)
    unsafe notes = .allocate(capacity: Self.channelCount * Self.keyCount)
    unsafe notes.initialize(
      repeating: FilteredNote(), count: Self.channelCount * Self.keyCount)
    unsafe counts = .allocate(capacity: Self.channelCount)
    unsafe counts.initialize(repeating: 0, count: Self.channelCount)
  }

  deinit {
    unsafe notes.deallocate()
    unsafe counts.deallocate()
  }

  /// Puts the output for a message into `sink`: nothing, the message, or ends of notes too.
  ///
  /// Thread: render. A message without a channel passes unchanged; a key above 127 is dropped.
  @_noLocks
  mutating func pass(_ packet: UMP, at frameOffset: UInt32, into sink: EventSink) {
    let type = packet.messageType
    guard type == 2 || type == 4 else { return Self.put(packet, at: frameOffset, into: sink) }
    switch packet.opcode {
    case 0x8, 0x9, 0xA: passNote(packet, at: frameOffset, into: sink)
    case 0x0 where type == 4, 0x1 where type == 4, 0x6 where type == 4, 0xF where type == 4:
      passNote(packet, at: frameOffset, into: sink)
    default: passChannel(packet, at: frameOffset, into: sink)
    }
  }

  /// Puts the ends of at most `limit` sounding notes into `sink`; returns true when none is left.
  ///
  /// Thread: render. For a connection that is removed.
  @_noLocks
  mutating func release(limit: Int, at frameOffset: UInt32, into sink: EventSink) -> Bool {
    var left = limit
    for channel in 0..<Self.channelCount where soundingCount > 0 {
      left &-= end(channel, limit: left, keeping: 16, at: frameOffset, into: sink)
    }
    return soundingCount == 0
  }
}

// MARK: - Notes

extension MIDIFilterState {
  @_noLocks
  private mutating func passNote(_ packet: UMP, at frameOffset: UInt32, into sink: EventSink) {
    guard packet.data1 < 128 else { return }
    let isStart = packet.opcode == 0x9 && (packet.messageType == 4 || packet.data2 & 0x7F > 0)
    if isStart { return start(packet, at: frameOffset, into: sink) }
    let note = unsafe notes[Self.index(packet)]
    if note.isSounding {
      let moved = packet.moved(toChannel: note.channel, key: note.key)
      Self.put(moved, at: frameOffset, into: sink)
      if packet.opcode & 0xE == 0x8 { set(FilteredNote(), at: Self.index(packet)) }
    } else if rule.passes(channel: packet.channel), let key = rule.key(packet.data1) {
      let moved = packet.moved(toChannel: rule.channel(packet.channel), key: key)
      Self.put(moved, at: frameOffset, into: sink)
    }
  }

  /// Ends a note that still sounds at another key or channel before it is restarted.
  @_noLocks
  private mutating func start(_ packet: UMP, at frameOffset: UInt32, into sink: EventSink) {
    let index = Self.index(packet)
    let old = unsafe notes[index]
    let channel = rule.channel(packet.channel)
    let key = rule.passes(channel: packet.channel) ? rule.key(packet.data1) : nil
    if old.isSounding {
      if let key, old.isSameNote(channel, key) {
        // The same note starts again: the receiver decides on its meaning.
      } else {
        Self.put(old.end(group: packet.group), at: frameOffset, into: sink)
        set(FilteredNote(), at: index)
      }
    }
    guard let key else { return }
    let isMIDI1 = packet.messageType == 2
    set(FilteredNote(channel: channel, key: key, isMIDI1: isMIDI1), at: index)
    Self.put(packet.moved(toChannel: channel, key: key), at: frameOffset, into: sink)
  }

  @_noLocks
  private mutating func set(_ note: FilteredNote, at index: Int) {
    let change = (note.isSounding ? 1 : 0) - (unsafe notes[index].isSounding ? 1 : 0)
    soundingCount &+= change
    unsafe counts[index / Self.keyCount] = UInt8(
      truncatingIfNeeded: Int(counts[index / Self.keyCount]) + change)
    unsafe notes[index] = note
  }

  /// The index of a message's note: group, channel, key.
  @_noLocks
  private static func index(_ packet: UMP) -> Int {
    channel(packet) * keyCount + Int(packet.data1 & 0x7F)
  }

  @_noLocks
  private static func channel(_ packet: UMP) -> Int {
    Int(packet.group) << 4 | Int(packet.channel)
  }

  @_noLocks
  private static func put(_ packet: UMP, at frameOffset: UInt32, into sink: EventSink) {
    sink.insert(TimedEvent(frameOffset: frameOffset, payload: .midi(packet)))
  }
}

// MARK: - Channels

extension MIDIFilterState {
  @_noLocks
  private mutating func passChannel(_ packet: UMP, at frameOffset: UInt32, into sink: EventSink) {
    let passes = rule.passes(channel: packet.channel)
    let channel = rule.channel(packet.channel)
    if Self.endsNotes(packet) {
      // The receiver ends the notes of the destination channel; notes of other channels are ended
      // here.
      _ = end(
        Self.channel(packet), limit: Self.keyCount, keeping: passes ? channel : 16,
        at: frameOffset, into: sink)
    }
    if passes { Self.put(packet.moved(toChannel: channel), at: frameOffset, into: sink) }
  }

  /// Whether it ends all notes of a channel: All Sound Off, All Notes Off, and the mode messages.
  @_noLocks
  private static func endsNotes(_ packet: UMP) -> Bool {
    guard packet.opcode == 0xB else { return false }
    let controller = packet.data1
    return controller == 120 || (controller >= 123 && controller <= 127)
  }

  /// Removes at most `limit` notes of an incoming channel, ends those whose output channel is not
  /// `kept`, and returns how many were removed.
  @_noLocks
  private mutating func end(
    _ channel: Int, limit: Int, keeping kept: UInt8, at frameOffset: UInt32, into sink: EventSink
  ) -> Int {
    var count = 0
    var key = 0
    while key < Self.keyCount, count < limit, unsafe counts[channel] > 0 {
      let index = channel * Self.keyCount + key
      let note = unsafe notes[index]
      if note.isSounding {
        set(FilteredNote(), at: index)
        count &+= 1
        if note.channel != kept {
          let group = UInt8(truncatingIfNeeded: channel >> 4)
          Self.put(note.end(group: group), at: frameOffset, into: sink)
        }
      }
      key &+= 1
    }
    return count
  }
}
