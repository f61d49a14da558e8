import Testing

@testable import TenutoMIDI
@testable import TenutoMIDIMessages

@Suite struct MPEVoicesTests {
  /// Voices of a lower zone with 15 members.
  private func lower(_ members: UInt8 = 15) -> MPEVoices {
    var voices = MPEVoices()
    _ = voices.take(MPEZones.configuration(.lower, memberCount: members))
    return voices
  }

  private func on(_ channel: UInt8, _ note: UInt8, _ velocity: UInt16 = 0x8000) -> UMP {
    VoiceEvent.noteOn(channel: channel, note: note, velocity: velocity).ump(group: 0)
  }

  private func off(_ channel: UInt8, _ note: UInt8) -> UMP {
    VoiceEvent.noteOff(channel: channel, note: note, velocity: 0x4000).ump(group: 0)
  }

  private func bend(_ channel: UInt8, _ value: UInt32) -> UMP {
    VoiceEvent.pitchBend(channel: channel, value: value).ump(group: 0)
  }

  private func controller(_ channel: UInt8, _ number: UInt8, _ value: UInt32) -> UMP {
    VoiceEvent.controlChange(channel: channel, controller: number, value: value).ump(group: 0)
  }

  private func pressure(_ channel: UInt8, _ value: UInt32) -> UMP {
    VoiceEvent.channelPressure(channel: channel, value: value).ump(group: 0)
  }

  @Test func aNoteBeginsAndEnds() {
    var voices = lower()
    let began = voices.take(on(3, 60, 0xABCD))
    #expect(began.began == 1 && began.ended == 0)
    #expect(voices[0].note == 60 && voices[0].channel == 3 && voices[0].velocity == 0xABCD)
    let ended = voices.take(off(3, 60))
    #expect(ended.ended == 1)
    #expect(voices.sounding == 0 && voices[0].releaseVelocity == 0x4000)
  }

  @Test func bendsOfNoteAndZoneAdd() {
    var voices = lower()
    _ = voices.take(on(1, 60))
    _ = voices.take(on(2, 64))
    #expect(voices.take(bend(1, 0xC000_0000)).changed == 0b01)
    #expect(voices[0].bend == 24 && voices[1].bend == 0)
    #expect(voices.take(bend(0, 0)).changed == 0b11)
    #expect(voices[0].bend == 22 && voices[1].bend == -2)
    #expect(voices[1].pitch == 62)
    #expect(voices.take(bend(1, 0x8000_0000)).changed == 0b01)
    #expect(voices[0].bend == -2)
  }

  @Test func expressionBeforeTheNoteApplies() {
    var voices = lower()
    _ = voices.take(bend(4, 0x8000_0000 + 0x8000_0000 / 48))
    _ = voices.take(pressure(4, .max))
    _ = voices.take(controller(4, 74, 0))
    _ = voices.take(on(4, 60))
    #expect(abs(voices[0].bend - 1) < 1e-5)
    #expect(voices[0].pressure == 1)
    #expect(voices[0].timbre == 0)
  }

  @Test func pressureIsTheGreaterAndTimbreMoves() {
    var voices = lower()
    _ = voices.take(on(1, 60))
    _ = voices.take(pressure(1, 0x4000_0000))
    _ = voices.take(pressure(0, 0x8000_0000))
    #expect(voices[0].pressure == 0.5)
    _ = voices.take(controller(1, 74, 0x8000_0000))
    _ = voices.take(controller(0, 74, 0x4000_0000))
    #expect(voices[0].timbre == 0.25)
  }

  @Test func thePedalOfTheManagerHoldsTheZone() {
    var voices = lower()
    _ = voices.take(on(1, 60))
    _ = voices.take(on(2, 64))
    _ = voices.take(controller(0, 64, .max))
    #expect(voices.take(off(1, 60)).ended == 0)
    #expect(!voices[0].isKeyDown)
    // A member's pedal is ignored.
    #expect(voices.take(controller(1, 64, 0)).ended == 0)
    #expect(voices.take(controller(0, 64, 0)).ended == 0b01)
    #expect(voices.sounding == 0b10)
  }

  @Test func outsideOfZonesAChannelIsAChannel() {
    var voices = lower(3)
    _ = voices.take(on(9, 60))
    _ = voices.take(on(9, 64))
    #expect(voices.take(bend(9, 0)).changed == 0b11)
    #expect(voices[0].bend == -2 && voices[1].bend == -2)
    _ = voices.take(
      VoiceEvent.registeredController(channel: 9, bank: 0, index: 0, value: 12 << 25).ump(group: 0))
    _ = voices.take(bend(9, 0))
    #expect(voices[0].bend == -12)
    #expect(voices.take(controller(9, 123, 0)).ended == 0b11)
  }

  @Test func perNoteMessagesConcernTheirNote() {
    var voices = lower()
    _ = voices.take(on(1, 60))
    _ = voices.take(on(1, 61))
    let bend = VoiceEvent.perNotePitchBend(channel: 1, note: 61, value: 0xC000_0000)
    #expect(voices.take(bend.ump(group: 0)).changed == 0b10)
    #expect(voices[0].bend == 0 && voices[1].bend == 24)
    let press = VoiceEvent.polyPressure(channel: 1, note: 60, value: .max)
    _ = voices.take(press.ump(group: 0))
    #expect(voices[0].pressure == 1 && voices[1].pressure == 0)
  }

  @Test func theOldestGivesWay() {
    var voices = MPEVoices()
    for note in UInt8(0)..<32 { _ = voices.take(on(0, note)) }
    #expect(voices.sounding == .max)
    let change = voices.take(on(0, 100))
    #expect(change.began == 1 && change.ended == 1)
    #expect(voices[0].note == 100)
    #expect(voices.take(on(0, 101)).began == 2)
  }

  @Test func aKeyThatIsStruckAgainKeepsItsSlot() {
    var voices = lower()
    _ = voices.take(on(1, 60))
    let first = voices[0].identifier
    let change = voices.take(on(1, 60))
    #expect(change.began == 1 && change.ended == 1)
    #expect(voices[0].identifier != first)
  }

  @Test func aNewZoneEndsSoundingNotes() {
    var voices = lower()
    _ = voices.take(on(1, 60))
    _ = voices.take(bend(1, 0))
    let change = voices.take(MPEZones.configuration(.lower, memberCount: 4))
    #expect(change.areZonesChanged && change.ended == 1)
    _ = voices.take(on(1, 60))
    #expect(voices[0].bend == 0)
  }

  @Test func anythingMayCome() {
    var random = SeededGenerator(seed: 11)
    var voices = MPEVoices()
    for _ in 0..<randomCaseCount(release: 300_000) {
      var ump = random.ump()
      // Mostly voice messages.
      if random.byte() < 230 { ump.word0 = ump.word0 & 0x0FFF_FFFF | 0x4000_0000 }
      let before = voices.sounding
      let change = voices.take(ump)
      #expect(voices.sounding == before & ~change.ended | change.began)
      #expect(change.changed & ~voices.sounding == 0)
    }
    for slot in 0..<MPEVoices.capacity where voices.sounding & (1 << UInt32(slot)) != 0 {
      #expect((0...1).contains(voices[slot].timbre) && (0...1).contains(voices[slot].pressure))
      #expect(voices[slot].bend.isFinite)
    }
  }
}
