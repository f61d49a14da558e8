import ArgumentParser
import Foundation
import TenutoHost
import TenutoJACKEngine
import TenutoMIDI

/// The smallest host: a component, named by its codes, plays a MIDI file into a sound file.
///
///     MinimalJACKHost 'aumu saw1 Tnto' song.mid song.wav
///     MinimalJACKHost 'aumu saw1 Tnto' song.mid song.wav cutoff=800
@main
struct MinimalJACKHost: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MinimalJACKHost", abstract: "Plays a MIDI file through one instrument.")

  @Argument(help: "The instrument, such as 'aumu saw1 Tnto'.") var instrument: String
  @Argument(help: "The MIDI file.") var song: String
  @Argument(help: "The sound file to write: .wav, .flac or .ogg.") var output: String
  @Argument(help: "Parameters, such as cutoff=800.") var settings: [String] = []

  func run() async throws {
    // Find the component. This reads manifests and runs no code of any extension.
    guard let code = ComponentCode(instrument) else {
      throw ValidationError("Write three codes of four characters, such as 'aumu saw1 Tnto'.")
    }
    let folders = SearchPath.standard(environment: ProcessInfo.processInfo.environment)
    let component = try Registry(searchPath: folders).component(code)

    // Start it in a separate process.
    let instance = try await Instance.instantiate(component)
    defer { instance.terminate() }

    // Set parameters, by their identifiers, with values as displayed.
    for setting in settings {
      let words = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard words.count == 2, let parameter = instance.description.parameter(named: words[0])
      else { throw ValidationError("\(instance.label) has no '\(setting)'.") }
      let value = try instance.value(forText: words[1], of: parameter.address)
      try instance.set(parameter.address, to: value)
    }

    // Connect the graph: the song plays the instrument, which is heard and recorded.
    var graph = Graph(chain: [instance])
    let player = graph.nodeIDs[0]
    graph.add(try Song(parsing: Array(Data(contentsOf: URL(filePath: song)))), playing: player)
    let file = graph.add(.fileOutput(FileOutput(path: output)), name: "file")
    graph.connect(player, to: file)

    // Pass it to an engine, which wakes the extension in each cycle, and stop it at the end.
    let engine = try JACKGraphEngine(graph)
    try engine.playToEnd(tail: 1)
    engine.stop()
    if let error = engine.fileStates()[file]?.error { throw error }
    print("\(output): \(engine.reading.sampleTime) frames")
  }
}
