internal import Synchronization

/// Authenticates browsers: a token is exchanged once for a cookie, which identifies the browser.
///
/// Thread: any but render.
final class WebAccess: Sendable {
  private struct State {
    /// Unused tokens, the newest last.
    var tokens: [String] = []
    /// Cookies of browsers that used a token, the newest last.
    var cookies: [String] = []
    var failureCount = 0
  }

  private let state = Mutex(State())

  /// Maximum number of unused tokens.
  static let tokenLimit = 16
  /// Maximum number of cookies.
  static let cookieLimit = 64
  /// Failures after which each further one is answered late.
  static let failureLimit = 10

  /// Creates a token of 256 bits for one browser.
  func makeToken() -> String {
    let token = Self.secret()
    state.withLock { state in
      state.tokens = state.tokens.suffix(Self.tokenLimit - 1) + [token]
    }
    return token
  }

  /// Exchanges a token, which is used up, for a cookie; returns nil if the token is wrong.
  func exchange(_ token: String) -> String? {
    let cookie = Self.secret()
    return state.withLock { state in
      guard let index = Self.index(of: token, in: state.tokens) else { return nil }
      state.tokens.remove(at: index)
      state.cookies = state.cookies.suffix(Self.cookieLimit - 1) + [cookie]
      state.failureCount = 0
      return cookie
    }
  }

  /// Returns whether a cookie is valid.
  func knows(_ cookie: String) -> Bool {
    state.withLock { Self.index(of: cookie, in: $0.cookies) != nil }
  }

  /// Counts a wrong token or cookie, and returns whether its answer is to be delayed.
  func noteFailure() -> Bool {
    state.withLock { state in
      state.failureCount += 1
      return state.failureCount > Self.failureLimit
    }
  }

  /// Returns the index of `text`, compared in constant time.
  private static func index(of text: String, in secrets: [String]) -> Int? {
    let bytes = Array(text.utf8)
    var found: Int?
    for (index, secret) in secrets.enumerated() {
      let own = Array(secret.utf8)
      guard own.count == bytes.count else { continue }
      let difference = zip(own, bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
      if difference == 0 { found = index }
    }
    return found
  }

  /// Returns 256 bits from the kernel, as 64 hexadecimal digits.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
