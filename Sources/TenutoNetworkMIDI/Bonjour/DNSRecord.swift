/// A type of records (RFC 1035, 3.2.2).
package struct DNSType: Hashable, Sendable {
  /// The number of the type.
  package let number: UInt16

  /// An IPv4 address.
  package static let a = DNSType(number: 1)
  /// Another name: the name of a service instance.
  package static let ptr = DNSType(number: 12)
  /// Texts.
  package static let txt = DNSType(number: 16)
  /// An IPv6 address.
  package static let aaaa = DNSType(number: 28)
  /// The location of a service.
  package static let srv = DNSType(number: 33)
  /// Any type; in questions only.
  package static let any = DNSType(number: 255)
}

/// A question.
package struct DNSQuestion: Hashable, Sendable {
  /// The name.
  package var name: DNSName
  /// The type of records.
  package var type: DNSType
  /// Whether a unicast answer is accepted (RFC 6762, 5.4).
  package var isUnicastWelcome = false

  /// Creates a question.
  package init(_ name: DNSName, _ type: DNSType) { (self.name, self.type) = (name, type) }
}

/// A record.
package struct DNSRecord: Hashable, Sendable {
  /// The content of a record.
  package enum Content: Hashable, Sendable {
    /// An address of 4 or 16 bytes.
    case address([UInt8])
    /// The name of a service instance.
    case pointer(DNSName)
    /// The location of a service.
    case service(port: UInt16, host: DNSName)
    /// Texts of at most 255 bytes each.
    case texts([[UInt8]])
    /// A type that is not parsed.
    case other(DNSType, [UInt8])
  }

  /// The name.
  package var name: DNSName
  /// The content.
  package var content: Content
  /// The lifetime in seconds; 0 for a goodbye.
  package var lifetime: UInt32
  /// Whether it replaces all other records of its name and type (RFC 6762, 10.2).
  package var isUnique: Bool

  /// Creates a record.
  package init(_ name: DNSName, _ content: Content, lifetime: UInt32, isUnique: Bool) {
    (self.name, self.content, self.lifetime, self.isUnique) = (name, content, lifetime, isUnique)
  }

  /// The type of the record.
  package var type: DNSType {
    switch content {
    case .address(let bytes): bytes.count == 4 ? .a : .aaaa
    case .pointer: .ptr
    case .service: .srv
    case .texts: .txt
    case .other(let type, _): type
    }
  }

  /// Whether the record answers a question.
  func answers(_ question: DNSQuestion) -> Bool {
    (question.type == .any || question.type == type) && question.name == name
  }
}
