import TenutoExtension

extension SamplerKernel {
  /// Starts a note; the voice that already plays it is released.
  @_noLocks mutating func noteOn(channel: UInt8, note: UInt8, velocity: UInt16) {
    for voice in 0..<32 where plays(voice, channel: channel, note: note) {
      release(voice, rate: times.release)
    }
    let voice = freeVoice()
    serial &+= 1
    let part = Float(velocity) / 65535
    voices[voice] = SampleVoice()
    voices[voice].channel = channel
    voices[voice].note = note
    voices[voice].serial = serial
    voices[voice].velocityGain = 1 - velocityPart + velocityPart * part * part
    voices[voice].isActive = true
    voices[voice].isHeld = true
    voices[voice].isOneShot = playback == 2
    voices[voice].start(sound, at: start, wantsLoop: playback == 0)
    voices[voice].envelope.attack(times)
    updatePitch(voice)
    updateGain(voice, in: 0)
  }

  @_noLocks private mutating func plays(_ voice: Int, channel: UInt8, note: UInt8) -> Bool {
    voices[voice].isActive && voices[voice].isHeld && voices[voice].channel == channel
      && voices[voice].note == note
  }

  /// Returns a free voice; without one, the voice of a note that then fades in a spare voice.
  @_noLocks private mutating func freeVoice() -> Int {
    for voice in 0..<32 where !voices[voice].isActive { return voice }
    let victim = voiceToSteal()
    let refuge = 32 + Int(truncatingIfNeeded: serial & 7)
    voices[refuge] = voices[victim]
    cut(refuge)
    return victim
  }

  /// Returns the quietest voice in release or, if none exists, the oldest.
  @_noLocks private mutating func voiceToSteal() -> Int {
    var best = -1
    var bestLoudness = Float.infinity
    var oldest = 0
    for voice in 0..<32 {
      if voices[voice].serial < voices[oldest].serial { oldest = voice }
      let loudness = voices[voice].envelope.level * voices[voice].velocityGain
      if !voices[voice].isHeld && loudness < bestLoudness {
        best = voice
        bestLoudness = loudness
      }
    }
    return best >= 0 ? best : oldest
  }

  /// Ends a note unless the pedal holds it.
  @_noLocks mutating func noteOff(channel: UInt8, note: UInt8) {
    for voice in 0..<32 where plays(voice, channel: channel, note: note) { keyUp(voice) }
  }

  @_noLocks private mutating func keyUp(_ voice: Int) {
    guard !voices[voice].isPedalled else { return }
    if channels[Int(voices[voice].channel)].isSustained {
      voices[voice].isPedalled = true
    } else {
      release(voice, rate: times.release)
    }
  }

  @_noLocks private mutating func release(_ voice: Int, rate: Float) {
    voices[voice].isHeld = false
    voices[voice].isPedalled = false
    if !voices[voice].isOneShot { voices[voice].envelope.release(rate: rate) }
  }

  /// Ends all notes of a channel unless the pedal holds them.
  @_noLocks mutating func allNotesOff(channel: UInt8) {
    for voice in 0..<32 where voices[voice].channel == channel && voices[voice].isHeld {
      keyUp(voice)
    }
  }

  /// Ends the sound of a channel in 5 ms, even if keys or the pedal hold it.
  @_noLocks mutating func allSoundOff(channel: UInt8) {
    for voice in voices.indices where voices[voice].channel == channel { cut(voice) }
  }

  /// Ends the notes held only by the pedal.
  @_noLocks mutating func pedalUp(channel: UInt8) {
    for voice in 0..<32 where voices[voice].channel == channel && voices[voice].isPedalled {
      release(voice, rate: times.release)
    }
  }
}
