internal import TenutoMIDI

/// A song as JACK wants it: MIDI 1.0 messages by frame, each with all of its bytes.
///
/// Made and freed by control, read by the song's render thread. Valid until `deallocate`.
@safe struct SongScore: BitwiseCopyable, @unchecked Sendable {  // never changes
  /// One message.
  struct Message: BitwiseCopyable {
    let frame: Int
    fileprivate let start: Int
    let byteCount: Int
  }

  private let messages: UnsafeMutableBufferPointer<Message>
  private let bytes: UnsafeMutableBufferPointer<UInt8>
  /// Frames from the start to the last event, as the other engines count them.
  let frameCount: Int
  /// Frames per second that the frames are of, in Hz.
  let sampleRate: Double

  static func allocate(_ song: Song, sampleRate: Double) -> SongScore {
    var bytes: [UInt8] = []
    var messages: [Message] = []
    var start = 0
    for event in song.events(atSampleRate: sampleRate) {
      let part = MIDI1Bytes(event.ump)
      guard part.count > 0 else { continue }
      // The packets of a SysEx follow each other: they are one message for JACK.
      if start == bytes.count || part[0] >= 0x80 && part[0] != 0xF7 { start = bytes.count }
      bytes += part.array
      if bytes[start] == 0xF0 && bytes.last != 0xF7 { continue }
      let frame = Int(clamping: event.frame)
      messages.append(Message(frame: frame, start: start, byteCount: bytes.count - start))
      start = bytes.count
    }
    let messageMemory = UnsafeMutableBufferPointer<Message>.allocate(capacity: messages.count)
    _ = unsafe messageMemory.initialize(fromContentsOf: messages)
    let byteMemory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count)
    _ = unsafe byteMemory.initialize(fromContentsOf: bytes)
    return unsafe SongScore(
      messages: messageMemory, bytes: byteMemory,
      frameCount: Int(exactly: (song.duration * sampleRate).rounded(.up)) ?? .max / 4,
      sampleRate: sampleRate)
  }

  func deallocate() {
    unsafe messages.deallocate()
    unsafe bytes.deallocate()
  }

  /// Messages of the song.
  var count: Int { @_noLocks get { unsafe messages.count } }

  /// One message; an index out of `0..<count` is a programmer error and traps.
  @_noLocks
  func message(_ index: Int) -> Message {
    precondition(index >= 0 && index < count)
    return unsafe messages[index]
  }

  /// One byte of a message.
  @_noLocks
  func byte(_ index: Int, of message: Message) -> UInt8 {
    precondition(index >= 0 && index < message.byteCount)
    return unsafe bytes[message.start + index]
  }

  /// The first message at `frame` or later.
  func index(atFrame frame: Int) -> Int {
    (0..<count).first { message($0).frame >= frame } ?? count
  }
}
