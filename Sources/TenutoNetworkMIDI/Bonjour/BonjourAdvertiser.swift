/// Announces services on a link, and answers questions about them (RFC 6762, 6 and 8).
///
/// Answers go to the multicast group only, and each record at most once a second, so a forged
/// sender address cannot direct traffic at a victim.
package struct BonjourAdvertiser: Sendable {
  private enum Phase: Sendable {
    /// Number of probes sent to find out whether the name is free.
    case probing(Int)
    /// Number of announcements sent.
    case announcing(Int)
    case established
  }

  private struct Entry: Sendable {
    var service: BonjourService
    /// The name that the user gave.
    let requestedName: String
    var phase = Phase.probing(0)
    var next: UInt64
    var conflicts = 0
  }

  /// Lifetimes of records in seconds: those that name a host, and others.
  private static let lifetimes: (host: UInt32, other: UInt32) = (120, 4500)
  private static let probeInterval: UInt64 = 250_000_000
  private static let second: UInt64 = 1_000_000_000

  private let hostName: DNSName
  private let addresses: [[UInt8]]
  private var entries: [Entry] = []
  private var random: any RandomNumberGenerator & Sendable
  private var messages: [DNSMessage] = []
  private var waiting: Set<DNSRecord> = []
  private var answerAt: UInt64?
  /// The time at which each record was last sent.
  private var sentAt: [DNSRecord: UInt64] = [:]

  /// Creates an advertiser without services.
  ///
  /// - Parameters:
  ///   - hostName: A name that is unique on the link.
  ///   - addresses: The host's addresses, of 4 or 16 bytes.
  ///   - random: The source of random delays.
  package init(
    hostName: DNSName, addresses: [[UInt8]],
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    (self.hostName, self.addresses, self.random) = (hostName, addresses, random)
  }

  /// The services with their current names.
  package var services: [BonjourService] { entries.map(\.service) }

  /// The time at which `tick(at:)` must be called; nil for never.
  package var deadline: UInt64? {
    let next = entries.compactMap { entry -> UInt64? in
      if case .established = entry.phase { nil } else { entry.next }
    }
    return (next + [answerAt].compactMap(\.self)).min()
  }

  /// Removes and returns the messages to send.
  package mutating func takeMessages() -> [DNSMessage] {
    defer { messages = [] }
    return messages
  }

  /// Advertises a service, once its name is known to be free.
  package mutating func add(_ service: BonjourService, at now: UInt64) {
    let delay = UInt64.random(in: 0...Self.probeInterval, using: &random)
    entries.append(Entry(service: service, requestedName: service.name, next: now + delay))
  }

  /// Withdraws a service, with a goodbye.
  package mutating func remove(_ service: BonjourService) {
    guard
      let index = entries.firstIndex(where: {
        $0.requestedName == service.name && $0.service.type == service.type
      })
    else { return }
    let entry = entries.remove(at: index)
    if case .probing = entry.phase { return }
    var goodbye = DNSMessage(isResponse: true)
    goodbye.answers = records(of: entry.service).map { record in
      var record = record
      record.lifetime = 0
      return record
    }
    messages.append(goodbye)
  }

  /// Withdraws all services.
  package mutating func removeAll() {
    for entry in entries {
      var service = entry.service
      service.name = entry.requestedName
      remove(service)
    }
  }
}

// MARK: - Records

extension BonjourAdvertiser {
  /// Returns the records of the service itself, without those of the host.
  private func records(of service: BonjourService) -> [DNSRecord] {
    guard let type = service.typeName, let instance = service.instanceName else { return [] }
    let content = DNSRecord.Content.service(port: service.port, host: hostName)
    return [
      DNSRecord(type, .pointer(instance), lifetime: Self.lifetimes.other, isUnique: false),
      DNSRecord(instance, content, lifetime: Self.lifetimes.host, isUnique: true),
      DNSRecord(
        instance, .texts(service.texts.map { Array($0.utf8) }), lifetime: Self.lifetimes.other,
        isUnique: true),
    ]
  }

  private var hostRecords: [DNSRecord] {
    addresses.map {
      DNSRecord(hostName, .address($0), lifetime: Self.lifetimes.host, isUnique: true)
    }
  }

  /// Returns the record that lists the service under its type (RFC 6763, 9).
  private func typeRecord(of service: BonjourService) -> DNSRecord? {
    guard let all = DNSName("_services._dns-sd._udp.local"), let type = service.typeName else {
      return nil
    }
    return DNSRecord(all, .pointer(type), lifetime: Self.lifetimes.other, isUnique: false)
  }
}

// MARK: - Time

