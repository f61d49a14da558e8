/// Finds services on a link (RFC 6762, 5, and RFC 6763, 4).
package struct BonjourBrowser: Sendable {
  /// A change of the services that were found.
  package enum Event: Sendable, Equatable {
    /// A service was found, or has moved.
    case found(BonjourService)
    /// A service has disappeared.
    case lost(BonjourService)
  }

  private struct Entry: Sendable {
    var record: DNSRecord
    var since: UInt64
    var end: UInt64
    /// Number of refresh questions that were sent.
    var refreshes = 0

    /// The time of the next refresh question: at 80, 90 and 95 % of the lifetime.
    var refresh: UInt64? {
      guard refreshes < 3, end - since > 2_000_000_000 else { return nil }
      return since + (end - since) * [80, 90, 95][refreshes] / 100
    }
  }

  private struct Search: Sendable {
    let type: String
    let name: DNSName
    var next: UInt64
    var interval: UInt64 = 1_000_000_000
  }

  /// Maximum number of names, and of records per name, so that a peer cannot exhaust memory.
  private static let maximumNames = 256
  private static let maximumRecords = 64
  private static let second: UInt64 = 1_000_000_000
  /// Maximum interval between two questions for a type, in nanoseconds.
  private static let maximumInterval: UInt64 = 3_600_000_000_000

  private var searches: [Search] = []
  private var cache: [DNSName: [DNSRecord.Content: Entry]] = [:]
  private var known: [DNSName: BonjourService] = [:]
  /// When and how often each missing record was last requested.
  private var asked: [DNSQuestion: (time: UInt64, count: Int)] = [:]
  private var events: [Event] = []
  private var messages: [DNSMessage] = []
  private var random: any RandomNumberGenerator & Sendable

  /// Creates a browser without searches.
  package init(random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()) {
    self.random = random
  }

  /// The current services.
  package var services: [BonjourService] { Array(known.values) }

  /// The time at which `tick(at:)` must be called; nil for never.
  package var deadline: UInt64? {
    guard !searches.isEmpty else { return nil }
    var first = searches.map(\.next).min() ?? .max
    for entry in cache.values.joined().lazy.map(\.value) {
      first = min(first, entry.end, entry.refresh ?? .max)
    }
    for (question, try_) in asked where try_.count < 3 && isMissing(question) {
      first = min(first, try_.time + Self.second)
    }
    return first
  }

  /// Removes and returns the messages to send.
  package mutating func takeMessages() -> [DNSMessage] {
    defer { messages = [] }
    return messages
  }

  /// Removes and returns the changes.
  package mutating func takeEvents() -> [Event] {
    defer { events = [] }
    return events
  }

  /// Starts a search for services of a type.
  package mutating func search(for type: String, at now: UInt64) {
    guard let name = DNSName("\(type).local"), !searches.contains(where: { $0.name == name }) else {
      return
    }
    let delay = UInt64.random(in: 20_000_000...120_000_000, using: &random)
    searches.append(Search(type: type, name: name, next: now + delay))
  }
}

// MARK: - Time

extension BonjourBrowser {
  /// Does the work that is due.
  package mutating func tick(at now: UInt64) {
    cache = cache.mapValues { $0.filter { $0.value.end > now } }.filter { !$0.value.isEmpty }
    for index in searches.indices where searches[index].next <= now { ask(index, at: now) }
    var questions: [DNSQuestion] = []
    let hosts = Set(known.values.compactMap { DNSName($0.host) })
    for (name, entries) in cache {
      for (content, entry) in entries {
        guard let refresh = entry.refresh, refresh <= now else { continue }
        cache[name]?[content]?.refreshes += 1
        // Only records of services that are searched for.
        guard entry.record.type == .ptr || known[name] != nil || hosts.contains(name) else {
          continue
        }
        questions.append(DNSQuestion(name, entry.record.type))
      }
    }
    send(questions)
    update(at: now)
  }

  private mutating func ask(_ index: Int, at now: UInt64) {
    let search = searches[index]
    var message = DNSMessage()
    message.questions = [DNSQuestion(search.name, .ptr)]
    for entry in (cache[search.name] ?? [:]).values {
      let rest = (entry.end - now) / Self.second
      guard rest > UInt64(entry.record.lifetime) / 2, message.answers.count < 16 else { continue }
      var record = entry.record
      record.lifetime = UInt32(rest)
      message.answers.append(record)
    }
    messages.append(message)
    searches[index].next = now + search.interval
    searches[index].interval = min(search.interval * 3, Self.maximumInterval)
  }

