import Foundation
import NetworkSimulation
import Synchronization
import TenutoMIDI
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// Three hosts that play together through an unreliable network.
@Suite(.serialized) struct NamespaceTests {
  static let weathers = [
    Weather(description: "5 % loss", loss: 5),
    Weather(description: "20 % loss", loss: 20),
    Weather(description: "50 ms jitter", delay: 1...51),
    Weather(description: "reordered and doubled", duplicate: 20, reorder: 20),
    Weather(description: "losses in a row", lossBurst: 15),
    Weather(description: "2 s without a network", loss: 5, hasOutage: true),
  ]

  /// A host's session, and a synthesizer's state from its input.
  private final class Player: Sendable {
    let session: MIDINetworkSession
    private let synth = Mutex(ReferenceSynth())

    init(_ hosts: NetworkHosts, _ host: Int, _ networkProtocol: MIDINetworkProtocol) throws {
      let session = MIDINetworkSession(
        name: "host \(host)", port: 5004, networkProtocol: networkProtocol, contactsFile: "")
      session.connectionPolicy = .anyone
      self.session = session
      session.setReceiver { [weak self] packets, _ in
        self?.synth.withLock { synth in
          for packet in packets { synth.play(.short(packet.ump)) }
        }
      }
      try hosts.inside("\(host)") { try? session.enable() }
      try #require(session.isEnabled)
    }

    /// The differences from the sent state.
    func differences(from sent: ReferenceSynth) -> [String] {
      synth.withLock { $0 }.differences(from: sent)
    }

    /// Sends a message to all peers.
    func play(_ message: RTPMIDIMessage) {
      if case .short(let ump) = message { session.send([HostTimedUMP(hostTime: 0, ump: ump)]) }
    }
  }

  /// Waits up to a minute for a condition.
  private func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<6000 {
      if condition() { return true }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
  }

  @Test(.enabled(if: NetworkHosts.isUsable), arguments: weathers, MIDINetworkProtocol.allCases)
  func noNoteHangsAfterAnyBurst(
    _ weather: Weather, _ networkProtocol: MIDINetworkProtocol
  ) async throws {
    let hosts = try NetworkHosts()
    let players = try (1...3).map { try Player(hosts, $0, networkProtocol) }
    defer { for player in players { player.session.disable() } }
    let relays = Mutex<[DatagramRelay]>([])
    try hosts.inside("r") {
      for host in UInt8(2)...3 {
        let listener = NetworkAddress(host: [10, 77, host, 1], port: 5004)
        if let relay = try? DatagramRelay(to: listener, seed: UInt64(host)) {
          relays.withLock { $0.append(relay) }
        }
      }
    }
    let both = relays.withLock { $0 }
    try #require(both.count == 2)
    defer { for relay in both { relay.stop() } }
    for relay in both {
      let host = MIDINetworkHost(name: "", address: "10.77.1.254", port: relay.port)
      #expect(players[0].session.addConnection(MIDINetworkConnection(host: host)))
    }
    try await waitUntilConnected(players)
    for relay in both { relay.change(weather) }
    try await play(players, both, weather)
    let lost = players[1...].map { $0.session.peers.first?.lost ?? 0 }
    if weather.loss + weather.lossBurst > 0 { #expect(lost.allSatisfy { $0 > 0 }) }
    for counts in both.map(\.counts) {
      #expect((counts.lost > 0) == (weather.loss + weather.lossBurst > 0), "\(counts)")
      #expect((counts.doubled > 0) == (weather.duplicate > 0), "\(counts)")
      let isShuffled = weather.reorder > 0 || weather.delay.upperBound > 10
      if isShuffled { #expect(counts.overtaken > 0, "\(counts)") }
    }
  }

  static let routes: [RouterWeather] = [
    .nftables(loss: 5, duplicate: 0), .nftables(loss: 20, duplicate: 20),
  ]

  @Test(
    .enabled(if: RouterWeather.hasNftables), arguments: routes, MIDINetworkProtocol.allCases)
  func nothingHangsBehindARouterThatLosesAndDoubles(
    _ weather: RouterWeather, _ networkProtocol: MIDINetworkProtocol
  ) async throws {
    let hosts = try NetworkHosts(isRouted: true)
    let lost = try await play(hosts, weather, networkProtocol)
    #expect(lost.allSatisfy { $0 > 0 })
    let caught = try RouterWeather.caught(in: hosts)
    // The way back to host 1 may have few datagrams.
    #expect(caught.last.map { $0 > 0 } == true, "\(caught)")
    if caught.count > 1 { #expect(caught.dropLast().reduce(0, +) > 0, "\(caught)") }
  }

  static let disciplines: [RouterWeather] = [
    .netem("delay 1ms loss 20% duplicate 5%"), .netem("delay 26ms 25ms loss 5%"),
    .netem("delay 20ms reorder 25% 50% loss 5% 25% duplicate 5%"),
  ]

  @Test(
    .enabled(if: RouterWeather.hasNetem), arguments: disciplines, MIDINetworkProtocol.allCases)
  func nothingHangsBehindNetem(
    _ weather: RouterWeather, _ networkProtocol: MIDINetworkProtocol
  ) async throws {
    let hosts = try NetworkHosts(isRouted: true)
    let lost = try await play(hosts, weather, networkProtocol)
    #expect(lost.allSatisfy { $0 > 0 })
  }

  /// Plays from host 1 to the others through the router, and returns the losses of each.
  private func play(
    _ hosts: NetworkHosts, _ weather: RouterWeather, _ networkProtocol: MIDINetworkProtocol
  ) async throws -> [UInt64] {
    let players = try (1...3).map { try Player(hosts, $0, networkProtocol) }
    defer { for player in players { player.session.disable() } }
    for host in 2...3 {
      let host = MIDINetworkHost(name: "", address: "10.77.\(host).1", port: 5004)
      #expect(players[0].session.addConnection(MIDINetworkConnection(host: host)))
    }
    try await waitUntilConnected(players)
    try weather.begin(in: hosts)
    try await play(players, [], Weather(description: "the router's"))
    return players[1...].map { $0.session.peers.first?.lost ?? 0 }
  }

  private func waitUntilConnected(_ players: [Player]) async throws {
    let isConnected = try await eventually {
      players[0].session.peers.count(where: \.isConnected) == 2
        && players[1...].allSatisfy { $0.session.peers.contains(where: \.isConnected) }
    }
    try #require(isConnected)
  }

  /// Host 1 plays to both others, in bursts; after each burst all have its state.
  private func play(
    _ players: [Player], _ relays: [DatagramRelay], _ weather: Weather
  ) async throws {
    var music = RandomMusic(seed: 1)
    var sent = ReferenceSynth()
    for burst in 0..<5 {
      for number in 0..<200 {
        let message = music.message()
        sent.play(message)
        players[0].play(message)
        if weather.hasOutage, number == 100 {
          for relay in relays { relay.setDown(true) }
          try await Task.sleep(nanoseconds: 2_000_000_000)
          for relay in relays { relay.setDown(false) }
        }
        try await Task.sleep(nanoseconds: 2_000_000)
      }
      for player in players[1...] {
        let reference = sent
        let isEqual = try await eventually { player.differences(from: reference).isEmpty }
        #expect(isEqual, "burst \(burst): \(player.differences(from: reference))")
      }
    }
  }
}
