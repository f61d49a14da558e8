internal import Synchronization
internal import TenutoMIDI

/// An input outside the render thread: its memory, and the path to its receiver.
@safe final class MIDIInputLane: Sendable {
  /// State that only the receiver thread uses.
  private struct Reading {
    var parser = MIDI1Parser()
    var form = MIDIEventForm()
    var bytes: [UInt8] = []
  }

  let counters = MIDICounterWords()
  let ring: MIDIByteRing
  nonisolated(unsafe) let slot: UnsafeMutablePointer<MIDIInputSlot>  // render only while added
  /// Kept alive, because the render thread wakes it.
  let thread: MIDIReceiverThread
  private let port: MIDIPort
  private let receiver: MIDIArrivalHandler
  private let isUMP: Atomic<Bool>
  private let isRemoved = Atomic<Bool>(false)
  nonisolated(unsafe) private var reading = Reading()  // receiver thread only
  private static let batchLimit = 1024

  /// Creates a lane; nil if `thread` could not be started.
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

  /// Switches to the port of another server; no render thread may run.
  func adopt(_ jackPort: JACKPort, isUMP: Bool) {
    unsafe slot.pointee.adopt(jackPort)
    self.isUMP.store(isUMP, ordering: .sequentiallyConsistent)
  }

  /// Stops calling the receiver.
  func remove() {
    isRemoved.store(true, ordering: .sequentiallyConsistent)
    thread.remove(self)
  }

  /// Passes up to about a thousand events to the receiver; returns true if none is left.
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
      // A message with lost parts must not look complete.
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
