/// The chains of a schedule in which extensions can hand on from one to the next.
///
/// Each extension of a chain gets all its audio from its predecessor: channel by channel, unchanged
/// and in the same cycle. No other node reads a member's output before the last member is done.
struct GraphChains {
  /// One step of a chain.
  struct Link: Equatable, Sendable {
    /// The index of the predecessor.
    let before: Int
    /// For each input channel, the predecessor's output channel, or nil for silence.
    let sources: [Int?]
  }

  /// By index: the link to the predecessor, or nil.
  private(set) var links: [Link?]
  /// By index: the next node of the chain, −1 for none.
  private(set) var after: [Int]
  /// By index: the last node of the chain; the node itself outside a chain.
  private(set) var tails: [Int]

  init(_ schedule: Schedule) {
    let entries = schedule.entries
    links = entries.indices.map { Self.link(to: $0, entries) }
    after = [Int](repeating: -1, count: entries.count)
    tails = Array(entries.indices)
    for (index, link) in links.enumerated() {
      guard let link else { continue }
      if after[link.before] < 0 { after[link.before] = index } else { links[index] = nil }
    }
    cut(schedule)
    for index in schedule.extensions.joined().reversed() where after[index] >= 0 {
      tails[index] = tails[after[index]]
    }
  }

  /// The link to the preceding extension, if all input comes from it.
  private static func link(to index: Int, _ entries: [Schedule.Entry]) -> Link? {
    let entry = entries[index]
    guard entry.isExtension, let first = entry.inputs.joined().first,
      first.node != Schedule.Source.engine, entries[first.node].isExtension,
      !entries[first.node].isMIDISource,
      entry.inputs.allSatisfy({ channel in
        channel.count < 2 && channel.allSatisfy { $0.node == first.node && $0.delay == 0 }
      })
    else { return nil }
    return Link(before: first.node, sources: entry.inputs.map { $0.first?.channel })
  }

  /// Cuts chains if another node reads a member's output before the chain ends, or if a member's
  /// MIDI is not complete when the chain begins.
  private mutating func cut(_ schedule: Schedule) {
    let entries = schedule.entries
    let levels = earliestUse(schedule)
    for index in schedule.extensions.joined() {
      guard let link = links[index] else { continue }
      let start = entries[head(of: index)].level
      let hasMIDI = entries[index].midiSources.allSatisfy { source in
        let other = entries[source.node]
        return other.isExtension ? other.level < start : other.level <= start
      }
      // The host waits for all members from the head to this one together.
      let level = entries[index].level
      if !hasMIDI || members(to: link.before).contains(where: { levels[$0] <= level }) {
        links[index] = nil
        after[link.before] = -1
      }
    }
  }

  /// By index: the first level at which a node other than its follower in the chain reads it.
  private func earliestUse(_ schedule: Schedule) -> [Int] {
    var levels = [Int](repeating: .max, count: schedule.entries.count)
    for (index, entry) in schedule.entries.enumerated() {
      let chained = links[index]?.before
      for source in entry.inputs.joined()
      where source.node != Schedule.Source.engine && source.node != chained {
        // A host node of a level runs before the extensions of that level are done.
        levels[source.node] = min(levels[source.node], entry.level)
      }
    }
    return levels
  }

  private func head(of index: Int) -> Int {
    var head = index
    while let link = links[head] { head = link.before }
    return head
  }

  private func members(to index: Int) -> [Int] {
    var members = [index]
    while let link = links[members[members.count - 1]] { members.append(link.before) }
    return members
  }
}
