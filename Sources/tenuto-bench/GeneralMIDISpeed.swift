import Foundation
import TenutoTransport

/// The time to render a General MIDI song, compared with the `fluidsynth` program.
///
/// Both programs are started by command line, one after the other, and write 32-bit floats to a
/// file; the times include start, font and file.
struct GeneralMIDISpeed {
  let rounds: Int
  private static let song = "Examples/Songs/canon.mid"
  private static let font = "/usr/share/sounds/sf2/TimGM6mb.sf2"
  private let folder = FileManager.default.temporaryDirectory.path + "/tenuto-bench-gm-\(getpid())"

  func run(into report: inout Report) throws {
    let files = FileManager.default
    guard files.isExecutableFile(atPath: BenchEnvironment.path(of: "SoundFont")),
      files.fileExists(atPath: Self.font)
    else { return }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? files.removeItem(atPath: folder) }
    let tenuto = BenchEnvironment.path(of: "tenuto")
    try call([
      tenuto, "install", BenchEnvironment.path(of: "SoundFont"), "--read", "/usr/share/sounds",
      "--into", "\(folder)/extensions",
    ])
    var (own, other): ([Double], [Double]) = ([], [])
    for _ in 0...rounds {
      own.append(
        try milliseconds([tenuto, "render", Self.song, "--gm", "-o", "\(folder)/own.wav"]))
      other.append(
        try milliseconds([
          "fluidsynth", "-ni", "-F", "\(folder)/other.wav", "-r", "48000", "-T", "wav", "-O",
          "float", Self.font, Self.song,
        ]))
    }
    // The first round reads programs and font from disk.
    let ratios = zip(own, other).dropFirst().map { $0 / $1 }
    report.add("render of the song by General MIDI", "ms", Spread(Array(own.dropFirst())))
    report.add("the same by 'fluidsynth -F'", "ms", Spread(Array(other.dropFirst())))
    report.add("time of render --gm to that of fluidsynth -F", "", Spread(ratios), bar: 1.1)
  }

  private func milliseconds(_ command: [String]) throws -> Double {
    let began = MonotonicTime.now
    try call(command)
    return Double(MonotonicTime.now.nanoseconds - began.nanoseconds) / 1e6
  }

  private func call(_ command: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.environment = ProcessInfo.processInfo.environment.merging([
      "TENUTO_PATH": "\(folder)/extensions"
    ]) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw BenchError.hangs }
  }
}
