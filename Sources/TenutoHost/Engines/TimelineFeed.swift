internal import TenutoCore

/// A timeline by frame, given to a renderer cycle by cycle.
///
/// Thread: control makes and frees it, render reads it.
@safe public struct TimelineFeed: ~Copyable {
  /// A context, and the frame from which on it holds.
  private struct Entry: BitwiseCopyable {
    var frame: Int64
    /// Frames from the change itself to `frame`, less than 1: changes happen between frames.
    var lead: Double
    var context: MusicalContext
  }

  private let entries: UnsafeMutableBufferPointer<Entry>
  private let sampleRate: Double
  private var current = 0

  /// Puts the changes of `timeline` to frames; it plays until `endFrame` and stands from there on.
  public init(_ timeline: MusicalTimeline, sampleRate: Double, endFrame: Int64) {
    self.sampleRate = sampleRate
    var all = timeline.changes.map { Self.entry($0, of: timeline, sampleRate: sampleRate) }
    all.removeAll { $0.frame >= endFrame && $0.frame > 0 }
    if var end = all.last {
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
    // The first frame that is not before the change; sums of seconds are not exact to the last bit.
    let frame = (exact - 1e-6).rounded(.up)
    var context = MusicalContext(
      tempo: change.tempo, meterNumerator: change.meterNumerator,
      meterDenominator: change.meterDenominator, beatPosition: change.beat,
      measureDownbeat: change.downbeat, isPlaying: true, isRecording: timeline.isRecording)
    if let loop = timeline.loop {
      context.isLooping = true
      context.loopStart = loop.lowerBound
      context.loopEnd = loop.upperBound
    }
    let whole = Int64(exactly: frame) ?? .max / 4
    context.samplePosition = whole
    return Entry(frame: whole, lead: max(0, frame - exact), context: context)
  }

  /// The context of `entry` at a frame that is its own or later.
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
  /// The frames of a cycle that begins at `start`, at most `frameCount`, so that it has no more
  /// changes than a cycle can have.
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

  /// Gives the renderer the contexts of its next `frameCount` frames; the music begins with the
  /// renderer's first frame.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func feed(_ renderer: inout Renderer, frameCount: Int) {
    feed(&renderer, from: renderer.sampleTime, frameCount: frameCount)
  }

  /// Gives the renderer the contexts of its next `frameCount` frames, of which the first is frame
  /// `start` of the music; also where that goes back.
  ///
  /// Thread: render.
  @_noLocks
  public mutating func feed(_ renderer: inout Renderer, from start: Int64, frameCount: Int) {
    while current > 0, unsafe entries[current].frame > start { current -= 1 }
    while unsafe current + 1 < entries.count, unsafe entries[current + 1].frame <= start {
      current += 1
    }
    guard unsafe entries.count > 0 else { return }
    let first = unsafe Self.context(entries[current], atFrame: start, sampleRate: sampleRate)
    renderer.addContext(first, frameOffset: 0)
    var next = current + 1
    while unsafe next < entries.count {
      let frame = unsafe entries[next].frame
      guard frame < start &+ Int64(frameCount) else { return }
      // Of several changes between two frames the last one holds.
      if unsafe next + 1 == entries.count || entries[next + 1].frame > frame {
        let context = unsafe Self.context(entries[next], atFrame: frame, sampleRate: sampleRate)
        renderer.addContext(context, frameOffset: Int(frame &- start))
      }
      next += 1
    }
  }
}
