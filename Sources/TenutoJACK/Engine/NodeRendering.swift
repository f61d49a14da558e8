internal import TenutoHost

/// What a node renders with, made for one sample rate.
///
/// Made and freed by control, while no cycle runs.
@safe struct NodeRendering: ~Copyable {
  let renderer: UnsafeMutablePointer<Renderer>
  /// Frames per second, in Hz.
  let sampleRate: Double
  private var time: TimelineFeed
  private let hasTimeline: Bool

  /// The renderer of `graph`, which must outlive this; with the song's own time, if there is any.
  init(_ graph: PreparedGraph, _ timeline: SongTimeline?) {
    unsafe renderer = graph.renderer
    sampleRate = graph.format.sampleRate
    hasTimeline = timeline != nil
    let song = timeline ?? SongTimeline(timeline: MusicalTimeline(), duration: 0)
    let end = (song.duration * sampleRate).rounded(.up)
    time = TimelineFeed(
      song.timeline, sampleRate: sampleRate, endFrame: Int64(exactly: end) ?? .max / 4)
  }

  /// Tells the kernel the music's time in the next cycle.
  ///
  /// Whoever states it most exactly is believed: a timebase master of JACK's transport; else the
  /// song's own timeline, while the engine plays a song; else the transport alone, which counts
  /// 120 quarters a minute.
  ///
  /// Thread: render.
  ///
  /// - Parameters:
  ///   - transport: JACK's transport in this cycle.
  ///   - songEnd: Frames from the song's start to the end of the cycle, negative without a song.
  ///   - frameCount: Frames of the cycle.
  @_noLocks
  mutating func addContext(_ transport: JACKTransport, songEnd: Int, frameCount: Int) {
    let renderer = unsafe renderer  // ThreadSanitizer takes self.renderer for part of self.time
    if hasTimeline && songEnd >= 0, case .none = transport.timebase {
      unsafe time.feed(
        &renderer.pointee, from: Int64(songEnd &- frameCount), frameCount: frameCount)
    } else {
      unsafe renderer.pointee.addContext(
        transport.musicalContext(sampleRate: sampleRate), frameOffset: 0)
    }
  }
}

/// When the beats of a song are, and how long it lasts.
struct SongTimeline: Sendable {
  let timeline: MusicalTimeline
  /// Seconds to the song's last event; the time stands from there on.
  let duration: Double
}