  private mutating func send(_ questions: [DNSQuestion]) {
    guard !questions.isEmpty else { return }
    var message = DNSMessage()
    message.questions = Array(Set(questions).prefix(16))
    messages.append(message)
  }
}

// MARK: - Foreign messages

extension BonjourBrowser {
  /// Handles a message of the link.
  package mutating func receive(_ message: DNSMessage, at now: UInt64) {
    guard message.isResponse, !searches.isEmpty else { return }
    for record in message.answers + message.additionals { remember(record, at: now) }
    update(at: now)
  }

  private func isOfInterest(_ record: DNSRecord) -> Bool {
    switch record.content {
    case .pointer(let instance):
      searches.contains { $0.name == record.name && instance.parent == $0.name }
    case .service, .texts:
      searches.contains { $0.name == record.name.parent }
    case .address: true
    case .other: false
    }
  }

  private mutating func remember(_ record: DNSRecord, at now: UInt64) {
    guard isOfInterest(record) else { return }
    var entries = cache[record.name] ?? [:]
    defer { cache[record.name] = entries.isEmpty ? nil : entries }
    if record.isUnique {
      // A unique record replaces those that are older than a second.
      for (content, entry) in entries
      where content != record.content && entry.record.type == record.type
        && entry.since + Self.second < now
      {
        entries[content]?.end = min(entry.end, now + Self.second)
      }
    }
    if record.lifetime == 0 {
      if let entry = entries[record.content] {
        entries[record.content]?.end = min(entry.end, now + Self.second)
      }
      return
    }
    let isKnown = entries[record.content] != nil
    guard isKnown || entries.count < Self.maximumRecords,
      !entries.isEmpty || cache.count < Self.maximumNames
    else { return }
    let end = now + UInt64(record.lifetime) * Self.second
    entries[record.content] = Entry(record: record, since: now, end: end)
  }

  /// Compares the services with those last reported, and asks for missing records.
  private mutating func update(at now: UInt64) {
    var found: [DNSName: BonjourService] = [:]
    var questions: [DNSQuestion] = []
    for search in searches {
      for entry in (cache[search.name] ?? [:]).values {
        guard case .pointer(let instance) = entry.record.content else { continue }
        let (service, question) = resolve(instance, of: search.type)
        if let service { found[instance] = service }
        if let question, mayAsk(question, at: now) { questions.append(question) }
      }
    }
    send(questions)
    asked = asked.filter { isMissing($0.key) }
    for (name, service) in known where found[name] == nil { events.append(.lost(service)) }
    for (name, service) in found where known[name] != service { events.append(.found(service)) }
    known = found
  }

  /// Resolves the service of a name, or returns the question to ask first.
  private func resolve(
    _ instance: DNSName, of type: String
  ) -> (BonjourService?, DNSQuestion?) {
    let own = cache[instance] ?? [:]
    var place: (port: UInt16, host: DNSName)?
    var service = BonjourService(name: instance.first, type: type, port: 0)
    for content in own.keys {
      switch content {
      case .service(let port, let host): place = (port, host)
      case .texts(let texts): service.texts = texts.map { String(decoding: $0, as: UTF8.self) }
      default: break
      }
    }
    guard let place, place.port > 0 else { return (nil, DNSQuestion(instance, .srv)) }
    (service.port, service.host) = (place.port, place.host.description)
    let addresses = (cache[place.host] ?? [:]).keys.compactMap { content in
      if case .address(let bytes) = content { bytes } else { nil }
    }
    // Any: the host may have an IPv4 address, an IPv6 address or both.
    guard !addresses.isEmpty else { return (nil, DNSQuestion(place.host, .any)) }
    service.addresses = addresses.sorted { one, other in
      one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
    }.map { NetworkAddress(host: $0, port: place.port) }
    return (service, nil)
  }

  private func isMissing(_ question: DNSQuestion) -> Bool {
    !(cache[question.name] ?? [:]).values.contains { $0.record.answers(question) }
  }

  private mutating func mayAsk(_ question: DNSQuestion, at now: UInt64) -> Bool {
    let last = asked[question]
    if let last, now < last.time + Self.second || last.count >= 3 { return false }
    asked[question] = (now, (last?.count ?? 0) + 1)
    return true
  }
}
