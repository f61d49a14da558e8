import Foundation
import Synchronization
import TenutoMIDI
import Testing

@testable import TenutoNetworkMIDI

/// The data that a session has received.
final class Received: Sendable {
  private let packets = Mutex<[HostTimedUMP]>([])

  init(_ session: MIDINetworkSession) {
    session.setReceiver { [weak self] packets, _ in
      self?.packets.withLock { $0 += packets }
    }
  }

  var all: [HostTimedUMP] { packets.withLock { $0 } }
  var words: [UInt32] { all.map(\.ump.word0) }
}

/// Sessions with real sockets on the loopback interface.
@Suite(.serialized) struct MIDINetworkSessionTests {
  /// Waits up to 20 s for a condition.
  private func eventually(_ condition: () -> Bool) async throws -> Bool {
    for _ in 0..<2000 {
      if condition() { return true }
      try await Task.sleep(nanoseconds: 10_000_000)
    }
    return condition()
  }

  private func session(_ name: String) throws -> MIDINetworkSession {
    let session = MIDINetworkSession(name: name, port: 0, interface: "lo", contactsFile: "")
    try session.enable()
    return session
  }

  private func host(_ session: MIDINetworkSession) -> MIDINetworkHost {
    MIDINetworkHost(name: "", address: "127.0.0.1", port: session.networkPort)
  }

  private func connect(_ first: MIDINetworkSession, _ second: MIDINetworkSession) async throws {
    second.connectionPolicy = .anyone
    #expect(first.addConnection(MIDINetworkConnection(host: host(second))))
    let isThere = try await eventually {
      first.peers.contains(where: \.isConnected) && second.peers.contains(where: \.isConnected)
    }
    try #require(isThere)
  }

  @Test func sentMessagesArriveOnBothSides() async throws {
    let (first, second) = try (session("first"), session("second"))
    let (atFirst, atSecond) = (Received(first), Received(second))
    try await connect(first, second)
    #expect(second.peers.map(\.host.name) == ["first"])
    #expect(first.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))]))
    // A MIDI 2.0 note becomes a MIDI 1.0 note.
    #expect(second.send([HostTimedUMP(hostTime: 0, ump: UMP(0x4090_3C00, 0xFFFF_0000))]))
    let isHeard = try await eventually { !atFirst.all.isEmpty && !atSecond.all.isEmpty }
    #expect(isHeard)
    #expect(atSecond.words == [0x2090_3C40])
    #expect(atFirst.words == [0x2090_3C7F])
    first.disable()
    let hasGone = try await eventually { second.peers.isEmpty }
    #expect(hasGone)
    let isEnded = try await eventually { atSecond.words.last == 0x2080_3C40 }
    #expect(isEnded, "the goodbye ends the note")
    second.disable()
  }

  /// MIDI 2.0 stays MIDI 2.0 between two sessions of Network MIDI 2.0 that share a secret.
  @Test func packetsOfMIDI2ArriveUnchanged() async throws {
    let sessions = try ["first", "second"].map { name in
      let session = MIDINetworkSession(
        name: name, port: 0, interface: "lo", networkProtocol: .networkMIDI2, contactsFile: "")
      session.authentication = .user(name: "me", password: "\u{F6}")
      try session.enable()
      return session
    }
    let (first, second) = (sessions[0], sessions[1])
    let (atFirst, atSecond) = (Received(first), Received(second))
    try await connect(first, second)
    #expect(second.peers.map(\.host.name) == ["first"])
    let packets = [UMP(0x4390_3C00, 0xFFFF_0000), UMP(0xF000_0101, 0x1F)]
    for session in sessions {
      #expect(session.send(packets.map { HostTimedUMP(hostTime: 0, ump: $0) }))
    }
    let isHeard = try await eventually { atFirst.all.count >= 2 && atSecond.all.count >= 2 }
    #expect(isHeard)
    #expect(atFirst.all.map(\.ump) == packets)
    #expect(atSecond.all.map(\.ump) == packets)
    first.disable()
    let hasGone = try await eventually { second.peers.isEmpty }
    #expect(hasGone)
    second.disable()
  }

  @Test func aLongSysExArrivesComplete() async throws {
    let (first, second) = try (session("first"), session("second"))
    let atSecond = Received(second)
    // More than 64 KiB requires a permission of the host on both sides.
    let unlimited = MIDINetworkSystemExclusive(received: .unlimited, sent: .unlimited)
    for (session, other) in [(first, second), (second, first)] {
      #expect(session.setSystemExclusive(unlimited, for: host(other)))
    }
    try await connect(first, second)
    #expect(second.peers.map(\.systemExclusive) == [unlimited])
    let payload = (0..<100_000).map { UInt8($0 * 11 & 0x7F) }
    let packets = try SysExPackets(sysEx7: payload).map { HostTimedUMP(hostTime: 0, ump: $0) }
    #expect(first.send(packets))
    var reassembler = SysExReassembler()
    var taken = 0
    var message: SysExMessage?
    let isWhole = try await eventually {
      let all = atSecond.all
      for packet in all[taken...] { message = reassembler.receive(packet.ump).message ?? message }
      taken = all.count
      return message != nil
    }
    #expect(isWhole)
    #expect(message?.payload == payload)
  }

