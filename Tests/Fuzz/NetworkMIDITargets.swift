@testable internal import TenutoNetworkMIDI

extension FuzzTarget {
  static var networkMIDI: [FuzzTarget] {
    [
      FuzzTarget(name: "rtp-midi", run: receiveRTPMIDI),
      FuzzTarget(name: "apple-midi", run: receiveAppleMIDI),
      FuzzTarget(name: "network-midi2", run: receiveNetworkMIDI2),
      FuzzTarget(name: "network-contacts", run: readContacts),
      FuzzTarget(name: "mdns", run: receiveMulticastDNS),
    ]
  }

  /// Packets of a stream, each after its length: accepted packets round-trip, and repairs are
  /// bounded.
  private static func receiveRTPMIDI(_ input: [UInt8]) {
    var reader = InputReader(input)
    var stream = ReceivedStream()
    while !reader.isEmpty {
      let bytes = reader.piece()
      guard let packet = try? RTPMIDIPacket(parsing: bytes) else { continue }
      // A short form may become longer when written, and may not fit then.
      if bytes.count < 512 {
        let written = packet.encoded
        let again = try? RTPMIDIPacket(parsing: written)
        check(again?.encoded == written, "a packet is another one when it is written")
      }
      let count = stream.receive(packet)?.repairs.count ?? 0
      check(count < 100_000, "\(count) messages repair one packet")
    }
    _ = stream.release()
    check(stream.release().isEmpty, "notes are on after all were ended")
  }

  /// Datagrams from a stranger: no answer is longer than its request.
  private static func receiveAppleMIDI(_ input: [UInt8]) {
    var reader = InputReader(input)
    var core = AppleMIDICore(name: "a name", policy: .anyone)
    let address = NetworkAddress(host: [10, 0, 0, 1], port: 5004)
    var time: UInt64 = 1_000_000_000
    while !reader.isEmpty {
      let port: SessionPort = reader.byte() & 1 == 0 ? .control : .data
      time += UInt64(reader.byte()) * 10_000_000
      let bytes = [0xFF, 0xFF] + reader.piece()
      if let command = try? AppleMIDICommand(parsing: bytes) {
        let again = try? AppleMIDICommand(parsing: command.encoded)
        check(again == command, "a command is another one when it is written")
      }
      let hadPeers = !core.status.isEmpty
      core.receive(
        bytes, from: port == .control ? address : address.dataAddress, on: port, at: time)
      var count = 0
      for case .send(let answer, _, _) in core.takeEffects() { count += answer.count }
      check(hadPeers || count <= bytes.count, "\(count) bytes answer \(bytes.count)")
      core.tick(at: time)
      _ = core.takeEffects()
      check(core.status.count <= AppleMIDICore.maximumPeers, "too many peers")
    }
  }

  /// Datagrams from an unknown host that may know the secret: until its address is confirmed, it
  /// gets at most the bytes that it has sent, and accepted packets round-trip.
  private static func receiveNetworkMIDI2(_ input: [UInt8]) {
    var reader = InputReader(input)
    var core = NetworkMIDI2Core(name: "a name", policy: .anyone)
    if reader.byte() & 1 == 1 { core.credentials = .secret("x") }
    let address = NetworkAddress(host: [10, 0, 0, 1], port: 5004)
    var time: UInt64 = 1_000_000_000
    var (came, went) = (0, 0)
    var isConfirmed = false
    while !reader.isEmpty {
      time += UInt64(reader.byte()) * 10_000_000
      let bytes = [0x4D, 0x49, 0x44, 0x49] + reader.piece()
      if let packet = try? NetworkMIDI2Packet(parsing: bytes) {
        let written = packet.encoded
        let again = try? NetworkMIDI2Packet(parsing: written)
        check(again?.encoded == written, "a packet is another one when it is written")
      }
      core.receive(bytes, from: address, on: .control, at: time)
      core.tick(at: time)
      came += bytes.count
      for case .send(let answer, _, _) in core.takeEffects() { went += answer.count }
      isConfirmed =
        isConfirmed || core.peers.values.contains { $0.isConfirmed }
        || core.challenges.contains { $0.isConfirmed }
      check(isConfirmed || went <= came, "\(went) bytes answer \(came)")
      check(core.status.count <= NetworkMIDI2Core.maximumPeers, "too many peers")
    }
  }

  /// An accepted list of contacts round-trips.
  private static func readContacts(_ input: [UInt8]) {
    let contacts = MIDINetworkContacts(text: String(decoding: input, as: UTF8.self))
    check(MIDINetworkContacts(text: contacts.text) == contacts, "the contacts are others")
    check(contacts.hosts.count <= MIDINetworkContacts.maximumCount, "too many contacts")
  }

  /// Messages of a link, each after its length: accepted messages round-trip, and neither a browser
  /// nor an advertiser sends or keeps more than its limits.
  private static func receiveMulticastDNS(_ input: [UInt8]) {
    var reader = InputReader(input)
    guard let name = DNSName("host.local") else { return }
    var advertiser = BonjourAdvertiser(hostName: name, addresses: [[10, 0, 0, 1]])
    var browser = BonjourBrowser()
    var time: UInt64 = 1_000_000_000_000
    advertiser.add(BonjourService(name: "x", type: "_apple-midi._udp", port: 1), at: time)
    browser.search(for: "_apple-midi._udp", at: time)
    while !reader.isEmpty {
      time += UInt64(reader.byte()) * 20_000_000
      let bytes = reader.piece()
      if let message = try? DNSMessage(parsing: bytes) {
        let again = try? DNSMessage(parsing: message.encoded)
        check(message.encoded.count > 9000 || again == message, "a message is another one")
        advertiser.receive(message, at: time)
        browser.receive(message, at: time)
      }
      advertiser.tick(at: time)
      browser.tick(at: time)
      check(advertiser.takeMessages().count <= 3, "one message is answered by many")
      check(browser.takeMessages().count <= 4, "one message makes many")
      check(browser.services.count <= 512, "too many services")
      _ = browser.takeEvents()
    }
  }
}
