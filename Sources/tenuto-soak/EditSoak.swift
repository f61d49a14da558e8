import Foundation
import TenutoControl
import TenutoCore

/// Edits a playing session at random, reproducibly by seed, and measures the memory that its host
/// retains.
///
/// The limit: after all additions are removed, the host's heap holds at most 10 % more than after
/// the first thousand edits. Those fill everything that the host keeps on purpose, such as 256 undo
/// steps and 1000 log lines. The resident pages of freed blocks vary by several MiB and do not show
/// a leak; they are printed for information.
struct EditSoak {
  private let host: EditedHost
  private var generator: SeededRandom
  private let count: Int
  private var names: [String] = []
  private var added = 0
  private var refused = 0

  /// Maximum number of added nodes at a time.
  private static let nodeLimit = 6
  private static let warmUpCount = 1000
  private static let codes = [
    "aufx dely Tnto", "aufx gain Tnto", "aumu saw1 Tnto", "aufx rvrb Tnto", "augn nois Tnto",
  ]

  /// Starts the host for `count` edits.
  init(count: Int, seed: UInt64) throws {
    host = try EditedHost()
    generator = SeededRandom(seed: seed)
    self.count = count
  }

  /// Edits, prints the memory twenty times, and returns the verdict.
  mutating func run() throws -> Report.Verdict {
    defer { host.end() }
    try report(edits: 0)
    for _ in 0..<Self.warmUpCount { try editOnce() }
    try removeAll()
    sleep(5)
    let before = try host.heapBytes
    try report(edits: Self.warmUpCount)
    for number in 1...max(1, count) {
      try editOnce()
      guard number % max(1, count / 20) == 0 else { continue }
      try report(edits: Self.warmUpCount + number)
    }
    try removeAll()
    // Removed extensions end on another thread, on a busy machine with a delay.
    var after = try host.heapBytes
    for _ in 0..<60 where after > before + before / 10 {
      sleep(1)
      after = try host.heapBytes
    }
    printLine("all removed; \(refused) edits were refused")
    try report(edits: Self.warmUpCount + count)
    return after <= before + before / 10 ? .good : .leak
  }

  private mutating func editOnce() throws {
    do { try edit() } catch is RequestError { refused += 1 }
  }

  private func removeAll() throws {
    for name in try host.nodeNames { try host.remove(name) }
  }

  private func report(edits: Int) throws {
    let (heap, pages) = (try host.heapBytes >> 10, try host.ownBytes >> 10)
    printLine("\(edits) edits: \(heap) KiB in use, \(pages) KiB of pages")
  }

  private mutating func edit() throws {
    let names = try host.nodeNames
    guard let name = names.randomElement(using: &generator) else { return try add() }
    switch Int.random(in: 0..<12, using: &generator) {
    case 0...1 where names.count < Self.nodeLimit: try add()
    case 0...3: try host.remove(name)
    case 4, 5: try host.connect("sawtooth", name)
    case 6: try host.connect(name, "out")
    case 7: try host.act(name, "restart")
    case 8: try host.bypass(name, Bool.random(using: &generator))
    case 9: try host.act(name, Bool.random(using: &generator) ? "mute" : "unmute")
    case 10: try host.undo()
    default: try host.rename(name, to: "y\(number())")
    }
  }

  private mutating func number() -> Int {
    added += 1
    return added
  }

  private mutating func add() throws {
    guard let code = Self.codes.randomElement(using: &generator) else { return }
    try host.add(code, as: "x\(number())")
  }
}
