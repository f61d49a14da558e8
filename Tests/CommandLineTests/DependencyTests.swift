import Foundation
import Testing

/// Another author's package that depends on Tenuto by its repository and version.
@Suite(.serialized) struct DependencyTests {
  /// A repository with these sources, tagged as the version of the program.
  private func publish(_ workshop: Workshop) throws -> String {
    let repository = "\(workshop.path)/tenuto"
    let script = """
      set -e
      mkdir '\(repository)'
      git -C '\(Workshop.checkout)' ls-files -z --cached --others --exclude-standard |
        (cd '\(Workshop.checkout)' && xargs -0 sh -c 'ls -d "$@" 2>/dev/null || true' sh) |
        tar -C '\(Workshop.checkout)' -cf - -T - | tar -C '\(repository)' -xf -
      cd '\(repository)'
      git init -q -b main
      git add -A
      git -c user.name=Test -c user.email=test@example.org commit -q -m "Publish"
      git tag 0.1.0
      """
    let (code, text) = try workshop.call(["bash", "-c", script])
    #expect(code == 0, "\(text)")
    return "file://\(repository)"
  }

  /// The variables of `make` would add options that only the checkout may use.
  private func build(_ product: String, _ workshop: Workshop, in folder: String) throws {
    let plain = ["TENUTO_TESTED", "TENUTO_PROGRAMS", "TENUTO_FUZZ"].flatMap { ["-u", $0] }
    let (code, log) = try workshop.call(
      ["env"] + plain + ["swift", "build", "--product", product], in: folder)
    #expect(code == 0 && !log.contains("warning: '"), "\(log.suffix(4000))")
  }

  @Test(.timeLimit(.minutes(20)))
  func anExtensionAndAHostAreBuiltFromTheRepository() async throws {
    let workshop = try Workshop()
    let url = try publish(workshop)
    let made = try await workshop.run(
      "new", "Bell", "--type", "aumu", "--subtype", "bell", "--manufacturer", "Demo", "--url", url)
    #expect(made.exitCode == 0, "\(made.errors)")
    let folder = "\(workshop.path)/Bell"
    let manifest = try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8)
    #expect(manifest.contains(".package(url: \"\(url)\", from: \"0.1.0\")"), "\(manifest)")
    #expect(!manifest.contains("sdk"))

    // A host in the same package.
    let host = """
      .executableTarget(name: "Player", dependencies: [
          .product(name: "TenutoHost", package: "tenuto"),
          .product(name: "TenutoMIDI", package: "tenuto"),
          .product(name: "ArgumentParser", package: "swift-argument-parser"),
        ]),
        .testTarget(
      """
    let parser = """
      , from: "0.1.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")]
      """
    let whole = manifest.replacing(".testTarget(", with: host)
      .replacing(", from: \"0.1.0\")]", with: parser)
    try workshop.write("Bell/Package.swift", whole.utf8)
    let source = "\(Workshop.checkout)/Examples/MinimalHost/MinimalHost.swift"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Sources/Player", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: source, toPath: "\(folder)/Sources/Player/MinimalHost.swift")

    for product in ["Bell", "Player"] { try build(product, workshop, in: folder) }
    let installed = try await workshop.run("install", "\(folder)/.build/debug/Bell")
    #expect(installed.exitCode == 0, "\(installed.errors)")
    try workshop.writeSong(seconds: 1)
    let variables = ["HOME", "XDG_DATA_HOME"].map { "\($0)=\(workshop.environment[$0] ?? "")" }
    let (code, text) = try workshop.call(
      ["env"] + variables + [
        "\(folder)/.build/debug/Player", "aumu bell Demo", "song.mid", "o.wav",
      ])
    // The song, and a second after it.
    #expect(code == 0 && text.contains("o.wav: 96000 frames"), "\(text)")
  }
}
