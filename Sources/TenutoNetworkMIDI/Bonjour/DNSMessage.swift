/// A message of multicast DNS (RFC 1035, 4.1, and RFC 6762, 18).
///
/// Hard limits: 9000 bytes, 64 questions, 256 records, names of 255 bytes, and pointers that point
/// back.
package struct DNSMessage: Equatable, Sendable {
  /// Whether it is a response.
  package var isResponse = false
  /// Whether more known answers follow in another message.
  package var isTruncated = false
  /// The questions.
  package var questions: [DNSQuestion] = []
  /// The answers; in a query, the known answers.
  package var answers: [DNSRecord] = []
  /// In a probe, the records that the sender intends to own.
  package var authorities: [DNSRecord] = []
  /// Records that the receiver is likely to ask for next.
  package var additionals: [DNSRecord] = []

  /// The longest message, in bytes.
  package static let maximumBytes = 9000
  /// The longest message that is sent, which fits an Ethernet frame.
  static let usualBytes = 1440
  private static let maximumQuestions = 64
  private static let maximumRecords = 256

  /// Creates an empty message.
  package init(isResponse: Bool = false) { self.isResponse = isResponse }

  /// Parses a datagram.
  ///
  /// - Throws: An error if it is malformed.
  package init(parsing bytes: [UInt8]) throws(PacketError) {
    guard bytes.count <= Self.maximumBytes else { throw .tooLong }
    var reader = DatagramReader(bytes)
    _ = try reader.uint16()
    let flags = try reader.uint16()
    // Other operations and error codes are not used in multicast DNS.
    guard flags & 0x780F == 0 else { throw .unknownCommand }
    isResponse = flags & 0x8000 != 0
    isTruncated = flags & 0x0200 != 0
    var counts: [Int] = []
    for _ in 0..<4 { counts.append(Int(try reader.uint16())) }
    guard counts[0] <= Self.maximumQuestions, counts[1...].reduce(0, +) <= Self.maximumRecords
    else {
      throw .tooLong
    }
    for _ in 0..<counts[0] { questions.append(try Self.question(&reader, of: bytes)) }
    for _ in 0..<counts[1] { answers.append(try Self.record(&reader, of: bytes)) }
    for _ in 0..<counts[2] { authorities.append(try Self.record(&reader, of: bytes)) }
    for _ in 0..<counts[3] { additionals.append(try Self.record(&reader, of: bytes)) }
  }

  private static func question(
    _ reader: inout DatagramReader, of message: [UInt8]
  ) throws(PacketError) -> DNSQuestion {
    var question = DNSQuestion(
      try name(&reader, of: message), DNSType(number: try reader.uint16()))
    question.isUnicastWelcome = try reader.uint16() & 0x8000 != 0
    return question
  }

  private static func record(
    _ reader: inout DatagramReader, of message: [UInt8]
  ) throws(PacketError) -> DNSRecord {
    let name = try name(&reader, of: message)
    let type = DNSType(number: try reader.uint16())
    let kind = try reader.uint16()
    let lifetime = try reader.uint32()
    var data = try reader.part(Int(reader.uint16()))
    let content = try content(of: type, &data, of: message)
    // A record is remembered for a week at most.
    return DNSRecord(
      name, content, lifetime: min(lifetime, 604_800), isUnique: kind & 0x8000 != 0)
  }

  private static func content(
    of type: DNSType, _ data: inout DatagramReader, of message: [UInt8]
  ) throws(PacketError) -> DNSRecord.Content {
    switch type {
    case .a, .aaaa:
      guard data.remaining == (type == .a ? 4 : 16) else { throw .badValue }
      return .address(Array(data.takeRest()))
    case .ptr: return .pointer(try name(&data, of: message))
    case .srv:
      _ = try data.uint32()
      return try .service(port: data.uint16(), host: name(&data, of: message))
    case .txt:
      var texts: [[UInt8]] = []
      while !data.isAtEnd { texts.append(Array(try data.take(Int(data.byte())))) }
      // Empty texts have no meaning (RFC 6763, 6.1).
      return .texts(texts.filter { !$0.isEmpty })
    default: return .other(type, Array(data.takeRest()))
    }
  }

  /// Parses a name; it may end with a pointer to an earlier name.
  private static func name(
    _ reader: inout DatagramReader, of message: [UInt8]
  ) throws(PacketError) -> DNSName {
    var labels: [[UInt8]] = []
    var place = reader.position
    var jumpedFrom: Int?
    var byteCount = 1
    while true {
      guard place < message.count else { throw .truncated }
      let length = Int(message[place])
      if length & 0xC0 == 0xC0 {
        guard place + 1 < message.count else { throw .truncated }
        let target = (length & 0x3F) << 8 | Int(message[place + 1])
        if jumpedFrom == nil { _ = try reader.take(place + 2 - reader.position) }
        // Each pointer must lead further back, so that parsing ends.
        guard target < jumpedFrom ?? place else { throw .badValue }
        (jumpedFrom, place) = (target, target)
        continue
      }
      guard length & 0xC0 == 0, place + length < message.count else { throw .badValue }
      if length == 0 { break }
      byteCount += length + 1
      guard byteCount <= DNSName.maximumBytes else { throw .tooLong }
      labels.append(Array(message[place + 1...place + length]))
      place += length + 1
    }
    if jumpedFrom == nil { _ = try reader.take(place + 1 - reader.position) }
    guard let name = DNSName(labels: labels) else { throw .badValue }
    return name
  }
}

