import TenutoExtension

extension SawtoothKernel {
  /// Handles a MIDI message, and ignores unsupported ones.
  @_noLocks mutating func handle(_ message: VoiceEvent) {
    switch message {
    case .noteOn(let channel, let note, let velocity) where note < 128:
      if velocity == 0 {
        noteOff(channel: channel & 15, note: note)
      } else {
        noteOn(channel: channel & 15, note: note, velocity: velocity)
      }
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
    case 121: resetControllers(of: channel)
    case 123, 124, 125, 126, 127: allNotesOff(channel: channel)
    default: setSound(controller, of: channel, to: value)
    }
  }

  @_noLocks private mutating func setSound(
    _ controller: UInt8, of channel: UInt8, to value: UInt32
  ) {
    let index = Int(channel)
    switch controller {
    case 1: channels[index].modulation = ControllerValue.unipolar(value)
    case 7: channels[index].volume = Float(ControllerValue.unipolar(value))
    case 10: channels[index].pan = Float((1 + ControllerValue.bipolar(value)) / 2)
    case 11: channels[index].expression = Float(ControllerValue.unipolar(value))
    default: return
    }
    updateGains(channel: channel)
    if controller == 1 { updatePitches(channel: channel) }
  }

  @_noLocks private mutating func setPedal(of channel: UInt8, isDown: Bool) {
    channels[Int(channel)].isSustained = isDown
    if !isDown { pedalUp(channel: channel) }
  }

  @_noLocks private mutating func resetControllers(of channel: UInt8) {
    channels[Int(channel)].reset()
    pedalUp(channel: channel)
    var members = sounding
    while let voice = members.popFirst() {
      if voices[voice].channel == channel { voices[voice].bend = 0 }
    }
    updatePitches(channel: channel)
    updateGains(channel: channel)
  }
}

extension SawtoothKernel {
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
    var members = held
    while let voice = members.popFirst() {
      if voices[voice].channel == channel && voices[voice].note == note {
        voices[voice].bend = bend
        updatePitch(voice)
      }
    }
  }
}
