import Foundation
import TenutoJACK

/// The listening client, a separate process that receives every chain.
///
/// It prints a line `gap CHAIN BEGAN CYCLES` for each gap and `cycles CALLED JUMPS LOST` for its
/// own cycles, until its input ends.
enum Listener {
  static let clientName = "soak-listener"

  static func run(serverName: String, chainCount: Int) throws {
    let client = try JACKClient.openOrRetry(name: clientName, serverName: serverName)
    let inputs = try (0..<chainCount).map {
      try client.registerPort("in_\($0)", kind: .audio, direction: .input)
    }
    let gaps = GapRing()
    let words = Words(8 + GapDetector.mostChains)
    try client.setProcessor(GapDetector(inputs: inputs, gaps: gaps, words: words))
    try client.activate()
    printLine("ready")
    var turn = 0
    while !isInputAtEnd(milliseconds: 50) {
      report(gaps)
      turn += 1
      if turn % 20 == 0 { report(words) }
    }
    report(gaps)
    report(words)
    client.close()
  }

  private static func report(_ gaps: GapRing) {
    while let gap = gaps.take() { printLine("gap \(gap.chain) \(gap.began) \(gap.cycles)") }
  }

  private static func report(_ words: Words) {
    printLine("cycles \(words[0]) \(words[1]) \(words[2])")
  }

  /// Waits until the parent closes this program's input or the time is over; returns whether it
  /// did.
  static func isInputAtEnd(milliseconds: Int32) -> Bool {
    var entry = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
    guard unsafe poll(&entry, 1, milliseconds) > 0 else { return false }
    var byte: UInt8 = 0
    return unsafe read(STDIN_FILENO, &byte, 1) <= 0
  }
}
