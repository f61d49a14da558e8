internal import Glibc
internal import TenutoCore
internal import TenutoTransport

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
    },
    Check(
      "A16", "Another process continues from a snapshot", level: .strict, limit: 60,
      for: .deterministic,
      why: "A shadow that starts late reaches the inner state only by a snapshot.",
      fix: "Exchange every value and buffer that later output depends on."
    ) { context in
      let random = context.random
      let first = try context.bench()
      try first.allocate()
      let music = try parts(first, random, sizes: [64])
      let starts = Set(music.indices.dropFirst().shuffled(using: &context.random).prefix(8))
      var followers: [(bench: Bench, start: Int)] = []
      for (cycle, part) in music.enumerated() {
        if starts.contains(cycle) {
          guard let follower = try follower(of: first, context) else {
            return .passed("it has no snapshots")
          }
          followers.append((follower, cycle))
        }
        let outputs = try first.render(part).outputs
        for (follower, start) in followers {
          guard isSame(try follower.render(part).outputs, outputs) else {
            return .failed("from a snapshot before cycle \(start), cycle \(cycle) differs")
          }
        }
      }
      return .passed("\(followers.count) snapshots")
    },
  ]

  /// Another process with the state of the first; nil if the component has no snapshots.
  private static func follower(of first: Bench, _ context: CheckContext) throws -> Bench? {
    let snapshot: [UInt8]
    do throws(BenchFault) {
      snapshot = try first.subject.download(after: SnapshotRequest(isAtOnce: true))
    } catch {
      if case .refused = error { return nil }
      throw error
    }
    let follower = try context.bench()
    try follower.allocate()
    try follower.subject.upload(snapshot)
    _ = try follower.subject.call(RestoreRequest())
    follower.sampleTime = first.sampleTime
    return follower
  }

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
