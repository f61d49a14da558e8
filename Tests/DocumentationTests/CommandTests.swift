import Foundation
import TestSupport
import Testing

/// Every command in README works, with a song of one second.
struct CommandTests {
  /// A reader's copy after `make build`.
  private func workshop() throws -> String {
    let files = FileManager.default
    let path = "\(NSTemporaryDirectory())tenuto-readme-\(UUID().uuidString)"
    try files.createDirectory(atPath: "\(path)/Examples/Songs", withIntermediateDirectories: true)
    try files.createDirectory(atPath: "\(path)/.build", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(path)/.build/release", withDestinationPath: Built.folder)
    try Data(ShortSong.bytes).write(to: URL(fileURLWithPath: "\(path)/Examples/Songs/canon.mid"))
    return path
  }

  /// The bundles that `make build` makes.
  private static let extensions =
    "Sine Sawtooth Sampler SoundFont Noise Delay Reverb Filter Compressor Gain Arpeggiator"

  /// Runs a script as a reader would, in `folder`; there is no JACK server, and none is started.
  private func run(_ script: String, in folder: String) throws -> ProgramResult {
    // `make` only prints its commands: this test run has just built and tested.
    let start = """
      set -euo pipefail
      cd '\(folder)'
      make() { command make -n -C '\(Repository.folder)' "$@" >/dev/null; }
      sudo() { "$@"; }
      # Commands that play without end are ended (124); commands for missing equipment fail (1).
      tried() { timeout -s INT 30 "$@" || case $? in 1 | 124) ;; *) return 2 ;; esac }
      # The tests of packages by `tenuto new` run in CommandLineTests.
      swift() { [ "$1" = test ] || command swift "$@"; }
      '\(Repository.folder)/.ci/bundles' .build/release .build/extensions \(Self.extensions)

      """
    let path = "\(folder)/script"
    try Data((start + script).utf8).write(to: URL(fileURLWithPath: path))
    return try Program.run(
      "/usr/bin/timeout", ["500", "bash", path],
      environment: [
        "HOME": folder, "XDG_DATA_HOME": "\(folder)/data", "JACK_NO_START_SERVER": "1",
        "JACK_DEFAULT_SERVER": "tenuto-documentation-none",
      ])
  }

  @Test func everyCommandOfTheReadmeWorks() throws {
    let blocks = Markdown(try Repository.text("README.md")).blocks.filter { $0.language == "sh" }
    #expect(blocks.count >= 5)
    let folder = try workshop()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    // Without a server a JACK command may fail (1), but must be valid (2).
    let script = blocks.flatMap { block in
      block.lines.map { block.needs == nil ? $0 : "tried \($0)" }
    }
    let result = try run(script.joined(separator: "\n") + "\n", in: folder)
    #expect(result.status == 0, "\(result.output)")
    for name in ["canon.wav", "dark.flac", "sine.wav", "minimal.wav", "arpeggio.wav"] {
      let size = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(name)")[.size]
      #expect((size as? Int ?? 0) > 10000, "\(name)")
    }
  }

  @Test func theMinimalHostExplainsErrors() throws {
    let folder = try workshop()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let host = ".build/release/MinimalHost"
    let usage = try run("\(host) sine\n", in: folder)
    #expect(usage.status == 64 && usage.output.contains("aumu saw1 Tnto"), "\(usage.output)")
    let unknown = try run("\(host) 'aumu none Tnto' Examples/Songs/canon.mid a.wav\n", in: folder)
    #expect(unknown.status == 1 && unknown.output.contains("aumu none Tnto"), "\(unknown.output)")
    #expect(!FileManager.default.fileExists(atPath: "\(folder)/a.wav"))
  }
}
