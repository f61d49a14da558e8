internal import TenutoCore

/// The credentials of a client (M2-124-UM, 6.7 and following).
package enum NetworkMIDI2Credentials: Sendable, Equatable {
  /// A secret shared by all hosts of the session.
  case secret(String)
  /// A user with a password.
  case user(String, password: String)

  /// The challenges that these credentials answer.
  var abilities: NetworkMIDI2Command.Abilities {
    switch self {
    case .secret: .secret
    case .user: .user
    }
  }

  /// Returns the SHA-256 digest of a nonce and the secret, or of the nonce, the user and the
  /// password.
  package func digest(of nonce: [UInt8]) -> [UInt8] {
    switch self {
    case .secret(let secret): Self.digest(nonce + secret.utf8)
    case .user(let name, let password): Self.digest(nonce + name.utf8 + password.utf8)
    }
  }

  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    let digits = SHA256.hexadecimal(of: bytes).utf8.map { $0 > 0x39 ? $0 - 0x57 : $0 - 0x30 }
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  /// Returns whether a digest is correct for a nonce, in constant time.
  func isRight(_ digest: [UInt8], for nonce: [UInt8]) -> Bool {
    let right = self.digest(of: nonce)
    guard digest.count == right.count else { return false }
    return zip(digest, right).reduce(0) { $0 | $1.0 ^ $1.1 } == 0
  }

  /// Returns a nonce of 16 printable characters, since some peers treat it as a text.
  static func nonce(using random: inout any RandomNumberGenerator & Sendable) -> [UInt8] {
    (0..<16).map { _ in UInt8.random(in: 0x21...0x7E, using: &random) }
  }
}
