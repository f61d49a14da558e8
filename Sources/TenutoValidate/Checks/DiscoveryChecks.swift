internal import FoundationEssentials
internal import Glibc
internal import TenutoCore
internal import TenutoHost
internal import TenutoMIDI
internal import TenutoTransport

/// D: what a component says of itself.
enum DiscoveryChecks {
  static let all = manifest + component

  private static let manifest: [Check] = [
    Check(
      "D01", "The manifest is well formed", level: .quick, for: .bundles,
      why: "A host lists nothing of a bundle whose manifest it cannot read.",
      mend: "Install the extension with 'tenuto install', which writes the manifest."
    ) { context in
      let manifest = try readManifest(context)
      return manifest.warnings.first.map { .warned($0) } ?? .passed()
    },
    Check(
      "D06", "It is listed without being run", level: .quick, for: .bundles,
      why: "A list of a hundred extensions is looked at on every start.",
      mend: "Keep the manifest small: no long texts, no parameters that nobody uses."
    ) { context in
      var best = UInt64.max
      for _ in 0..<7 {
        let start = processorTime
        _ = try readManifest(context)
        best = min(best, processorTime - start)
      }
      let text = "\(best / 1000) µs"
      return best > 5_000_000 ? .failed("\(text); 5000 are allowed") : .passed(text)
    },
    Check(
      "D05", "The running extension is what the manifest says", level: .quick,
      why: "A host shows one and plays the other.",
      mend: "Install again after each build; describe components by constants."
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
      why: "An extension is other people's code, and a way in for others again.",
      mend: "Build with the linker's defaults of the package that 'tenuto new' writes."
    ) { context in
      let bytes = try Data(contentsOf: URL(filePath: context.target.executablePath))
      guard let file = ELFFile(Array(bytes)) else {
        return .failed("the executable is no ELF file of this machine")
      }
      var status = stat()
      _ = unsafe stat(context.target.executablePath, &status)
      if status.st_mode & (S_ISUID | S_ISGID) != 0 { return .failed("it is set-user-id") }
      if let fault = file.fault { return .failed(fault) }
      return file.weaknesses.isEmpty
        ? .passed() : .warned(file.weaknesses.joined(separator: "; "))
    },
  ]

  /// This thread's processor time, in ns.
  private static var processorTime: UInt64 {
    var time = timespec()
    _ = unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  private static func readManifest(_ context: CheckContext) throws -> Manifest {
    let path = (context.target.bundlePath ?? "") + "/" + Manifest.fileName
    let bytes = try Data(contentsOf: URL(filePath: path))
    return try Manifest(parsing: Array(bytes), path: path)
  }

  private static func described(_ context: CheckContext) throws -> ComponentDescription {
    let components = try readManifest(context).components
    guard let own = components.first(where: { $0.code == context.target.code }) else {
      throw BenchFault.lied("the manifest does not name '\(context.target.code)'")
    }
    return own
  }

  /// What is not the same in both; nil where all is.
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
