internal import Dispatch
internal import Synchronization
internal import TenutoJACK
internal import TenutoMIDI
internal import TenutoMIDIMessages

/// The library's own connection to a pair of ports, for inquiries.
///
/// Used on the queue of the discovery.
final class DiscoveryLink: Sendable {
  private struct State: Sendable {
    var observer = UMPEndpointObserver()
    var reassembler = SysExReassembler(limits: DiscoveryLink.sysExLimits)
    var isOpen = true
    /// Number of times that inquiries were sent.
    var questionCount = 0
    /// Grows with every message, so that the last one can be waited for.
    var wordCount = 0
    var hasNegotiated = false
    var endpoint: MIDIUMPEndpoint?

    /// Whether the endpoint and all of its blocks have been described.
    var isComplete: Bool {
      guard let count = observer.functionBlockCount else { return false }
      return observer.endpoint.functionBlocks.count >= count
    }
  }

  private static let sysExLimits = SysExLimits(
    messageBytes: 1 << 16, openStreams: 16, totalBytes: 1 << 18)
  private static let maximumQuestions = 6
  let pair: EndpointPair
  private let input: InputPort
  private let output: OutputPort
  private let transmission: Transmission
  private let state = Mutex(State())

  /// Connects the library's client to a pair.
  init(_ pair: EndpointPair) throws(JACKError) {
    self.pair = pair
    let client = try Setup.shared.openService().client
    let mailbox = DiscoveryMailbox()
    input = InputPort(
      client: client, name: "discovery", reader: Reader(.arrivals { mailbox.take($0) }))
    output = OutputPort(client: client, name: "discovery")
    do throws(JACKError) {
      try input.connect(pair.source, .none)
      transmission = try output.transmission(to: pair.destination)
    } catch {
      input.close()
      output.close()
      throw error
    }
    mailbox.owner.withLock { $0.link = self }
  }

  /// Starts the inquiries.
  func begin() {
    if pair.isUMP { ask() }
  }

  /// Closes the connection, and removes the devices found through it.
  func close() {
    input.close()
    output.close()
    let endpoint = state.withLock { state in
      defer { state.endpoint = nil }
      state.isOpen = false
      return state.endpoint
    }
    Discovery.shared.initiator.forget(self)
    if let endpoint { MIDIUMPEndpointManager.shared.remove(endpoint) }
  }

  func send(_ packets: [UMP]) {
    _ = transmission.send(packets.map { HostTimedUMP(hostTime: 0, ump: $0) })
  }

  /// The groups that may have a MIDI-CI device: the first group of each bidirectional function
  /// block, or group 0.
  var capabilityGroups: [UInt8] {
    let blocks = state.withLock { $0.observer.endpoint.functionBlocks }
    let groups = blocks.filter { $0.info.direction == .bidirectional && $0.info.isActive }
      .compactMap(\.info.groups.first)
    return blocks.isEmpty ? [0] : groups
  }

  /// Whether the groups are known.
  var isSettled: Bool { state.withLock { !pair.isUMP || $0.endpoint != nil } }
}

// MARK: - Inquiries and answers

extension DiscoveryLink {
  /// Sends the inquiries, and repeats them until the answer is complete: messages sent while JACK
  /// connects may be lost.
  private func ask() {
    let count = state.withLock { state in
      guard state.isOpen, !state.isComplete else { return Self.maximumQuestions }
      defer { state.questionCount += 1 }
      return state.questionCount
    }
    guard count < Self.maximumQuestions else { return }
    send(UMPEndpointObserver.questions)
    Discovery.shared.after(milliseconds: 100 << count) { [weak self] in self?.ask() }
  }

  /// Handles messages of the pair.
  func take(_ events: [HostTimedUMP]) {
    var messages: [SysExMessage] = []
    let word = state.withLock { state -> Int? in
      guard state.isOpen else { return nil }
      var isChanged = false
      for event in events {
        if event.ump.messageType == 0xF {
          isChanged = state.observer.take(UMPMessage(ignoringReserved: event.ump)) || isChanged
        } else if let message = state.reassembler.receive(event.ump, at: event.hostTime).message {
          messages.append(message)
        }
      }
      guard isChanged else { return nil }
      state.wordCount += 1
      return state.wordCount
    }
    for message in messages { Discovery.shared.initiator.receive(message, from: self) }
    guard pair.isUMP, let word else { return }
    // A device describes itself in several messages, so the last one is waited for.
    Discovery.shared.after(milliseconds: 50) { [weak self] in self?.publish(word) }
  }

  private func publish(_ word: Int) {
    let news = state.withLock { state -> (MIDIUMPEndpoint?, UMPEndpoint)? in
      guard state.isOpen, state.wordCount == word, state.observer.functionBlockCount != nil else {
        return nil
      }
      return (state.endpoint, state.observer.endpoint)
    }
    guard let (known, description) = news else { return }
    if let known {
      known.update(description)
    } else {
      let endpoint = MIDIUMPEndpoint(description, pair)
      state.withLock { $0.endpoint = endpoint }
      MIDIUMPEndpointManager.shared.add(endpoint)
      Discovery.shared.wake()
    }
    negotiate(description)
  }

  /// Asks an endpoint to use MIDI 2.0, once, if it supports it.
  private func negotiate(_ description: UMPEndpoint) {
    guard description.protocols.contains(.midi2), description.configuration.umpProtocol != .midi2,
      state.withLock({ state in
        defer { state.hasNegotiated = true }
        return !state.hasNegotiated
      })
    else { return }
    let wanted = StreamConfiguration(umpProtocol: .midi2, jitterReduction: [])
    send([StreamMessage.streamConfigurationRequest(wanted).ump])
  }
}

/// Moves arrivals off the thread of the library's client.
private final class DiscoveryMailbox: Sendable {
  struct Owner: Sendable {
    weak var link: DiscoveryLink?
  }

  let owner = Mutex(Owner())

  func take(_ arrival: MIDIArrival) {
    // Other messages, such as notes, do not describe the sender.
    let events = arrival.events.filter { $0.ump.messageType == 0xF || $0.ump.messageType == 0x3 }
    guard !events.isEmpty else { return }
    Discovery.shared.queue.async { self.owner.withLock { $0.link }?.take(events) }
  }
}
