import TenutoExtension

extension SawtoothKernel {
  /// Starts a note; the voice that already plays it is released.
  @_noLocks mutating func noteOn(channel: UInt8, note: UInt8, velocity: UInt16) {
    releaseVoices(channel: channel, note: note)
    if sounding.isEmpty { tone.settle() }
    let voice = sounding.firstFree < VoiceSet.capacity ? sounding.firstFree : voiceToSteal()
    let isFree = !sounding.contains(voice)
    serial &+= 1
    voices[voice] = Voice()
    voices[voice].channel = channel
    voices[voice].note = note
    voices[voice].serial = serial
    start(voice, velocity: Float(velocity) / 65535, isFree: isFree)
  }

  /// Gives a voice its sound; a stolen one keeps level, phase and filter, so that it cannot click.
  @_noLocks private mutating func start(_ voice: Int, velocity: Float, isFree: Bool) {
    let lane = voice & 3
    voices[voice].velocityGain = velocity * velocity
    sounding.insert(voice)
    held.insert(voice)
    pedalled.remove(voice)
    updatePitch(voice)
    updateGain(voice)
    if tone.isRamping { aimRemaining = 0 }
    groups[voice >> 2].filter.setOffset(lane, octaves: (velocity - 1) * velocityOctaves)
    groups[voice >> 2].envelope.attack(lane, rate: times.attack)
    guard isFree else { return }
    oscillators[voice].restart()
    groups[voice >> 2].gain.restart(lane)
    groups[voice >> 2].filter.restart(
      lane, cutoff: tone.cutoff, levels: groups[voice >> 2].envelope.level)
  }

  /// Returns the quietest voice in release or, if none exists, the oldest.
  @_noLocks private mutating func voiceToSteal() -> Int {
    var candidates = sounding.subtracting(held)
    guard !candidates.isEmpty else { return oldestVoice() }
    var best = candidates.first
    while let voice = candidates.popFirst() {
      if loudness(of: voice) < loudness(of: best) { best = voice }
    }
    return best
  }

  @_noLocks private mutating func loudness(of voice: Int) -> Float {
    groups[voice >> 2].envelope.level[voice & 3] * voices[voice].velocityGain
  }

  @_noLocks private mutating func oldestVoice() -> Int {
    var candidates = sounding
    var best = candidates.first
    while let voice = candidates.popFirst() {
      if voices[voice].serial < voices[best].serial { best = voice }
    }
    return best
  }
}

extension SawtoothKernel {
  /// Ends a note unless the pedal holds it.
  @_noLocks mutating func noteOff(channel: UInt8, note: UInt8) {
    var candidates = held.subtracting(pedalled)
    while let voice = candidates.popFirst() {
      if voices[voice].channel == channel && voices[voice].note == note { keyUp(voice) }
    }
  }

  /// Ends all notes of a channel unless the pedal holds them.
  @_noLocks mutating func allNotesOff(channel: UInt8) {
    var candidates = held.subtracting(pedalled)
    while let voice = candidates.popFirst() {
      if voices[voice].channel == channel { keyUp(voice) }
    }
  }

  /// Ends the sound of a channel in 5 ms, even if keys or the pedal hold it.
  @_noLocks mutating func allSoundOff(channel: UInt8) {
    var candidates = sounding
    while let voice = candidates.popFirst() {
      if voices[voice].channel == channel { release(voice, rate: times.cut) }
    }
  }

  /// Ends the notes held only by the pedal.
  @_noLocks mutating func pedalUp(channel: UInt8) {
    var candidates = pedalled
    while let voice = candidates.popFirst() {
      if voices[voice].channel == channel { release(voice, rate: times.release) }
    }
  }

  @_noLocks private mutating func releaseVoices(channel: UInt8, note: UInt8) {
    var candidates = held
    while let voice = candidates.popFirst() {
      if voices[voice].channel == channel && voices[voice].note == note {
        release(voice, rate: times.release)
      }
    }
  }

  @_noLocks private mutating func keyUp(_ voice: Int) {
    if channels[Int(voices[voice].channel)].isSustained {
      pedalled.insert(voice)
    } else {
      release(voice, rate: times.release)
    }
  }

  @_noLocks private mutating func release(_ voice: Int, rate: Float) {
    held.remove(voice)
    pedalled.remove(voice)
    groups[voice >> 2].envelope.release(voice & 3, rate: rate)
  }
}
