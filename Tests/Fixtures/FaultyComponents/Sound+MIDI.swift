import Glibc
import TenutoCore
import TenutoMIDI

extension Sound {
  func receive(_ packet: UMP) {
    let type = packet.messageType
    if Fault.is("M04") && ![1, 2, 3, 4].contains(type) { raise(SIGILL) }
    if type == 3 { hasSysEx += 1 }
    if Fault.is("M09") && hasSysEx > 1000 { _exit(9) }
    if component.code == Catalogue.processor { pending.append((packet, 0)) }
    switch VoiceEvent(packet) {
    case .noteOn(let channel, let note, _) where note < 128:
      if Fault.is("M05") { lateNotes.append((channel, note)) } else { play(channel, note) }
    case .noteOff(let channel, let note, _): end(channel, note)
    case .controlChange(let channel, let controller, _) where [120, 123].contains(controller):
      for index in voices.indices where voices[index].channel == channel {
        voices[index].isHeld = false
      }
    case .pitchBend(let channel, _): if Fault.is("M03") && channel == 15 { isSpoiled = true }
    default: break
    }
  }

  func play(_ channel: UInt8, _ note: UInt8) {
    if Fault.is("M02") || voices.count >= 200 {
      guard voices.count < 200 else { return }
      voices.append(Voice(note: note, channel: channel))
      return
    }
    end(channel, note)
    voices.append(Voice(note: note, channel: channel))
  }

  private func end(_ channel: UInt8, _ note: UInt8) {
    if Fault.is("M01") && channel == 15 { return }
    for index in voices.indices
    where voices[index].note == note && voices[index].channel == channel && voices[index].isHeld {
      voices[index].isHeld = false
      if Fault.is("M02") { return }
    }
  }
}
