import Foundation
import TenutoProcess
import TenutoTransport

/// Makes a hostile extension try its attempts, each in a separate process.
struct Attempts {
  private let path: String
  private let policy: SandboxPolicy
  private let environment: [String]

  init(_ path: String, folder: String, _ policy: SandboxPolicy) {
    self.path = path
    self.policy = policy
    environment = ["TENUTO_TEST_FOLDER=\(folder)", "TENUTO_TEST_HOST=\(getpid())"]
  }

  /// Prints one line for each attempt, with its name, its layer and the result, separated by tabs:
  /// `name`, `layer`, and `denied (EPERM)` or `SUCCEEDED`; or `open`, if the layer is not in force
  /// here.
  func run(_ chosen: [String]) throws {
    let memory = try SharedMemory(byteCount: 65536)
    let mapping = try Mapping(memory.writable.number, byteCount: 65536, isWritable: true)
    // Each line of the list is `layer: name`.
    for line in try Self.list(path) {
      guard let colon = line.range(of: ": ") else { continue }
      let name = String(line[colon.upperBound...])
      let layer = line[..<colon.lowerBound]
      guard chosen.isEmpty || chosen.contains(name) else { continue }
      let process = try start(name, [memory.readable.number, memory.writable.number])
      let isThere = process.layers.elements.contains { $0.name == layer }
      let verdict = Self.verdict(process)
      print("\(name)\t\(layer)\t\(verdict == "SUCCEEDED" && !isThere ? "open" : verdict)")
    }
    var status = stat()
    _ = unsafe fstat(memory.writable.number, &status)
    print("memory: \(status.st_size) bytes, \(status.st_blocks / 2) KiB")
    _ = mapping.byteCount
  }

  /// The executable's output without an order.
  private static func list(_ path: String) throws -> [Substring] {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private func start(_ name: String, _ descriptors: [CInt] = []) throws -> ExtensionProcess {
    let process = try ExtensionProcess(
      executablePath: path, environment: environment + ["TENUTO_TEST_ATTEMPT=\(name)"],
      sandbox: policy)
    if !descriptors.isEmpty { _ = process.hand(descriptors) }
    for _ in 0..<10_000 where process.exit == nil { usleep(1000) }
    if process.exit == nil { process.terminate() }
    return process
  }

  private static func verdict(_ process: ExtensionProcess) -> String {
    switch process.exit {
    case .exited(0): "denied (\(process.lastLines(1).last ?? ""))"
    case .exited(42): "SUCCEEDED"
    case .exited(let code): "is broken, code \(code)"
    case .signaled(SIGSYS): "denied (SIGSYS)"
    case .signaled(SIGSEGV): "denied (SIGSEGV)"
    case .signaled(let number): "is broken, signal \(number)"
    case nil: "is broken, no end"
    }
  }
}
