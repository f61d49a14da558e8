internal import TenutoCore

/// Assigns a buffer to each channel; buffers of channels that are no longer read are reused.
///
/// A step gets its buffers before those of its sources become free, so that it never overwrites its
/// input.
struct BufferPlan {
  /// By index of the node: the buffer of each output channel; empty for the engine's own channels.
  private(set) var buffers: [[Int]]
  /// The number of buffers.
  private(set) var count = 0
  private var free: [Int] = []
  private var expiring: [[Int]]
  /// By index and channel: the last step that reads it.
  private var lastUses: [[Int]]

  /// Plans the buffers of a schedule; `isPort` marks the nodes whose channels belong to the engine.
  init(_ schedule: Schedule, isPort: [Bool]) {
    buffers = schedule.entries.map { _ in [] }
    lastUses = schedule.entries.map {
      [Int](repeating: -1, count: $0.layout.outputChannelCount)
    }
    let steps = Self.steps(schedule)
    expiring = [[Int]](repeating: [], count: steps.count + 1)
    for (step, indices) in steps.enumerated() {
      for index in indices { use(schedule.entries[index].inputs, at: step) }
    }
    use(schedule.outputs, at: steps.count)
    // Handed-on output is copied when the whole chain is done.
    let tails = GraphChains(schedule).tails
    for (index, tail) in tails.enumerated() where tail != index {
      let step = steps.firstIndex { $0.contains(tail) } ?? steps.count
      for channel in lastUses[index].indices {
        lastUses[index][channel] = max(step, lastUses[index][channel])
      }
    }
    for (step, indices) in steps.enumerated() {
      for index in indices where !isPort[index] { assign(index, at: step) }
      free += expiring[step]
    }
  }

  /// The indices of nodes that render together, step by step.
  private static func steps(_ schedule: Schedule) -> [[Int]] {
    schedule.hosts.indices.flatMap { level in
      schedule.hosts[level].map { [$0] }
        + (level < schedule.extensions.count ? [schedule.extensions[level]] : [])
    }
  }

  /// Notes a read of channels; delayed reads come from a history instead.
  private mutating func use(_ channels: [[Schedule.Source]], at step: Int) {
    for sources in channels {
      for source in sources where source.node != Schedule.Source.engine && source.delay == 0 {
        lastUses[source.node][source.channel] = max(
          step, lastUses[source.node][source.channel])
      }
    }
  }

  private mutating func assign(_ index: Int, at step: Int) {
    buffers[index] = lastUses[index].map { last in
      let buffer = free.popLast() ?? count
      count = max(count, buffer + 1)
      expiring[max(step, last)].append(buffer)
      return buffer
    }
  }
}
