internal import CLo
internal import Glibc
internal import Synchronization

/// A UDP socket that sends and receives OSC.
///
/// `receive()` and `parse(_:)` belong to one thread; `send` may be called on any.
@safe final class OSCSocket: Sendable {
  /// The descriptor to poll; closed with the socket.
  let descriptor: CInt
  /// The port that it listens on.
  let port: UInt16
  nonisolated(unsafe) private let server: lo_server  // `sending` locks it for sends
  private let sending = Mutex(())
  private let inbox = OSCInbox()

  /// Listens on a port that the system chooses; nil if no socket is available.
  init?() {
    guard let server = unsafe lo_server_new_with_proto(nil, LO_UDP, nil) else { return nil }
    unsafe self.server = unsafe server
    descriptor = unsafe lo_server_get_socket_fd(server)
    port = UInt16(truncatingIfNeeded: unsafe lo_server_get_port(server))
    // A bundle for a future time must not be queued; it is handled now.
    _ = unsafe lo_server_enable_queue(server, 0, 0)
    let context = unsafe Unmanaged.passUnretained(inbox).toOpaque()
    _ = unsafe lo_server_add_method(server, nil, nil, OSCInbox.receive, context)
    // Child processes must not inherit the socket.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    reportErrors()
  }

  deinit { unsafe lo_server_free(server) }

  /// Enables error reports for datagrams to ports without a listener.
  private func reportErrors() {
    var isOn: CInt = 1
    let size = socklen_t(MemoryLayout<CInt>.size)
    _ = unsafe setsockopt(descriptor, CInt(IPPROTO_IP), IP_RECVERR, &isOn, size)
    _ = unsafe setsockopt(descriptor, CInt(IPPROTO_IPV6), IPV6_RECVERR, &isOn, size)
  }
}

// MARK: - Receiving

extension OSCSocket {
  /// Returns the messages of one datagram, if there is one; never blocks.
  func receive() -> [OSCInbox.Item] {
    _ = unsafe lo_server_recv_noblock(server, 0)
    return inbox.takeAll()
  }

  /// Parses the bytes of a datagram.
  func parse(_ bytes: [UInt8]) -> [OSCInbox.Item] {
    // liblo swaps bytes in place, and needs aligned words.
    unsafe withUnsafeTemporaryAllocation(byteCount: bytes.count, alignment: 8) { copy in
      unsafe copy.copyBytes(from: bytes)
      _ = unsafe lo_server_dispatch_data(server, copy.baseAddress, bytes.count)
    }
    return inbox.takeAll()
  }

  /// Takes the error reports for datagrams without a listener; returns whether there were any.
  func takeErrors() -> Bool {
    var isAny = false
    let flags = CInt(MSG_ERRQUEUE | MSG_DONTWAIT)
    while recv(descriptor, nil, 0, flags) >= 0 { isAny = true }
    return isAny
  }
}

// MARK: - Sending

extension OSCSocket {
  /// Sends a message from the listening port.
  ///
  /// - Returns: Whether the system accepted it; delivery is not confirmed.
  @discardableResult
  func send(_ message: OSCMessage, to address: OSCAddress) -> Bool {
    guard
      let target = unsafe lo_address_new_with_proto(LO_UDP, address.host, String(address.port))
    else { return false }
    defer { unsafe lo_address_free(target) }
    guard let content = unsafe lo_message_new() else { return false }
    defer { unsafe lo_message_free(content) }
    for argument in message.arguments {
      switch argument {
      case .string(let string): _ = unsafe lo_message_add_string(content, string)
      case .integer(let integer): _ = unsafe lo_message_add_int32(content, integer)
      case .float(let float): _ = unsafe lo_message_add_float(content, float)
      case .other: _ = unsafe lo_message_add_nil(content)
      }
    }
    return sending.withLock { _ in
      unsafe lo_send_message_from(target, server, message.path, content) >= 0
    }
  }
}
