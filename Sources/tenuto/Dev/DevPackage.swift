import FoundationEssentials
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoSystem

/// A folder with the sources of an extension, or a Faust program, and how to build it.
///
/// SwiftPM builds it the first time, and where files come and go; where only their contents change,
/// the commands that it has planned are run again by themselves.
struct DevPackage {
  /// The folder, absolute.
  let folder: String
  /// Notices changes from now on.
  let watch: SourceWatch
  private let build: [String]
  private let executable: Executable
  private var recorded: RecordedBuild?

  private enum Executable {
    /// Made by SwiftPM, in the folder that it names.
    case product(String, folder: String)
    case file(String)

    var path: String {
      switch self {
      case .product(let name, let folder): "\(folder)/\(name)"
      case .file(let path): path
      }
    }
  }

  /// What a build has made.
  struct Product {
    /// The path of the executable.
    let path: String
    let digest: FileDigest
  }

  /// Finds out how `path` is built: a folder by SwiftPM, or by make, which has to say what it makes
  /// where that is nothing in Faust; a file as a Faust program.
  ///
  /// - Throws: What is missing in it, or which product is meant.
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
        "'\(folder)' has no Package.swift; say with '--executable FILE' what 'make' makes there.")
    }
  }

  /// The only program in Faust of a folder, without `.dsp`.
  private static func faustProgram(in folder: String) -> String? {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let programs = names.filter { $0.hasSuffix(".dsp") }
    return programs.count == 1 ? programs.first.map { String($0.dropLast(4)) } : nil
  }

  private static let swiftBuild = ["swift", "build", "-c", "release"]

  /// The only executable, or the one that is called like the package.
  private static func mainProduct(in folder: String) throws -> String {
    let outcome = try BuildCommand.run(
      ["swift", "package", "describe", "--type", "json"], in: folder)
    guard outcome.isSuccess else {
      throw Failure.work("'\(folder)' is no package that SwiftPM reads:\n\(outcome.complaints)")
    }
    let package = try JSONDecoder().decode(Described.self, from: Data(outcome.output.utf8))
    let names = package.products.filter(\.isExecutable).map(\.name)
    if let name = names.count == 1 ? names.first : names.first(where: { $0 == package.name }) {
      return name
    }
    let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
    throw Failure.usage("Say with '--product NAME' which executable is meant; \(known).")
  }

  /// Where SwiftPM puts what it builds.
  private static func binaryFolder(of folder: String) throws(Failure) -> String {
    let place = try BuildCommand.run(swiftBuild + ["--show-bin-path"], in: folder)
    guard let path = place.output.split(separator: "\n").last else {
      throw .work(place.errors)
    }
    return String(path)
  }

  /// Builds all of it, while nothing plays yet.
  ///
  /// - Throws: What the compiler says.
  mutating func make() throws(Failure) -> Product { try makeAnew(isBackground: false) }

  /// Builds what has changed, without taking a cycle from what plays.
  ///
  /// - Throws: What the compiler says.
  mutating func remake(after change: SourceWatch.Change) throws(Failure) -> Product {
    guard case .contents(let paths) = change,
      !paths.contains(where: { $0.hasSuffix("/Package.swift") }), var recorded
    else { return try makeAnew(isBackground: true) }
    let failed = try recorded.run()
    self.recorded = recorded
    guard let failed else { return self.product }
    // What fails without an error of a compiler has lost files that it needs: SwiftPM makes them.
    guard failed.namesErrors else { return try makeAnew(isBackground: true) }
    throw .work(failed.errors)
  }

  private mutating func makeAnew(isBackground: Bool) throws(Failure) -> Product {
    let start = Date()
    recorded = nil
    let outcome = try BuildCommand.run(build, in: folder, isBackground: isBackground)
    guard outcome.isSuccess else { throw .work(outcome.errors) }
    if case .product(_, let binaries) = executable {
      // The manifest lies beside the folder of the platform: .build/release.yaml.
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

  /// The component that the executable at `path` holds: the one with `code`, else the first.
  ///
  /// - Throws: Why it does not say so.
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

/// What `swift package describe` says, as far as it matters here.
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
