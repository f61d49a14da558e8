internal import TenutoCore
internal import TenutoJACK
internal import TenutoRender

/// The prepared graph of a client, for one sample rate.
///
/// Control makes and frees it; the graph with the renderer must outlive it.
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

  /// Sets the position in the music for the next cycle, which begins at the engine's `frame`.
  ///
  /// A song's tempos take precedence, then a timebase master's; without either, the engine's tempo
  /// applies.
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
