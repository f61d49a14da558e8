internal import Synchronization

/// Which browsers may ask: those that have brought a token once, and have a cookie for it since.
///
/// Thread: any but render.
final class WebAccess: Sendable {
  private struct State {
    /// Tokens that no browser has brought yet, the newest last.
    var tokens: [String] = []
    /// What browsers have that brought one, the newest last.
    var cookies: [String] = []
    var failureCount = 0
  }

  private let state = Mutex(State())

  /// Tokens that are good at one time.
  static let tokenLimit = 16
  /// Browsers that are known at one time.
  static let cookieLimit = 64
  /// Failures after which each further one is answered late.
  static let failureLimit = 10

  /// A new token of 256 bits, good for one browser.
  func makeToken() -> String {
    let token = Self.secret()
    state.withLock { state in
      state.tokens = state.tokens.suffix(Self.tokenLimit - 1) + [token]
    }
    return token
  }

  /// The cookie that a token is exchanged for, which is then used up; nil where it is none.
  func exchange(_ token: String) -> String? {
    let cookie = Self.secret()
    return state.withLock { state in
      guard let place = Self.place(of: token, in: state.tokens) else { return nil }
      state.tokens.remove(at: place)
      state.cookies = state.cookies.suffix(Self.cookieLimit - 1) + [cookie]
      state.failureCount = 0
      return cookie
    }
  }

  /// Whether a browser has that for one of its tokens.
  func knows(_ cookie: String) -> Bool {
    state.withLock { Self.place(of: cookie, in: $0.cookies) != nil }
  }

  /// Notes a wrong token or cookie; whether its answer is to be late.
  func noteFailure() -> Bool {
    state.withLock { state in
      state.failureCount += 1
      return state.failureCount > Self.failureLimit
    }
  }

  /// Where `text` is, found in a time that does not tell how much of it is right.
  private static func place(of text: String, in secrets: [String]) -> Int? {
    let bytes = Array(text.utf8)
    var place: Int?
    for (index, secret) in secrets.enumerated() {
      let own = Array(secret.utf8)
      guard own.count == bytes.count else { continue }
      let difference = zip(own, bytes).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) }
      if difference == 0 { place = index }
    }
    return place
  }

  /// 256 bits from the kernel, as 64 digits.
  static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<4).map { _ in
      let digits = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}
