internal import CNetwork
internal import Glibc

/// Room for the datagrams that one system call takes from a socket.
///
/// Thread: one at a time.
@safe final class DatagramBatch {
  /// How many datagrams one call takes at most.
  static let capacity = Int(CNETWORK_BATCH)

  private let batch: OpaquePointer

  /// Makes room for 32 datagrams; a process without 300 KiB of memory traps.
  init() {
    guard let batch = unsafe cnetwork_batch_create() else { fatalError("no memory for datagrams") }
    unsafe self.batch = batch
  }

  deinit { unsafe cnetwork_batch_free(batch) }

  /// Takes what a socket has, without waiting; returns how many datagrams.
  func receive(from socket: Int32) -> Int { unsafe Int(cnetwork_receive(socket, batch)) }

  /// A datagram of the last `receive(from:)`; nil for one that is too long or of no address.
  func datagram(_ index: Int) -> (bytes: [UInt8], from: NetworkAddress)? {
    var length = 0
    var storage = sockaddr_storage()
    // The length is the kernel's, and no longer than the room for one datagram.
    guard let bytes = unsafe cnetwork_datagram(batch, Int32(index), &length, &storage),
      let address = NetworkAddress(storage)
    else { return nil }
    return unsafe (Array(UnsafeBufferPointer(start: bytes, count: length)), address)
  }
}
