import FoundationEssentials
import TenutoCore
import TenutoHost

/// A folder with the sources of an extension, and how to build it.
struct DevPackage: Sendable {
  /// The folder, absolute.
  let folder: String
  private let build: [String]
  private let executable: Executable

  private enum Executable: Sendable {
    case product(String)
    case file(String)
  }

  /// Finds out how `folder` is built: by SwiftPM, or by make, which has to say what it makes.
  ///
  /// - Throws: What is missing in it, or which product is meant.
  init(folder: String, product: String?, executable: String?) throws {
    self.folder = folder
    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(folder)/\(name)") }
    if let executable {
      build = has("Makefile") ? ["make"] : Self.swiftBuild
      self.executable = .file(executable.hasPrefix("/") ? executable : "\(folder)/\(executable)")
    } else if has("Package.swift") {
      let name = try product ?? Self.onlyProduct(in: folder)
      build = Self.swiftBuild + ["--product", name]
      self.executable = .product(name)
    } else {
      throw Failure.usage(
        "'\(folder)' has no Package.swift; say with '--executable FILE' what 'make' makes there.")
    }
  }

  private static let swiftBuild = ["swift", "build", "-c", "release"]

  private static func onlyProduct(in folder: String) throws -> String {
    let outcome = try BuildCommand.run(
      ["swift", "package", "describe", "--type", "json"], in: folder)
    guard outcome.isSuccess else {
      throw Failure.work("'\(folder)' is no package that SwiftPM reads:\n\(outcome.complaints)")
    }
    let names = try JSONDecoder().decode(Described.self, from: Data(outcome.output.utf8))
      .products.filter(\.isExecutable).map(\.name)
    guard names.count == 1, let name = names.first else {
      let known = names.isEmpty ? "it has none" : "it has \(names.joined(separator: ", "))"
      throw Failure.usage("Say with '--product NAME' which executable is meant; \(known).")
    }
    return name
  }

  /// Builds it.
  ///
  /// - Returns: The path of the executable.
  /// - Throws: What the compiler says.
  func make() throws(Failure) -> String {
    let outcome = try BuildCommand.run(build, in: folder)
    guard outcome.isSuccess else {
      throw .work(Self.errors(in: outcome.output + outcome.complaints))
    }
    switch executable {
    case .file(let path): return path
    case .product(let name):
      let place = try BuildCommand.run(Self.swiftBuild + ["--show-bin-path"], in: folder)
      return place.output.split(separator: "\n").last.map { "\($0)/\(name)" } ?? name
    }
  }

  /// The lines that say what is wrong, without those on progress.
  private static func errors(in output: String) -> String {
    let lines = output.split(separator: "\n")
    // The compiler repeats each error below the line of source that it is about.
    let errors = lines.filter { $0.contains("error:") && !$0.hasPrefix(" ") }
    return (errors.isEmpty ? lines.suffix(20) : errors.prefix(20)).joined(separator: "\n")
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
