internal import TenutoCore
public import TenutoMIDI

/// A song's events by frame, handed out cycle by cycle on the render thread.
///
/// Thread: control makes and frees it, render reads it.
@safe public struct SongFeed: ~Copyable {
  private let events: UnsafeMutableBufferPointer<SongFrameEvent>
  private var next = 0
  /// Frames from the start to the last event.
  public let frameCount: Int64

  /// Puts the events of `song` to frames of `sampleRate`, in MIDI 2.0 protocol.
  public init(_ song: Song, sampleRate: Double) {
    let translated = Self.translate(song.events(atSampleRate: sampleRate))
    unsafe events = .allocate(capacity: translated.count)
    _ = unsafe events.initialize(fromContentsOf: translated)
    frameCount = Int64((song.duration * sampleRate).rounded(.up))
  }

  /// No events at all.
  init() {
    unsafe events = .allocate(capacity: 0)
    frameCount = 0
  }

  deinit { unsafe events.deallocate() }

  /// The same translation that MIDI from a JACK port takes.
  private static func translate(_ events: some Sequence<SongFrameEvent>) -> [SongFrameEvent] {
    var translator = MIDI1ToMIDI2Translator()
    return events.flatMap { event in
      translator.translate(event.ump).array.map { SongFrameEvent(frame: event.frame, ump: $0) }
    }
  }

  /// The next event before frame `end`, if there is one; moves on to the one after it.
  ///
  /// Thread: render.
  @_noLocks
  mutating func take(before end: Int64) -> SongFrameEvent? {
    guard unsafe next < events.count else { return nil }
    let event = unsafe events[next]
    guard event.frame < end else { return nil }
    next += 1
    return event
  }

  /// Gives the events of the renderer's next `frameCount` frames to `slot`.
  ///
  /// Thread: render. What the slot has no room for comes a cycle later: it is not lost.
  @_noLocks
  public mutating func feed(_ renderer: inout Renderer, slot: Int, frameCount: Int) {
    let start = renderer.sampleTime
    while renderer.room(inSlot: slot) > 0,
      let event = take(before: start &+ Int64(frameCount))
    {
      let offset = UInt32(truncatingIfNeeded: max(0, event.frame &- start))
      renderer.send(TimedEvent(frameOffset: offset, payload: .midi(event.ump)), toSlot: slot)
    }
  }
}
