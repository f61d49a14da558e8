import Foundation

/// Libraries that the tests preload into programs, built with the toolchain's clang.
package enum Preload {
  /// RealtimeSanitizer as a shared library: the checked program needs no special build.
  package static let sanitizer = Result<String, any Error> {
    let clang = try Self.clang()
    let folder = try run(clang, ["-print-resource-dir"])
    let archive = "\(folder)/lib/linux/libclang_rt.rtsan-\(machine).a"
    guard FileManager.default.fileExists(atPath: archive) else {
      throw Failure("the toolchain has no RealtimeSanitizer at \(archive)")
    }
    return try build(
      clang, name: "librtsan.so",
      [
        "-Wl,--whole-archive", archive, "-Wl,--no-whole-archive", "-lpthread", "-ldl", "-lm",
        "-lrt",
      ])
  }

  /// Counts allocator calls by thread.
  package static let counter = Result<String, any Error> {
    try build(clang(), name: "libcounter.so", ["-O2", source("AllocationCounter/counter.c")])
  }

  /// A disk whose recordings fail while the file named by `TENUTO_TEST_DISK` requests it.
  package static let disk = Result<String, any Error> {
    try build(clang(), name: "libdisk.so", ["-O2", source("DiskFaults/disk.c")])
  }

  /// Builds the CLAP test plug-in in a separate file.
  ///
  /// `definition` is `"CRASHES"` or `"HANGS"` for a plug-in that does so when it is loaded.
  package static func clapSynth(at path: String, _ definition: String? = nil) throws {
    let headers = source("../../Plugins/CLAP")
    _ = try run(
      clang(),
      ["-std=gnu11", "-shared", "-fPIC", "-O1", "-I\(headers)", source("CLAP/synth.c"), "-o", path]
        + (definition.map { ["-D\($0)"] } ?? []))
  }

  /// Builds the library of LV2 test plug-ins.
  package static func lv2Probe(at path: String) throws {
    _ = try run(
      clang(), ["-std=gnu11", "-shared", "-fPIC", "-O1", source("LV2/probe.c"), "-o", path])
  }

  private static func source(_ name: String) -> String {
    URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent(name).path
  }

  package struct Failure: Error, CustomStringConvertible {
    package let description: String
    init(_ description: String) { self.description = description }
  }

  private static var machine: String {
    #if arch(arm64)
    "aarch64"
    #else
    "x86_64"
    #endif
  }

  /// The clang next to swift, which has the sanitizer; other clangs may lack it.
  private static func clang() throws -> String {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    for folder in folders {
      let swift = URL(fileURLWithPath: "\(folder)/swift").resolvingSymlinksInPath()
      guard FileManager.default.isExecutableFile(atPath: swift.path) else { continue }
      let clang = swift.deletingLastPathComponent().appendingPathComponent("clang").path
      if FileManager.default.isExecutableFile(atPath: clang) { return clang }
    }
    throw Failure("there is no clang beside the swift that PATH names")
  }

  private static func build(
    _ clang: String, name: String, _ arguments: [String]
  ) throws -> String {
    let path = "\(Built.folder)/\(name)"
    let unfinished = "\(path).\(getpid())"
    _ = try run(clang, ["-shared", "-fPIC", "-o", unfinished] + arguments)
    // Another test run may be using the existing one.
    guard unsafe rename(unfinished, path) == 0 else { throw Failure("cannot write \(path)") }
    return path
  }

  private static func run(_ program: String, _ arguments: [String]) throws -> String {
    let result = try Program.run(program, arguments)
    guard result.status == 0 else { throw Failure("\(program) failed: \(result.output)") }
    return result.output.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
