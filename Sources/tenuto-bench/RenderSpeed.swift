import DelayKernel
import Foundation
import SawtoothKernel
import TenutoCore
import TenutoExtension
import TenutoMIDI
import TenutoRender
import TenutoSystem
import TenutoTransport

/// The speed of rendering a song, compared with the same kernels called in this process.
struct RenderSpeed {
  let rounds: Int
  private let rate = 48000.0
  private let frames = 256

  func run(into report: inout Report) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: "Examples/Songs/canon.mid"))
    let song = Song(try StandardMIDIFile(parsing: Array(data)))
    var isolated: [Double] = []
    var inProcess: [Double] = []
    for _ in 0..<rounds {
      isolated.append(try nanoseconds { try renderIsolated(song) })
      inProcess.append(try nanoseconds { try renderInProcess(song) })
    }
    let seconds = song.duration + 2
    let speeds = isolated.map { seconds / ($0 / 1e9) }
    report.add("render of the song, times real time", "x", Spread(speeds), bar: 300, isFloor: true)
    let own = inProcess.map { seconds / ($0 / 1e9) }
    report.add("the same kernels in process, times real time", "x", Spread(own))
    let ratios = zip(isolated, inProcess).map { $1 / $0 }
    report.add(
      "speed of render to speed in process", "", Spread(ratios), bar: 0.85, isFloor: true)
  }

  private func writer() throws -> SoundFileWriter {
    let path = FileManager.default.temporaryDirectory.path + "/tenuto-bench-\(getpid()).wav"
    return try SoundFileWriter(
      path: path, format: .wavFloat32, sampleRate: Int(rate), channelCount: 2)
  }

  private func renderIsolated(_ song: Song) throws {
    let saw = try Instance(
      executablePath: BenchEnvironment.path(of: "Sawtooth"), code: "aumu saw1 Tnto")
    let delay = try Instance(
      executablePath: BenchEnvironment.path(of: "Delay"), code: "aufx dely Tnto")
    var graph = Graph(chain: [saw, delay])
    graph.add(song, playing: graph.nodeIDs[0])
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: rate, frameCount: frames))
    let file = try writer()
    let recorder = Recorder(file)
    let frameCount = Int64((song.duration * rate).rounded(.up)) + Int64(2 * rate)
    try engine.render(frameCount: frameCount) { cycle throws(HostError) in
      try recorder.write(cycle)
    }
    try recorder.finish()
    try FileManager.default.removeItem(atPath: file.path)
    saw.terminate()
    delay.terminate()
  }

  /// The time above includes starting processes, so it includes creating kernels here.
  private func renderInProcess(_ song: Song) throws {
    var saw = KernelRunner<SawtoothKernel>(sampleRate: rate, maximumFrameCount: frames)
    var delay = KernelRunner<DelayKernel>(sampleRate: rate, maximumFrameCount: frames)
    var events = Events(song, rate: rate)
    let file = try writer()
    let total = Int64((song.duration * rate).rounded(.up)) + Int64(2 * rate)
    while saw.sampleTime < total {
      let count = Int(min(Int64(frames), total - saw.sampleTime))
      let list = events.take(from: saw.sampleTime, count: count)
      saw.render(frameCount: count, events: list.span)
      for channel in 0..<2 {
        let source = saw.output(channel)
        var input = delay.input(channel)
        for frame in 0..<count { input[frame] = source[frame] }
      }
      delay.render(frameCount: count)
      for channel in 0..<2 {
        file.prepare(channel: channel, delay.output(channel).extracting(0..<count))
      }
      try file.writePrepared()
    }
    try file.finish()
    try FileManager.default.removeItem(atPath: file.path)
  }
}

/// A song's events by cycle.
private struct Events {
  private let events: [SongFrameEvent]
  private var next = 0

  init(_ song: Song, rate: Double) {
    var translator = MIDI1ToMIDI2Translator()
    events = song.events(atSampleRate: rate).flatMap { event in
      translator.translate(event.ump).array.map { SongFrameEvent(frame: event.frame, ump: $0) }
    }
  }

  mutating func take(from start: Int64, count: Int) -> [TimedEvent] {
    var list: [TimedEvent] = []
    while next < events.count, events[next].frame < start + Int64(count) {
      let offset = UInt32(events[next].frame - start)
      list.append(TimedEvent(frameOffset: offset, payload: .midi(events[next].ump)))
      next += 1
    }
    return list
  }
}
