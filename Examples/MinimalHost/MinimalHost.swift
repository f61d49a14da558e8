import ArgumentParser
import Foundation
import TenutoHost
import TenutoMIDI

/// The smallest host: a component, named by its codes, plays a MIDI file into a sound file.
///
///     MinimalHost 'aumu saw1 Tnto' song.mid song.wav
///     MinimalHost 'aumu saw1 Tnto' song.mid song.wav cutoff=800
@main
struct MinimalHost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MinimalHost", abstract: "Plays a MIDI file through one instrument.")

  @Argument(help: "The instrument, such as 'aumu saw1 Tnto'.", transform: Self.code)
  var instrument: ComponentCode
  @Argument(help: "The MIDI file.") var song: String
  @Argument(help: "The sound file to write: .wav, .flac or .ogg.") var output: String
  @Argument(help: "Parameters, such as cutoff=800.") var settings: [String] = []

  func run() async throws {
    // Find the component. This reads manifests and runs no code of any extension.
    let folders = SearchPath.standard(environment: ProcessInfo.processInfo.environment)
    let component = try Registry(searchPath: folders).component(instrument)

    // Start it in a process of its own.
    let instance = try await Instance.instantiate(component)
    defer { instance.terminate() }

    // Set parameters, by the words that the component gives them and as people write values.
    for setting in settings {
      let words = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard words.count == 2, let parameter = instance.description.parameter(named: words[0])
      else { throw ValidationError("\(instance.label) has no '\(setting)'.") }
      let value = try instance.value(forText: words[1], of: parameter.address)
      try instance.set(parameter.address, to: value)
    }
    let frameCount = try Self.render(instance, songPath: song, outputPath: output)
    print("\(output): \(frameCount) frames")
  }

  /// Renders the song and one second more, at 48 kHz; returns frames.
  static func render(
    _ instance: Instance, songPath: String, outputPath: String
  ) throws -> Int64 {
    // Say what flows where: a song plays one node, and it is heard.
    let song = try Song(parsing: Array(Data(contentsOf: URL(fileURLWithPath: songPath))))
    var graph = Graph(chain: [instance])
    graph.add(song, playing: graph.nodeIDs[0])

    // Allocate the shared memory; the extension waits for cycles from here on.
    let format = OfflineEngine.format(sampleRate: 48000, frameCount: 256)
    let engine = try OfflineEngine(graph, format: format)
    defer { engine.stop() }

    // Write what comes back. The file appears when it is whole.
    let file = try SoundFileWriter(
      path: outputPath, format: SoundFileFormat(path: outputPath), sampleRate: 48000,
      channelCount: format.outputChannelCount)
    let count = Int64(((song.duration + 1) * format.sampleRate).rounded(.up))
    try engine.render(frameCount: count) { cycle throws(HostError) in
      for channel in 0..<cycle.channelCount {
        file.prepare(channel: channel, cycle.channel(channel))
      }
      try file.writePrepared()
    }
    try file.finish()
    return count
  }

  @Sendable static func code(_ text: String) throws -> ComponentCode {
    guard let code = ComponentCode(text) else {
      throw ValidationError("write three codes of four characters, such as 'aumu saw1 Tnto'")
    }
    return code
  }
}
