import Foundation
import TenutoCore
import TenutoHost
import TenutoMIDI

/// The smallest host: a component, named by its codes, plays a MIDI file into a sound file.
///
///     MinimalHost 'aumu saw1 Tnto' song.mid song.wav
///     MinimalHost 'aumu saw1 Tnto' song.mid song.wav cutoff=800
@main
enum MinimalHost {
  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    guard arguments.count >= 3, let code = ComponentCode(arguments[1]) else {
      end("Usage: MinimalHost 'aumu saw1 Tnto' SONG.mid OUT.wav [PARAMETER=VALUE]...", exitCode: 2)
    }
    do {
      // Find the component. This reads manifests and runs no code of any extension.
      let folders = SearchPath.standard(environment: ProcessInfo.processInfo.environment)
      let component = try Registry(searchPath: folders).component(code)

      // Start it in a process of its own.
      let instance = try await Instance.instantiate(component)
      defer { instance.terminate() }

      // Set parameters, by the words that the component gives them and as people write values.
      for setting in arguments.dropFirst(3) {
        let words = setting.split(separator: "=", maxSplits: 1).map(String.init)
        guard words.count == 2, let parameter = instance.description.parameter(named: words[0])
        else { end("\(instance.label) has no '\(setting)'.", exitCode: 2) }
        let value = try instance.value(forText: words[1], of: parameter.address)
        try instance.set(parameter.address, to: value)
      }
      let frameCount = try render(instance, songPath: arguments[2], outputPath: arguments[3])
      print("\(arguments[3]): \(frameCount) frames")
    } catch {
      end("\(error)", exitCode: 1)
    }
  }

  /// Renders the song and one second more, at 48 kHz; returns frames.
  static func render(
    _ instance: Instance, songPath: String, outputPath: String
  ) throws -> Int64 {
    // Say what flows where: one node, and it is heard.
    var graph = Graph()
    let player = graph.add(instance)
    graph.connectOutput(of: player)

    // Allocate the shared memory; the extension waits for cycles from here on.
    let format = OfflineEngine.format(sampleRate: 48000, frameCount: 256)
    let prepared = try PreparedGraph(graph, format: format)
    defer { prepared.release() }

    // Feed the song, and write what comes back. The file appears when it is whole.
    let song = Song(
      try StandardMIDIFile(parsing: Array(Data(contentsOf: URL(fileURLWithPath: songPath)))))
    let file = try SoundFileWriter(
      path: outputPath, format: SoundFileFormat(path: outputPath), sampleRate: 48000,
      channelCount: format.outputChannelCount)
    let count = try OfflineEngine(prepared).render(song, player: player, tailFrames: 48000) {
      cycle throws(HostError) in
      for channel in 0..<cycle.channelCount {
        file.prepare(channel: channel, cycle.channel(channel))
      }
      try file.writePrepared()
    }
    try file.finish()
    return count
  }

  static func end(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(exitCode)
  }
}
