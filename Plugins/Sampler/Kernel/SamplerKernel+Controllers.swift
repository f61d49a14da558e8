import TenutoExtension

extension SamplerKernel {
  /// Handles a MIDI message, and ignores unsupported ones.
  @_noLocks mutating func handle(_ message: VoiceEvent) {
    switch message {
    case .noteOn(let channel, let note, 0): noteOff(channel: channel & 15, note: note)
    case .noteOn(let channel, let note, let velocity) where note < 128:
      noteOn(channel: channel & 15, note: note, velocity: velocity)
    case .noteOff(let channel, let note, _): noteOff(channel: channel & 15, note: note)
    case .controlChange(let channel, let controller, let value):
      setController(controller, of: channel & 15, to: value)
    case .registeredController(let channel, 0, let index, let value):
      setBendRange(index, of: channel & 15, to: ControllerValue.semitones(value))
    case .pitchBend(let channel, let value):
      channels[Int(channel & 15)].bend = ControllerValue.bipolar(value)
      updatePitches(channel: channel & 15)
    case .perNotePitchBend(let channel, let note, let value):
      bendNote(note, of: channel & 15, to: ControllerValue.bipolar(value))
    default: break
    }
  }

  @_noLocks private mutating func setController(
    _ controller: UInt8, of channel: UInt8, to value: UInt32
  ) {
    switch controller {
    case 64: setPedal(of: channel, isDown: value >= 0x8000_0000)
    case 120: allSoundOff(channel: channel)
    case 121:
      channels[Int(channel)].reset()
      pedalUp(channel: channel)
      updatePitches(channel: channel)
      updateGains(channel: channel)
    case 123, 124, 125, 126, 127: allNotesOff(channel: channel)
    default: setLoudness(controller, of: channel, to: value)
    }
  }

  @_noLocks private mutating func setLoudness(
    _ controller: UInt8, of channel: UInt8, to value: UInt32
  ) {
    let index = Int(channel)
    switch controller {
    case 7: channels[index].volume = Float(ControllerValue.unipolar(value))
    case 10: channels[index].pan = Float((1 + ControllerValue.bipolar(value)) / 2)
    case 11: channels[index].expression = Float(ControllerValue.unipolar(value))
    default: return
    }
    updateGains(channel: channel)
  }

  @_noLocks private mutating func setPedal(of channel: UInt8, isDown: Bool) {
    channels[Int(channel)].isSustained = isDown
    if !isDown { pedalUp(channel: channel) }
  }

  @_noLocks private mutating func setBendRange(
    _ index: UInt8, of channel: UInt8, to semitones: Double
  ) {
    switch index {
    case 0: channels[Int(channel)].bendRange = semitones
    case 7: channels[Int(channel)].noteBendRange = semitones
    default: return
    }
    updatePitches(channel: channel)
  }

  @_noLocks private mutating func bendNote(_ note: UInt8, of channel: UInt8, to bend: Double) {
    for voice in 0..<32 where voices[voice].isHeld && voices[voice].note == note {
      guard voices[voice].channel == channel else { continue }
      voices[voice].bend = bend
      updatePitch(voice)
    }
  }

  @_noLocks private mutating func updatePitches(channel: UInt8) {
    for voice in voices.indices where voices[voice].channel == channel { updatePitch(voice) }
  }

  @_noLocks private mutating func updateGains(channel: UInt8) {
    for voice in voices.indices where voices[voice].channel == channel {
      updateGain(voice, in: Int(0.005 * sampleRate))
    }
  }

  /// Recomputes the pitch of a voice from its note, the wheels and the parameters.
  @_noLocks mutating func updatePitch(_ voice: Int) {
    let channel = channels[Int(voices[voice].channel)]
    let bend = channel.bend * channel.bendRange + voices[voice].bend * channel.noteBendRange
    let note = Double(voices[voice].note) + transpose + tune + bend
    voices[voice].setPitch(note, sampleRate: sampleRate)
  }

  /// Recomputes the loudness of a voice.
  @_noLocks mutating func updateGain(_ voice: Int, in frameCount: Int) {
    let gains = channels[Int(voices[voice].channel)].gains
    let loudness = voices[voice].velocityGain
    voices[voice].left.ramp(to: loudness * gains.left, frameCount: frameCount)
    voices[voice].right.ramp(to: loudness * gains.right, frameCount: frameCount)
  }
}
