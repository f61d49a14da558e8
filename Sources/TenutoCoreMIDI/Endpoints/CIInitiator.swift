internal import Synchronization
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// This process's MIDI-CI device, which discovers other devices and talks to them.
///
/// Messages are received on the queue of the discovery.
final class CIInitiator: Sendable {
  private struct State: Sendable {
    var device: CIDevice
    var found: [MUID: Found] = [:]
    /// The links that were asked.
    var asked: Set<ObjectIdentifier> = []
    var isTimerSet = false
  }

  private struct Found: Sendable {
    let device: MIDICIDevice
    let link: DiscoveryLink
  }

  private static let maximumQuestions = 6
  private let state: Mutex<State>

  init() {
    // Manufacturer id for unreleased products: the library is not a device itself.
    let identity = DeviceIdentity(
      manufacturer: .educational, family: 0, model: 0, softwareRevision: 0)
    var configuration = CIConfiguration(identity: identity)
    configuration.categories = [.profiles, .properties]
    configuration.maximumSysExSize = 65536
    var generator = SystemRandomNumberGenerator()
    state = Mutex(State(device: CIDevice(configuration: configuration, using: &generator)))
  }

  /// Sends a discovery message to links that were not asked yet.
  func discover(_ links: [DiscoveryLink]) {
    let new = state.withLock { state in
      links.filter { $0.isSettled && state.asked.insert(ObjectIdentifier($0)).inserted }
    }
    ask(new, times: 0)
  }

  /// Asks links, and repeats it for those without an answer: messages sent while JACK connects may
  /// be lost.
  private func ask(_ links: [DiscoveryLink], times: Int) {
    let silent = state.withLock { state in
      links.filter { link in
        state.asked.contains(ObjectIdentifier(link))
          && !state.found.values.contains { $0.link === link }
      }
    }
    guard !silent.isEmpty, times < Self.maximumQuestions else { return }
    let request = state.withLock { try? $0.device.discover(now: mach_absolute_time()) }
    for link in silent {
      for group in link.capabilityGroups {
        link.send((request?.messages ?? []).flatMap { $0.packets(group: group) }.map(\.ump))
      }
    }
    setTimer()
    Discovery.shared.after(milliseconds: 100 << times) { [weak self] in
      self?.ask(silent, times: times + 1)
    }
  }

  /// Removes the devices of a closed link.
  func forget(_ link: DiscoveryLink) {
    let gone = state.withLock { state -> [MIDICIDevice] in
      state.asked.remove(ObjectIdentifier(link))
      let gone = state.found.filter { $0.value.link === link }
      for muid in gone.keys {
        state.found[muid] = nil
        state.device.forget(muid)
      }
      return gone.values.map(\.device)
    }
    for device in gone { MIDICIDeviceManager.shared.remove(device) }
  }

  /// Handles a message from a link.
  func receive(_ message: SysExMessage, from link: DiscoveryLink) {
    let output = state.withLock { state in
      var generator = SystemRandomNumberGenerator()
      return state.device.receive(
        message.payload, now: mach_absolute_time(), using: &generator)
    }
    let group = message.stream.group
    link.send(output.messages.flatMap { $0.packets(group: group) }.map(\.ump))
    for event in output.events { handle(event, link, group) }
    setTimer()
  }

  /// Sends an inquiry to a device.
  ///
  /// - Throws: `kMIDIObjectNotFound` if the device is removed, `kMIDIMessageSendErr` if too many
  ///   inquiries are pending.
  func inquire(_ body: CIBody, of device: MIDICIDevice, at address: CIAddress) throws(MIDIError) {
    let muid = device.peer.muid
    let result = state.withLock { state -> Result<(DiscoveryLink, [CIMessage]), MIDIError> in
      guard let found = state.found[muid], found.device === device else {
        return .failure(MIDIError(status: kMIDIObjectNotFound))
      }
      guard
        let request = try? state.device.inquire(
          body, of: muid, address: address, now: mach_absolute_time())
      else { return .failure(MIDIError(status: kMIDIMessageSendErr)) }
      return .success((found.link, request.messages))
    }
    let (link, messages) = try result.get()
    link.send(messages.flatMap { $0.packets(group: device.route.group) }.map(\.ump))
    setTimer()
  }
}

// MARK: - Messages of devices

extension CIInitiator {
  private func handle(_ event: CIEvent, _ link: DiscoveryLink, _ group: UInt8) {
    switch event {
    case .peerFound(let peer): find(peer, link, group)
    case .peerLost(let muid): lose(muid)
    case .reply(_, let message), .notice(let message): note(message)
    case .identityChanged:
      state.withLock { $0.asked = [] }
      Discovery.shared.wake()
    default: break
    }
  }

  private func find(_ peer: CIPeer, _ link: DiscoveryLink, _ group: UInt8) {
    let route = MIDICIDevice.Route(
      source: link.pair.source.ref, destination: link.pair.destination.ref, group: group)
    let device = MIDICIDevice(
      peer, route: route, type: link.pair.isUMP ? .virtual : .legacyMIDI1)
    let known = state.withLock { state in
      let known = state.found[peer.muid]?.device
      if known == nil { state.found[peer.muid] = Found(device: device, link: link) }
      return known
    }
    if let known {
      known.peer = peer
      return
    }
    MIDICIDeviceManager.shared.add(device)
    if device.supportsProfileConfiguration {
      try? inquire(.profileInquiry, of: device, at: .functionBlock)
    }
    if device.supportsPropertyExchange {
      let own = CIPropertyCapabilities(simultaneousRequests: 1)
      try? inquire(.propertyInquiry(own), of: device, at: .functionBlock)
    }
  }

  private func lose(_ muid: MUID) {
    let gone = state.withLock { $0.found.removeValue(forKey: muid) }
    if let gone { MIDICIDeviceManager.shared.remove(gone.device) }
  }

  private func note(_ message: CIMessage) {
    let (found, peer) = state.withLock {
      ($0.found[message.source], $0.device.peers[message.source])
    }
    guard let device = found?.device else { return }
    if let peer { device.peer = peer }
    device.note(message.body, at: message.address)
  }
}

// MARK: - Time

extension CIInitiator {
  private func setTimer() {
    let wait = state.withLock { state -> UInt64? in
      guard !state.isTimerSet, let deadline = state.device.nextDeadline else { return nil }
      state.isTimerSet = true
      let now = mach_absolute_time()
      return deadline > now ? deadline - now : 0
    }
    guard let wait else { return }
    Discovery.shared.after(milliseconds: Int(wait / 1_000_000) + 1) { [weak self] in
      self?.advance()
    }
  }

  private func advance() {
    state.withLock { state in
      state.isTimerSet = false
      // Removes inquiries that timed out; the result needs no action.
      _ = state.device.advance(to: mach_absolute_time())
    }
    setTimer()
  }
}

extension CIDevice {
  /// Removes a device whose ports have vanished, as if it had sent Invalidate MUID.
  fileprivate mutating func forget(_ muid: MUID) {
    var generator = SystemRandomNumberGenerator()
    let farewell = CIMessage(.invalidate(muid), from: muid, to: .broadcast)
    _ = receive(farewell.payload, now: mach_absolute_time(), using: &generator)
  }
}
