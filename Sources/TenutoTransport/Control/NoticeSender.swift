internal import CTenuto

/// The extension's end of the control channel for notices.
///
/// Thread: control. The thread of the `ControlChannel` on the same socket.
package struct NoticeSender: Sendable {
  private let socket: CInt

  /// Sends on `socket`, which must stay open.
  package init(socket: CInt) { self.socket = socket }

  /// Sends `notice` without waiting; returns false if the socket's buffer is full.
  package func send(_ notice: Notice) -> Bool {
    let bytes = ControlChannel.encoded(notice.message)
    return unsafe tenuto_send(socket, bytes, bytes.count) == bytes.count
  }
}
