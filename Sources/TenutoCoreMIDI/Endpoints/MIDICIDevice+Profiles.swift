internal import TenutoMIDIMessages

extension MIDICIDevice {
  /// Updates the profiles from a message of the device.
  func note(_ body: CIBody, at address: CIAddress) {
    switch body {
    case .profileReply(let enabled, let disabled):
      for id in enabled { note(id, at: address, isEnabled: true, channelCount: nil) }
      for id in disabled { note(id, at: address, isEnabled: false, channelCount: 0) }
    case .profileEnabled(let change):
      note(change.profile, at: address, isEnabled: true, channelCount: change.channelCount)
    case .profileDisabled(let change):
      note(change.profile, at: address, isEnabled: false, channelCount: 0)
    case .profileAdded(let id): note(id, at: address, isEnabled: false, channelCount: 0)
    case .profileRemoved(let id): removeProfile(id, at: address)
    default: break
    }
  }

  private func note(
    _ id: ProfileID, at address: CIAddress, isEnabled: Bool, channelCount: UInt14?
  ) {
    let known = profiles.first { $0.id == id && $0.address == address }
    let profile = known ?? MIDIUMPCIProfile(id, at: address, of: self)
    if known == nil {
      profiles.append(profile)
      MIDICIDeviceManager.shared.notifier.post(.profileWasUpdated(profile))
    }
    profile.note(
      isEnabled, channelCount: channelCount ?? UInt14(clamping: profile.totalChannelCount))
  }

  private func removeProfile(_ id: ProfileID, at address: CIAddress) {
    guard let gone = profiles.first(where: { $0.id == id && $0.address == address }) else { return }
    profiles.removeAll { $0 === gone }
    MIDICIDeviceManager.shared.notifier.post(.profileWasRemoved(gone))
  }
}
