internal import Synchronization

/// The requests of pages for MIDI, and the user's answers.
///
/// Thread: control, several at once.
final class WebMIDIConsent: Sendable {
  /// A request for MIDI.
  struct Wish: Sendable, Equatable {
    var origin: WebOrigin
    var sysex: Bool
  }

  private struct State {
    var wishes: [Wish] = []
    /// Requests that were refused while this host runs.
    var refused: Set<String> = []
  }

  /// Maximum number of waiting requests.
  private static let limit = 8
  /// Maximum number of kept refusals; further requests are refused at once.
  private static let refusalLimit = 1000

  let permissions: WebMIDIPermissions
  private let state = Mutex(State())
  private let tell: @Sendable () -> Void

  /// Creates the list; `tell` is called whenever a request is added or removed.
  init(_ permissions: WebMIDIPermissions, tell: @escaping @Sendable () -> Void) {
    self.permissions = permissions
    self.tell = tell
  }

  /// The state of a request.
  enum Answer: Equatable {
    case waiting, refused
    case allowed(sysex: Bool)
  }

  /// Returns the user's answer to a request, and asks the user if there is none.
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

  /// The waiting requests, in order of arrival.
  var wishes: [Wish] { state.withLock(\.wishes) }

  /// Removes a waiting request.
  func withdraw(_ wish: Wish) {
    let hasChanged = state.withLock { state in
      let count = state.wishes.count
      state.wishes.removeAll { $0 == wish }
      return state.wishes.count < count
    }
    if hasChanged { tell() }
  }

  /// Allows a page MIDI, or refuses its requests for as long as the host runs.
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
        // Permission without System Exclusive refuses a request that includes it.
        let rest = wishes.filter { $0.sysex && !sysex }
        state.refused.formUnion(rest.map(Self.key))
      } else {
        state.refused.formUnion(wishes.map(Self.key))
      }
    }
    tell()
  }

  /// Revokes a page's permission and lets it ask again; returns whether there was one.
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
