internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// The MIDI-CI devices of an endpoint's function blocks in this process.
///
/// An endpoint without function blocks is one device on all groups, as the standard specifies.
final class CIResponder: Sendable {
  private struct Member: Sendable {
    let groups: Range<UInt8>
    let profiles: [MIDIUMPCIProfile]
    var device: CIDevice
  }

  private struct State: Sendable {
    var members: [Member]
    var reassembler = SysExReassembler(limits: CIResponder.sysExLimits)
  }

  private static let sysExLimits = SysExLimits(
    messageBytes: 1 << 12, openStreams: 16, totalBytes: 1 << 16)
  private let state: Mutex<State>
  private let transmission: Transmission?

  init(_ endpoint: MIDIUMPMutableEndpoint, transmission: Transmission?) {
    self.transmission = transmission
    let blocks = endpoint.mutableFunctionBlocks
    let identity = endpoint.deviceInfo.identity
    let productID = endpoint.productInstanceID
    var members = blocks.filter { $0.direction == .bidirectional }.map { block in
      Member(
        groups: block.block.info.groups, profiles: block.profiles,
        device: CIDevice(identity, productID, block))
    }
    if blocks.isEmpty {
      members.append(
        Member(groups: 0..<16, profiles: [], device: CIDevice(identity, productID, nil)))
    }
    state = Mutex(State(members: members))
    for profile in members.flatMap(\.profiles) { profile.belong(to: self) }
  }

  /// Releases the profiles.
  func close() {
    for profile in state.withLock({ $0.members.flatMap(\.profiles) }) { profile.belong(to: nil) }
  }

  /// Handles the messages that have arrived at the endpoint, and answers.
  func take(_ events: [HostTimedUMP]) {
    for event in events {
      let message = state.withLock {
        $0.reassembler.receive(event.ump, at: event.hostTime).message
      }
      if let message { take(message) }
    }
  }

  private func take(_ message: SysExMessage) {
    let answer = state.withLock { state -> (CIOutput, [MIDIUMPCIProfile])? in
      var generator = SystemRandomNumberGenerator()
      let group = message.stream.group
      guard let index = state.members.firstIndex(where: { $0.groups.contains(group) }) else {
        return nil
      }
      let output = state.members[index].device.receive(
        message.payload, now: mach_absolute_time(), using: &generator)
      return (output, state.members[index].profiles)
    }
    guard let (output, profiles) = answer else { return }
    send(output.messages, on: message.stream.group)
    for case .profileSwitched(let change, _) in output.events {
      let profile = profiles.first { $0.id == change.id && $0.address == change.address }
      profile?.note(change.isEnabled, channelCount: change.channelCount)
    }
  }

  /// Switches a profile, and sends a report to all peers.
  func set(_ profile: MIDIUMPCIProfile, _ isEnabled: Bool, _ channelCount: UInt14) {
    let report = state.withLock { state -> (CIMessage, UInt8)? in
      guard let index = state.members.firstIndex(where: { $0.profiles.contains(profile) }),
        let group = state.members[index].groups.first,
        let message = state.members[index].device.setProfile(
          profile.id, address: profile.address, isEnabled: isEnabled, channelCount: channelCount)
      else { return nil }
      return (message, group)
    }
    guard let (message, group) = report else { return }
    send([message], on: group)
    profile.note(isEnabled, channelCount: isEnabled ? channelCount : 0)
  }

  private func send(_ messages: [CIMessage], on group: UInt8) {
    guard !messages.isEmpty else { return }
    _ = transmission?.send(messages.flatMap { $0.packets(group: group) })
  }
}

extension CIMessage {
  /// Returns the message as packets to be sent now.
  func packets(group: UInt8) -> [HostTimedUMP] {
    // A message of MIDI-CI has bytes of 7 bits only.
    guard let packets = try? SysExPackets(sysEx7: payload, group: group) else { return [] }
    return packets.map { HostTimedUMP(hostTime: 0, ump: $0) }
  }
}

extension CIDevice {
  /// Creates the device of a function block, or of an endpoint without function blocks.
  fileprivate init(
    _ identity: DeviceIdentity, _ productInstanceID: String, _ block: MIDIUMPMutableFunctionBlock?
  ) {
    let profiles = block?.profiles ?? []
    var configuration = CIConfiguration(identity: identity)
    configuration.categories = profiles.isEmpty ? [] : .profiles
    configuration.productInstanceID = productInstanceID
    if let block { configuration.functionBlock = block.block.info.number }
    var generator = SystemRandomNumberGenerator()
    self.init(configuration: configuration, using: &generator)
    for profile in profiles { _ = addProfile(CIProfile(profile.id, address: profile.address)) }
  }
}
