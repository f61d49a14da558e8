import Foundation
import TenutoComponents
import TenutoCore
import TenutoMIDI
import TenutoProcess
import TenutoRender
import TenutoSystem

/// The processor time of each extension per frame, beside LV2 plug-ins of its kind, in one run.
///
/// Everything renders offline, so the wall time is that of all processes, which take turns. Effects
/// get noise, instruments play the canon. A figure includes one hop to a process and back for each
/// 256 frames; the time of the noise alone, and of an instrument that is silent, is subtracted.
struct PluginCost {
  let rounds: Int
  let seconds: Double

  private static let rate = 48000.0
  private static let frames = 256

  /// A plug-in, and how to make an instance of it.
  private struct Candidate {
    let name: String
    let make: () throws -> Instance
  }

  private static let effects: [(String, ComponentCode)] = [
    ("Gain", "aufx gain Tnto"), ("Delay", "aufx dely Tnto"), ("Filter", "aufx fltr Tnto"),
    ("Compressor", "aufx comp Tnto"), ("Reverb", "aufx rvrb Tnto"),
  ]
  private static let instruments: [(String, ComponentCode)] = [
    ("Sine", "aumu sine Tnto"), ("Sawtooth", "aumu saw1 Tnto"), ("Sampler", "aumu smpl Tnto"),
  ]
  private static let reverbs = [
    ("Dragonfly Hall", "https://github.com/michaelwillis/dragonfly-reverb"),
    ("Dragonfly Plate", "urn:dragonfly:plate"), ("ZamVerb", "urn:zamaudio:ZamVerb"),
    ("MDA Ambience", "http://drobilla.net/plugins/mda/Ambience"),
    (
      "Zita rev1 (Guitarix)",
      "http://guitarix.sourceforge.net/plugins/gx_zita_rev1_stereo#_zita_rev1_stereo"
    ), ("GVerb (swh)", "http://plugin.org.uk/swh-plugins/gverb"),
  ]

  func run(into report: inout Report) throws {
    let candidates = Self.effects.map(Self.own) + Self.foreign()
    let noise = try (0..<rounds).map { _ in try effect(nil) }
    for candidate in candidates {
      let times = try noise.map { try effect(candidate) - $0 }
      add(candidate.name, times, frames: seconds * Self.rate, into: &report)
    }
    let data = try Data(contentsOf: URL(fileURLWithPath: "Examples/Songs/canon.mid"))
    let song = Song(try StandardMIDIFile(parsing: Array(data)))
    for candidate in Self.instruments.map(Self.own) {
      let times = try (0..<rounds).map { _ in
        try instrument(candidate, song, sounds: true) - instrument(candidate, song, sounds: false)
      }
      add("\(candidate.name), the canon", times, frames: song.duration * Self.rate, into: &report)
    }
  }

  private func add(
    _ name: String, _ times: [Double], frames: Double, into report: inout Report
  ) {
    let each = times.map { $0 / frames }
    let instances = each.map { 1e9 / Self.rate / max(0.01, $0) }
    report.add("\(name), a stereo frame", "ns", Spread(each))
    report.add("\(name), instances a core at 48 kHz", "", Spread(instances))
  }

  private static func own(_ name: String, _ code: ComponentCode) -> Candidate {
    Candidate(name: name) {
      try Instance(executablePath: BenchEnvironment.path(of: name), code: code)
    }
  }

  /// The installed ones of the LV2 plug-ins.
  private static func foreign() -> [Candidate] {
    let found = (try? BenchEnvironment.lv2Components()) ?? []
    return reverbs.compactMap { name, uri in
      found.first { $0.source?.uri == uri }.map { component in
        Candidate(name: name) { try Instance(component) }
      }
    }
  }

  /// Nanoseconds to render noise through an effect, or without one.
  private func effect(_ candidate: Candidate?) throws -> Double {
    let noise = try Instance(
      executablePath: BenchEnvironment.path(of: "Noise"), code: "augn nois Tnto")
    let instances = try [noise] + (candidate.map { [try $0.make()] } ?? [])
    return try render(Graph(chain: instances), instances, seconds: seconds)
  }

  /// Nanoseconds to render the song, or as long a silence.
  private func instrument(_ candidate: Candidate, _ song: Song, sounds: Bool) throws -> Double {
    let instance = try candidate.make()
    var graph = Graph(chain: [instance])
    if sounds { graph.add(song, playing: graph.nodeIDs[0]) }
    return try render(graph, [instance], seconds: song.duration)
  }

  private func render(
    _ graph: Graph, _ instances: [Instance], seconds: Double
  ) throws -> Double {
    defer { ParallelEnd.terminate(instances) }
    let engine = try OfflineEngine(
      graph, format: OfflineEngine.format(sampleRate: Self.rate, frameCount: Self.frames))
    // Fills caches and delay lines.
    try engine.render(frameCount: Int64(Self.rate)) { _ throws(HostError) in }
    return try nanoseconds {
      try engine.render(frameCount: Int64(seconds * Self.rate)) { _ throws(HostError) in }
    }
  }
}
