import TenutoCore

/// Extensions that misbehave endlessly, each in its own way.
enum Attacker: String, CaseIterable {
  /// Corrupts the memory and the sockets that it shares with the host.
  case hostile
  /// Takes from 75 to 400 % of a period.
  case slow
  /// Takes 40 ms, once.
  case bursty
  /// Sends more events than the limit.
  case flooding
  /// Allocates memory endlessly.
  case greedy

  /// The component of every attacker: a voice that reads fault numbers from key pressure.
  static let code: ComponentCode = "aumu fvox Test"

  /// Its fault numbers, from `faults.h`, sent as key numbers.
  var faults: [UInt8] {
    switch self {
    // Garbage, flipped words, holes, lengths, wake storms, three kinds of wrong answers, requeue,
    // packets, sizes, descriptors.
    case .hostile: [40, 41, 42, 43, 44, 45, 46, 47, 48, 50, 51, 54]
    case .slow: [20]
    case .bursty: [19]
    case .flooding: [52, 56, 57]  // notices, events, full lists
    case .greedy: [30, 36]  // memory that counts as data, and memory that does not
    }
  }

  /// Its render times in µs: 75, 150 and 400 % of 128 frames at 48 kHz, or 40 ms.
  var amounts: [Float] {
    switch self {
    case .slow: [2000, 4000, 10_667]
    case .bursty: [40_000]
    default: []
    }
  }

  /// The default attackers.
  static let usual = allCases.filter { $0 != .bursty }
}
