import Foundation
import TenutoCore
import TenutoMIDI
import TenutoRender
import TenutoSupervision

/// Makes all attackers of a session misbehave at once, repeatedly.
struct Attack {
  /// The results for one attacker.
  struct Tally {
    /// Faults triggered in it.
    var triggered = 0
    /// Times that the user retried it.
    var retries = 0
  }

  private(set) var tallies = [Tally](repeating: Tally(), count: Attacker.allCases.count)
  private let session: Session
  private let attackers: [Attacker]
  private var random: SeededRandom
  /// The time at which each attacker was bypassed.
  private var leftOut = [Date?](repeating: nil, count: Attacker.allCases.count)

  /// Seconds between two faults.
  private static let interval = 0.5
  /// Seconds after which the user retries a bypassed attacker.
  private static let timeout = 5.0

  /// Creates an attack by these `attackers` of a session.
  init(on session: Session, by attackers: [Attacker], seed: UInt64) {
    self.session = session
    self.attackers = attackers
    random = SeededRandom(seed: seed)
  }

  /// Continues for a number of seconds, or until `isDone`.
  mutating func go(seconds: Double, until isDone: () -> Bool = { false }) {
    let end = Date.now + seconds
    while Date.now < end, !isDone() {
      for (index, attacker) in Attacker.allCases.enumerated() where attackers.contains(attacker) {
        trigger(attacker, index)
        retry(index)
      }
      for _ in 0..<10 where !isDone() { usleep(UInt32(Self.interval * 100_000)) }
    }
  }

  private mutating func trigger(_ attacker: Attacker, _ index: Int) {
    let slot = session.attackers[index].slot
    if let amount = any(of: attacker.amounts) {
      _ = slot.schedule(.parameter(address: 2, value: amount), at: .immediately)
    }
    guard let fault = any(of: attacker.faults) else { return }
    let pressure = VoiceEvent.polyPressure(channel: 0, note: fault, value: .max)
    if slot.schedule(.midi(pressure.ump), at: .immediately) { tallies[index].triggered += 1 }
  }

  private mutating func any<Element>(of list: [Element]) -> Element? {
    list.isEmpty ? nil : list[Int(random.next() % UInt64(list.count))]
  }

  private mutating func retry(_ index: Int) {
    let supervisor = session.attackers[index].supervisor
    guard [.overloaded, .flooding, .muted].contains(supervisor.status.condition) else {
      return leftOut[index] = nil
    }
    let since = leftOut[index] ?? .now
    leftOut[index] = since
    guard Date.now.timeIntervalSince(since) >= Self.timeout else { return }
    supervisor.retry()
    tallies[index].retries += 1
    leftOut[index] = nil
  }

  /// Ends the attack and replaces attackers that would continue.
  func end() {
    for node in session.attackers {
      node.supervisor.retry()
      node.supervisor.restart()
    }
  }
}
