internal import Synchronization
internal import TenutoMIDIMessages

/// A profile of a device of MIDI-CI: what its messages mean and how it behaves.
///
/// Thread: any but render.
public final class MIDIUMPCIProfile: Sendable {
  /// Who has the profile.
  enum Owner: Sendable {
    case nobody
    /// A function block of this process.
    case responder(CIResponder)
    /// A device that was found.
    case device(MIDICIDevice)
  }

  private struct State: Sendable {
    var enabledChannelCount: UInt14 = 0
    var isEnabled = false
    var owner = Owner.nobody
  }

  let id: ProfileID
  /// Its name; the messages carry none, so that it is empty for a device that was found.
  public let name: String
  /// What it is for: a channel, several, a group or the function block.
  public let profileType: MIDICIProfileType
  /// The group, counted from the first one of the function block.
  public let groupOffset: MIDIUMPGroupNumber
  /// The first channel, 0 for a group and a function block.
  public let firstChannel: MIDIChannelNumber
  /// How many channels it can be for.
  public let totalChannelCount: MIDIUInteger14
  private let state = Mutex(State())

  /// Creates a profile that is off, for `MIDIUMPMutableFunctionBlock.registerProfiles`.
  public init(
    profileID: MIDICIProfileID, name: String, profileType: MIDICIProfileType,
    groupOffset: MIDIUMPGroupNumber, firstChannel: MIDIChannelNumber,
    totalChannelCount: MIDIUInteger14
  ) {
    id = ProfileID(profileID)
    self.name = name
    self.profileType = profileType
    self.groupOffset = groupOffset
    self.firstChannel = firstChannel
    self.totalChannelCount = totalChannelCount
  }

  /// Creates the profile that a device has said that it has.
  init(_ id: ProfileID, at address: CIAddress, of device: MIDICIDevice) {
    self.id = id
    name = ""
    profileType =
      switch address {
      case .functionBlock: .functionBlock
      case .group: .group
      default: .singleChannel
      }
    groupOffset = 0
    let isChannel = address.rawValue < 16
    firstChannel = isChannel ? address.rawValue.rawValue : 0
    totalChannelCount = isChannel ? 1 : 16
    state.withLock { $0.owner = .device(device) }
  }

  /// The five bytes that name the profile.
  public var profileID: MIDICIProfileID { id.coreMIDI }

  /// Whether the profile is on.
  public var isEnabled: Bool { state.withLock { $0.isEnabled } }

  /// How many channels the profile is on for.
  public var enabledChannelCount: MIDIUInteger14 {
    state.withLock { $0.enabledChannelCount.rawValue }
  }

  /// Switches the profile on or off: one of this process at once; one of a device that was found is
  /// asked, and `profileWasUpdated` tells that it did.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether it is to be on.
  ///   - enabledChannelCount: How many channels it is to be on for.
  /// - Throws: `kMIDIObjectNotFound` for one that belongs to nobody or whose device is gone.
  public func setProfileState(
    _ isEnabled: Bool, enabledChannelCount: MIDIUInteger14
  ) throws(MIDIError) {
    let count = UInt14(truncatingIfNeeded: enabledChannelCount)
    switch state.withLock({ $0.owner }) {
    case .nobody: throw MIDIError(status: kMIDIObjectNotFound)
    case .responder(let responder): responder.set(self, isEnabled, count)
    case .device(let device):
      let change = CIProfileSwitch(id, channelCount: count)
      try Discovery.shared.initiator.inquire(
        isEnabled ? .setProfileOn(change) : .setProfileOff(change), of: device, at: address)
    }
  }
}

extension MIDIUMPCIProfile {
  /// For what part of its device the profile is.
  var address: CIAddress {
    switch profileType {
    case .functionBlock: .functionBlock
    case .group: .group
    default: .channel(UInt4(truncatingIfNeeded: firstChannel))
    }
  }

  /// Gives the profile to a function block of this process, nil to nobody.
  func belong(to responder: CIResponder?) {
    state.withLock { $0.owner = responder.map(Owner.responder) ?? .nobody }
  }

  /// Takes over whether the profile is on, and tells it if it is new.
  func note(_ isEnabled: Bool, channelCount: UInt14) {
    let isNew = state.withLock { state in
      defer {
        state.isEnabled = isEnabled
        state.enabledChannelCount = channelCount
      }
      return state.isEnabled != isEnabled || state.enabledChannelCount != channelCount
    }
    if isNew { MIDICIDeviceManager.shared.bulletin.post(.profileWasUpdated(self)) }
  }
}

extension MIDIUMPCIProfile: Hashable {
  /// Tells whether two references are to the same object.
  public static func == (left: MIDIUMPCIProfile, right: MIDIUMPCIProfile) -> Bool {
    left === right
  }

  /// Adds which object it is.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension ProfileID {
  init(_ id: MIDICIProfileID) {
    let id = unsafe id.standard
    self.init(
      UInt7(truncatingIfNeeded: id.profileIDByte1), UInt7(truncatingIfNeeded: id.profileBank),
      UInt7(truncatingIfNeeded: id.profileNumber), UInt7(truncatingIfNeeded: id.profileVersion),
      UInt7(truncatingIfNeeded: id.profileLevel))
  }

  var coreMIDI: MIDICIProfileID {
    MIDICIProfileID(
      standard: MIDICIProfileIDStandard(
        profileIDByte1: byte1.rawValue, profileBank: byte2.rawValue,
        profileNumber: byte3.rawValue, profileVersion: byte4.rawValue,
        profileLevel: byte5.rawValue))
  }
}
