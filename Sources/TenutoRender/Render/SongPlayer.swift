internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// Plays the events of a song along the musical time.
///
/// Thread: control makes and frees it, render uses it.
struct SongPlayer: ~Copyable {
  private let events: SongIndex
  /// The number of the next event, and the expected frame of the next part of a cycle.
  private var next = 0
  private var expected: Int64 = 0
  private var isPlaying = false
  /// Whether its controllers have yet to be set for another position in the song.
  private var isToRestore = false
  /// Whether it has stopped by itself, as it does at the end of the music.
  private var isFinishing = false

  /// Starts before the first of `events`.
  ///
  /// Thread: control.
  init(_ events: some Sequence<SongEvent>, sampleRate: Double) {
    self.events = SongIndex(events, sampleRate: sampleRate)
  }

  /// Puts the events of a part of a cycle into `list`, and tracks their held notes in `sounding`.
  ///
  /// An event without room comes one cycle later and is not lost.
  @_noLocks
  mutating func play(
    _ part: MusicPart, into list: UnsafeMutablePointer<EventList>,
    sounding: UnsafeMutablePointer<PlayedState>
  ) {
    let offset = UInt32(truncatingIfNeeded: part.frameOffset)
    let isJump = part.position.frame != expected
    let isStop = isPlaying && !part.position.isPlaying
    isFinishing = !isJump && !part.position.isPlaying && (isStop || isFinishing)
    // An event at the very end belongs to the music, although no part of a cycle begins after it.
    if isFinishing, events.lastFrame <= part.position.frame {
      unsafe put(before: .max, part, into: list, sounding: sounding)
    }
    if isJump || isStop { unsafe end(sounding, into: list, at: offset) }
    if isJump {
      next = events.number(atFrame: part.position.frame)
      expected = part.position.frame
      isToRestore = true
    }
    isPlaying = part.position.isPlaying
    guard isPlaying else { return }
    if isToRestore {
      unsafe restore(into: list, at: offset)
      isToRestore = false
    }
    expected = part.position.frame &+ Int64(part.frameCount)
    unsafe put(before: expected, part, into: list, sounding: sounding)
  }

  /// Puts the next events before frame `end` of the music, as far as there is room.
  @_noLocks
  private mutating func put(
    before end: Int64, _ part: MusicPart, into list: UnsafeMutablePointer<EventList>,
    sounding: UnsafeMutablePointer<PlayedState>
  ) {
    while next < events.count, unsafe list.pointee.count < SlotEvents.sentCapacity {
      let event = events.event(next)
      guard event.frame < end else { return }
      let frame = min(max(0, event.frame &- part.position.frame), Int64(part.frameCount &- 1))
      unsafe sounding.pointee.take(event.ump)
      unsafe list.pointee.insert(
        TimedEvent(
          frameOffset: UInt32(truncatingIfNeeded: part.frameOffset &+ Int(frame)),
          payload: .midi(event.ump)))
      next &+= 1
    }
  }

  /// Returns how many of the `frameCount` frames from `frame` on have no more events than a node
  /// can get, leaving room for other events.
  ///
  /// Thread: render.
  @_noLocks
  func frames(from frame: Int64, atMost frameCount: Int) -> Int {
    let first = frame == expected ? next : events.number(atFrame: frame)
    let number = first &+ SlotEvents.pendingCapacity / 2
    guard number < events.count else { return frameCount }
    return Int(max(1, min(Int64(frameCount), events.event(number).frame &- frame)))
  }

  /// Ends the sounding notes.
  @_noLocks
  private func end(
    _ sounding: UnsafeMutablePointer<PlayedState>, into list: UnsafeMutablePointer<EventList>,
    at offset: UInt32
  ) {
    for entry in 0..<(unsafe sounding.pointee.entryCount) {
      guard let end = unsafe sounding.pointee.end(at: entry) else { continue }
      unsafe list.pointee.insert(TimedEvent(frameOffset: offset, payload: .midi(end)))
    }
    unsafe sounding.pointee.removeAll()
  }

  /// Sets controllers, programs, bends and parameters to their values before the next event.
  @_noLocks
  private func restore(into list: UnsafeMutablePointer<EventList>, at offset: UInt32) {
    for index in 0..<events.settingCount {
      guard let setting = events.setting(index, before: next) else { continue }
      unsafe list.pointee.insert(TimedEvent(frameOffset: offset, payload: .midi(setting.ump)))
    }
  }
}
