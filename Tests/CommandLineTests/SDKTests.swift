import Foundation
import Testing

/// The installed files for authors of extensions.
@Suite struct SDKTests {
  private func files(_ folder: String) throws -> [String] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder)
    // A prefix of other paths is a folder.
    return paths.filter { path in !paths.contains { $0.hasPrefix("\(path)/") } }
  }

  private func mode(_ path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test func theInstalledProgramWritesPackagesForTheInstalledSources() async throws {
    let workshop = try Workshop()
    let prefix = "\(workshop.path)/usr"
    let install = ["sh", "-c", "umask 077; .ci/install '\(Workshop.build)' '\(prefix)' Sine"]
    let (status, log) = try workshop.call(install, in: Workshop.checkout)
    #expect(status == 0, "\(log)")
    try expectNoToolchainIsNeeded(in: workshop, prefix: prefix)

    let sdk = "\(prefix)/lib/tenuto/sdk"
    let paths = try files(sdk)
    #expect(paths.contains("Package.swift"))
    #expect(paths.contains("Sources/TenutoExtension/Author/Kernel.swift"))
    for path in paths { #expect(try mode("\(sdk)/\(path)") == 0o644, "\(path)") }
    for folder in ["", "/Sources", "/Sources/TenutoExtension", "/Sources/TenutoExtension/Author"] {
      #expect(try mode(sdk + folder) == 0o755)
    }

    // With the name that JACK clients use.
    let icon = "\(prefix)/share/icons/hicolor/scalable/apps/tenuto.svg"
    #expect(try String(contentsOfFile: icon, encoding: .utf8).hasPrefix("<svg "))

    let arguments = ["--type", "aumu", "--subtype", "thng", "--manufacturer", "Demo"]
    let made = try workshop.call(
      ["\(prefix)/bin/tenuto", "new", "Thing", "--language", "c"] + arguments)
    #expect(made.0 == 0, "\(made.1)")
    let folder = "\(workshop.path)/Thing"
    #expect(try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8).contains(sdk))
    let (built, output) = try workshop.call(["make", "test", ".build/Thing"], in: folder)
    #expect(built == 0, "\(output)")

    let kit = paths.filter { $0.hasPrefix("Package@swift-") }
    #expect(kit.count == 1 && paths.contains("TenutoKit.artifactbundle/libTenutoKit.a"))
    try expectOwnSourcesOnly(in: workshop, prefix: prefix, arguments)

    _ = try workshop.call([".ci/uninstall", prefix, "Sine"], in: Workshop.checkout)
    #expect(try !files(prefix).contains { $0.contains("tenuto") })
  }

  /// Those with a kernel library are links to one executable.
  @Test func installedExtensionsShareAnExecutable() async throws {
    let workshop = try Workshop()
    let prefix = "\(workshop.path)/usr"
    let shared = [
      "Arpeggiator", "Compressor", "Delay", "Filter", "Gain", "Noise", "Reverb", "Sampler",
      "Sawtooth",
    ]
    // Over what is there, too.
    for _ in 1...2 {
      let (status, log) = try workshop.call(
        [".ci/install", Workshop.build, prefix, "Sine"] + shared, in: Workshop.checkout)
      #expect(status == 0, "\(log)")
    }
    let folder = "\(prefix)/lib/tenuto/extensions"
    for name in shared {
      let target = try FileManager.default.destinationOfSymbolicLink(
        atPath: "\(folder)/\(name).tenuto/\(name)")
      #expect(target == "../../tenuto-extensions")
    }
    for name in shared + ["Sine"] {
      let own = try workshop.call(["\(Workshop.build)/\(name)"]).1
      #expect(own.contains("This is an audio extension of Tenuto: "))
      #expect(try workshop.call(["\(folder)/\(name).tenuto/\(name)"]).1 == own)
    }
    for code in ["aufx fltr Tnto", "aumu smpl Tnto"] {
      let validated = try await workshop.run(
        "validate", "--level", "1", code, environment: ["TENUTO_PATH": folder])
      #expect(validated.exitCode == 0, "\(validated)")
    }
  }

  /// A Swift package from the installed program uses the prebuilt modules.
  private func expectOwnSourcesOnly(
    in workshop: Workshop, prefix: String, _ arguments: [String]
  ) throws {
    let made = try workshop.call(["\(prefix)/bin/tenuto", "new", "Tone"] + arguments)
    #expect(made.0 == 0, "\(made.1)")
    let (status, log) = try workshop.call(
      ["swift", "build", "-c", "release"], in: "\(workshop.path)/Tone")
    #expect(status == 0, "\(log)")
    #expect(log.contains("ToneKernel") && !log.contains("warning"), "\(log)")
    for module in ["TenutoMIDI", "TenutoCore", "TenutoTransport", "TenutoExtension"] {
      #expect(!log.contains("Compiling \(module) "), "\(log)")
    }
    let validated = try workshop.call(
      [
        "\(prefix)/bin/tenuto", "validate", "--level", "1",
        "\(workshop.path)/Tone/.build/release/Tone",
      ])
    #expect(validated.0 == 0, "\(validated.1)")
  }

  /// Neither installed programs nor the bridges, which have no Swift in them, need its library.
  private func expectNoToolchainIsNeeded(in workshop: Workshop, prefix: String) throws {
    let programs = ["bin/tenuto", "lib/tenuto/tenuto-clap", "lib/tenuto/extensions"]
    let check = [".ci/self-contained"] + programs.map { "\(prefix)/\($0)" }
    let (status, log) = try workshop.call(check, in: Workshop.checkout)
    #expect(status == 0, "\(log)")
    // A program of the tests is linked as SwiftPM links all of them.
    let folder = "\(workshop.path)/linked"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: "\(Workshop.build)/CProbe", toPath: "\(folder)/CProbe")
    let (refused, faults) = try workshop.call(
      [".ci/self-contained", folder], in: Workshop.checkout)
    #expect(refused == 1 && faults.contains("CProbe needs libswiftCore.so"), "\(faults)")
    #expect(faults.contains("CProbe searches /"), "\(faults)")
  }
}
