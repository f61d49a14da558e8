import Testing

@testable import TenutoMIDI
@testable import TenutoMIDIMessages

@Suite struct MPEZonesTests {
  @Test func thereIsNoZoneUntilOneIsConfigured() {
    let zones = MPEZones()
    #expect(zones.lower == nil && zones.upper == nil)
    #expect((0..<16).allSatisfy { zones.zone(of: UInt8($0)) == nil })
  }

  @Test(arguments: 1...15)
  func aZoneHasItsManagerAndItsMembers(count: Int) throws {
    for side in [MPEZone.Side.lower, .upper] {
      var zones = MPEZones()
      zones.configure(side, memberCount: UInt8(count))
      let zone = try #require(side == .lower ? zones.lower : zones.upper)
      let members = (0..<count).map { zone.channel(ofMember: UInt8($0)) }
      let expected = side == .lower ? Array(1...count) : (1...count).map { 15 - $0 }
      #expect(members.map(Int.init) == expected)
      #expect(members.allSatisfy { zone.hasMember($0) })
      #expect((0..<16).filter { zone.hasMember(UInt8($0)) }.count == min(count, 15))
      let mask = (members + [zone.managerChannel]).reduce(UInt16(0)) { $0 | 1 << UInt16($1) }
      #expect(zone.channelMask == mask)
    }
  }

  @Test(arguments: [(7, 7, 7), (10, 7, 4), (14, 5, 0), (15, 3, 0), (3, 12, 11)])
  func aNewZoneTakesChannelsFromTheOldOne(lower: Int, upper: Int, left: Int) {
    var zones = MPEZones()
    zones.configure(.upper, memberCount: UInt8(upper))
    zones.configure(.lower, memberCount: UInt8(lower))
    #expect(zones.lower?.memberCount == UInt8(lower))
    #expect((zones.upper?.memberCount ?? 0) == UInt8(left))
    let lowerMask = zones.lower?.channelMask ?? 0
    let upperMask = zones.upper?.channelMask ?? 0
    #expect(lowerMask & upperMask == 0)
  }

  @Test func theConfigurationMessageGoesBothWays() {
    for side in [MPEZone.Side.lower, .upper] {
      for count in UInt8(0)...15 {
        var zones = MPEZones()
        zones.configure(side, memberCount: 3)
        let isTaken = zones.take(MPEZones.configuration(side, memberCount: count, group: 5))
        #expect(isTaken)
        let zone = side == .lower ? zones.lower : zones.upper
        #expect((zone?.memberCount ?? 0) == count)
      }
    }
  }

  @Test func aMIDI1ByteStreamConfigures() {
    // Manager 1, 7 members; member bend range 24 semitones 50 cents by channel 3.
    let stream: [UInt8] = [
      0xB0, 101, 0, 100, 6, 6, 7, 38, 0, 0xB2, 101, 0, 100, 0, 6, 24, 38, 50,
    ]
    var translator = MIDI1ToMIDI2Translator()
    var zones = MPEZones()
    for ump in parseAll(stream) {
      for translated in translator.translate(ump).array { _ = zones.take(translated) }
    }
    #expect(zones.lower?.memberCount == 7)
    #expect(zones.bendRanges(of: .lower).member == 24.5)
    #expect(zones.bendRanges(of: .lower).manager == 2)
  }

  @Test func otherMessagesConfigureNothing() {
    var random = SeededGenerator(seed: 4)
    var zones = MPEZones()
    zones.configure(.lower, memberCount: 5)
    let before = zones
    for _ in 0..<randomCaseCount(release: 100_000) {
      var ump = random.ump()
      if ump.messageType == 4, ump.opcode == 2 { ump.word0 ^= 0x0040_0000 }
      let isTaken = zones.take(ump)
      #expect(!isTaken)
    }
    #expect(zones == before)
  }
}
