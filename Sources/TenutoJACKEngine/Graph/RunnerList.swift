internal import TenutoTransport

/// The clients that the runner runs, in the order of the signal flow.
///
/// Control makes and frees it; while the runner uses it, only the runner touches it.
@safe struct RunnerList: ~Copyable {
  /// A client, and the runner's state of it.
  struct Entry: BitwiseCopyable {
    let client: RunnerClient
    /// The entries that feed it, a range of `sources`.
    let firstSource: Int
    let endSource: Int
    /// The only entry that it feeds and that no other one feeds, or −1.
    let follower: Int
    /// Whether the runner has it, and whether its cycle has begun.
    var isRunners = false
    var hasBegun = false
    /// Whether its cycle is prepared, but JACK has not activated it; and whether its extension waits
    /// for that of the entry that feeds it.
    var isPrepared = false
    var isFollowing = false
    /// Whether its shadows and recorders wait for the finished cycle.
    var isToSettle = false
    var frameCount: UInt32 = 0
    /// The last cycle in which it was finished, by JACK's frames.
    var finished: UInt32 = 0
  }

  let entries: UnsafeMutablePointer<Entry>
  let count: Int
  /// For each entry, the entries that feed it.
  let sources: UnsafeMutablePointer<Int>

  /// Creates a list; each of `clients` follows all clients that feed it.
  ///
  /// Thread: control.
  /// - Parameter clients: The clients, each with the indices of the clients that feed it.
  init(_ clients: [(client: RunnerClient, sources: [Int])]) {
    count = clients.count
    unsafe entries = HotMemory.allocate(Entry.self, count: max(1, count))
    let all = clients.flatMap(\.sources)
    unsafe sources = HotMemory.allocate(Int.self, count: max(1, all.count))
    for (index, source) in all.enumerated() { unsafe (sources + index).initialize(to: source) }
    var followers = [Int](repeating: -1, count: count)
    for chain in SignalOrder.chains(clients.map { Set($0.sources) }) {
      for (lead, follower) in zip(chain, chain.dropFirst()) { followers[lead] = follower }
    }
    var first = 0
    for (index, client) in clients.enumerated() {
      let end = first + client.sources.count
      unsafe (entries + index).initialize(
        to: Entry(
          client: client.client, firstSource: first, endSource: end,
          follower: followers[index]))
      first = end
    }
    sourceCount = max(1, all.count)
  }

  private let sourceCount: Int

  deinit {
    unsafe HotMemory.deallocate(entries, count: max(1, count))
    unsafe HotMemory.deallocate(sources, count: sourceCount)
  }

  /// Whether an entry may be activated in `cycle`: it has not been, and all entries that feed it
  /// are finished.
  ///
  /// Based on the connections as last seen, so it may be wrong while other programs connect ports.
  ///
  /// Thread: render.
  @_noLocks
  func isDue(_ index: Int, in cycle: UInt32) -> Bool {
    let entry = unsafe entries + index
    guard unsafe entry.pointee.isRunners && !entry.pointee.hasBegun,
      unsafe entry.pointee.finished != cycle
    else { return false }
    for place in unsafe entry.pointee.firstSource..<entry.pointee.endSource {
      if unsafe entries[sources[place]].finished != cycle { return false }
    }
    return true
  }
}
