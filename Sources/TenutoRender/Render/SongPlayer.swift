internal import TenutoCore
internal import TenutoMIDI
internal import TenutoTransport

/// Plays the events of a song along the music's time.
///
/// Thread: control makes and frees it, render uses it.
struct SongPlayer: ~Copyable {
  private let events: SongIndex
  /// The next event, and the frame of the music that the next part of a cycle is expected to begin at.
  private var next = 0
  private var expected: Int64 = 0
  private var isPlaying = false
  /// Whether what it sets stands as at another place of the song.
  private var isToRestore = false
  /// Whether it has come to a stand by itself, as it does at the end of the music.
  private var isFinishing = false

  /// Begins before the first of `events`.
  ///
  /// Thread: control.
  init(_ events: some Sequence<SongEvent>, sampleRate: Double) {
    self.events = SongIndex(events, sampleRate: sampleRate)
  }

  /// Puts the events of a part of a cycle into `list`, and notes in `sounding` which notes they hold.
  ///
  /// An event that finds no room comes a cycle later: it is not lost.
  @_noLocks
  mutating func play(
    _ part: MusicPart, into list: UnsafeMutablePointer<EventList>,
    sounding: UnsafeMutablePointer<PlayedState>
  ) {
    let offset = UInt32(truncatingIfNeeded: part.frameOffset)
    let isJump = part.position.frame != expected
    let isStop = isPlaying && !part.position.isPlaying
    isFinishing = !isJump && !part.position.isPlaying && (isStop || isFinishing)
    // An event at the very end belongs to the music: no part of a cycle begins behind it.
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

  /// Puts the next events that stand before frame `end` of the music, as far as there is room.
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

  /// How many of the `frameCount` frames from `frame` on hold no more events than a node can be sent,
  /// with room for others.
  ///
  /// Thread: render.
  @_noLocks
  func frames(from frame: Int64, atMost frameCount: Int) -> Int {
    let first = frame == expected ? next : events.number(atFrame: frame)
    let number = first &+ SlotEvents.pendingCapacity / 2
    guard number < events.count else { return frameCount }
    return Int(max(1, min(Int64(frameCount), events.event(number).frame &- frame)))
  }

  /// Ends the notes that sound.
  @_noLocks
  private func end(
    _ sounding: UnsafeMutablePointer<PlayedState>, into list: UnsafeMutablePointer<EventList>,
    at offset: UInt32
  ) {
    for place in 0..<(unsafe sounding.pointee.placeCount) {
      guard let end = unsafe sounding.pointee.end(at: place) else { continue }
      unsafe list.pointee.insert(TimedEvent(frameOffset: offset, payload: .midi(end)))
    }
    unsafe sounding.pointee.removeAll()
  }

  /// Sets controllers, programs, bends and parameters as they stand before the next event.
  @_noLocks
  private func restore(into list: UnsafeMutablePointer<EventList>, at offset: UInt32) {
    for index in 0..<events.settingCount {
      guard let setting = events.setting(index, before: next) else { continue }
      unsafe list.pointee.insert(TimedEvent(frameOffset: offset, payload: .midi(setting.ump)))
    }
  }
}
