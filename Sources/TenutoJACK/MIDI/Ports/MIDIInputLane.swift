internal import Synchronization
internal import TenutoMIDI

/// What an input is off the render thread: its memory, and the way to its receiver.
@safe final class MIDIInputLane: Sendable {
  /// What only the receiver thread touches.
  private struct Reading {
    var parser = MIDI1Parser()
    var form = MIDIEventForm()
    var bytes: [UInt8] = []
  }

  let counters = MIDICounterWords()
  let ring: MIDIByteRing
  nonisolated(unsafe) let slot: UnsafeMutablePointer<MIDIInputSlot>
  /// Kept, because the render thread wakes it.
  let thread: MIDIReceiverThread
  private let port: MIDIPort
  private let receiver: MIDIArrivalHandler
  private let isUMP: Atomic<Bool>
  private let isRemoved = Atomic<Bool>(false)
  nonisolated(unsafe) private var reading = Reading()
  private static let batchLimit = 1024

  /// Makes a lane; nil where `thread` has no thread.
  init?(
    port: MIDIPort, jackPort: JACKPort, byteCapacity: Int, thread: MIDIReceiverThread,
    receiver: @escaping MIDIArrivalHandler
  ) {
    guard let wakeup = unsafe thread.wakeup else { return nil }
    ring = MIDIByteRing(byteCapacity: byteCapacity)
    unsafe slot = .allocate(capacity: 1)
    unsafe slot.initialize(
      to: MIDIInputSlot(port: jackPort, ring: ring, counters: counters, wakeup: wakeup))
    self.thread = thread
    self.port = port
    self.receiver = receiver
    isUMP = Atomic(port.isUMP)
  }

  deinit {
    unsafe slot.deallocate()
    ring.deallocate()
    counters.deallocate()
  }

  /// Takes the port of another server; no render thread may run.
  func adopt(_ jackPort: JACKPort, isUMP: Bool) {
    unsafe slot.pointee.adopt(jackPort)
    self.isUMP.store(isUMP, ordering: .sequentiallyConsistent)
  }

  /// Has no receiver be called any more.
  func remove() {
    isRemoved.store(true, ordering: .sequentiallyConsistent)
    thread.remove(self)
  }

  /// Hands up to about a thousand events to the receiver; true where nothing is left.
  ///
  /// Thread: receiver.
  func deliver() -> Bool {
    var events: [HostTimedUMP] = []
    var isEmpty = false
    while events.count < Self.batchLimit {
      guard let header = unsafe ring.read(into: &reading.bytes) else {
        isEmpty = true
        break
      }
      // What a message has lost must not look like a whole one.
      if header.followsGap != 0 { forgetParts() }
      if isUMP.load(ordering: .sequentiallyConsistent), unsafe !reading.form.isBytes(reading.bytes)
      {
        appendPackets(to: &events, header)
      } else {
        appendBytes(to: &events, header)
      }
    }
    if !events.isEmpty, !isRemoved.load(ordering: .sequentiallyConsistent) {
      receiver(MIDIArrival(port: port, events: events))
    }
    return isEmpty
  }

  private func forgetParts() {
    unsafe reading.parser.reset()
    unsafe reading.form.reset()
  }

  private func appendBytes(to events: inout [HostTimedUMP], _ header: MIDIByteRing.Header) {
    for index in unsafe reading.bytes.indices {
      guard let packet = unsafe reading.parser.parse(reading.bytes[index]) else { continue }
      events.append(HostTimedUMP(hostTime: header.hostTime, ump: packet))
    }
  }

  private func appendPackets(to events: inout [HostTimedUMP], _ header: MIDIByteRing.Header) {
    let count = unsafe reading.bytes.count / 4
    var place = 0
    while place < count {
      let size = UMP.wordCount(messageType: UInt8(truncatingIfNeeded: word(place) >> 28))
      guard place + size <= count else { return counters.addLost() }
      let packet = UMP(
        word(place), size > 1 ? word(place + 1) : 0, size > 2 ? word(place + 2) : 0,
        size > 3 ? word(place + 3) : 0)
      events.append(HostTimedUMP(hostTime: header.hostTime, ump: packet))
      place += size
    }
  }

  private func word(_ index: Int) -> UInt32 {
    unsafe reading.bytes.withUnsafeBytes {
      unsafe $0.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
    }
  }
}
