internal import CNetwork
internal import Synchronization

/// A connection to the Avahi daemon, which advertises one service or finds others.
@safe final class AvahiLink: Sendable {
  /// Receives the daemon's events and the interface that they concern, on a thread of
  /// libavahi-client.
  typealias Handler = @Sendable (_ event: Event, _ place: UInt32) -> Void

  /// An event of the daemon.
  enum Event: Sendable {
    case found(BonjourService)
    case lost(BonjourService)
    /// The service is advertised under this name.
    case advertised(String)
    /// The connection to the daemon has failed.
    case failed
  }

  /// The context of libavahi-client's callbacks.
  private final class Context: Sendable {
    let handler: Handler

    init(_ handler: @escaping Handler) { self.handler = handler }
  }

  private let context: Context
  // The pointer is set once and closed once; libavahi-client locks it in between.
  private nonisolated(unsafe) let avahi: OpaquePointer  // see above

  /// Connects to the daemon; nil if it is not running.
  init?(interface: String?, handler: @escaping Handler) {
    context = Context(handler)
    let pointer = unsafe Unmanaged.passUnretained(context).toOpaque()
    let opened = unsafe cbonjour_avahi_open(
      interface,
      { context, event, service in
        guard let context = unsafe context else { return }
        // The context lives until the connection is closed.
        let handler = unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().handler
        unsafe AvahiLink.tell(event, service.pointee, handler)
      }, pointer)
    guard let opened = unsafe opened else { return nil }
    unsafe avahi = opened
  }

  deinit { unsafe cbonjour_avahi_close(avahi) }

  /// Advertises a service.
  func advertise(_ service: BonjourService) {
    let texts = service.texts.map { "\($0)\n" }.joined()
    _ = unsafe cbonjour_avahi_advertise(avahi, service.name, service.type, service.port, texts)
  }

  /// Searches for services of a type.
  func browse(_ type: String) { _ = unsafe cbonjour_avahi_browse(avahi, type) }

  private static func tell(
    _ event: cbonjour_event, _ found: cbonjour_service, _ handler: Handler
  ) {
    // The texts belong to libavahi-client and are valid until the callback returns.
    var service = unsafe BonjourService(
      name: String(cString: found.name), type: String(cString: found.type), port: found.port)
    unsafe service.host = String(cString: found.host)
    let (index, place) = unsafe (found.index, found.place)
    switch event {
    case CBONJOUR_FOUND:
      let address = unsafe withUnsafeBytes(of: found.address) { bytes in
        unsafe Array(bytes.prefix(Int(found.address_length)))
      }
      service.addresses = [NetworkAddress(host: address, port: service.port)]
      unsafe service.texts = String(cString: found.texts).split(separator: "\n").map(String.init)
      service.setScope(index)
      handler(.found(service), place)
    case CBONJOUR_LOST: handler(.lost(service), place)
    case CBONJOUR_ADVERTISED: handler(.advertised(service.name), 0)
    default: handler(.failed, 0)
    }
  }
}
