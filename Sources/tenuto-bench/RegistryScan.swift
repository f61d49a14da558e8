import Foundation
import TenutoComponents
import TenutoCore

/// The time to scan a thousand installed bundles.
struct RegistryScan {
  let rounds: Int

  private static let bundleCount = 1000
  /// The argument for a first scan by a new process.
  private static let argument = "--scan="
  /// Registries cache files that have not changed for three seconds.
  private static let settlingSeconds: UInt32 = 4

  func run(into report: inout Report) throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "tenuto-bench-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager.default.removeItem(at: folder) }
    for number in 0..<Self.bundleCount { try Self.makeBundle(number, in: folder) }
    sleep(Self.settlingSeconds)
    let path = folder.path(percentEncoded: false)
    let first = try (0..<rounds).map { _ in try Self.firstScan(of: path) }
    report.add("first scan of 1000 bundles, new process", "ms", Spread(first), bar: 100)
    let registry = Registry(searchPath: SearchPath([path]))
    _ = registry.scan()
    let again = (0..<rounds * 10).map { _ in nanoseconds { _ = registry.scan() } / 1e6 }
    report.add("scan of 1000 bundles, nothing changed", "ms", Spread(again), bar: 5)
  }

  /// The duration of a scan by a new process, in milliseconds, as it reports; the files are cached.
  private static func firstScan(of folder: String) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["\(argument)\(folder)"]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let bytes = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    guard let time = Double(text) else { throw BenchError.hangs }
    return time
  }

  /// Scans once and prints the duration, if the arguments ask for that; returns whether they do.
  static func answer(_ arguments: some Sequence<String>) -> Bool {
    guard let folder = arguments.first(where: { $0.hasPrefix(argument) })?.dropFirst(argument.count)
    else { return false }
    var count = 0
    let time = nanoseconds {
      count = Registry(searchPath: SearchPath([String(folder)])).scan().components.count
    }
    print(count == bundleCount ? "\(time / 1e6)" : "\(count) bundles")
    return true
  }

  private static func makeBundle(_ number: Int, in folder: URL) throws {
    let bundle = folder.appending(path: "Bundle\(number).tenuto", directoryHint: .isDirectory)
    try FileManager.default.createDirectory(at: bundle, withIntermediateDirectories: true)
    let manifest = Manifest(executable: "run", components: [try component(number)])
    try Data(manifest.serialized()).write(to: bundle.appending(path: Manifest.fileName))
    _ = FileManager.default.createFile(
      atPath: bundle.appending(path: "run").path(percentEncoded: false),
      contents: Data("#!/bin/false".utf8), attributes: [.posixPermissions: 0o755])
  }

  /// An instrument as large as the average extension of this package: 5 KiB.
  private static func component(_ number: Int) throws -> ComponentDescription {
    let parameters = (0..<8).map { index in
      Parameter(
        UInt64(index), "parameter\(index)", name: "Parameter \(index)",
        group: index < 4 ? "filter" : "", range: 20...20000, unit: .hertz, default: 999.5,
        flags: .canRamp)
    }
    let presets = (0..<3).map { preset in
      FactoryPreset(
        Int32(preset), name: "Preset \(preset)",
        values: parameters.map { ParameterValue($0.address, 440.25) })
    }
    guard let code = ComponentCode("aumu \(1000 + number) Tnto") else { throw BenchError.hangs }
    return ComponentDescription(
      code, name: "Instrument \(number)", manufacturerName: "Tenuto", version: "1.2.3",
      summary: "An instrument for the benchmark.", tags: ["Synthesizer", "Test"], inputs: [.mono],
      outputs: [.stereo, .mono], parameters: parameters,
      groups: [ParameterGroup("filter", name: "Filter")], presets: presets)
  }
}
