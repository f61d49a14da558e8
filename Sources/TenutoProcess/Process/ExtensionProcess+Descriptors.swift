internal import CTenuto
internal import Synchronization
internal import TenutoTransport

extension ExtensionProcess {
  /// Sends descriptors without a request, for tests of what an extension can do with them.
  package func hand(_ descriptors: [CInt]) -> CInt {
    channel.withLock { channel in
      var byte: UInt8 = 0
      return unsafe tenuto_send_message(
        channel.descriptor, &byte, 1, descriptors, CInt(descriptors.count), 0)
    }
  }
}
