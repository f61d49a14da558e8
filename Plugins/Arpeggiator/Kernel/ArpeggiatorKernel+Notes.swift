import TenutoExtension

extension ArpeggiatorKernel {
  /// Handles a pressed key.
  @_noLocks mutating func press(_ note: ArpeggioNote) {
    let wasEmpty = held.isEmpty
    held.press(note)
    guard wasEmpty || held.played.count == 1 else { return }
    pattern.restart()
    if wasEmpty { clock.start() }
  }

  /// Removes the note of a released key, or keeps the note if it is latched.
  @_noLocks mutating func release(_ key: UInt32) {
    held.release(key)
    endIfEmpty()
  }

  /// Ends the sounding notes if no note is held any more.
  @_noLocks mutating func endIfEmpty() {
    if held.isEmpty { mustEnd = true }
  }

  /// Ends the sounding notes and begins the notes of the next step at a frame.
  @_noLocks mutating func play(_ cycle: inout RenderCycle, at frame: Int) {
    endNotes(&cycle, at: frame)
    let start = clock.nextBeat
    let isOnBeat = abs(start - Double(Int(start + (start < 0 ? -0.5 : 0.5)))) < 1e-9
    clock.advanceStep()
    endBeat = max(start + gate * (clock.nextBeat - start), clock.beat(afterFrame: frame))
    if case .chord = pattern.mode {
      for index in 0..<held.sorted.count {
        begin(held.sorted[index], pattern.chordOctave, isOnBeat, &cycle, frame)
      }
    } else {
      let choice = pattern.choose(of: held.sorted.count)
      if case .asPlayed = pattern.mode {
        begin(held.played[choice.place], choice.octave, isOnBeat, &cycle, frame)
      } else {
        begin(held.sorted[choice.place], choice.octave, isOnBeat, &cycle, frame)
      }
    }
    pattern.advance()
  }

  @_noLocks private mutating func begin(
    _ held: ArpeggioNote, _ octave: Int, _ isOnBeat: Bool, _ cycle: inout RenderCycle,
    _ frame: Int
  ) {
    var note = held
    var number = Int(note.number) + 12 * octave
    while number > 127 { number -= 12 }
    note.number = UInt8(truncatingIfNeeded: number)
    // Two notes of a chord may fold onto one key, which begins and ends once.
    guard sounding.index(of: note.key) < 0 else { return }
    sounding.append(note)
    let velocity = touch.velocity(of: note.velocity, isOnBeat: isOnBeat)
    let event = VoiceEvent.noteOn(channel: note.channel, note: note.number, velocity: velocity)
    cycle.send(event.ump(group: note.group), at: frame)
  }

  /// Ends all sounding notes at a frame.
  @_noLocks mutating func endNotes(_ cycle: inout RenderCycle, at frame: Int) {
    for index in 0..<sounding.count {
      let note = sounding[index]
      let event = VoiceEvent.noteOff(channel: note.channel, note: note.number, velocity: 0x8000)
      cycle.send(event.ump(group: note.group), at: frame)
    }
    sounding.removeAll()
  }
}
