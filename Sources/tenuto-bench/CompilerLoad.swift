import Foundation

/// Compilers on every core, which fill memory and take what time the render threads leave.
final class CompilerLoad {
  private let processes: [Process]
  private let source: URL

  /// Starts a compiler for each core, over and over; they end with this process.
  init() throws {
    source = FileManager.default.temporaryDirectory
      .appendingPathComponent("tenuto-bench-\(getpid()).c")
    let functions = (0..<2000).map { number in
      """
      double f\(number)(double *x, int n) {
        for (int i = 1; i < n; i++) x[i] = x[i - 1] * \(number) / (x[i] + \(number + 1));
        return x[n / 2] > \(number) ? x[0] : x[n - 1];
      }
      """
    }
    try Data(functions.joined(separator: "\n").utf8).write(to: source)
    let (file, owner) = (source.path, getpid())
    processes = try (0..<ProcessInfo.processInfo.activeProcessorCount).map { _ in
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "while kill -0 \(owner); do cc -O2 -c -o /dev/null \"$0\"; done", file,
      ]
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
  }

  /// Ends them.
  func stop() {
    for process in processes {
      process.terminate()
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: source)
  }
}
