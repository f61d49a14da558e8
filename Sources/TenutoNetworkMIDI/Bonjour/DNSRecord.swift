/// A type of records (RFC 1035, 3.2.2).
package struct DNSType: Hashable, Sendable {
  /// The number of the type.
  package let number: UInt16

  /// An IPv4 address.
  package static let a = DNSType(number: 1)
  /// Another name: that of an instance of a service.
  package static let ptr = DNSType(number: 12)
  /// Texts.
  package static let txt = DNSType(number: 16)
  /// An IPv6 address.
  package static let aaaa = DNSType(number: 28)
  /// Where a service is.
  package static let srv = DNSType(number: 33)
  /// Any, in questions.
  package static let any = DNSType(number: 255)
}

/// What is asked for.
package struct DNSQuestion: Hashable, Sendable {
  /// Of what.
  package var name: DNSName
  /// Which records.
  package var type: DNSType
  /// Whether the answer may go to the asking host alone (RFC 6762, 5.4).
  package var isUnicastWelcome = false

  /// Creates a question.
  package init(_ name: DNSName, _ type: DNSType) { (self.name, self.type) = (name, type) }
}

/// A record.
package struct DNSRecord: Hashable, Sendable {
  /// What a record says.
  package enum Content: Hashable, Sendable {
    /// An address of 4 or 16 bytes.
    case address([UInt8])
    /// The name of an instance.
    case pointer(DNSName)
    /// Where a service is.
    case service(port: UInt16, host: DNSName)
    /// Texts of at most 255 bytes each.
    case texts([[UInt8]])
    /// What is not read any further.
    case other(DNSType, [UInt8])
  }

  /// Of what.
  package var name: DNSName
  /// What it says.
  package var content: Content
  /// For how many seconds it holds; 0 says goodbye.
  package var lifetime: UInt32
  /// Whether it takes the place of all others of its name and type (RFC 6762, 10.2).
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
