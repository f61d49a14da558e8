import Synchronization
import TenutoCoreMIDI
import TenutoMIDIMessages
import Testing

/// The profile of drawbar organs, as defined in the standard.
private let organ = MIDICIProfileID(
  standard: MIDICIProfileIDStandard(
    profileIDByte1: 0x7E, profileBank: 0x23, profileNumber: 1, profileVersion: 1,
    profileLevel: 1))

/// Waits for a device of a family.
private func found(family: UInt16) throws -> MIDICIDevice {
  func find() -> MIDICIDevice? {
    MIDICIDeviceManager.shared.discoveredCIDevices.first { $0.deviceInfo.family == family }
  }
  _ = eventually { find() != nil }
  return try #require(find())
}

private func ciDevice(_ number: Int, _ edit: (inout CIConfiguration) -> Void = { _ in }) -> CIDevice
{
  var configuration = CIConfiguration(identity: .test(number))
  edit(&configuration)
  var generator = SystemRandomNumberGenerator()
  return CIDevice(configuration: configuration, using: &generator)
}

extension CoreMIDITests {
  @Suite struct CapabilityTests {
    @Test func twoClientsFindEachOther() throws {
      try withServer { _ in
        let piano = try ownEndpoint("Piano", 21, ._2_0, Inbox(), [try functionBlock("Keys")])
        let box = try ownEndpoint("Box", 22, ._2_0)
        for endpoint in [piano, box] { try endpoint.setEnabled(true) }
        defer { for endpoint in [piano, box] { try? endpoint.setEnabled(false) } }
        let keys = try found(family: 21)
        let other = try found(family: 22)
        #expect(keys.muid != other.muid)
        #expect(keys.deviceInfo == device(21) && keys.deviceType == .virtual)
        #expect(keys.maxSysExSize == 4096 && !keys.supportsPropertyExchange)
        #expect(!keys.supportsProfileConfiguration && keys.profiles.isEmpty)
        let endpoint = try TenutoCoreMIDITests.found("Piano")
        #expect(eventually { endpoint.functionBlocks.first?.midiCIDevice === keys })
      }
    }

    /// Over MIDI 1.0 byte ports, with a device of another implementation.
    @Test func aDeviceBehindPortsOfBytesIsFound() throws {
      try withServer { _ in
        var ci = ciDevice(31) { $0.maximumSysExSize = 700 }
        _ = ci.addProfile(CIProfile(ProfileID(0x7E, 0x23, 1, 1, 1), address: .channel(4)))
        let foreign = try ForeignEndpoint(
          "foreign", UMPEndpoint(name: "", protocols: []), device: ci, isUMP: false)
        defer { foreign.close() }
        try withClient("looker") { _ in
          let device = try found(family: 31)
          #expect(device.muid == foreign.device?.muid.value.rawValue)
          #expect(device.deviceType == .legacyMIDI1 && device.maxSysExSize == 700)
          #expect(device.deviceInfo.manufacturerID.sysExIDByte == (0, 0x21, 0x09))
          #expect(device.supportsProfileConfiguration && device.supportsProcessInquiry)
          #expect(eventually { device.maxPropertyExchangeRequests == 8 })
          #expect(eventually { device.profiles.count == 1 })
          let profile = device.profiles[0]
          #expect(profile.profileType == .singleChannel && profile.firstChannel == 4)
          #expect(unsafe profile.profileID.standard.profileBank == 0x23)
          #expect(!profile.isEnabled)
          try profile.setProfileState(true, enabledChannelCount: 1)
          #expect(eventually { profile.isEnabled })
          #expect(foreign.device?.profiles.first?.isEnabled == true)
        }
      }
    }

    @Test func ownProfilesAreSwitchedFromBothSides() throws {
      try withServer { _ in
        let profile = MIDIUMPCIProfile(
          profileID: organ, name: "Organ", profileType: .functionBlock, groupOffset: 0,
          firstChannel: 0, totalChannelCount: 32)
        let keys = try functionBlock("Keys", group: 3)
        try keys.registerProfiles([profile])
        let piano = try ownEndpoint("Piano", 41, ._2_0, Inbox(), [keys])
        try piano.setEnabled(true)
        defer { try? piano.setEnabled(false) }
        let device = try found(family: 41)
        #expect(device.supportsProfileConfiguration)
        #expect(eventually { device.profiles.count == 1 })
        let seen = device.profiles[0]
        #expect(seen.profileType == .functionBlock && !seen.isEnabled)
        try seen.setProfileState(true, enabledChannelCount: 2)
        #expect(eventually { profile.isEnabled && profile.enabledChannelCount == 2 })
        #expect(eventually { seen.isEnabled && seen.enabledChannelCount == 2 })
        try profile.setProfileState(false, enabledChannelCount: 0)
        #expect(!profile.isEnabled)
        #expect(eventually { !seen.isEnabled })
      }
    }

    @Test func removedDevicesAreReported() throws {
      try withServer { _ in
        let notifications = Mutex<[MIDICIDeviceManager.Notification]>([])
        let observation = MIDICIDeviceManager.shared.observe { notice in
          notifications.withLock { $0.append(notice) }
        }
        defer { observation.cancel() }
        try withClient("looker") { _ in
          let piano = try ownEndpoint("Piano", 51, ._2_0)
          try piano.setEnabled(true)
          let device = try found(family: 51)
          #expect(eventually { notifications.withLock { $0.contains(.deviceWasAdded(device)) } })
          try piano.setEnabled(false)
          #expect(eventually { notifications.withLock { $0.contains(.deviceWasRemoved(device)) } })
          #expect(MIDICIDeviceManager.shared.discoveredCIDevices.isEmpty)
        }
      }
    }

    /// The other way round: another program's device finds that of an endpoint of this library.
    @Test func anotherProgramFindsAnOwnDevice() throws {
      try withServer { _ in
        let piano = try ownEndpoint("Piano", 61, ._2_0, Inbox(), [try functionBlock("Keys")])
        try piano.setEnabled(true)
        defer { try? piano.setEnabled(false) }
        let foreign = try ForeignEndpoint(
          "foreign", UMPEndpoint(name: "", protocols: []), device: ciDevice(62))
        defer { foreign.close() }
        try foreign.connect(to: "Piano")
        #expect(
          eventually(
            doing: {
              let request = foreign.say { device in try? device.discover(now: 0) }
              foreign.send((request ?? nil)?.messages ?? [])
            }
          ) { foreign.device?.peers.isEmpty == false })
        #expect(foreign.device?.peers.values.first?.discovery.identity.family == 61)
      }
    }
  }
}
