internal import FoundationEssentials
internal import Glibc
internal import TenutoComponents
internal import TenutoCore
internal import TenutoMIDI
internal import TenutoSupervision
internal import TenutoTransport

/// D: the description of a component.
enum DiscoveryChecks {
  static let all = manifest + component

  private static let manifest: [Check] = [
    Check(
      "D01", "The manifest is well formed", level: .quick, for: .bundles,
      why: "Hosts do not list bundles with unreadable manifests.",
      fix: "Install the extension with 'tenuto install', which writes the manifest."
    ) { context in
      let manifest = try readManifest(context)
      return manifest.warnings.first.map { .warned($0) } ?? .passed()
    },
    Check(
      "D06", "The manifest is small enough to list", level: .quick, for: .bundles,
      why: "A host reads the manifests of all extensions at its start.",
      fix: "Keep the manifest below 1 MiB: no long texts, no unused parameters."
    ) { context in
      let size = try manifestBytes(context).count
      let text = "\(size) bytes"
      return size > listingLimit
        ? .failed("\(text); \(listingLimit) are allowed") : .passed(text)
    },
    Check(
      "D05", "The running extension matches its manifest", level: .quick,
      why: "Hosts show the manifest and play the extension.",
      fix: "Reinstall after each build; describe components by constants."
    ) { context in
      let running = try context.bench().description
      let (other, name) =
        if context.target.bundlePath == nil {
          (try context.bench().description, "a second start")
        } else {
          (try described(context), "the manifest")
        }
      return difference(running, other).map {
        .failed("the \($0) of the running extension is not that of \(name)")
      } ?? .passed()
    },
    Check(
      "D09", "The executable is built safely", level: .usual,
      why: "An extension is foreign code, which others may attack.",
      fix: "Build with the linker's defaults of the package that 'tenuto new' writes."
    ) { context in
      let bytes = try Data(contentsOf: URL(filePath: context.target.executablePath))
      guard let file = ELFFile(Array(bytes)) else {
        return .failed("the executable is not an ELF file for this machine")
      }
      var status = stat()
      _ = unsafe stat(context.target.executablePath, &status)
      if status.st_mode & (S_ISUID | S_ISGID) != 0 { return .failed("it is set-user-id") }
      if let fault = file.fault { return .failed(fault) }
      return file.weaknesses.isEmpty
        ? .passed() : .warned(file.weaknesses.joined(separator: "; "))
    },
  ]

  /// The most bytes of a manifest that a list of extensions should have to read: some two thousand
  /// parameters.
  private static let listingLimit = 1 << 20

  private static func manifestPath(_ context: CheckContext) -> String {
    (context.target.bundlePath ?? "") + "/" + Manifest.fileName
  }

  private static func manifestBytes(_ context: CheckContext) throws -> [UInt8] {
    try Array(Data(contentsOf: URL(filePath: manifestPath(context))))
  }

  private static func readManifest(_ context: CheckContext) throws -> Manifest {
    try Manifest(parsing: manifestBytes(context), path: manifestPath(context))
  }

  private static func described(_ context: CheckContext) throws -> ComponentDescription {
    let components = try readManifest(context).components
    guard let own = components.first(where: { $0.code == context.target.code }) else {
      throw BenchFault.lied("the manifest does not name '\(context.target.code)'")
    }
    return own
  }

  /// The difference between two descriptions, or nil.
  private static func difference(
    _ first: ComponentDescription, _ second: ComponentDescription
  ) -> String? {
    if first == second { return nil }
    if first.name != second.name { return "name" }
    if first.version != second.version { return "version" }
    if first.inputs != second.inputs || first.outputs != second.outputs { return "list of busses" }
    if first.parameters != second.parameters { return "list of parameters" }
    if first.presets != second.presets { return "list of presets" }
    return "description"
  }
}
