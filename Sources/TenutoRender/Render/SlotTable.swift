internal import Synchronization
internal import TenutoTransport

/// The slots of nodes on the render thread: a node keeps its slot as long as it is in the graph.
///
/// One allocation for all slots; only the memory of taken slots is ever touched.
@safe final class SlotTable: @unchecked Sendable {  // changed under the lock of its graph
  let slots: UnsafeMutablePointer<RenderSlot>
  let hosts: UnsafeMutablePointer<HostSlot>
  let generations: SlotGenerations
  private var isTaken = [Bool](repeating: false, count: GraphLimits.slotCount)
  private var hostSlots: Set<Int> = []
  private var lists: [Int: SentList] = [:]
  /// The logs that slots write.
  private(set) var logs: [Int: CycleLogBox] = [:]

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

  /// Takes the lowest free slot, or returns nil.
  func take() -> Int? {
    guard let slot = isTaken.firstIndex(of: false) else { return nil }
    isTaken[slot] = true
    return slot
  }

  /// Frees a slot that is no longer used.
  func leave(_ slot: Int) {
    isTaken[slot] = false
    lists[slot] = nil
    logs[slot] = nil
    hostSlots.remove(slot)
    generations.leave(slot)
  }

  /// Notes that a host node has the slot.
  func setHost(_ slot: Int) { hostSlots.insert(slot) }

  /// Whether a host node has the slot, and not an extension.
  func isHost(_ slot: Int) -> Bool { hostSlots.contains(slot) }

  /// Keeps the log of a slot as long as the slot.
  func setLog(_ log: CycleLogBox?, of slot: Int) { logs[slot] = log }

  /// The list of an extension whose MIDI is read.
  func list(ofExtension slot: Int) -> UnsafeMutablePointer<EventList> {
    if let list = lists[slot] { return unsafe list.list }
    let list = SentList()
    lists[slot] = list
    return unsafe list.list
  }
}

/// A slot and its generation: a handle stays invalid after its node has left.
struct SlotHandle: BitwiseCopyable, Sendable, Hashable {
  let number: Int
  let generation: UInt32

  @_noLocks
  init(number: Int, generation: UInt32) {
    self.number = number
    self.generation = generation
  }
}

/// The generation of each slot, written by control and read by render, so that an event for a node
/// that has left never reaches the next node in its slot.
///
/// Valid as long as the slots.
@safe struct SlotGenerations: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt32>>
  private let count: Int

  static func allocate(count: Int) -> SlotGenerations {
    let words = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe SlotGenerations(words: words, count: count)
  }

  func deallocate() {
    unsafe words.deinitialize(count: count)
    unsafe words.deallocate()
  }

  /// The handle of the slot's current or next node.
  ///
  /// Thread: control.
  func handle(_ number: Int) -> SlotHandle {
    precondition(number >= 0 && number < count)
    return SlotHandle(
      number: number, generation: unsafe words[number].load(ordering: .relaxed))
  }

  /// Frees a slot for another node.
  ///
  /// Thread: control.
  func leave(_ number: Int) {
    precondition(number >= 0 && number < count)
    unsafe words[number].wrappingAdd(1, ordering: .releasing)
  }

  /// Whether the handle's node still has its slot.
  ///
  /// Thread: render.
  @_noLocks
  func isCurrent(_ slot: SlotHandle) -> Bool {
    guard slot.number >= 0, slot.number < count else { return false }
    return unsafe words[slot.number].load(ordering: .acquiring) == slot.generation
  }
}
