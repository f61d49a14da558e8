internal import Glibc
internal import TenutoCore

extension AudioChecks {
  static let shadowed: [Check] = [
    Check(
      "A15", "Another process continues with the same sample", level: .strict, limit: 60,
      for: .deterministic,
      why: "With `spare: shadow` a crash is inaudible only if both processes render the same.",
      fix: "Keep all audible state in the kernel; read no clock, address or identifier in render."
    ) { context in
      let random = context.random
      let bench = try context.bench()
      try bench.allocate()
      let music = try parts(bench, random, sizes: [64])
      let whole = try music.map { try bench.render($0).outputs }
      for _ in 0..<killCount {
        let last = Int.random(in: 1..<music.count, using: &context.random)
        let heard = try takeWithKill(context, music, inCycle: last)
        if let cycle = music.indices.first(where: { !isSame(heard[$0], whole[$0]) }) {
          return .failed("killed in cycle \(last) of 64 frames, it differs from cycle \(cycle) on")
        }
      }
      return .passed("\(killCount) kills")
    }
  ]

  /// The number of processes to kill.
  private static let killCount = 10

  /// Renders with two processes, the second a cycle behind.
  ///
  /// The first is killed in cycle `last`, which the second renders in its place, like all that
  /// follow.
  private static func takeWithKill(
    _ context: CheckContext, _ parts: [CyclePart], inCycle last: Int
  ) throws -> [[[Float]]] {
    let first = try context.bench()
    try first.allocate()
    let second = try context.bench()
    try second.allocate()
    var heard: [[[Float]]] = []
    for (index, part) in parts.enumerated() {
      if index < last { heard.append(try first.render(part).outputs) }
      if index == last {
        try first.start(part.frameCount, part.events)
        kill(first.subject.identifier, SIGKILL)
      }
      let outputs = try second.render(part).outputs
      if index >= last { heard.append(outputs) }
    }
    return heard
  }

  private static func isSame(_ one: [[Float]], _ other: [[Float]]) -> Bool {
    zip(one, other).allSatisfy { $0.map(\.bitPattern) == $1.map(\.bitPattern) }
  }
}
