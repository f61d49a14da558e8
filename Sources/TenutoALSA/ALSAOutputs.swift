internal import Glibc
internal import Synchronization
internal import TenutoMIDI
internal import TenutoTransport

/// The own outputs of a client.
final class ALSAOutputs: Sendable {
  /// A queue in a dictionary.
  private final class Output {
    var queue = ALSAOutputQueue()
  }

  private struct State {
    var outputs: [Int32: Output] = [:]
  }

  private let sequencer: ALSASequencer
  /// Held while sending.
  private let state = Mutex(State())

  /// The times that the end of an output waits a millisecond for room.
  private static let patience = 500
  /// Nanoseconds after which the kernel may have room again.
  private static let pause: UInt64 = 1_000_000

  init(_ sequencer: ALSASequencer) { self.sequencer = sequencer }

  func open(_ number: Int32) { state.withLock { $0.outputs[number] = Output() } }

  /// Sends packets, and returns how many there was room for.
  func send(_ packets: some Sequence<HostTimedUMP>, from number: Int32) -> Int {
    let packets = Array(packets)
    let (count, isToWake) = state.withLock { state in
      guard let output = state.outputs[number] else { return (0, false) }
      let now = MonotonicTime.now.nanoseconds
      var count = 0
      for packet in packets {
        guard output.queue.add(packet.ump, at: packet.hostTime, now: now) else { break }
        count += 1
      }
      send(output, number)
      return (count, !output.queue.isEmpty)
    }
    // The client's thread sends the rest.
    if isToWake { sequencer.wake() }
    return count
  }

  /// Sends what is due, and returns when more is; nil if nothing waits.
  func sendDue() -> UInt64? {
    state.withLock { state in
      let now = MonotonicTime.now.nanoseconds
      for (number, output) in state.outputs { send(output, number) }
      // What is due by now had no room.
      let first = state.outputs.values.compactMap { $0.queue.due }.min()
      return first.map { max($0, now + Self.pause) }
    }
  }

  /// Ends the notes of an output, and forgets it.
  func close(_ number: Int32) {
    state.withLock { state in
      if let output = state.outputs.removeValue(forKey: number) { end(output, number) }
    }
  }

  /// Drops what waits for its time, and ends the notes.
  func clear(_ number: Int32) {
    state.withLock { state in
      guard let output = state.outputs[number] else { return }
      output.queue.clear(now: MonotonicTime.now.nanoseconds)
      send(output, number)
    }
  }

  /// Ends the notes of all outputs, and forgets them.
  func end() {
    state.withLock { state in
      for (number, output) in state.outputs { end(output, number) }
      state.outputs = [:]
    }
  }

  /// Ends everything, and waits until it has left: a port that goes takes along what it has scheduled.
  private func end(_ output: Output, _ number: Int32) {
    output.queue.clear(now: MonotonicTime.now.nanoseconds)
    for _ in 0..<Self.patience {
      send(output, number)
      if output.queue.isEmpty, output.queue.last < MonotonicTime.now.nanoseconds { return }
      usleep(1000)
    }
  }

  private func send(_ output: Output, _ number: Int32) {
    output.queue.send(at: MonotonicTime.now.nanoseconds) { sequencer.send($0, from: number) }
  }
}
