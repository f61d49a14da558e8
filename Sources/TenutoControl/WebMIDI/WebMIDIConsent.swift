internal import Synchronization

/// The requests of pages for MIDI, and the user's answers.
///
/// Thread: control, several at once.
final class WebMIDIConsent: Sendable {
  /// A request for MIDI.
  struct Request: Sendable, Equatable {
    var origin: WebOrigin
    var sysex: Bool
  }

  private struct State {
    var requests: [Request] = []
    /// Requests that were refused while this host runs.
    var refused: Set<String> = []
  }

  /// Maximum number of waiting requests.
  private static let limit = 8
  /// Maximum number of kept refusals; further requests are refused at once.
  private static let refusalLimit = 1000

  let permissions: WebMIDIPermissions
  private let state = Mutex(State())
  private let notify: @Sendable () -> Void

  /// Creates the list; `notify` is called whenever a request is added or removed.
  init(_ permissions: WebMIDIPermissions, notify: @escaping @Sendable () -> Void) {
    self.permissions = permissions
    self.notify = notify
  }

  /// The state of a request.
  enum Answer: Equatable {
    case waiting, refused
    case allowed(sysex: Bool)
  }

  /// Returns the user's answer to a request, and asks the user if none exists.
  func answer(to request: Request) -> Answer {
    let permission = permissions.permission(of: request.origin)
    if let permission, permission.sysex || !request.sysex {
      return .allowed(sysex: request.sysex)
    }
    let (answer, isNew) = state.withLock { state -> (Answer, Bool) in
      if state.refused.contains(Self.key(request)) { return (.refused, false) }
      if state.requests.contains(request) { return (.waiting, false) }
      guard state.requests.count < Self.limit, state.refused.count < Self.refusalLimit else {
        return (.refused, false)
      }
      state.requests.append(request)
      return (.waiting, true)
    }
    if isNew { notify() }
    return answer
  }

  /// The waiting requests, in order of arrival.
  var requests: [Request] { state.withLock(\.requests) }

  /// Removes a waiting request.
  func withdraw(_ request: Request) {
    let hasChanged = state.withLock { state in
      let count = state.requests.count
      state.requests.removeAll { $0 == request }
      return state.requests.count < count
    }
    if hasChanged { notify() }
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
      let requests = state.requests.filter { $0.origin == origin }
      state.requests.removeAll { $0.origin == origin }
      if isAllowed {
        state.refused.remove(Self.key(Request(origin: origin, sysex: false)))
        if sysex { state.refused.remove(Self.key(Request(origin: origin, sysex: true))) }
        // Permission without System Exclusive refuses a request that includes it.
        let rest = requests.filter { $0.sysex && !sysex }
        state.refused.formUnion(rest.map(Self.key))
      } else {
        state.refused.formUnion(requests.map(Self.key))
      }
    }
    notify()
  }

  /// Revokes a page's permission and lets it ask again; returns whether there was one.
  ///
  /// - Throws: As `WebMIDIPermissions.revoke`.
  func revoke(_ origin: WebOrigin) throws(RequestError) -> Bool {
    let wasThere = try permissions.revoke(origin)
    state.withLock { state in
      for sysex in [false, true] {
        state.refused.remove(Self.key(Request(origin: origin, sysex: sysex)))
      }
    }
    notify()
    return wasThere
  }

  private static func key(_ request: Request) -> String {
    "\(request.sysex) \(request.origin.text)"
  }
}
