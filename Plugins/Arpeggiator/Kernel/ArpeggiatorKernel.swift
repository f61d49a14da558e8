public import TenutoExtension

/// A MIDI processor that plays held notes one after another.
///
/// While the transport plays, steps follow the music's grid; while it is stopped, they begin with
/// the first key and use the kernel's own tempo. Notes keep their group and channel. All other
/// messages pass at their frame. All sounding notes end when the transport stops or jumps, when the
/// last key is released, and at a reset.
public struct ArpeggiatorKernel: ~Copyable, Kernel {
  var clock: ArpeggioClock
  var pattern = Pattern()
  var held = HeldNotes()
  /// The notes that have begun and not ended.
  var sounding = NoteList()
  /// The beat at which the sounding notes end.
  var endBeat = 0.0
  var touch = Touch()
  var grid = StepGrid()
  /// The length of a note as a part of its step, 0.01...1.
  var gate = 0.5
  var queue = PacketQueue(capacity: 16384)
  /// Whether the sounding notes must end at the next frame.
  var mustEnd = false

  /// Makes a kernel without notes.
  public init(_ setup: KernelSetup) { clock = ArpeggioClock(sampleRate: setup.sampleRate) }

  /// Handles notes, and passes all other packets.
  @_noLocks public mutating func receive(_ packet: UMP) {
    switch VoiceEvent(packet) {
    case .noteOn(let channel, let number, let velocity) where number < 128:
      press(
        ArpeggioNote(group: packet.group, channel: channel, number: number, velocity: velocity))
    case .noteOff(let channel, let number, _) where number < 128:
      let note = ArpeggioNote(group: packet.group, channel: channel, number: number)
      release(note.key)
    case .controlChange(let channel, 120, _), .controlChange(let channel, 123, _):
      held.removeAll(channel: channel, group: packet.group)
      mustEnd = true
      queue.append(packet)
    default: queue.append(packet)
    }
  }

  /// Handles a parameter.
  @_noLocks public mutating func handle(_ event: Event) {
    switch event {
    case .parameter(let address, let value): setParameter(address, to: value)
    case .ramp(let address, let value, _): setParameter(address, to: value)
    case .midi(let message): receive(message.ump)
    }
  }

  /// Sends the notes that begin or end in these frames.
  @_noLocks public mutating func render(_ cycle: inout RenderCycle) {
    let follows = clock.begin(cycle.musicalContext)
    if mustEnd || !follows { endNotes(&cycle, at: 0) }
    mustEnd = false
    queue.send(to: &cycle)
    let frameCount = cycle.frameCount
    while true {
      let end = sounding.count == 0 ? frameCount : clock.frame(of: endBeat, limit: frameCount)
      let start = held.isEmpty ? frameCount : clock.frame(of: clock.nextBeat, limit: frameCount)
      if end >= frameCount && start >= frameCount { break }
      if end <= start { endNotes(&cycle, at: end) } else { play(&cycle, at: start) }
    }
    clock.end(frameCount: frameCount)
  }

  /// Writes or reads the kernel's state.
  public mutating func exchange(with snapshot: inout KernelSnapshot) {
    // Empty after every cycle.
    if !queue.isEmpty { snapshot.refuse() }
    snapshot.exchange(&clock, &pattern, &held, &sounding)
    snapshot.exchange(&endBeat, &touch, &grid, &gate)
    snapshot.exchange(&mustEnd)
  }

  /// Removes all notes; the sounding ones end at the next frame.
  @_noLocks public mutating func reset() {
    held.removeAll()
    mustEnd = true
  }
}
