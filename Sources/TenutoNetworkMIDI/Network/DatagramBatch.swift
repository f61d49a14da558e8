internal import CNetwork
internal import Glibc

/// A buffer for the datagrams that one system call receives from a socket.
///
/// Thread: one at a time.
@safe final class DatagramBatch {
  /// Maximum number of datagrams per call.
  static let capacity = Int(CNETWORK_BATCH)

  private let batch: OpaquePointer

  /// The bytes of a socket's address that distinguish addresses.
  private typealias AddressBytes = (UInt64, UInt64, UInt64, UInt32)

  /// Recent addresses, by a hash of their bytes: creating one costs as much as receiving a
  /// datagram.
  private var known = [(bytes: AddressBytes, address: NetworkAddress)?](repeating: nil, count: 64)

  /// Allocates room for 32 datagrams; traps if 300 KiB of memory are not available.
  init() {
    guard let batch = unsafe cnetwork_batch_create() else {
      fatalError("no memory for datagrams")  // as for memory of Swift's own
    }
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
      let address = address(of: storage)
    else { return nil }
    return unsafe (Array(UnsafeBufferPointer(start: bytes, count: length)), address)
  }

  private func address(of storage: sockaddr_storage) -> NetworkAddress? {
    // 28 bytes, those of sockaddr_in6; the structure has 128.
    let bytes: AddressBytes = unsafe withUnsafeBytes(of: storage) { raw in
      unsafe (
        raw.loadUnaligned(as: UInt64.self),
        raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self),
        raw.loadUnaligned(fromByteOffset: 16, as: UInt64.self),
        raw.loadUnaligned(fromByteOffset: 24, as: UInt32.self)
      )
    }
    let mixed = (bytes.0 ^ bytes.1 ^ bytes.2 ^ UInt64(bytes.3)) &* 0x9E37_79B9_7F4A_7C15
    let place = Int(mixed >> 58)
    if let entry = known[place], entry.bytes == bytes { return entry.address }
    guard let address = NetworkAddress(storage) else { return nil }
    known[place] = (bytes, address)
    return address
  }
}
