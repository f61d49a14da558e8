import Foundation
import TenutoControl
import TenutoCore

/// Edits a session that plays, at random but by a seed, and looks what the host keeps of it.
///
/// The bar: when all that was added is removed, the host's heap has handed out 10 % more at most
/// than after the first thousand edits, which make what is made only once and fill what is kept by
/// intent: 256 steps of undo and 1000 lines of log. The pages that the heap keeps of freed blocks
/// go up and down by several MiB and say nothing about a leak; they are printed beside it.
struct EditSoak {
  private let host: EditedHost
  private var generator: SeededRandom
  private let count: Int
  private var names: [String] = []
  private var added = 0
  private var refused = 0

  /// Nodes that are there at once at most, beside those of the session.
  private static let nodeLimit = 6
  private static let warmUpCount = 1000
  private static let codes = [
    "aufx dely Tnto", "aufx gain Tnto", "aumu saw1 Tnto", "aufx rvrb Tnto", "augn nois Tnto",
  ]

  /// Starts the host that is edited `count` times.
  init(count: Int, seed: UInt64) throws {
    host = try EditedHost()
    generator = SeededRandom(seed: seed)
    self.count = count
  }

  /// Edits, prints the memory twenty times on the way, and judges.
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
    // What is removed ends on a thread of its own, on a busy machine after a while.
    var after = try host.heapBytes
    for _ in 0..<60 where after > before + before / 10 {
      sleep(1)
      after = try host.heapBytes
    }
    say("all removed; \(refused) edits were refused")
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
    say("\(edits) edits: \(heap) KiB in use, \(pages) KiB of pages")
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
