extension CIDevice {
  /// Adds a profile, or replaces the one with the same name and address.
  ///
  /// Thread: control.
  ///
  /// - Parameter profile: The profile.
  /// - Returns: The report to all peers.
  public mutating func addProfile(_ profile: CIProfile) -> CIMessage {
    profiles.removeAll { $0.id == profile.id && $0.address == profile.address }
    profiles.append(profile)
    return message(.profileAdded(profile.id), to: .broadcast, address: profile.address)
  }

  /// Removes a profile.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - id: The name of the profile.
  ///   - address: The address of the profile.
  /// - Returns: The report to all peers; nil if the profile does not exist.
  public mutating func removeProfile(_ id: ProfileID, address: CIAddress) -> CIMessage? {
    guard let index = profiles.firstIndex(where: { $0.id == id && $0.address == address })
    else { return nil }
    profiles.remove(at: index)
    return message(.profileRemoved(id), to: .broadcast, address: address)
  }

  /// Switches a profile of this device on or off.
  ///
  /// Thread: control.
  ///
  /// - Parameters:
  ///   - id: The name of the profile.
  ///   - address: The address of the profile.
  ///   - isEnabled: Whether the profile is now enabled.
  ///   - channelCount: The number of channels for which it is enabled.
  /// - Returns: The report to all peers; nil if the profile does not exist.
  public mutating func setProfile(
    _ id: ProfileID, address: CIAddress, isEnabled: Bool, channelCount: UInt14 = 1
  ) -> CIMessage? {
    guard let index = profiles.firstIndex(where: { $0.id == id && $0.address == address })
    else { return nil }
    profiles[index].isEnabled = isEnabled
    profiles[index].channelCount = isEnabled ? channelCount : 0
    let change = CIProfileSwitch(id, channelCount: channelCount)
    let body: CIBody = isEnabled ? .profileEnabled(change) : .profileDisabled(change)
    return message(body, to: .broadcast, address: address)
  }

  /// Answers profile inquiries of another device.
  mutating func answerProfileInquiry(_ message: CIMessage, _ output: inout CIOutput) {
    switch message.body {
    case .setProfileOn(let change): switchProfile(change, isOn: true, message, &output)
    case .setProfileOff(let change): switchProfile(change, isOn: false, message, &output)
    case .profileDetailsInquiry(let id, let target):
      let profile = profiles.first { $0.id == id && $0.address == message.address }
      if let details = profile?.details[target] {
        reply(.profileDetailsReply(id, target: target, details), to: message, &output)
      } else {
        refuse(message, .profileNotSupported, details: id, &output)
      }
    default: listProfiles(message, &output)
    }
  }

  /// Answers with the profiles of the address, and for a function block of all that is in it.
  private func listProfiles(_ message: CIMessage, _ output: inout CIOutput) {
    var addresses: Set<CIAddress> = [message.address]
    if message.address == .functionBlock { addresses.formUnion(profiles.map(\.address)) }
    // Channels, group, function block: the order of the answers in the standard.
    for address in addresses.sorted(by: { $0.rawValue < $1.rawValue }) {
      let there = profiles.filter { $0.address == address }
      output.messages.append(
        self.message(
          .profileReply(
            enabled: there.filter(\.isEnabled).map(\.id),
            disabled: there.filter { !$0.isEnabled }.map(\.id)),
          to: message.source, address: address, version: message.version))
    }
  }

  private mutating func switchProfile(
    _ change: CIProfileSwitch, isOn: Bool, _ message: CIMessage, _ output: inout CIOutput
  ) {
    let report = setProfile(
      change.profile, address: message.address, isEnabled: isOn,
      channelCount: change.channelCount ?? 1)
    let profile = profiles.first {
      $0.id == change.profile && $0.address == message.address
    }
    guard let report, let profile else {
      refuse(message, .profileNotSupported, details: change.profile, &output)
      return
    }
    output.messages.append(report)
    output.events.append(.profileSwitched(profile, by: message.source))
  }
}
