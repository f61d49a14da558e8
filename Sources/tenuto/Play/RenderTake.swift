import TenutoHost
import TenutoMIDI
import TenutoTransport

/// One run of `render`: what it made, how long it took, how loud it became.
struct RenderTake {
  private let file: SoundFileWriter
  /// Writes the file while the next frames are rendered.
  private let recorder: Recorder
  private var peak: Float = 0
  private var seconds = 0.0

  init(file: SoundFileWriter) {
    self.file = file
    recorder = Recorder(file)
  }

  /// Renders a song and its tail into the file, and finishes it.
  mutating func render(
    _ score: Score, chain: Chain, graph: PreparedGraph, tailFrames: Int64
  ) throws {
    let recorder = recorder
    var loudest: Float = 0
    var isStopped = false
    let began = MonotonicTime.now
    do throws(HostError) {
      _ = try OfflineEngine(graph).render(
        score.song, player: chain.player, settings: chain.settings, timeline: score.timeline,
        tailFrames: tailFrames
      ) { output throws(HostError) in
        isStopped = SignalTrap.isStopRequested
        if isStopped { throw HostError(.refused, "Rendering was stopped.") }
        for channel in 0..<output.channelCount {
          loudest = max(loudest, Self.peak(output.channel(channel)))
        }
        try recorder.write(output)
      }
      try recorder.finish()
    } catch {
      recorder.cancel()
      guard isStopped else { throw error }
      throw Failure.work("Stopped; \(file.path) was not written.")
    }
    peak = loudest
    seconds = Double(MonotonicTime.now.nanoseconds - began.nanoseconds) / 1e9
  }

  private static func peak(_ samples: Span<Float>) -> Float {
    var peak: Float = 0
    for index in samples.indices { peak = max(peak, abs(samples[index])) }
    return peak
  }

  /// What was done, for people.
  var report: [String] {
    let length = Double(file.frameCount) / Double(file.sampleRate)
    let speed = Numbers.fixed(length / max(seconds, 1e-9), places: 0)
    var lines = [
      "\(file.path)".printable,
      "  length  \(Numbers.time(length)) (\(file.frameCount) frames at \(file.sampleRate) Hz), "
        + "\(file.channelCount) channels, \(file.format.name)",
      "  peak    \(Numbers.level(peak))",
      "  speed   \(speed) times real time (\(Numbers.fixed(seconds, places: 2)) s)",
    ]
    if peak > 1 && file.format != .wavFloat32 {
      lines.append("  The sound is louder than the file can hold and was clipped.")
    }
    return lines
  }
}

extension SoundFileFormat {
  /// What people call it.
  var name: String {
    switch self {
    case .wavFloat32: "WAV, 32-bit floating point"
    case .wavInt24: "WAV, 24 bits"
    case .flacInt24: "FLAC, 24 bits"
    case .oggVorbis: "Ogg Vorbis"
    }
  }
}
