import TenutoCore
import TenutoHost
import TenutoJACK
import TenutoMIDI

/// Which engine plays, and what it asks for.
enum EngineChoice {
  /// JACK, with what its server runs with.
  case jack(JACKServerFormat)
  /// The machine's clock.
  case clock

  /// Follows the user's wish; without one, JACK where a server runs.
  ///
  /// - Throws: Which server is missing.
  init(_ options: PlayOptions, hasSong: Bool) throws {
    if options.engine == .clock {
      self = .clock
      return
    }
    do throws(HostError) {
      self = .jack(try JACKEngine.serverFormat(serverName: options.server))
    } catch {
      guard hasSong else { throw Self.noLiveMIDI(options) }
      // A server that was asked for by name is not replaced in silence.
      guard options.engine == nil && options.server == nil else { throw error }
      self = .clock
    }
  }

  private static func noLiveMIDI(_ options: PlayOptions) -> Failure {
    let server = options.server.map { " \"\($0)\"" } ?? ""
    return .work(
      "Live MIDI needs a JACK server\(server), and none runs; start it (jackd -d alsa, or "
        + "PipeWire with pipewire-jack) or give a MIDI file to play.")
  }

  /// The sample rate that it insists on, in Hz.
  var sampleRate: Int? {
    switch self {
    case .jack(let format): Int(format.sampleRate)
    case .clock: nil
    }
  }

  /// Audio channels of what `chain` puts out on it.
  func channelCount(of chain: Chain) -> Int {
    switch self {
    case .jack: chain.nodes.last?.description.outputChannelCount ?? 2
    case .clock: 2
    }
  }

  /// Starts to play; without a song only JACK can.
  func perform(
    _ chain: Chain, score: Score?, options: PlayOptions, format: FormatOptions,
    recorder: Recorder?
  ) throws(HostError) -> any Performance & Sendable {
    guard case .clock = self, let score else {
      return try JACKPerformance(
        chain, score: score, tail: format.tail, options: options, recorder: recorder)
    }
    return try ClockPerformance(chain, score: score, format: format, recorder: recorder)
  }
}
