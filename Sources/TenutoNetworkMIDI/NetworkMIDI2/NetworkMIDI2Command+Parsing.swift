extension NetworkMIDI2Command {
  /// Parses a command after its header; `payload` holds its payload only.
  init(header: UInt32, _ payload: inout DatagramReader) throws(PacketError) {
    let first = UInt8(truncatingIfNeeded: header >> 8)
    let second = UInt8(truncatingIfNeeded: header)
    switch header >> 24 {
    case 0x01:
      self = .invitation(
        try Self.introduction(&payload, nameWords: first), abilities: Abilities(rawValue: second))
    case 0x02: self = .authenticatedInvitation(Array(try payload.take(32)))
    case 0x03:
      let digest = Array(try payload.take(32))
      self = .userInvitation(digest, user: Self.text(payload.takeRest(), Self.maximumTextBytes))
    case 0x10: self = .accepted(try Self.introduction(&payload, nameWords: first))
    case 0x11: self = .pending(try Self.introduction(&payload, nameWords: first))
    case 0x12: self = .authenticationRequired(try Self.challenge(&payload, first, second))
    case 0x13: self = .userAuthenticationRequired(try Self.challenge(&payload, first, second))
    case 0x20: self = .ping(try payload.uint32())
    case 0x21: self = .pingReply(try payload.uint32())
    case 0x80:
      self = .retransmitRequest(
        first: UInt16(truncatingIfNeeded: header), count: try payload.uint16())
    case 0x81: self = .retransmitError(first: try payload.uint16(), reason: first)
    case 0x82: self = .sessionReset
    case 0x83: self = .sessionResetReply
    // Drafts of the specification used 7F, and amidi2net still does.
    case 0x8F, 0x7F:
      let original = try payload.uint32()
      self = .notUnderstood(
        RefusalReason(rawValue: first), header: original,
        text: Self.text(payload.takeRest(), Self.maximumTextBytes))
    case 0xF0:
      self = .bye(
        ByeReason(rawValue: first), text: Self.text(payload.takeRest(), Self.maximumTextBytes))
    case 0xF1: self = .byeReply
    case 0xFF:
      var words: [UInt32] = []
      while payload.remaining >= 4 { words.append(try payload.uint32()) }
      guard words.count <= Self.maximumDataWords else { throw .tooLong }
      self = .data(Data(number: UInt16(truncatingIfNeeded: header), words: words))
    default: throw .unknownCommand
    }
  }

  private static func introduction(
    _ payload: inout DatagramReader, nameWords: UInt8
  ) throws(PacketError) -> Introduction {
    let name = text(try payload.take(4 * Int(nameWords)), maximumNameBytes)
    let product = payload.takeRest().prefix { $0 != 0 }.prefix(maximumProductBytes)
    guard product.allSatisfy({ (0x20..<0x7F).contains($0) }) else { throw .badValue }
    return Introduction(name: name, productInstanceID: String(decoding: product, as: UTF8.self))
  }

  private static func challenge(
    _ payload: inout DatagramReader, _ nameWords: UInt8, _ state: UInt8
  ) throws(PacketError) -> Challenge {
    guard let state = Challenge.State(rawValue: state) else { throw .badValue }
    let nonce = Array(try payload.take(16))
    return Challenge(
      nonce: nonce, state: state, introduction: try introduction(&payload, nameWords: nameWords))
  }

  /// Reads a text up to its first zero; invalid UTF-8 is replaced, which lengthens it.
  private static func text(_ bytes: ArraySlice<UInt8>, _ maximumCount: Int) -> String {
    let readable = String(
      decoding: bytes.prefix { $0 != 0 }.prefix(maximumCount), as: UTF8.self)
    return String(decoding: readable.utf8(atMost: maximumCount), as: UTF8.self)
  }
}
