internal import TenutoMIDI

/// Builds event lists from packets, and passes each on when it is full.
@safe
struct EventListWriter: ~Copyable {
  private let memory: ListMemory
  private let target: MIDIProtocolID
  private let emit: (UnsafePointer<MIDIEventList>) -> Void
  private var current: UnsafeMutablePointer<MIDIEventPacket>

  init(
    _ memory: ListMemory, _ target: MIDIProtocolID,
    emit: @escaping (UnsafePointer<MIDIEventList>) -> Void
  ) {
    self.memory = memory
    self.target = target
    unsafe self.emit = unsafe emit
    unsafe current = MIDIEventListInit(memory.eventList, target)
  }

  /// Adds a packet.
  mutating func add(_ ump: UMP, at time: MIDITimeStamp) {
    if tryAdd(ump, at: time) { return }
    emitList()
    unsafe current = MIDIEventListInit(memory.eventList, target)
    _ = tryAdd(ump, at: time)
  }

  /// Passes the last list on.
  consuming func finish() {
    emitList()
  }

  private mutating func tryAdd(_ ump: UMP, at time: MIDITimeStamp) -> Bool {
    let words = [ump.word0, ump.word1, ump.word2, ump.word3]
    let added = unsafe ccoremidi_event_list_add(
      memory.eventList, memory.byteCount, current, time, ump.wordCount, words)
    guard let added = unsafe added else { return false }
    unsafe current = unsafe added
    return true
  }

  private func emitList() {
    guard unsafe memory.eventList.pointee.numPackets > 0 else { return }
    unsafe emit(UnsafePointer(memory.eventList))
  }
}
