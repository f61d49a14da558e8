internal import CNetwork
internal import Glibc

/// A buffer for the datagrams that one system call receives from a socket.
///
/// Thread: one at a time.
@safe final class DatagramBatch {
  /// Maximum number of datagrams per call.
  static let capacity = Int(CNETWORK_BATCH)

  private let batch: OpaquePointer

  /// Allocates room for 32 datagrams; traps if 300 KiB of memory are not available.
  init() {
    guard let batch = unsafe cnetwork_batch_create() else { fatalError("no memory for datagrams") }
    unsafe self.batch = batch
  }

  deinit { unsafe cnetwork_batch_free(batch) }

  /// Receives the waiting datagrams without blocking; returns their number.
  func receive(from socket: Int32) -> Int { unsafe Int(cnetwork_receive(socket, batch)) }

  /// Returns a datagram of the last `receive(from:)`; nil if it is too long or has no address.
  func datagram(_ index: Int) -> (bytes: [UInt8], from: NetworkAddress)? {
    var length = 0
    var storage = sockaddr_storage()
    // The kernel sets the length, which never exceeds a slot.
    guard let bytes = unsafe cnetwork_datagram(batch, Int32(index), &length, &storage),
      let address = NetworkAddress(storage)
    else { return nil }
    return unsafe (Array(UnsafeBufferPointer(start: bytes, count: length)), address)
  }
}
