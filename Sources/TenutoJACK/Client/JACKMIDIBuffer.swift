internal import CJACK

extension JACKCycle {
  /// The messages that arrived at a MIDI input.
  ///
  /// Thread: render. Valid until the end of the cycle.
  @_noLocks @_lifetime(borrow self)
  public func midiInput(_ port: JACKPort) -> JACKMIDIInput {
    let view = unsafe JACKMIDIInput(base: buffer(port, .midi, .input))
    return unsafe _overrideLifetime(view, borrowing: self)
  }

  /// The buffer of a MIDI output; call `clear()` first in every cycle, even without messages.
  ///
  /// Thread: render. Valid until the end of the cycle.
  @_noLocks @_lifetime(&self)
  public mutating func midiOutput(_ port: JACKPort) -> JACKMIDIOutput {
    let view = unsafe JACKMIDIOutput(
      base: buffer(port, .midi, .output), frameCount: UInt32(truncatingIfNeeded: frameCount))
    return unsafe _overrideLifetime(view, mutating: &self)
  }
}

/// The MIDI messages that arrived at an input in one cycle, in time order.
///
/// Each is one complete message with its status byte. System Exclusive may come in parts, of which
/// the first begins with F0 and the last ends with F7.
@safe public struct JACKMIDIInput: ~Copyable, ~Escapable {
  let base: UnsafeMutableRawPointer?
  /// Messages in this cycle.
  public let count: Int

  @_lifetime(immortal)
  @_noLocks
  init(base: UnsafeMutableRawPointer?) {
    unsafe self.base = base
    if let base = unsafe base {
      count = unsafe Int(cjack_midi_get_event_count(base))
    } else {
      count = 0
    }
  }

  /// Messages that did not fit when the connected outputs were mixed.
  ///
  /// Thread: render.
  public var lostCount: Int {
    @_noLocks get {
      guard let base = unsafe base else { return 0 }
      return unsafe Int(cjack_midi_get_lost_event_count(base))
    }
  }

  /// One message; an index outside `0..<count` is a programmer error and traps.
  ///
  /// Thread: render. Valid until the end of the cycle.
  @_noLocks @_lifetime(copy self)
  public func event(at index: Int) -> JACKMIDIEvent {
    precondition(index >= 0 && index < count)
    var event = unsafe jack_midi_event_t()
    if let base = unsafe base {
      let status = unsafe cjack_midi_event_get(&event, base, UInt32(truncatingIfNeeded: index))
      if status != 0 { unsafe event = jack_midi_event_t() }
    }
    let view = unsafe JACKMIDIEvent(
      frameOffset: Int(event.time), base: event.buffer, count: event.buffer == nil ? 0 : event.size)
    return unsafe _overrideLifetime(view, copying: self)
  }
}

/// One MIDI message of a cycle, whose bytes JACK owns.
@safe public struct JACKMIDIEvent: ~Copyable, ~Escapable {
  /// Frames from the start of the cycle.
  public let frameOffset: Int
  @usableFromInline let base: UnsafePointer<UInt8>?
  /// Bytes of the message; 0 if JACK could not read it.
  public let count: Int

  @_lifetime(immortal)
  @_noLocks
  init(frameOffset: Int, base: UnsafePointer<UInt8>?, count: Int) {
    self.frameOffset = frameOffset
    unsafe self.base = base
    self.count = count
  }

  /// One byte; an index outside `0..<count` is a programmer error and traps.
  ///
  /// Thread: render.
  @inlinable public subscript(index: Int) -> UInt8 {
    @_noLocks get {
      precondition(index >= 0 && index < count)
      return unsafe base.unsafelyUnwrapped[index]
    }
  }

  /// Copies as many bytes as fit to the start of `destination`.
  ///
  /// Thread: render.
  ///
  /// - Parameter destination: The caller's memory.
  /// - Returns: The number of copied bytes.
  @inlinable @_noLocks
  public func copy(to destination: inout MutableSpan<UInt8>) -> Int {
    let copied = min(count, destination.count)
    for index in 0..<copied { destination[index] = self[index] }
    return copied
  }
}

