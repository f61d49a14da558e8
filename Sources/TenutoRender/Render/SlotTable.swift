internal import TenutoTransport

/// The places of nodes on the render thread: a node keeps its own as long as it is in the graph.
///
/// One piece of memory for all; only that of slots that are taken is ever touched.
@safe final class SlotTable: @unchecked Sendable {  // changed under the lock of its graph
  let slots: UnsafeMutablePointer<RenderSlot>
  let hosts: UnsafeMutablePointer<HostSlot>
  let generations: SlotGenerations
  private var isTaken = [Bool](repeating: false, count: GraphLimits.slotCount)
  private var hostSlots: Set<Int> = []
  private var lists: [Int: SentList] = [:]

  /// Thread: control.
  init() {
    unsafe slots = .allocate(capacity: GraphLimits.slotCount)
    unsafe hosts = .allocate(capacity: GraphLimits.slotCount)
    generations = .allocate(count: GraphLimits.slotCount)
  }

  /// All slots must have been cleared.
  deinit {
    unsafe slots.deallocate()
    unsafe hosts.deallocate()
    generations.deallocate()
  }

  /// The lowest slot that is free, which is taken then; nil where none is.
  func take() -> Int? {
    guard let slot = isTaken.firstIndex(of: false) else { return nil }
    isTaken[slot] = true
    return slot
  }

  /// Gives back a slot on which nothing is any more.
  func leave(_ slot: Int) {
    isTaken[slot] = false
    lists[slot] = nil
    hostSlots.remove(slot)
    generations.leave(slot)
  }

  /// Notes that a node of the host sits there.
  func setHost(_ slot: Int) { hostSlots.insert(slot) }

  /// Whether a node of the host sits there, not an extension.
  func isHost(_ slot: Int) -> Bool { hostSlots.contains(slot) }

  /// The list of an extension that puts out MIDI that somebody wants.
  func list(ofExtension slot: Int) -> UnsafeMutablePointer<EventList> {
    if let list = lists[slot] { return unsafe list.list }
    let list = SentList()
    lists[slot] = list
    return unsafe list.list
  }
}
