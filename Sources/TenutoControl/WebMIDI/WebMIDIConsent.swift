internal import Synchronization

/// Pages that wait for the user's answer.
///
/// Thread: control, several at once.
final class WebMIDIConsent: Sendable {
  /// What a page asks for.
  struct Wish: Sendable, Equatable {
    var origin: WebOrigin
    var sysex: Bool
  }

  private struct State {
    var wishes: [Wish] = []
    /// What was refused while this host runs, with what was asked for.
    var refused: Set<String> = []
  }

  /// Pages that wait at one time.
  private static let limit = 8
  /// Refusals that are kept: whoever makes more is told no.
  private static let refusalLimit = 1000

  let permissions: WebMIDIPermissions
  private let state = Mutex(State())
  private let tell: @Sendable () -> Void

  /// `tell` is called whenever somebody waits, or waits no more.
  init(_ permissions: WebMIDIPermissions, tell: @escaping @Sendable () -> Void) {
    self.permissions = permissions
    self.tell = tell
  }

  /// What the user has answered.
  enum Answer: Equatable {
    case waiting, refused
    case allowed(sysex: Bool)
  }

  /// What the user has said to what a page asks for; asks the user where nothing was said.
  func answer(to wish: Wish) -> Answer {
    let permission = permissions.permission(of: wish.origin)
    if let permission, permission.sysex || !wish.sysex {
      return .allowed(sysex: wish.sysex)
    }
    let (answer, isNew) = state.withLock { state -> (Answer, Bool) in
      if state.refused.contains(Self.key(wish)) { return (.refused, false) }
      if state.wishes.contains(wish) { return (.waiting, false) }
      guard state.wishes.count < Self.limit, state.refused.count < Self.refusalLimit else {
        return (.refused, false)
      }
      state.wishes.append(wish)
      return (.waiting, true)
    }
    if isNew { tell() }
    return answer
  }

  /// Those that wait, the first one first.
  var wishes: [Wish] { state.withLock(\.wishes) }

  /// Forgets that a page waits.
  func withdraw(_ wish: Wish) {
    let hasChanged = state.withLock { state in
      let count = state.wishes.count
      state.wishes.removeAll { $0 == wish }
      return state.wishes.count < count
    }
    if hasChanged { tell() }
  }

  /// Allows a page what it asks for, or refuses it for as long as the host runs.
  ///
  /// - Throws: As `WebMIDIPermissions.allow`.
  func decide(_ origin: WebOrigin, isAllowed: Bool, sysex: Bool) throws(RequestError) {
    if isAllowed {
      let before = permissions.permission(of: origin)
      try permissions.allow(origin, sysex: sysex || before?.sysex == true)
    }
    state.withLock { state in
      let wishes = state.wishes.filter { $0.origin == origin }
      state.wishes.removeAll { $0.origin == origin }
      if isAllowed {
        state.refused.remove(Self.key(Wish(origin: origin, sysex: false)))
        if sysex { state.refused.remove(Self.key(Wish(origin: origin, sysex: true))) }
        // Without System Exclusive is an answer to what was asked with it.
        let rest = wishes.filter { $0.sysex && !sysex }
        state.refused.formUnion(rest.map(Self.key))
      } else {
        state.refused.formUnion(wishes.map(Self.key))
      }
    }
    tell()
  }

  /// Takes back what a page may do, and lets it ask again; whether there was something.
  ///
  /// - Throws: As `WebMIDIPermissions.revoke`.
  func revoke(_ origin: WebOrigin) throws(RequestError) -> Bool {
    let wasThere = try permissions.revoke(origin)
    state.withLock { state in
      for sysex in [false, true] {
        state.refused.remove(Self.key(Wish(origin: origin, sysex: sysex)))
      }
    }
    tell()
    return wasThere
  }

  private static func key(_ wish: Wish) -> String { "\(wish.sysex) \(wish.origin.text)" }
}
