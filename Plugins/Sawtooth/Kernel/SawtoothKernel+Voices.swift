import TenutoExtension

extension SawtoothKernel {
  /// Recomputes the pitch of all voices of a channel.
  @_noLocks mutating func updatePitches(channel: UInt8) {
    var members = sounding
    while let voice = members.popFirst() {
      if voices[voice].channel == channel { updatePitch(voice) }
    }
  }

  /// Recomputes the pitch of a voice from its note and both wheels.
  @_noLocks mutating func updatePitch(_ voice: Int) {
    let channel = channels[Int(voices[voice].channel)]
    let semitones = channel.bend * channel.bendRange + voices[voice].bend * channel.noteBendRange
    let note = Double(voices[voice].note) + semitones
    voices[voice].frequency = DSP.frequency(ofNote: note) / sampleRate
    oscillators[voice].setFrequency(voices[voice].frequency, tables: tables)
  }

  /// Moves the pitch of the voices whose modulation wheel is up: 5.5 Hz, up to half a semitone.
  @_noLocks mutating func updateVibrato() {
    var members = sounding
    while let voice = members.popFirst() {
      let modulation = channels[Int(voices[voice].channel)].modulation
      guard modulation > 0 else { continue }
      let seconds = Double(frame) / sampleRate
      let octaves = DSP.sin(2 * .pi * 5.5 * seconds) * modulation / 24
      oscillators[voice].setFrequency(
        voices[voice].frequency * DSP.exp2(octaves), tables: tables)
    }
  }

  /// Recomputes the loudness of all voices of a channel.
  @_noLocks mutating func updateGains(channel: UInt8) {
    var members = sounding
    while let voice = members.popFirst() {
      if voices[voice].channel == channel { updateGain(voice) }
    }
  }

  /// Recomputes the loudness of a voice, which follows smoothly.
  @_noLocks mutating func updateGain(_ voice: Int) {
    let channel = channels[Int(voices[voice].channel)].gains
    let loudness = voices[voice].velocityGain
    groups[voice >> 2].gain.setTarget(
      voice & 3, left: loudness * channel.left, right: loudness * channel.right)
  }

  /// Moves the voices that decay or sustain to another sustain level.
  @_noLocks mutating func updateSustain() {
    var members = held
    while let voice = members.popFirst() {
      groups[voice >> 2].envelope.setSustain(
        voice & 3, to: times.sustain, rate: times.decay)
    }
  }
}
