internal import Synchronization
internal import TenutoJACK

/// Limits an audio output to full scale if anything but the engine's own clients may hear it: a
/// loudspeaker, or another program.
///
/// Between the engine's own clients a level has its headroom. A port is held until control has seen
/// that all its connections are such, and as soon as it has another number of them.
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

  /// How many connections it has, where all lead to the engine's own clients; 0 for others or none.
  ///
  /// Written by control.
  var ownConnectionCount: Int {
    @_noLocks get { Int(unsafe words[Self.connections].load(ordering: .acquiring)) }
    nonmutating set {
      unsafe words[Self.connections].store(UInt(newValue), ordering: .releasing)
    }
  }

  /// Samples that were louder than full scale, and were held.
  var clippedSampleCount: UInt64 {
    UInt64(unsafe words[Self.clipped].load(ordering: .relaxed))
  }

  /// Holds what a cycle has put into `port` at full scale, where others may hear it.
  ///
  /// Thread: render. Samples within full scale stay what they are, bit for bit.
  @_noLocks
  func hold(_ port: JACKPort, in cycle: borrowing JACKCycle) {
    guard !hasHeadroom(port) else { return }
    let count = cycle.holdOutput(port)
    guard count > 0 else { return }
    let old = unsafe words[Self.clipped].load(ordering: .relaxed)
    unsafe words[Self.clipped].store(old &+ UInt(count), ordering: .relaxed)
  }

  /// Whether only the engine's own clients hear the port in this cycle.
  @_noLocks
  private func hasHeadroom(_ port: JACKPort) -> Bool {
    let count = ownConnectionCount
    guard count > 0 else { return false }
    return port.connectionCount == count
  }
}

/// The connections that tell a guard what its port reaches.
struct PortReach {
  private var own: [String: Int] = [:]
  private var others: Set<String> = []

  /// Notes a connection of an output, and whether it leads to one of the engine's own clients.
  mutating func add(from source: String, isOwn: Bool) {
    if isOwn { own[source, default: 0] += 1 } else { others.insert(source) }
  }

  /// How many connections a port has, where all are the engine's own; 0 for others or none.
  func ownConnectionCount(of source: String) -> Int {
    others.contains(source) ? 0 : own[source] ?? 0
  }
}
