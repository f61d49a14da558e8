extension NetworkMIDI2Command {
  /// Maximum bytes of the names in an invitation, so that the answer can have names of the same
  /// size.
  private static let invitationRoom = maximumProductBytes + 2

  /// Appends the command to a datagram.
  package func write(to bytes: inout [UInt8]) {
    switch self {
    case .invitation(let introduction, let abilities):
      var names = Self.names(introduction)
      let missing = Self.invitationRoom - names.bytes.count
      if missing > 0 { names.bytes += Array(repeating: 0, count: missing) }
      Self.write(0x01, names.words, abilities.rawValue, names.bytes, to: &bytes)
    case .authenticatedInvitation(let digest): Self.write(0x02, 0, 0, digest, to: &bytes)
    case .userInvitation(let digest, let user):
      Self.write(0x03, 0, 0, digest + Self.padded(user, Self.maximumTextBytes), to: &bytes)
    case .accepted(let introduction): Self.write(0x10, introduction, to: &bytes)
    case .pending(let introduction): Self.write(0x11, introduction, to: &bytes)
    case .authenticationRequired(let challenge): Self.write(0x12, challenge, to: &bytes)
    case .userAuthenticationRequired(let challenge): Self.write(0x13, challenge, to: &bytes)
    case .ping(let id): Self.write(0x20, word: id, to: &bytes)
    case .pingReply(let id): Self.write(0x21, word: id, to: &bytes)
    case .retransmitRequest(let first, let count):
      let (high, low) = Self.halves(first)
      Self.write(0x80, high, low, word: UInt32(count) << 16, to: &bytes)
    case .retransmitError(let first, let reason):
      Self.write(0x81, reason, 0, word: UInt32(first) << 16, to: &bytes)
    case .sessionReset: Self.write(0x82, 0, 0, [], to: &bytes)
    case .sessionResetReply: Self.write(0x83, 0, 0, [], to: &bytes)
    case .notUnderstood(let reason, let header, let text):
      var payload: [UInt8] = []
      payload.append(bigEndian: header)
      payload += Self.padded(text, Self.maximumTextBytes)
      Self.write(0x8F, reason.rawValue, 0, payload, to: &bytes)
    case .bye(let reason, let text):
      Self.write(0xF0, reason.rawValue, 0, Self.padded(text, Self.maximumTextBytes), to: &bytes)
    case .byeReply: Self.write(0xF1, 0, 0, [], to: &bytes)
    case .data(let data): Self.write(data, to: &bytes)
    }
  }

  /// Appends a data command; traps above 64 words, a programmer error.
  static func write(_ data: Data, to bytes: inout [UInt8]) {
    precondition(data.words.count <= maximumDataWords, "a data command of more than 64 words")
    bytes += [0xFF, UInt8(data.words.count)]
    bytes.append(bigEndian: data.number)
    for word in data.words { bytes.append(bigEndian: word) }
  }

  private static func write(
    _ code: UInt8, _ first: UInt8, _ second: UInt8, _ payload: [UInt8], to bytes: inout [UInt8]
  ) {
    bytes += [code, UInt8(payload.count / 4), first, second]
    bytes += payload
  }

  private static func write(
    _ code: UInt8, _ first: UInt8 = 0, _ second: UInt8 = 0, word: UInt32, to bytes: inout [UInt8]
  ) {
    var payload: [UInt8] = []
    payload.append(bigEndian: word)
    write(code, first, second, payload, to: &bytes)
  }

  private static func write(
    _ code: UInt8, _ introduction: Introduction, to bytes: inout [UInt8]
  ) {
    let names = names(introduction)
    write(code, names.words, 0, names.bytes, to: &bytes)
  }

  private static func write(_ code: UInt8, _ challenge: Challenge, to bytes: inout [UInt8]) {
    let names = names(challenge.introduction)
    let nonce = Array((challenge.nonce + Array(repeating: 0, count: 16)).prefix(16))
    write(code, names.words, challenge.state.rawValue, nonce + names.bytes, to: &bytes)
  }

  private static func names(_ introduction: Introduction) -> (words: UInt8, bytes: [UInt8]) {
    let name = padded(introduction.name, maximumNameBytes)
    let product = padded(introduction.productInstanceID, maximumProductBytes)
    return (UInt8(name.count / 4), name + product)
  }

  /// Returns a text padded with zeros to whole words.
  private static func padded(_ text: String, _ maximumCount: Int) -> [UInt8] {
    let bytes = text.utf8(atMost: maximumCount)
    return bytes + Array(repeating: 0, count: -bytes.count & 3)
  }

  private static func halves(_ number: UInt16) -> (UInt8, UInt8) {
    (UInt8(number >> 8), UInt8(truncatingIfNeeded: number))
  }
}

extension NetworkMIDI2Command.Introduction {
  /// Size of the names in a command, in bytes.
  var byteCount: Int { (name.utf8.count + 3) & ~3 + (productInstanceID.utf8.count + 3) & ~3 }

  /// Returns the introduction in `count` bytes at most: a shortened name, and the product id if it
  /// fits.
  func fitting(_ count: Int) -> NetworkMIDI2Command.Introduction {
    let room = min(max(count, 0) & ~3, NetworkMIDI2Command.maximumNameBytes)
    var shorter = self
    shorter.name = String(decoding: name.utf8(atMost: room), as: UTF8.self)
    if shorter.byteCount > max(count, 0) { shorter.productInstanceID = "" }
    return shorter
  }
}
