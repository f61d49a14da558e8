internal import Synchronization
internal import TenutoCore

/// MIDI for pages: their permissions, and their WebSocket.
///
/// Thread: control, several at once.
final class WebMIDI: Sendable {
  /// The permissions of pages of other origins; nil without a file to keep them, and these pages
  /// then get no MIDI.
  let consent: WebMIDIConsent?
  private let host: any ControlledHost
  /// The secret for port ids if no file keeps one.
  private let ownSecret = WebAccess.secret()
  private let foreignPageCount = Mutex(0)

  /// Maximum number of pages of other origins, including those that wait for the user's answer.
  private static let foreignPageLimit = 12

  /// Creates the service; `notify` is called whenever a page asks for MIDI or withdraws its request.
  init(
    _ host: any ControlledHost, _ permissions: WebMIDIPermissions?,
    notify: @escaping @Sendable () -> Void
  ) {
    self.host = host
    consent = permissions.map { WebMIDIConsent($0, notify: notify) }
  }

  /// Returns the WebSocket for a page; `origin` is nil for the user's own programs and the host's
  /// page.
  ///
  /// - Throws: 403 if the user's answer cannot be kept, 500 if the file of permissions is unusable,
  ///   503 if `foreignPageLimit` pages of other origins are connected.
  func connection(of origin: WebOrigin?) throws(RequestError) -> WebSocketOffer {
    let host = host
    guard let origin else {
      let secret = (try? consent?.permissions.secret()) ?? ownSecret
      return WebSocketOffer { peer in
        let ports = PageMIDIPorts(host.midi, origin: "", secret: secret)
        PageMIDIConnection(peer: peer, ports: ports, foreign: nil).run()
      }
    }
    guard let consent else {
      throw RequestError(403, "There is no home folder to keep permissions in; set HOME.")
    }
    guard let slot = ForeignPageSlot(of: self) else {
      throw RequestError(
        503,
        "\(Self.foreignPageLimit) pages of other sites use MIDI or ask for it; close one of them.")
    }
    let secret = try consent.permissions.secret()
    return WebSocketOffer { peer in
      let ports = PageMIDIPorts(host.midi, origin: origin.text, secret: secret)
      PageMIDIConnection(peer: peer, ports: ports, foreign: (origin, consent)).run()
      withExtendedLifetime(slot) {}
    }
  }

  /// A slot for a page of another origin, until it is released.
  private final class ForeignPageSlot: Sendable {
    private let service: WebMIDI

    /// Takes a slot; nil if all are taken.
    init?(of service: WebMIDI) {
      let isFree = service.foreignPageCount.withLock { count in
        guard count < WebMIDI.foreignPageLimit else { return false }
        count += 1
        return true
      }
      guard isFree else { return nil }
      self.service = service
    }

    deinit { service.foreignPageCount.withLock { $0 -= 1 } }
  }

  // MARK: - Permissions

  /// Returns the permissions and the pages that ask for one.
  func answer() -> WebMIDIAnswer {
    WebMIDIAnswer(
      allowed: (consent?.permissions.all ?? []).map {
        WebMIDIAnswer.Page(origin: $0.origin, sysex: $0.permission.sysex)
      },
      waiting: (consent?.requests ?? []).map {
        WebMIDIAnswer.Page(origin: $0.origin.text, sysex: $0.sysex)
      })
  }

  /// Applies the user's answer.
  ///
  /// - Throws: 400 for an invalid origin, or the reason why the answer cannot be kept.
  func decide(_ decision: WebMIDIDecision) throws(RequestError) {
    try known().decide(
      try Self.origin(decision.origin), isAllowed: decision.isAllowed,
      sysex: decision.sysex ?? false)
  }

  /// Revokes a page's permission, and closes its sockets.
  ///
  /// - Throws: 404 if the page has none, and as `decide`.
  func revoke(_ revocation: WebMIDIRevocation) throws(RequestError) {
    guard try known().revoke(try Self.origin(revocation.origin)) else {
      throw RequestError(404, "'\(revocation.origin.printable)' has no permission.")
    }
  }

  private func known() throws(RequestError) -> WebMIDIConsent {
    guard let consent else {
      throw RequestError(409, "There is no home folder to keep permissions in; set HOME.")
    }
    return consent
  }

  private static func origin(_ text: String) throws(RequestError) -> WebOrigin {
    if let origin = WebOrigin(parsing: text) { return origin }
    throw RequestError(
      400, "'\(text.printable)' is not an origin; an example is https://example.org.")
  }
}
