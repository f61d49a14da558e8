import Foundation
import TenutoMIDI

/// A private folder for one test, with its own extensions; removed with the test.
final class Workshop: Sendable {
  /// The path of the folder.
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tenuto-cli-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The folder in which `tenuto install` puts bundles.
  var extensions: String { "\(path)/data/tenuto/extensions" }

  /// The folder of the test program, with all the programs of the package.
  static let build = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent().path

  /// An environment that is limited to this folder.
  var environment: [String: String] {
    var variables = ProcessInfo.processInfo.environment
    variables["TENUTO_PATH"] = nil
    variables["HOME"] = path
    variables["XDG_DATA_HOME"] = "\(path)/data"
    variables["XDG_STATE_HOME"] = "\(path)/data/state"
    variables["XDG_CONFIG_HOME"] = "\(path)/data/config"
    variables["XDG_RUNTIME_DIR"] = "\(path)/data/run"
    variables["TERM"] = "xterm"
    return variables
  }

  /// The names of the files directly in the folder.
  var fileNames: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { $0 != "data" }.sorted()
    }
  }

  func contents(_ name: String) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
  }

  @discardableResult
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
    return "\(path)/\(name)"
  }
}

// MARK: - Input files

extension Workshop {
  /// Writes a song of exactly `seconds` with one note per half second.
  @discardableResult
  func writeSong(_ name: String = "song.mid", seconds: Int = 1) throws -> String {
    var track: [TrackEvent] = []
    for half in 0..<UInt32(seconds * 2) {
      let key = UInt8(60 + half % 12)
      for (status, tick) in [(UInt8(0x90), half * 480), (0x80, half * 480 + 400)] {
        guard let note = MIDI1ChannelMessage(status: status, data1: key, data2: 100) else {
          continue
        }
        track.append(TrackEvent(tick: tick, message: .channel(note)))
      }
    }
    // Without a tempo, a quarter note of 480 ticks is half a second.
    track.append(TrackEvent(tick: UInt32(seconds * 960), message: .endOfTrack))
    let file = StandardMIDIFile(
      format: .singleTrack, division: .ticksPerQuarter(480), tracks: [track])
    return try write(name, file.serialized())
  }

  /// Makes a bundle manually, with a shell script as its executable.
  func writeBundle(
    _ name: String, code: String, script: String, into folder: String? = nil
  ) throws {
    let words = code.split(separator: " ")
    let manifest = """
      {"schema": 1, "executable": "run", "components": [{"type": "\(words[0])",
      "subtype": "\(words[1])", "manufacturer": "\(words[2])", "name": "\(name)",
      "manufacturerName": "Test", "version": "1.0.0",
      "outputs": [{"name": "Main", "channels": 2}]}]}
      """
    try writeBundle(name, manifest: manifest, script: script, into: folder ?? extensions)
  }

  /// Makes a bundle with any manifest.
  func writeBundle(_ name: String, manifest: String, script: String, into folder: String) throws {
    let bundle = "\(folder)/\(name).tenuto"
    try FileManager.default.createDirectory(atPath: bundle, withIntermediateDirectories: true)
    try Data(manifest.utf8).write(to: URL(fileURLWithPath: "\(bundle)/manifest.json"))
    try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: "\(bundle)/run"))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o755], ofItemAtPath: "\(bundle)/run")
  }
}
