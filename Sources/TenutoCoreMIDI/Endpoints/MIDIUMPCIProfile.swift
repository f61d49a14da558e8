internal import Synchronization
internal import TenutoMIDIMessages

/// A MIDI-CI profile of a device: a defined set of messages and behaviour.
///
/// Thread: any but render.
public final class MIDIUMPCIProfile: Sendable {
  /// The owner of the profile.
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
  /// The name; empty for a discovered device, because messages carry no names.
  public let name: String
  /// The scope: one channel, several channels, a group or the function block.
  public let profileType: MIDICIProfileType
  /// The group, relative to the first group of the function block.
  public let groupOffset: MIDIUMPGroupNumber
  /// The first channel, 0 for a group and a function block.
  public let firstChannel: MIDIChannelNumber
  /// Maximum number of channels.
  public let totalChannelCount: MIDIUInteger14
  private let state = Mutex(State())

  /// Creates a disabled profile, for `MIDIUMPMutableFunctionBlock.registerProfiles`.
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

  /// Creates a profile that a device has reported.
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

  /// The five bytes of the profile's id.
  public var profileID: MIDICIProfileID { id.coreMIDI }

  /// Whether the profile is enabled.
  public var isEnabled: Bool { state.withLock { $0.isEnabled } }

  /// Number of channels for which the profile is enabled.
  public var enabledChannelCount: MIDIUInteger14 {
    state.withLock { $0.enabledChannelCount.rawValue }
  }

  /// Enables or disables the profile: at once in this process, by a request to a discovered device,
  /// which is followed by `profileWasUpdated`.
  ///
  /// - Parameters:
  ///   - isEnabled: Whether to enable it.
  ///   - enabledChannelCount: Number of channels.
  /// - Throws: `kMIDIObjectNotFound` if it has no owner or its device is removed.
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
  /// The part of the device that the profile applies to.
  var address: CIAddress {
    switch profileType {
    case .functionBlock: .functionBlock
    case .group: .group
    default: .channel(UInt4(truncatingIfNeeded: firstChannel))
    }
  }

  /// Assigns the profile to a function block of this process; nil for none.
  func belong(to responder: CIResponder?) {
    state.withLock { $0.owner = responder.map(Owner.responder) ?? .nobody }
  }

  /// Updates the state, and sends a notification if it has changed.
  func note(_ isEnabled: Bool, channelCount: UInt14) {
    let isNew = state.withLock { state in
      defer {
        state.isEnabled = isEnabled
        state.enabledChannelCount = channelCount
      }
      return state.isEnabled != isEnabled || state.enabledChannelCount != channelCount
    }
    if isNew { MIDICIDeviceManager.shared.notifier.post(.profileWasUpdated(self)) }
  }
}

extension MIDIUMPCIProfile: Hashable {
  /// Returns whether both are the same object.
  public static func == (left: MIDIUMPCIProfile, right: MIDIUMPCIProfile) -> Bool {
    left === right
  }

  /// Hashes the identity of the object.
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
