import Foundation
import TenutoComponents
import TenutoCore
import TenutoProcess
import TenutoRender
import TenutoTransport

/// A host for tests, which can be started as another user; its sandbox is the usual one.
///
///     SandboxProbe [OPTION...] layers EXECUTABLE
///     SandboxProbe [OPTION...] run EXECUTABLE VARIABLE=VALUE...  (how it ends, what it prints)
///     SandboxProbe [OPTION...] component FOLDER CODE VARIABLE=VALUE...  (the same, if installed)
///     SandboxProbe [OPTION...] instance EXECUTABLE CODE  (whether it renders)
///     SandboxProbe [OPTION...] attempts EXECUTABLE FOLDER NAME...  (all without names)
///     SandboxProbe [OPTION...] hold EXECUTABLE VARIABLE=VALUE...  (its process id, then waits)
///     SandboxProbe  (as an extension of itself: uses Foundation)
///
/// Options: `--off`, `--best-effort`, `--no-namespaces`, and `--deny CALL=ERROR`, which makes a
/// system call fail as in a container.
@main
enum SandboxProbe {
  static func main() throws {
    var words = Array(CommandLine.arguments.dropFirst())
    guard !words.isEmpty else { return FoundationUse.run() }
    let policy = try policy(&words)
    do {
      try run(words[0], words[1], Array(words.dropFirst(2)), policy)
    } catch {
      print("error: \(error)")
      exit(1)
    }
  }

  private static func policy(_ words: inout [String]) throws -> SandboxPolicy {
    var policy = SandboxPolicy.standard
    let filter = OuterFilter()
    var isFiltering = false
    while let word = words.first, word.hasPrefix("--") {
      switch words.removeFirst() {
      case "--off": policy.mode = .off
      case "--best-effort": policy.mode = .bestEffort
      case "--no-namespaces": policy.leavesOutNamespaces = true
      case "--deny" where filter?.deny(words.removeFirst()) == true: isFiltering = true
      default: throw CocoaError(.featureUnsupported)
      }
    }
    if isFiltering && filter?.load() != true { throw CocoaError(.featureUnsupported) }
    return policy
  }

  private static func run(
    _ verb: String, _ path: String, _ rest: [String], _ policy: SandboxPolicy
  ) throws {
    switch verb {
    case "layers":
      let process = try ExtensionProcess(executablePath: path, sandbox: policy)
      for layer in process.layers.elements { print(layer.name) }
      for missing in process.sandbox.missing { print("missing: \(missing)") }
      process.terminate()
    case "attempts": try Attempts(path, folder: rest[0], policy).run(Array(rest.dropFirst()))
    case "instance": try render(path, rest, policy)
    case "component":
      guard let code = ComponentCode(rest[0]) else { throw CocoaError(.coderInvalidValue) }
      let component = try Registry(searchPath: SearchPath([path])).component(code)
      finish(
        try ExtensionProcess(component, environment: Array(rest.dropFirst()), sandbox: policy))
    case "hold":
      let process = try ExtensionProcess(
        executablePath: path, environment: rest, sandbox: policy)
      print(process.identifier)
      fflush(nil)
      while process.exit == nil { usleep(10_000) }
    default:
      finish(try ExtensionProcess(executablePath: path, environment: rest, sandbox: policy))
    }
  }

  private static func render(_ path: String, _ rest: [String], _ policy: SandboxPolicy) throws {
    guard let code = ComponentCode(rest[0]) else { throw CocoaError(.coderInvalidValue) }
    let instance = try Instance(executablePath: path, code: code, sandbox: policy)
    var graph = Graph()
    let node = graph.add(instance)
    graph.connectOutput(of: node)
    let prepared = try PreparedGraph(
      graph, format: EngineFormat(sampleRate: 48000, frameCount: 64))
    for _ in 0..<10 {
      unsafe prepared.renderer.pointee.render(
        frameCount: 64, until: .after(milliseconds: 5000), isRealtime: false)
    }
    print("misses: \(prepared.counters(of: node).misses)")
    for missing in instance.process.sandbox.missing { print("missing: \(missing)") }
    instance.terminate()
  }

  private static func finish(_ process: ExtensionProcess) {
    for _ in 0..<3000 where process.exit == nil { usleep(2_000) }
    for note in process.sandbox.notes { print("note: \(note)") }
    for line in process.lastLines(200) { print(line) }
    print("end: \(process.exit.map(String.init(describing:)) ?? "still runs")")
  }
}
