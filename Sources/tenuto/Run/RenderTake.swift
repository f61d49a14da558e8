import TenutoRender
import TenutoSystem
import TenutoTransport

/// One offline rendering: its length, its duration and its peak.
struct RenderTake {
  private let file: SoundFileWriter?
  /// Frames per second, in Hz.
  private let sampleRate: Double
  /// Writes the file while the next frames are rendered.
  private let recorder: Recorder?
  private var frameCount = 0
  private var peak: Float = 0
  private var seconds = 0.0

  /// Without a file the audio is discarded.
  init(file: SoundFileWriter?, sampleRate: Double) {
    self.file = file
    self.sampleRate = sampleRate
    recorder = file.map { Recorder($0) }
  }

  /// Passes the cycles of `render` to a sink, and finishes the file.
  ///
  /// - Throws: The error of `render`, or an error if the user stopped it.
  mutating func run(
    _ render: (_ sink: (borrowing CycleOutput) throws(HostError) -> Void) throws(HostError) -> Void
  ) throws {
    let recorder = recorder
    var (count, loudest, isStopped) = (0, Float(0), false)
    let began = MonotonicTime.now
    do throws(HostError) {
      try render { output throws(HostError) in
        isStopped = SignalTrap.isStopRequested
        if isStopped { throw HostError(.refused, "Rendering was stopped.") }
        for channel in 0..<output.channelCount {
          loudest = max(loudest, Self.peak(output.channel(channel)))
        }
        count += output.frameCount
        try recorder?.write(output)
      }
      try recorder?.finish()
    } catch {
      recorder?.cancel()
      guard isStopped else { throw error }
      throw Failure.work(file.map { "Stopped; \($0.path) was not written." } ?? "Stopped.")
    }
    (frameCount, peak) = (count, loudest)
    seconds = Double(MonotonicTime.now.nanoseconds - began.nanoseconds) / 1e9
  }

  private static func peak(_ samples: Span<Float>) -> Float {
    var peak: Float = 0
    for index in samples.indices { peak = max(peak, abs(samples[index])) }
    return peak
  }

  /// The result, as lines.
  var report: [String] {
    let length = Double(frameCount) / sampleRate
    let speed = Numbers.fixed(length / max(seconds, 1e-9), places: 0)
    var frames = "\(frameCount) frames at \(Int(sampleRate)) Hz)"
    if let file { frames += ", \(file.channelCount) channels, \(file.format.name)" }
    var lines = [
      (file?.path ?? "Rendered; only the session's own files were written").printable,
      "  length  \(Numbers.time(length)) (\(frames)",
      "  peak    \(Numbers.level(peak))",
      "  speed   \(speed) times real time (\(Numbers.fixed(seconds, places: 2)) s)",
    ]
    if let file, peak > 1, file.format != .wavFloat32 {
      lines.append("  The audio exceeds the file's range and was clipped.")
    }
    return lines
  }
}

extension SoundFileFormat {
  /// The display name.
  var name: String {
    switch self {
    case .wavFloat32: "WAV, 32-bit floating point"
    case .wavInt24: "WAV, 24 bits"
    case .flacInt24: "FLAC, 24 bits"
    case .oggVorbis: "Ogg Vorbis"
    }
  }
}
