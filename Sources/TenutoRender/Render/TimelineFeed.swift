internal import TenutoCore

/// A timeline by frame, passed to a renderer cycle by cycle.
///
/// Thread: control makes and frees it, render reads it.
@safe public struct TimelineFeed: ~Copyable {
  /// A context, and the frame from which it holds.
  private struct Entry: BitwiseCopyable {
    var frame: Int64
    /// Frames from the change itself to `frame`, less than 1: changes happen between frames.
    var lead: Double
    var context: MusicalContext
  }

  private let entries: UnsafeMutableBufferPointer<Entry>
  private let sampleRate: Double
  /// The loop in frames, or nil.
  private let loop: Range<Int64>?
  /// The frame at which the transport stops, unless it loops.
  private let end: Int64?
  private var current = 0

  /// Assigns frames to the changes of `timeline`.
  ///
  /// It plays until `endFrame`, by default the end of the timeline, and then stands still.
  public init(_ timeline: MusicalTimeline, sampleRate: Double, endFrame: Int64? = nil) {
    self.sampleRate = sampleRate
    let endFrame = endFrame ?? timeline.duration.map { Self.frame(of: $0 * sampleRate) }
    end = endFrame
    loop = timeline.loop.flatMap { loop in
      let first = Self.frame(of: timeline.seconds(atBeat: loop.lowerBound) * sampleRate)
      let last = Self.frame(of: timeline.seconds(atBeat: loop.upperBound) * sampleRate)
      return last - first >= Self.minimumLoopFrames ? first..<last : nil
    }
    var all = timeline.changes.map { Self.entry($0, of: timeline, sampleRate: sampleRate) }
    if let endFrame { all.removeAll { $0.frame >= endFrame && $0.frame > 0 } }
    if let endFrame, var end = all.last {
      end.context = Self.context(end, atFrame: endFrame, sampleRate: sampleRate)
      end.context.isPlaying = false
      end.context.isRecording = false
      end.frame = endFrame
      end.lead = 0
      all.append(end)
    }
    unsafe entries = .allocate(capacity: all.count)
    _ = unsafe entries.initialize(fromContentsOf: all)
  }

  deinit { unsafe entries.deallocate() }

  private static func entry(
    _ change: MusicalTimeline.Change, of timeline: MusicalTimeline, sampleRate: Double
  ) -> Entry {
    let exact = change.seconds * sampleRate
    let frame = Self.frame(of: exact)
    var context = MusicalContext(
      tempo: change.tempo, meterNumerator: change.meterNumerator,
      meterDenominator: change.meterDenominator, beatPosition: change.beat,
      measureDownbeat: change.downbeat, isPlaying: true, isRecording: timeline.isRecording)
    if let loop = timeline.loop {
      context.isLooping = true
      context.loopStart = loop.lowerBound
      context.loopEnd = loop.upperBound
    }
    context.samplePosition = frame
    return Entry(frame: frame, lead: max(0, Double(frame) - exact), context: context)
  }

  /// The first frame at or after an exact position, allowing for rounding in sums of seconds.
  private static func frame(of position: Double) -> Int64 {
    Int64(exactly: (position - 1e-6).rounded(.up)) ?? .max / 4
  }

  /// The shortest loop in frames, so that a cycle of 65536 has a limited number of parts.
  private static var minimumLoopFrames: Int64 { 8192 }

  /// The context of `entry` at its own frame or later.
  @_noLocks
  private static func context(
    _ entry: Entry, atFrame frame: Int64, sampleRate: Double
  ) -> MusicalContext {
    guard entry.context.isPlaying else { return entry.context }
    var context = entry.context
    let elapsed = Double(frame &- entry.frame) + entry.lead
    context.beatPosition += elapsed * context.tempo / (60 * sampleRate)
    context.samplePosition = frame
    let measures = (context.beatPosition - context.measureDownbeat) / context.measureLength
    if measures >= 1, measures < 1e15 {
      context.measureDownbeat += Double(Int64(measures)) * context.measureLength
    }
    return context
  }
}

extension TimelineFeed {
  /// The frames of a cycle that begins at `start`, at most `frameCount`, limited by the most
  /// changes of a cycle.
  ///
  /// Thread: render.
  @_noLocks
  public func frames(from start: Int64, atMost frameCount: Int) -> Int {
    var index = current
    while unsafe index + 1 < entries.count, unsafe entries[index + 1].frame <= start { index += 1 }
    let limit = index &+ Renderer.maximumContextCount
    guard unsafe limit < entries.count else { return frameCount }
    let end = unsafe entries[limit].frame
    return end < start &+ Int64(frameCount) ? max(1, Int(end &- start)) : frameCount
  }

  /// Passes the contexts of the next `frameCount` frames to the renderer; the music begins at its
  /// first frame.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func feed(_ renderer: inout Renderer, frameCount: Int) {
    feed(&renderer, from: renderer.sampleTime, frameCount: frameCount)
  }

  /// Adds the contexts of `frameCount` frames in the renderer's next cycle, from `frameOffset` on.
  ///
  /// `start` is the first frame's position in the music, which may go back.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func feed(
    _ renderer: inout Renderer, from start: Int64, frameCount: Int, frameOffset: Int = 0,
    isPlaying: Bool = true
  ) {
    while current > 0, unsafe entries[current].frame > start { current -= 1 }
    while unsafe current + 1 < entries.count, unsafe entries[current + 1].frame <= start {
      current += 1
    }
    guard unsafe entries.count > 0 else { return }
    var first = unsafe Self.context(entries[current], atFrame: start, sampleRate: sampleRate)
    if !isPlaying { (first.isPlaying, first.isRecording) = (false, false) }
    renderer.addContext(first, frameOffset: frameOffset)
    guard isPlaying else { return }
    var next = current + 1
    while unsafe next < entries.count {
      let frame = unsafe entries[next].frame
      guard frame < start &+ Int64(frameCount) else { return }
      // Of several changes between two frames, the last one holds.
      if unsafe next + 1 == entries.count || entries[next + 1].frame > frame {
        let context = unsafe Self.context(entries[next], atFrame: frame, sampleRate: sampleRate)
        renderer.addContext(context, frameOffset: frameOffset &+ Int(frame &- start))
      }
      next += 1
    }
  }

  /// The position in the music for a `position` on a transport without end or loop.
  ///
  /// Thread: any.
  @_noLocks
  func musicPosition(of position: TransportPosition) -> TransportPosition {
    var result = position
    if let loop {
      if result.frame >= loop.upperBound {
        result.frame = loop.lowerBound &+ (result.frame &- loop.lowerBound) % Int64(loop.count)
      }
    } else if let end, result.frame >= end {
      result = TransportPosition(frame: end, isPlaying: false)
    }
    return result
  }

  /// Returns how many of the next `frameCount` frames continue from `position` without a jump or
  /// stop.
  ///
  /// Thread: render.
  @_noLocks
  func length(from position: TransportPosition, atMost frameCount: Int) -> Int {
    guard position.isPlaying, let limit = loop?.upperBound ?? end, position.frame < limit else {
      return frameCount
    }
    return Int(truncatingIfNeeded: min(Int64(frameCount), limit &- position.frame))
  }
}
