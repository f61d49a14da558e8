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

  /// Begins before the first of `events`.
  ///
  /// Thread: control.
  init(_ events: some Sequence<SongEvent>, sampleRate: Double) {
    self.events = SongIndex(events, sampleRate: sampleRate)
  }

  /// Puts the events of a part of a cycle into `list`, and notes in `sounding` which notes they hold.
  ///
  /// What finds no room comes a cycle later: it is not lost.
  @_noLocks
  mutating func play(
    _ part: MusicPart, into list: UnsafeMutablePointer<EventList>,
    sounding: UnsafeMutablePointer<PlayedState>
  ) {
    let offset = UInt32(truncatingIfNeeded: part.frameOffset)
    let isJump = part.position.frame != expected
    if isJump || (isPlaying && !part.position.isPlaying) {
      unsafe end(sounding, into: list, at: offset)
    }
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
    while next < events.count, unsafe list.pointee.count < SlotEvents.sentCapacity {
      let event = events.event(next)
      guard event.frame < expected else { return }
      let frame = max(0, event.frame &- part.position.frame)
      unsafe sounding.pointee.take(event.ump)
      unsafe list.pointee.insert(
        TimedEvent(
          frameOffset: offset &+ UInt32(truncatingIfNeeded: frame), payload: .midi(event.ump)))
      next &+= 1
    }
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