// MARK: - Writing

extension DNSMessage {
  /// The datagram.
  package var encoded: [UInt8] {
    var writer = DNSWriter()
    let flags: UInt16 = (isResponse ? 0x8400 : 0) | (isTruncated ? 0x0200 : 0)
    writer.bytes.append(bigEndian: UInt16(0))
    writer.bytes.append(bigEndian: flags)
    for count in [questions.count, answers.count, authorities.count, additionals.count] {
      writer.bytes.append(bigEndian: UInt16(truncatingIfNeeded: count))
    }
    for question in questions {
      writer.write(question.name)
      writer.bytes.append(bigEndian: question.type.number)
      writer.bytes.append(bigEndian: UInt16(question.isUnicastWelcome ? 0x8001 : 1))
    }
    for record in answers + authorities + additionals { writer.write(record) }
    return writer.bytes
  }
}

/// Writes names and records; repeated names become pointers.
private struct DNSWriter {
  var bytes: [UInt8] = []
  private var places: [DNSName: Int] = [:]

  mutating func write(_ name: DNSName) {
    var rest = name.labels
    while let first = rest.first, let whole = DNSName(labels: rest) {
      // Names that differ only in case are equal and share a pointer.
      if let place = places[whole] { return bytes.append(bigEndian: UInt16(0xC000 | place)) }
      if bytes.count < 0x4000 { places[whole] = bytes.count }
      bytes.append(UInt8(first.count))
      bytes += first
      rest.removeFirst()
    }
    bytes.append(0)
  }

  mutating func write(_ record: DNSRecord) {
    write(record.name)
    bytes.append(bigEndian: record.type.number)
    bytes.append(bigEndian: UInt16(record.isUnique ? 0x8001 : 1))
    bytes.append(bigEndian: record.lifetime)
    let start = bytes.count
    bytes.append(bigEndian: UInt16(0))
    switch record.content {
    case .address(let address): bytes += address
    case .pointer(let name): write(name)
    case .service(let port, let host):
      bytes.append(bigEndian: UInt32(0))
      bytes.append(bigEndian: port)
      write(host)
    case .texts(let texts):
      for text in texts where !text.isEmpty {
        bytes.append(UInt8(truncatingIfNeeded: min(text.count, 255)))
        bytes += text.prefix(255)
      }
      if bytes.count == start + 2 { bytes.append(0) }
    case .other(_, let data): bytes += data
    }
    let count = bytes.count - start - 2
    bytes[start] = UInt8(truncatingIfNeeded: count >> 8)
    bytes[start + 1] = UInt8(truncatingIfNeeded: count)
  }
}
