internal import Synchronization
internal import TenutoCore

/// MIDI for pages: who gets it, and the WebSocket that brings it.
///
/// Thread: control, several at once.
final class WebMIDI: Sendable {
  /// What the user has said of pages of other origins; nil without a place to keep it: they get
  /// nothing then.
  let consent: WebMIDIConsent?
  private let host: any ControlledHost
  /// What ids are made with where nothing is kept.
  private let ownSecret = WebAccess.secret()
  private let guestCount = Mutex(0)

  /// Pages of other origins at one time, with those that wait for the user's answer.
  private static let guestLimit = 12

  /// `tell` is called whenever a page asks, or asks no more.
  init(
    _ host: any ControlledHost, _ permissions: WebMIDIPermissions?,
    tell: @escaping @Sendable () -> Void
  ) {
    self.host = host
    consent = permissions.map { WebMIDIConsent($0, tell: tell) }
  }

  /// What talks with a page; `origin` is nil for the user's own programs and the host's page.
  ///
  /// - Throws: 503 where there are too many, 403 where no answer of the user's can be kept.
  func connection(
    of origin: WebOrigin?
  ) throws(RequestError) -> @Sendable (WebSocketPeer) -> Void {
    let host = host
    guard let origin else {
      let secret = (try? consent?.permissions.secret()) ?? ownSecret
      return { peer in
        let ports = PageMIDIPorts(host.midi, origin: "", secret: secret)
        PageMIDIConnection(peer: peer, ports: ports, guest: nil).run()
      }
    }
    guard let consent else {
      throw RequestError(403, "There is no home to keep permissions in; set HOME.")
    }
    let secret = try consent.permissions.secret()
    return { [self] peer in
      guard enter() else { return peer.end(.goingAway) }
      let ports = PageMIDIPorts(host.midi, origin: origin.text, secret: secret)
      PageMIDIConnection(peer: peer, ports: ports, guest: (origin, consent)).run()
      guestCount.withLock { $0 -= 1 }
    }
  }

  private func enter() -> Bool {
    guestCount.withLock { count in
      guard count < Self.guestLimit else { return false }
      count += 1
      return true
    }
  }

  // MARK: - For the user

  /// Who may use it, and who asks.
  func answer() -> WebMIDIAnswer {
    WebMIDIAnswer(
      allowed: (consent?.permissions.all ?? []).map {
        WebMIDIAnswer.Page(origin: $0.origin, sysex: $0.permission.sysex)
      },
      waiting: (consent?.wishes ?? []).map {
        WebMIDIAnswer.Page(origin: $0.origin.text, sysex: $0.sysex)
      })
  }

  /// Takes the user's answer.
  ///
  /// - Throws: 400 for what is no origin, or why it cannot be kept.
  func decide(_ decision: WebMIDIDecision) throws(RequestError) {
    try known().decide(
      try Self.origin(decision.origin), isAllowed: decision.isAllowed,
      sysex: decision.sysex ?? false)
  }

  /// Takes back what a page was allowed; its sockets end at once.
  ///
  /// - Throws: 404 where nothing was allowed, and as `decide`.
  func revoke(_ revocation: WebMIDIRevocation) throws(RequestError) {
    guard try known().revoke(try Self.origin(revocation.origin)) else {
      throw RequestError(404, "'\(revocation.origin.printable)' was not allowed anything.")
    }
  }

  private func known() throws(RequestError) -> WebMIDIConsent {
    guard let consent else {
      throw RequestError(409, "There is no home to keep permissions in; set HOME.")
    }
    return consent
  }

  private static func origin(_ text: String) throws(RequestError) -> WebOrigin {
    if let origin = WebOrigin(parsing: text) { return origin }
    throw RequestError(
      400, "'\(text.printable)' is no origin; write it such as https://example.org.")
  }
}