/// The MIDI messages that an output sends in one cycle.
///
/// Write complete messages in time order, without running status; a realtime byte is a separate
/// message.
@safe public struct JACKMIDIOutput: ~Copyable, ~Escapable {
  let base: UnsafeMutableRawPointer?
  let frameCount: UInt32

  @_lifetime(immortal)
  @_noLocks
  init(base: UnsafeMutableRawPointer?, frameCount: UInt32) {
    unsafe self.base = base
    self.frameCount = frameCount
  }

  /// Empties the buffer; call it first in every cycle, or the last cycle's messages are sent again.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func clear() {
    if let base = unsafe base { unsafe cjack_midi_clear_buffer(base) }
  }

  /// The longest message for which there is room, in bytes.
  ///
  /// Thread: render.
  public var writableByteCount: Int {
    @_noLocks get {
      guard let base = unsafe base else { return 0 }
      return unsafe Int(cjack_midi_max_event_size(base))
    }
  }

  /// Messages that did not fit when the connected outputs were mixed.
  ///
  /// Thread: render.
  public var lostCount: Int {
    @_noLocks get {
      guard let base = unsafe base else { return 0 }
      return unsafe Int(cjack_midi_get_lost_event_count(base))
    }
  }

  /// Reserves a message and lends its bytes to be filled; empty if there is no room.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - frameOffset: Frames from the start of the cycle, not before the previous message.
  ///   - count: Bytes of the message; all must be written.
  /// - Returns: The bytes; empty if the message does not fit, is out of order, or is after the
  ///   end of the cycle.
  @_noLocks @_lifetime(&self)
  public mutating func reserve(frameOffset: Int, count: Int) -> MutableSpan<UInt8> {
    let room = unsafe space(frameOffset, count)
    let span = unsafe MutableSpan<UInt8>(
      _unsafeStart: room ?? UnsafeMutablePointer(bitPattern: 64).unsafelyUnwrapped,
      count: room == nil ? 0 : count)
    return unsafe _overrideLifetime(span, mutating: &self)
  }

  /// Writes a message of any length; returns false if there is no room.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - bytes: The message.
  ///   - frameOffset: Frames from the start of the cycle, not before the previous message.
  /// - Returns: False if the message does not fit, is out of order, or is after the end of the
  ///   cycle; nothing was written then.
  @_noLocks
  public mutating func write(_ bytes: borrowing MutableSpan<UInt8>, frameOffset: Int) -> Bool {
    guard let room = unsafe space(frameOffset, bytes.count) else { return false }
    for index in 0..<bytes.count { unsafe room[index] = bytes[index] }
    return true
  }

  /// Writes a message of one to three bytes; returns false if there is no room.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - frameOffset: Frames from the start of the cycle, not before the previous message.
  ///   - status: The first byte.
  ///   - data1: The second byte, if `count` is at least 2.
  ///   - data2: The third byte, if `count` is 3.
  ///   - count: Bytes of the message, `1...3`.
  /// - Returns: False if the message does not fit, is out of order, or is after the end of the
  ///   cycle; nothing was written then.
  @_noLocks
  public mutating func write(
    frameOffset: Int, status: UInt8, data1: UInt8 = 0, data2: UInt8 = 0, count: Int = 3
  ) -> Bool {
    precondition(count >= 1 && count <= 3)
    guard let room = unsafe space(frameOffset, count) else { return false }
    unsafe room[0] = status
    if count > 1 { unsafe room[1] = data1 }
    if count > 2 { unsafe room[2] = data2 }
    return true
  }

  /// Memory for a message, or nil if there is no room; all of it must be written.
  @_noLocks
  func space(_ frameOffset: Int, _ count: Int) -> UnsafeMutablePointer<UInt8>? {
    guard let base = unsafe base, count > 0, frameOffset >= 0, frameOffset < Int(frameCount) else {
      return nil
    }
    return unsafe cjack_midi_event_reserve(base, UInt32(truncatingIfNeeded: frameOffset), count)
  }
}
