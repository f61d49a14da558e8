/// Everything that the render thread of the song's client touches.
@safe struct SongState: ~Copyable {
  private let words: EngineWords
  private let handle: JACKRenderHandle
  private let port: JACKPort
  private let score: SongScore
  /// Frames from the song's start to the next cycle.
  private var position: Int
  private var next: Int
  /// Bytes of the next message that are out already: a long SysEx takes several cycles.
  private var sentBytes = 0

  /// Begins at `position` frames, where all events before have been played.
  init(
    _ score: SongScore, position: Int, port: JACKPort, handle: JACKRenderHandle,
    words: EngineWords
  ) {
    self.words = words
    self.handle = handle
    self.port = port
    self.score = score
    self.position = position
    next = score.index(atFrame: position)
  }
}

extension SongState {
  @_noLocks
  fileprivate mutating func process(frameCount: UInt32) {
    var cycle = unsafe JACKCycle(unsafeHandle: handle, frameCount: frameCount)
    var midi = cycle.midiOutput(port)
    midi.clear()
    if words.isStopRequested {
      if !words.isSongSilenced { midi.releaseNotes() }
      words.isSongSilenced = true
    }
    guard words.mayPlay else { return }
    let end = position &+ Int(frameCount)
    if !words.isStopRequested { play(&midi, until: end) }
    position = end
    words.songEnd = end
  }

  /// Writes the messages before `end`.
  ///
  /// What finds no room goes out in the next cycle.
  @_noLocks
  private mutating func play(_ midi: inout JACKMIDIOutput, until end: Int) {
    while next < score.count {
      let message = score.message(next)
      guard message.frame < end else { return }
      guard write(message, to: &midi, frameOffset: max(0, message.frame &- position)) else {
        words.countDelayedCycle()
        return
      }
      next += 1
      sentBytes = 0
    }
  }

  /// Writes what is left of a message; a long SysEx as much as fits.
  ///
  /// True when all is out.
  @_noLocks
  private mutating func write(
    _ message: SongScore.Message, to midi: inout JACKMIDIOutput, frameOffset: Int
  ) -> Bool {
    let rest = message.byteCount &- sentBytes
    let room = midi.writableByteCount
    guard room >= rest || message.byteCount > 3 else { return false }
    let count = min(room, rest)
    guard count > 0 else { return false }
    var bytes = midi.reserve(frameOffset: frameOffset, count: count)
    guard bytes.count == count else { return false }
    for index in 0..<count { bytes[index] = score.byte(sentBytes &+ index, of: message) }
    sentBytes &+= count
    return sentBytes == message.byteCount
  }
}

/// The process callback of the song's client; its context is a `SongState`.
@_noLocks
func playSong(_ frameCount: UInt32, _ context: UnsafeMutableRawPointer?) -> Int32 {
  guard let context = unsafe context else { return 1 }
  unsafe context.assumingMemoryBound(to: SongState.self).pointee.process(frameCount: frameCount)
  return 0
}
