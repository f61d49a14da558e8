import FoundationEssentials
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem

/// A folder with an extension's sources, or a Faust program, and the way to build it.
///
/// SwiftPM builds it at first, and after files were added or removed. If only contents have
/// changed, the commands that SwiftPM planned are run directly.
struct DevPackage {
  /// The folder, absolute.
  let folder: String
  /// Detects changes of the sources.
  let watch: SourceWatch
  private let build: [String]
  private let executable: Executable
  private var recorded: RecordedBuild?

  private enum Executable {
    /// Built by SwiftPM, in the folder that it names.
    case product(String, folder: String)
    case file(String)

    var path: String {
      switch self {
      case .product(let name, let folder): "\(folder)/\(name)"
      case .file(let path): path
      }
    }
  }

  /// The result of a build.
  struct Product {
    /// The path of the executable.
    let path: String
    let digest: FileDigest
  }

  /// Determines how to build `path`: a folder with SwiftPM, or with make, which needs the name of
  /// the executable unless the folder holds a Faust program; a file as a Faust program.
  ///
  /// - Throws: An error if a file is missing, or if several products are possible.
  init(_ path: String, product: String?, executable: String?) throws {
    if path.hasSuffix(".dsp") {
      let file = try FaustFile(path: path)
      folder = file.folder
      watch = file.watch
      build = file.build
      self.executable = .file(file.executable)
      return
    }
    let folder = path
    self.folder = folder
    watch = SourceWatch(folder: folder)
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
    if let executable {
      build = has("Makefile") ? ["make"] : Self.swiftBuild
      self.executable = .file(executable.hasPrefix("/") ? executable : "\(folder)/\(executable)")
    } else if has("Package.swift") {
      let name = try product ?? Self.mainProduct(in: folder)
      build = Self.swiftBuild + ["--product", name]
      self.executable = .product(name, folder: try Self.binaryFolder(of: folder))
    } else if has("Makefile"), let program = Self.faustProgram(in: folder) {
      try FaustFile.requireFaust()
      build = ["make"]
      self.executable = .file("\(folder)/.build/\(program)")
    } else {
      throw Failure.usage(
        "'\(folder)' has no Package.swift; name the result of 'make' with '--executable FILE'.")
    }
  }

  /// Returns the name of a folder's only Faust program, without `.dsp`.
  private static func faustProgram(in folder: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let programs = names.filter { $0.hasSuffix(".dsp") }
    return programs.count == 1 ? programs.first.map { String($0.dropLast(4)) } : nil
  }

  private static let swiftBuild = ["swift", "build", "-c", "release"]

  /// Returns the only executable product, or the one named like the package.
  private static func mainProduct(in folder: String) throws -> String {
    let outcome = try ToolProcess.run(
      ["swift", "package", "describe", "--type", "json"], in: folder)
    guard outcome.isSuccess else {
      throw Failure.work("SwiftPM cannot read the package '\(folder)':\n\(outcome.complaints)")
    }
    let package = try JSONDecoder().decode(Described.self, from: Data(outcome.output.utf8))
    let names = package.products.filter(\.isExecutable).map(\.name)
    if let name = names.count == 1 ? names.first : names.first(where: { $0 == package.name }) {
      return name
    }
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    throw Failure.usage("Choose an executable with '--product NAME'; \(known).")
  }

  /// Returns SwiftPM's output folder.
  private static func binaryFolder(of folder: String) throws(Failure) -> String {
    let place = try ToolProcess.run(swiftBuild + ["--show-bin-path"], in: folder)
    guard let path = place.output.split(separator: "\n").last else {
      throw .work(place.errors)
    }
    return String(path)
  }

  /// Builds everything, before anything plays.
  ///
  /// - Throws: The compiler's errors.
  mutating func make() throws(Failure) -> Product { try makeAnew(isBackground: false) }

  /// Builds changed code, without disturbing playing extensions.
  ///
  /// - Throws: The compiler's errors.
  mutating func remake(after change: SourceWatch.Change) throws(Failure) -> Product {
    guard case .contents(let paths) = change,
      !paths.contains(where: { $0.hasSuffix("/Package.swift") }), var recorded
    else { return try makeAnew(isBackground: true) }
    let failed = try recorded.run()
    self.recorded = recorded
    guard let failed else { return self.product }
    // A failure without a compiler error means missing files, which SwiftPM creates.
    guard failed.namesErrors else { return try makeAnew(isBackground: true) }
    throw .work(failed.errors)
  }

  private mutating func makeAnew(isBackground: Bool) throws(Failure) -> Product {
    let start = Date()
    recorded = nil
    let outcome = try ToolProcess.run(build, in: folder, isBackground: isBackground)
    guard outcome.isSuccess else { throw .work(outcome.errors) }
    if case .product(_, let binaries) = executable {
      // The manifest is next to the platform's folder: .build/release.yaml.
      let scratch = URL(filePath: binaries).deletingLastPathComponent().deletingLastPathComponent()
      recorded = BuildPlan(manifest: "\(scratch.path)/release.yaml", executable: executable.path)
        .map { RecordedBuild($0, folder: folder, since: start) }
    }
    return self.product
  }

  private var product: Product {
    let path = executable.path
    return Product(path: path, digest: recorded?.digest(of: path) ?? FileDigest(path))
  }

  /// Returns the component in the executable at `path`: the one with `code`, else the first one.
  ///
  /// - Throws: An error if the executable does not describe its components.
  static func component(
    at path: String, code: ComponentCode?, sandbox: SandboxPolicy
  ) throws(HostError) -> Component {
    let all = try Instance.describe(executablePath: path, sandbox: sandbox)
    guard let description = code.map({ code in all.first { $0.code == code } }) ?? all.first else {
      throw HostError(.componentNotFound, "'\(path)' does not hold that component.")
    }
    return Component(description: description, executablePath: path)
  }
}

/// The relevant output of `swift package describe`.
private struct Described: Decodable {
  let name: String
  let products: [Product]

  struct Product: Decodable {
    let name: String
    let isExecutable: Bool

    private enum Key: String, CodingKey { case name, type }
    private struct Kind: CodingKey {
      let stringValue: String
      var intValue: Int? { nil }
      init?(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let content = try decoder.container(keyedBy: Key.self)
      name = try content.decode(String.self, forKey: .name)
      let type = try content.nestedContainer(keyedBy: Kind.self, forKey: .type)
      isExecutable = type.allKeys.contains { $0.stringValue == "executable" }
    }
  }
}
