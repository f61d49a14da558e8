import Foundation
import Testing

/// Another author's package that depends on Tenuto by its repository and version.
@Suite(.serialized) struct DependencyTests {
  /// A repository with these sources, tagged with their version.
  private func publish(_ version: String, in workshop: Workshop) throws -> String {
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
      git tag '\(version)'
      """
    let (code, text) = try workshop.call(["bash", "-c", script])
    #expect(code == 0, "\(text)")
    return "file://\(repository)"
  }

  private struct Workspace: Decodable {
    let object: Object

    struct Object: Decodable {
      let dependencies: [Dependency]
    }

    struct Dependency: Decodable {
      let packageRef: Reference
      let subpath: String
    }

    struct Reference: Decodable {
      let location: String
    }
  }

  /// Names the copies that the build of these tests has fetched, in place of their addresses.
  private func mirrorDependencies(of folder: String, in workshop: Workshop) throws {
    let scratch = "\(Workshop.build)/../.."
    let state = try Data(contentsOf: URL(fileURLWithPath: "\(scratch)/workspace-state.json"))
    let workspace = try JSONDecoder().decode(Workspace.self, from: state)
    // Packages name an address with and without its ending.
    let mirrors = workspace.object.dependencies.flatMap { dependency in
      let address = dependency.packageRef.location.replacing(/\.git$/, with: "")
      let copy = URL(fileURLWithPath: "\(scratch)/checkouts/\(dependency.subpath)").standardized
      return [address, "\(address).git"].map { original in
        ["original": original, "mirror": copy.absoluteString]
      }
    }
    let configuration = "\(folder)/.swiftpm/configuration"
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true)
    let list: [String: Any] = ["object": mirrors, "version": 1]
    try JSONSerialization.data(withJSONObject: list)
      .write(to: URL(fileURLWithPath: "\(configuration)/mirrors.json"))
  }

  /// Builds without the network, and without the variables of `make`, which would add options that only
  /// the checkout may use.
  private func build(_ product: String, _ workshop: Workshop, in folder: String) throws {
    let plain = ["TENUTO_TESTED", "TENUTO_PROGRAMS", "TENUTO_FUZZ"].flatMap { ["-u", $0] }
    let (code, log) = try workshop.call(
      ["env"] + plain + ["GIT_ALLOW_PROTOCOL=file"]
        + ["swift", "build", "--disable-dependency-cache", "--product", product], in: folder)
    #expect(code == 0 && !log.contains("warning: '"), "\(log.suffix(4000))")
  }

  @Test(.timeLimit(.minutes(20)))
  func anExtensionAndAHostAreBuiltFromTheRepository() async throws {
    let workshop = try Workshop()
    let words = try await workshop.run("--version").output.split(whereSeparator: \.isWhitespace)
    let version = String(try #require(words.last))
    let url = try publish(version, in: workshop)
    let made = try await workshop.run(
      "new", "Bell", "--type", "aumu", "--subtype", "bell", "--manufacturer", "Demo", "--url", url)
    #expect(made.exitCode == 0, "\(made.errors)")
    let folder = "\(workshop.path)/Bell"
    let manifest = try String(contentsOfFile: "\(folder)/Package.swift", encoding: .utf8)
    #expect(manifest.contains(".package(url: \"\(url)\", from: \"\(version)\")"), "\(manifest)")
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
      , from: "\(version)"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")]
      """
    let whole = manifest.replacing(".testTarget(", with: host)
      .replacing(", from: \"\(version)\")]", with: parser)
    try workshop.write("Bell/Package.swift", whole.utf8)
    let source = "\(Workshop.checkout)/Examples/MinimalHost/MinimalHost.swift"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/Sources/Player", withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      atPath: source, toPath: "\(folder)/Sources/Player/MinimalHost.swift")

    try mirrorDependencies(of: folder, in: workshop)
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
