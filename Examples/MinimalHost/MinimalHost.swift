import Foundation
import TenutoCore
import TenutoHost
import TenutoMIDI

/// The smallest host: a component, named by its codes, plays a MIDI file into a sound file.
///
///     MinimalHost 'aumu saw1 Tnto' song.mid song.wav
@main
enum MinimalHost {
  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let code = ComponentCode(arguments[1]) else {
      end("Usage: MinimalHost 'aumu saw1 Tnto' SONG.mid OUT.wav", exitCode: 2)
    }
    do {
      let frameCount = try render(code, songPath: arguments[2], outputPath: arguments[3])
      print("\(arguments[3]): \(frameCount) frames")
    } catch {
      end("\(error)", exitCode: 1)
    }
  }

  static let sampleRate = 48000

  /// Renders the song and one second more; returns frames.
  static func render(
    _ code: ComponentCode, songPath: String, outputPath: String
  ) throws -> Int64 {
    // Find the component. This reads manifests and runs no code of any extension.
    let folders = SearchPath.standard(environment: ProcessInfo.processInfo.environment)
    let component = try Registry(searchPath: folders).component(code)

    // Start it in a process of its own.
    let instance = try Instance(executablePath: component.executablePath, code: code)
    defer { instance.terminate() }

    // Say what flows where: one node, and it is heard.
    var graph = Graph()
    let player = graph.add(instance)
    graph.connectOutput(of: player)

    // Allocate the shared memory; the extension waits for cycles from here on.
    let format = OfflineEngine.format(sampleRate: Double(sampleRate), frameCount: 256)
    let prepared = try PreparedGraph(graph, format: format)
    defer { prepared.release() }

    // Feed the song, and write what comes back. The file appears when it is whole.
    let bytes = try Array(Data(contentsOf: URL(fileURLWithPath: songPath)))
    let song = Song(try StandardMIDIFile(parsing: bytes))
    let file = try SoundFileWriter(
      path: outputPath, format: SoundFileFormat(path: outputPath), sampleRate: sampleRate,
      channelCount: format.outputChannelCount)
    let frameCount = try OfflineEngine(prepared).render(
      song, player: player, tailFrames: Int64(sampleRate)
    ) { cycle throws(HostError) in
      for channel in 0..<cycle.channelCount {
        file.prepare(channel: channel, cycle.channel(channel))
      }
      try file.writePrepared()
    }
    try file.finish()
    return frameCount
  }

  static func end(_ message: String, exitCode: Int32) -> Never {
    FileHandle.standardError.write(Data("\(message)\n".utf8))
    exit(exitCode)
  }
}
