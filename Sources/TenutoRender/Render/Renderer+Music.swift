internal import TenutoCore

/// Frames of a cycle in which the music goes on without a jump, or stands.
struct MusicPart: BitwiseCopyable {
  /// Where it begins in the cycle, and its frames.
  var frameOffset: Int
  var frameCount: Int
  /// The first frame's place in the music.
  var position: TransportPosition

  @_noLocks
  init(frameOffset: Int, frameCount: Int, position: TransportPosition) {
    self.frameOffset = frameOffset
    self.frameCount = frameCount
    self.position = position
  }
}

/// The music's time of a cycle: what songs play, and kernels see.
extension Renderer {
  /// Parts that a cycle can have: a loop has 8192 frames at least, a cycle 65536 at most.
  static var maximumPartCount: Int { @_noLocks get { 10 } }

  /// Whether the graph says what the music's time is.
  ///
  /// Thread: render.
  public var hasTimeline: Bool { @_noLocks get { unsafe plan.timeline != nil } }

  /// Says where the music is in the next cycle of `frameCount` frames, on a transport that knows of
  /// no loop and no end; the graph's timeline says what is repeated, and gives kernels their
  /// contexts.
  ///
  /// Thread: render. Before `render`; no effect where the graph has no timeline.
  @_noLocks
  public mutating func setMusic(_ transport: TransportPosition, frameCount: Int) {
    guard let timeline = unsafe plan.timeline else { return }
    partCount = 0
    var offset = 0
    while offset < frameCount, partCount < Self.maximumPartCount {
      let position = unsafe timeline.pointee.place(of: transport.advanced(by: Int64(offset)))
      let isLast = partCount == Self.maximumPartCount &- 1
      let rest = frameCount &- offset
      let count = unsafe isLast ? rest : timeline.pointee.length(from: position, atMost: rest)
      unsafe parts[partCount] = MusicPart(
        frameOffset: offset, frameCount: count, position: position)
      partCount &+= 1
      unsafe timeline.pointee.feed(
        &self, from: position.frame, frameCount: count, frameOffset: offset,
        isPlaying: position.isPlaying)
      offset &+= max(1, count)
    }
  }

  /// The frames of a cycle that begins at `transport`, at most `frameCount`, so that it has no more
  /// changes of the music's time than a cycle can have.
  ///
  /// Thread: render.
  @_noLocks
  func musicFrames(from transport: TransportPosition, atMost frameCount: Int) -> Int {
    guard let timeline = unsafe plan.timeline else { return frameCount }
    let place = unsafe timeline.pointee.place(of: transport)
    return unsafe timeline.pointee.frames(from: place.frame, atMost: frameCount)
  }

  /// The frames of a cycle that begins at `transport`, at most `frameCount`, in which no song has
  /// more events than a node can be sent.
  ///
  /// Thread: render.
  @_noLocks
  func songFrames(from transport: TransportPosition, atMost frameCount: Int) -> Int {
    guard let timeline = unsafe plan.timeline else { return frameCount }
    let place = unsafe timeline.pointee.place(of: transport)
    var frames = frameCount
    for index in 0..<(unsafe plan.hostStarts[plan.levelCount &+ 1]) {
      let slot = unsafe plan.hosts[index]
      if let limit = unsafe hosts[slot].song?.frames(from: place.frame, atMost: frames) {
        frames = limit
      }
    }
    return frames
  }
}