  @Test func sysExOfUnknownHostsIsStopped() async throws {
    let (first, second) = try (session("first"), session("second"))
    let atSecond = Received(second)
    try await connect(first, second)
    for packet in try SysExPackets(sysEx7: [1, 2, 3]) {
      first.send([HostTimedUMP(hostTime: 0, ump: packet)])
    }
    first.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))])
    let isHeard = try await eventually { !atSecond.all.isEmpty }
    #expect(isHeard)
    #expect(atSecond.words == [0x2090_3C40])
  }

  @Test func aWaitingHostConnectsOnceAccepted() async throws {
    let (first, second) = try (session("first"), session("second"))
    let notifications = second.notifications()
    first.addConnection(MIDINetworkConnection(host: host(second)))
    let isWaiting = try await eventually { second.waitingHosts.map(\.name) == ["first"] }
    #expect(isWaiting)
    #expect(second.peers.isEmpty)
    for await notification in notifications where notification == .hostIsWaiting { break }
    for host in second.waitingHosts { second.accept(host) }
    let isConnected = try await eventually { second.peers.contains(where: \.isConnected) }
    #expect(isConnected)
    for peer in second.peers { second.disconnect(peer) }
    let hasGone = try await eventually { first.peers.isEmpty }
    #expect(hasGone)
  }

  @Test func aTakenPortIsReported() throws {
    let first = try session("first")
    let second = MIDINetworkSession(
      name: "second", port: first.networkPort, interface: "lo", contactsFile: "")
    #expect(throws: NetworkMIDIError.self) { try second.enable() }
    second.isEnabled = true
    #expect(!second.isEnabled)
    #expect(!second.send([HostTimedUMP(hostTime: 0, ump: UMP(0x2090_3C40))]))
    let third = MIDINetworkSession(
      name: "third", port: 0, interface: "no-such-0", contactsFile: "")
    let error = #expect(throws: NetworkMIDIError.self) { try third.enable() }
    #expect(error?.code == .interface)
  }

  @Test func contactsAreStored() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("state/contacts").path
    let host = MIDINetworkHost(name: "The studio", address: "192.0.2.7", port: 5006)
    let session = MIDINetworkSession(name: "x", port: 0, contactsFile: file)
    #expect(session.addContact(host))
    #expect(!session.addContact(MIDINetworkHost(name: "y", address: "192.0.2.7", port: 5006)))
    #expect(!session.addContact(MIDINetworkHost(name: "a\tb", address: "192.0.2.8")))
    let again = MIDINetworkSession(name: "x", port: 0, contactsFile: file)
    #expect(again.contacts() == [host])
    #expect(again.removeContact(host))
    #expect(MIDINetworkSession(name: "x", port: 0, contactsFile: file).contacts() == [])
  }

  @Test func thePolicyIsStoredWithTheContacts() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("contacts").path
    func session() -> MIDINetworkSession {
      MIDINetworkSession(name: "x", port: 0, contactsFile: file)
    }
    #expect(session().connectionPolicy == .hostsInContactList)
    for policy in MIDINetworkConnectionPolicy.allCases {
      #expect(session().keepConnectionPolicy(policy))
      #expect(session().connectionPolicy == policy)
    }
    #expect(session().addContact(MIDINetworkHost(name: "a", address: "192.0.2.7")))
    #expect(session().connectionPolicy == .anyone)
    #expect(!MIDINetworkSession(name: "x", contactsFile: "").keepConnectionPolicy(.noOne))
  }

  @Test func malformedContactLinesAreIgnored() {
    let text = "5004\t10.0.0.1\tA\n\nx\ty\tz\n0\t10.0.0.2\tB\n5004\t10.0.0.1\tagain\n70000\ta\tb\n"
    #expect(MIDINetworkContacts(text: text).hosts.map(\.name) == ["A"])
  }

  @Test func manyThreadsMayCallAtOnce() async throws {
    let (first, second) = try (session("first"), session("second"))
    let atSecond = Received(second)
    try await connect(first, second)
    await withTaskGroup(of: Void.self) { group in
      for task in UInt32(0)..<8 {
        group.addTask {
          for note in UInt32(0)..<100 {
            first.send([HostTimedUMP(hostTime: 0, ump: UMP(0x20B0_0000 | task << 8 | note))])
            _ = first.peers
          }
        }
      }
    }
    let isAll = try await eventually { atSecond.all.count >= 800 }
    #expect(isAll, "\(atSecond.all.count)")
    for task in UInt32(0)..<8 {
      let values = atSecond.words.filter { $0 >> 8 & 0x7F == task }.map { $0 & 0x7F }
      #expect(values == Array(0..<100))
    }
  }
}
