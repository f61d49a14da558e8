internal import TenutoCore
internal import TenutoHost

/// What a graph's client renders with, made for one sample rate.
///
/// Made and freed by control; the graph that has the renderer must outlive it.
@safe struct GraphRendering: BitwiseCopyable {
  let renderer: UnsafeMutablePointer<Renderer>
  let inputChannelCount: Int
  let outputChannelCount: Int
  /// Frames per second, in Hz.
  let sampleRate: Double

  init(_ graph: PreparedGraph) {
    unsafe renderer = graph.renderer
    inputChannelCount = graph.format.inputChannelCount
    outputChannelCount = graph.format.outputChannelCount
    sampleRate = graph.format.sampleRate
  }

  /// Tells the kernels the music's time in the next cycle.
  ///
  /// A timebase master is believed; without one, the engine's own tempo counts.
  ///
  /// Thread: render.
  @_noLocks
  func addContext(_ transport: JACKTransport, _ words: TransportWords) {
    var context: MusicalContext
    if words.follows {
      if case .some = transport.timebase {
        context = transport.musicalContext(sampleRate: sampleRate)
      } else {
        context = steady(Int64(transport.frame), transport.isRolling, words)
      }
    } else {
      context = steady(unsafe renderer.pointee.sampleTime, true, words)
    }
    unsafe renderer.pointee.addContext(context, frameOffset: 0)
  }

  @_noLocks
  private func steady(
    _ position: Int64, _ isPlaying: Bool, _ words: TransportWords
  ) -> MusicalContext {
    MusicalContext(
      steadyAt: position, isPlaying: isPlaying, sampleRate: sampleRate, tempo: words.tempo,
      meterNumerator: words.meterNumerator, meterDenominator: words.meterDenominator)
  }
}
