import NetworkSimulation
import TenutoCore
import TestSupport
import Testing

@testable import TenutoNetworkMIDI

/// Hosts on one link with simulated time: each receives all messages, including its own.
struct SimulatedLink {
  struct Host {
    var advertiser: BonjourAdvertiser
    var browser: BonjourBrowser
    var found: [String: BonjourService] = [:]
    var events = 0
  }

  static let second: UInt64 = 1_000_000_000

  var hosts: [Host]
  var loss = 0
  private(set) var messageCount = 0
  private(set) var now: UInt64 = 1_000 * Self.second
  private var generator: SeededRandom

  init(hostCount: Int, seed: UInt64) throws {
    generator = SeededRandom(seed: seed)
    hosts = try (0..<hostCount).map { index in
      let name = try #require(DNSName("host-\(index).local"))
      let random = SeededRandom(seed: seed &+ UInt64(index) &+ 1)
      return Host(
        advertiser: BonjourAdvertiser(
          hostName: name, addresses: [[10, 0, 0, UInt8(index + 1)]], random: random),
        browser: BonjourBrowser(random: random))
    }
  }

  static func service(_ name: String, port: UInt16 = 5004) -> BonjourService {
    BonjourService(name: name, type: "_apple-midi._udp", port: port, texts: ["key=value"])
  }

  mutating func run(_ duration: UInt64, step: UInt64 = 5_000_000) throws {
    let end = now + duration
    while now < end {
      now += step
      for index in hosts.indices {
        if let deadline = hosts[index].advertiser.deadline, deadline <= now {
          hosts[index].advertiser.tick(at: now)
        }
        if let deadline = hosts[index].browser.deadline, deadline <= now {
          hosts[index].browser.tick(at: now)
        }
      }
      try settle()
    }
  }

  mutating func settle() throws {
    var messages: [DNSMessage] = []
    for index in hosts.indices {
      messages += hosts[index].advertiser.takeMessages() + hosts[index].browser.takeMessages()
    }
    for message in messages {
      messageCount += 1
      let read = try DNSMessage(parsing: message.encoded)
      for index in hosts.indices where !generator.chance(loss) {
        hosts[index].advertiser.receive(read, at: now)
        hosts[index].browser.receive(read, at: now)
      }
    }
    for index in hosts.indices {
      for event in hosts[index].browser.takeEvents() {
        hosts[index].events += 1
        switch event {
        case .found(let service): hosts[index].found[service.name] = service
        case .lost(let service): hosts[index].found[service.name] = nil
        }
      }
    }
  }
}

struct BonjourTests {
  typealias Link = SimulatedLink

  @Test func aServiceIsFoundByOtherHostsAndItsHost() throws {
    var link = try Link(hostCount: 3, seed: 1)
    for index in 1..<3 { link.hosts[index].browser.search(for: "_apple-midi._udp", at: link.now) }
    link.hosts[1].advertiser.add(Link.service("Studio"), at: link.now)
    try link.run(3 * Link.second)
    for index in 1..<3 {
      let found = try #require(link.hosts[index].found["Studio"])
      #expect(found.port == 5004)
      #expect(found.host == "host-1.local")
      #expect(found.addresses == [NetworkAddress(host: [10, 0, 0, 2], port: 5004)])
      #expect(found.texts == ["key=value"])
    }
    #expect(link.hosts[0].found.isEmpty)
    link.hosts[1].advertiser.removeAll()
    try link.run(3 * Link.second)
    #expect(link.hosts[2].found.isEmpty)
  }

  @Test func aLaterBrowserIsAnswered() throws {
    var link = try Link(hostCount: 2, seed: 2)
    link.hosts[0].advertiser.add(Link.service("Studio"), at: link.now)
    try link.run(10 * Link.second)
    link.hosts[1].browser.search(for: "_apple-midi._udp", at: link.now)
    try link.run(Link.second)
    #expect(link.hosts[1].found.keys.sorted() == ["Studio"])
  }

