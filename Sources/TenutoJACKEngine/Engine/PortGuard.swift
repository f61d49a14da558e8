internal import Synchronization
internal import TenutoJACK

/// Limits an audio output to full scale if a loudspeaker or another program may receive it.
///
/// Between the engine's own clients a level keeps its headroom. A port is limited until control has
/// verified that all its connections lead to these clients, and again as soon as their number
/// changes.
///
/// Valid as long as the client's owner.
@safe struct PortGuard: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt>>

  private static var connections: Int { @_noLocks get { 0 } }
  private static var clipped: Int { @_noLocks get { 1 } }
  private static var wordCount: Int { 2 }

  static func allocate() -> PortGuard {
    let words = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe PortGuard(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.wordCount)
    unsafe words.deallocate()
  }

  /// The number of its connections if all lead to the engine's own clients; 0 otherwise.
  ///
  /// Control writes it.
  var ownConnectionCount: Int {
    @_noLocks get { Int(unsafe words[Self.connections].load(ordering: .acquiring)) }
    nonmutating set {
      unsafe words[Self.connections].store(UInt(newValue), ordering: .releasing)
    }
  }

  /// Samples above full scale that were clipped.
  var clippedSampleCount: UInt64 {
    UInt64(unsafe words[Self.clipped].load(ordering: .relaxed))
  }

  /// Limits a cycle's output of `port` to full scale if other clients may receive it.
  ///
  /// Thread: render. Samples within full scale stay unchanged, bit for bit.
  @_noLocks
  func hold(_ port: JACKPort, in cycle: borrowing JACKCycle) {
    guard !hasHeadroom(port) else { return }
    let count = cycle.holdOutput(port)
    guard count > 0 else { return }
    let old = unsafe words[Self.clipped].load(ordering: .relaxed)
    unsafe words[Self.clipped].store(old &+ UInt(count), ordering: .relaxed)
  }

  /// Whether only the engine's own clients receive the port in this cycle.
  @_noLocks
  func hasHeadroom(_ port: JACKPort) -> Bool {
    let count = ownConnectionCount
    guard count > 0 else { return false }
    return port.connectionCount == count
  }
}

/// The connections that give a guard the destinations of its port.
struct PortReach {
  private var own: [String: Int] = [:]
  private var others: Set<String> = []

  /// Notes a connection of an output, and whether it leads to one of the engine's own clients.
  mutating func add(from source: String, isOwn: Bool) {
    if isOwn { own[source, default: 0] += 1 } else { others.insert(source) }
  }

  /// The number of a port's connections if all are the engine's own; 0 otherwise.
  func ownConnectionCount(of source: String) -> Int {
    others.contains(source) ? 0 : own[source] ?? 0
  }
}
