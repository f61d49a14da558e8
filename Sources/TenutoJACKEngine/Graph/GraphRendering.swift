internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

/// The prepared graph of a client, made for one sample rate.
///
/// Made and freed by control; the graph that has the renderer must outlive it.
@safe struct GraphRendering: BitwiseCopyable {
  let renderer: UnsafeMutablePointer<Renderer>
  let inputChannelCount: Int
  let outputChannelCount: Int
  /// Frames per second, in Hz.
  let sampleRate: Double
  /// The share of a period after which extensions are late.
  let deadlineShare: Double

  init(_ graph: PreparedGraph) {
    unsafe renderer = graph.renderer
    inputChannelCount = graph.format.inputChannelCount
    outputChannelCount = graph.format.outputChannelCount
    sampleRate = graph.format.sampleRate
    deadlineShare = graph.format.deadlineShare
  }

  /// Says where the music is in the next cycle, which begins at `frame` of the engine's.
  ///
  /// A song's tempos come first, then a timebase master's; without either, the engine's tempo counts.
  ///
  /// Thread: render.
  @_noLocks
  func setMusic(
    _ transport: JACKTransport, _ words: TransportWords, at frame: Int64, frameCount: Int
  ) {
    let position = words.position(at: frame, transport)
    if unsafe renderer.pointee.hasTimeline {
      return unsafe renderer.pointee.setMusic(position, frameCount: frameCount)
    }
    var context = MusicalContext(
      steadyAt: position.frame, isPlaying: position.isPlaying, sampleRate: sampleRate,
      tempo: words.tempo, meterNumerator: words.meterNumerator,
      meterDenominator: words.meterDenominator)
    if words.follows, case .some = transport.timebase {
      context = transport.musicalContext(sampleRate: sampleRate)
    }
    unsafe renderer.pointee.addContext(context, frameOffset: 0)
  }
}