extension BonjourAdvertiser {
  /// Does the work that is due.
  package mutating func tick(at now: UInt64) {
    for index in entries.indices where entries[index].next <= now { advance(index, at: now) }
    guard let answerAt, answerAt <= now else { return }
    var message = DNSMessage(isResponse: true)
    message.answers = waiting.sorted { $0.type.number < $1.type.number }
    // Additional records save the next questions: the service's location and its host.
    let told = Set(message.answers)
    for entry in entries {
      let records = records(of: entry.service)
      guard let pointer = records.first, told.contains(pointer) else { continue }
      message.additionals += records.dropFirst() + hostRecords
    }
    message.additionals = Array(Set(message.additionals).subtracting(told))
    for record in told { sentAt[record] = now }
    (waiting, self.answerAt) = ([], nil)
    messages.append(message)
  }

  private mutating func advance(_ index: Int, at now: UInt64) {
    let service = entries[index].service
    switch entries[index].phase {
    case .probing(let count) where count < 3:
      guard let name = service.instanceName else { return entries[index].phase = .established }
      var probe = DNSMessage()
      probe.questions = [DNSQuestion(name, .any)]
      probe.authorities = records(of: service).filter { $0.type == .srv }
      messages.append(probe)
      entries[index].phase = .probing(count + 1)
      entries[index].next = now + Self.probeInterval
    case .probing: announce(index, count: 0, at: now)
    case .announcing(let count): announce(index, count: count, at: now)
    case .established: break
    }
  }

  private mutating func announce(_ index: Int, count: Int, at now: UInt64) {
    var message = DNSMessage(isResponse: true)
    message.answers = records(of: entries[index].service) + hostRecords
    for record in message.answers { sentAt[record] = now }
    messages.append(message)
    entries[index].phase = count < 1 ? .announcing(count + 1) : .established
    entries[index].next = now + Self.second
  }
}

// MARK: - Foreign messages

extension BonjourAdvertiser {
  /// Handles a message of the link; this advertiser's own messages have no effect.
  package mutating func receive(_ message: DNSMessage, at now: UInt64) {
    if message.isResponse {
      for record in message.answers + message.additionals { checkOwnership(of: record, at: now) }
    } else {
      for record in message.authorities { yield(to: record, at: now) }
      answer(message, at: now)
    }
  }

  /// Renames a service whose name another host owns.
  private mutating func checkOwnership(of record: DNSRecord, at now: UInt64) {
    guard record.lifetime > 0, case .service = record.content else { return }
    for index in entries.indices where entries[index].service.instanceName == record.name {
      guard case .service(entries[index].service.port, hostName) = record.content else {
        rename(index, at: now)
        continue
      }
    }
  }

  private mutating func rename(_ index: Int, at now: UInt64) {
    entries[index].conflicts += 1
    let number = entries[index].conflicts + 1
    let ending = " (\(number))"
    let room = DNSName.maximumLabelBytes - ending.utf8.count
    let start = String(decoding: entries[index].requestedName.utf8(atMost: room), as: UTF8.self)
    entries[index].service.name = start + ending
    entries[index].phase = .probing(0)
    // After fifteen conflicts it slows down.
    let wait = entries[index].conflicts > 15 ? 5 * Self.second : Self.probeInterval
    entries[index].next = now + wait
  }

  /// Resolves simultaneous probes for one name: the greater data wins (RFC 6762, 8.2).
  private mutating func yield(to record: DNSRecord, at now: UInt64) {
    for index in entries.indices {
      guard case .probing(1...) = entries[index].phase else { continue }
      guard let own = records(of: entries[index].service).first(where: { $0.type == .srv }),
        own.name == record.name, record.type == .srv, own.content != record.content,
        Self.isGreater(record, than: own)
      else { continue }
      entries[index].phase = .probing(0)
      entries[index].next = now + Self.second
    }
  }

  /// Compares the data of two records, byte by byte.
  private static func isGreater(_ one: DNSRecord, than other: DNSRecord) -> Bool {
    func data(_ record: DNSRecord) -> [UInt8] {
      guard case .service(let port, let host) = record.content else { return [] }
      var bytes: [UInt8] = []
      bytes.append(bigEndian: port)
      return bytes + host.labels.flatMap { [UInt8($0.count)] + $0 }
    }
    return data(other).lexicographicallyPrecedes(data(one))
  }

  private mutating func answer(_ message: DNSMessage, at now: UInt64) {
    var isShared = false
    for entry in entries {
      if case .probing = entry.phase { continue }
      let all =
        records(of: entry.service) + hostRecords
        + [typeRecord(of: entry.service)].compactMap(\.self)
      for record in all where message.questions.contains(where: record.answers) {
        guard !isKnown(record, to: message) else { continue }
        if let last = sentAt[record], now < last + Self.second { continue }
        waiting.insert(record)
        isShared = isShared || !record.isUnique
      }
    }
    guard !waiting.isEmpty, answerAt == nil else { return }
    // Several hosts may answer for a shared record.
    let delay = isShared ? UInt64.random(in: 20_000_000...120_000_000, using: &random) : 0
    answerAt = now + delay
  }

  private func isKnown(_ record: DNSRecord, to message: DNSMessage) -> Bool {
    message.answers.contains { known in
      known.name == record.name && known.content == record.content
        && known.lifetime >= record.lifetime / 2
    }
  }
}