  @Test(arguments: UInt64(0)..<20) func aNameConflictRenamesOneService(seed: UInt64) throws {
    var link = try Link(hostCount: 3, seed: seed)
    link.hosts[2].browser.search(for: "_apple-midi._udp", at: link.now)
    // At once for even hosts, one after the other for odd hosts.
    for index in 0..<2 {
      link.hosts[index].advertiser.add(
        Link.service("Studio", port: 5004 + UInt16(index)), at: link.now)
      if seed & 1 == 1 { try link.run(3 * Link.second) }
    }
    try link.run(10 * Link.second)
    let names = (0..<2).flatMap { link.hosts[$0].advertiser.services.map(\.name) }
    #expect(Set(names) == ["Studio", "Studio (2)"])
    #expect(link.hosts[2].found.keys.sorted() == ["Studio", "Studio (2)"])
    let hosts = Set(link.hosts[2].found.values.map(\.host))
    #expect(hosts == ["host-0.local", "host-1.local"])
  }

  @Test func lostPacketsAreRequestedAgain() throws {
    var link = try Link(hostCount: 2, seed: 4)
    link.loss = 40
    link.hosts[0].advertiser.add(Link.service("Studio"), at: link.now)
    link.hosts[1].browser.search(for: "_apple-midi._udp", at: link.now)
    try link.run(60 * Link.second)
    #expect(link.hosts[1].found.keys.sorted() == ["Studio"])
  }

  @Test func silentServicesExpireAndLiveOnesStay() throws {
    var link = try Link(hostCount: 2, seed: 5)
    link.hosts[0].advertiser.add(Link.service("Studio"), at: link.now)
    link.hosts[1].browser.search(for: "_apple-midi._udp", at: link.now)
    try link.run(600 * Link.second, step: 50_000_000)
    #expect(link.hosts[1].found.count == 1)
    #expect(link.hosts[1].events == 1)
    link.loss = 100
    try link.run(130 * Link.second, step: 50_000_000)
    #expect(link.hosts[1].found.isEmpty)
  }

  @Test func anIdleHourTakesFewMessages() throws {
    var link = try Link(hostCount: 3, seed: 6)
    for index in 0..<3 {
      link.hosts[index].advertiser.add(Link.service("Studio \(index)"), at: link.now)
      link.hosts[index].browser.search(for: "_apple-midi._udp", at: link.now)
    }
    try link.run(3600 * Link.second, step: 100_000_000)
    // Three hosts and services whose addresses are valid for two minutes, requested and answered.
    #expect(link.messageCount < 1500, "\(link.messageCount)")
    #expect(link.hosts.allSatisfy { $0.found.count == 3 })
  }

  @Test func aFloodOfQuestionsGetsOneAnswerPerSecond() throws {
    var link = try Link(hostCount: 1, seed: 7)
    link.hosts[0].advertiser.add(Link.service("Studio"), at: link.now)
    try link.run(10 * Link.second)
    let before = link.messageCount
    var question = DNSMessage()
    question.questions = [DNSQuestion(try #require(DNSName("_apple-midi._udp.local")), .ptr)]
    for _ in 0..<1000 {
      link.hosts[0].advertiser.receive(question, at: link.now)
      try link.run(10_000_000)
    }
    #expect(link.messageCount - before <= 11)
    #expect(link.messageCount - before >= 9)
  }

  @Test func aFloodOfRecordsHasBoundedMemory() throws {
    var browser = BonjourBrowser(random: SeededRandom(seed: 1))
    browser.search(for: "_apple-midi._udp", at: 0)
    let type = try #require(DNSName("_apple-midi._udp.local"))
    for number in 0..<5000 {
      let instance = try #require(DNSName("x\(number)", "_apple-midi._udp.local"))
      var message = DNSMessage(isResponse: true)
      message.answers = [
        DNSRecord(type, .pointer(instance), lifetime: 4500, isUnique: false),
        DNSRecord(instance, .service(port: 1, host: instance), lifetime: 120, isUnique: true),
        DNSRecord(instance, .address([1, 2, 3, 4]), lifetime: 120, isUnique: true),
      ]
      browser.receive(message, at: 1)
    }
    #expect((1...64).contains(browser.services.count), "\(browser.services.count)")
    #expect(browser.takeMessages().reduce(0) { $0 + $1.questions.count } < 600)
  }
}
