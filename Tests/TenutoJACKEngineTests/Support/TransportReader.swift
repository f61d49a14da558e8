internal import CJACK

/// The state of the transport from libjack.
@safe final class TransportReader {
  private let client: OpaquePointer
  private let api: UnsafePointer<cjack_api>

  init(_ server: JACKServer) throws {
    var error: UnsafePointer<CChar>?
    var status = jack_status_t(0)
    guard let api = unsafe cjack_load(PipeWire.usualLibrary, &error),
      let client = unsafe cjack_client_open(api, "reader", server.name, 1, &status)
    else { throw JACKServer.Failure(description: "no client to read the transport") }
    unsafe self.api = api
    unsafe self.client = client
    _ = unsafe api.pointee.activate(client)
  }

  private var now: cjack_transport {
    var transport = cjack_transport()
    unsafe cjack_transport_query(client, &transport)
    return transport
  }

  var isRolling: Bool { now.is_rolling != 0 }
  /// Beats per minute, nil without a timebase master.
  var tempo: Double? { now.has_bbt != 0 ? now.beats_per_minute : nil }

  func close() { _ = unsafe api.pointee.client_close(client) }
}
