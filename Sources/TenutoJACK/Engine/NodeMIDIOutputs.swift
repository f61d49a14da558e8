internal import TenutoCore
internal import TenutoHost
internal import TenutoMIDI

/// A node's MIDI on its way to its ports: group n goes to port n, in MIDI 1.0 protocol.
///
/// Messages keep their frames; what finds no room in a port's buffer waits for the next cycle.
@safe struct NodeMIDIOutputs: ~Copyable {
  private let queues: UnsafeMutablePointer<MIDIPortQueue>
  private let count: Int

  init(count: Int) {
    self.count = count
    unsafe queues = .allocate(capacity: max(1, count))
    for index in 0..<count { unsafe (queues + index).initialize(to: MIDIPortQueue()) }
  }

  deinit {
    unsafe queues.deinitialize(count: count)
    unsafe queues.deallocate()
  }

  /// Forgets what waits.
  ///
  /// Thread: control, while no client is active.
  mutating func removeAll() {
    for index in 0..<count { unsafe queues[index].removeAll() }
  }
}

extension NodeMIDIOutputs {
  /// Begins a cycle: empties the ports and writes what has waited.
  ///
  /// Thread: render. Every cycle, before `put`.
  @_noLocks
  mutating func begin(_ cycle: inout JACKCycle, _ ports: borrowing NodePorts) {
    for group in 0..<min(count, ports.midiOutputCount) {
      var midi = cycle.midiOutput(ports.midiOutput(group))
      midi.clear()
      unsafe queues[group].drain(to: &midi, frameOffset: 0)
    }
  }

  /// Writes what the extension has put out in this cycle.
  ///
  /// Thread: render. After `Renderer.render`.
  ///
  /// - Returns: Messages lost: a queue was full, or there is no port for the group.
  @_noLocks
  mutating func put(
    _ renderer: UnsafeMutablePointer<Renderer>, to cycle: inout JACKCycle,
    _ ports: borrowing NodePorts
  ) -> Int {
    let portCount = min(count, ports.midiOutputCount)
    guard portCount > 0 else { return 0 }
    var lost = 0
    for index in 0..<(unsafe renderer.pointee.outputEventCount) {
      let event = unsafe renderer.pointee.outputEvent(index)
      guard case .midi(let packet) = event.payload else { continue }
      let group = Int(packet.group)
      guard group < portCount else {
        lost += 1
        continue
      }
      let frameOffset = min(Int(event.frameOffset), cycle.frameCount - 1)
      var midi = cycle.midiOutput(ports.midiOutput(group))
      let messages = MIDI2ToMIDI1Translator().translate(packet)
      for number in 0..<messages.count {
        let isPut = unsafe queues[group].put(
          messages[number], frameOffset: frameOffset, to: &midi)
        if !isPut { lost += 1 }
      }
    }
    return lost
  }

  /// Lets go of all notes at all ports.
  ///
  /// Thread: render. After `begin`, instead of `put`.
  @_noLocks
  mutating func releaseNotes(_ cycle: inout JACKCycle, _ ports: borrowing NodePorts) {
    for group in 0..<min(count, ports.midiOutputCount) {
      var midi = cycle.midiOutput(ports.midiOutput(group))
      midi.releaseNotes()
    }
  }
}

extension JACKMIDIOutput {
  /// Lets go of all notes: pedals up, all notes off, in all channels.
  ///
  /// Thread: render.
  @_noLocks
  mutating func releaseNotes() {
    for channel in 0..<16 {
      let status = 0xB0 | UInt8(truncatingIfNeeded: channel)
      _ = write(frameOffset: 0, status: status, data1: 64, data2: 0)
      _ = write(frameOffset: 0, status: status, data1: 123, data2: 0)
    }
  }
}
