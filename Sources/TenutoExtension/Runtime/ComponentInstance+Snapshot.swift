internal import CTenuto
internal import Glibc
internal import TenutoCore
internal import TenutoTransport

/// Snapshots of the kernel, taken and restored by the render thread.
extension ComponentInstance {
  /// The kernel's state between two cycles, as bytes.
  func snapshot(_ request: SnapshotRequest) throws(RequestFailure) -> [UInt8] {
    let thread = try threadWithSnapshots()
    guard thread.snapshotByteCount <= Int(request.byteLimit) else {
      throw RequestFailure(
        "the snapshot has \(thread.snapshotByteCount) bytes, \(request.byteLimit) are allowed now")
    }
    var payload = [UInt8](repeating: 0, count: thread.snapshotByteCount)
    let job = try run(on: thread, &payload, isRestoring: false, isAtOnce: request.isAtOnce)
    guard job.isComplete else { throw RequestFailure("\(component.name) has no snapshot now") }
    let header = SnapshotHeader(cycle: job.cycle, format: thread.format, payload)
    return header.encoded() + payload
  }

  /// Continues from a snapshot, completely or not at all.
  func restore(_ bytes: [UInt8]) throws(RequestFailure) {
    let thread = try threadWithSnapshots()
    var payload = Array(bytes.dropFirst(SnapshotHeader.byteCount))
    let header = SnapshotHeader(cycle: 0, format: thread.format, payload)
    guard payload.count == thread.snapshotByteCount, header.matches(bytes) else {
      throw RequestFailure("the snapshot is of another build or format, or damaged")
    }
    let job = try run(on: thread, &payload, isRestoring: true, isAtOnce: true)
    guard job.isComplete else { throw RequestFailure("the snapshot could not be restored") }
  }

  private func threadWithSnapshots() throws(RequestFailure) -> RenderThread {
    guard let thread else { throw RequestFailure("a snapshot before allocate") }
    guard thread.snapshotByteCount > 0 else {
      throw RequestFailure("\(component.name) has no snapshots")
    }
    return thread
  }

  /// Milliseconds to wait for the end of a cycle.
  private static var patience: UInt64 { 1000 }

  private func run(
    on thread: RenderThread, _ payload: inout [UInt8], isRestoring: Bool, isAtOnce: Bool
  ) throws(RequestFailure) -> SnapshotJob {
    try unsafe payload.withUnsafeMutableBufferPointer { bytes throws(RequestFailure) in
      let job = unsafe SnapshotJob(bytes.baseAddress, count: bytes.count, isRestoring: isRestoring)
      return try run(job, on: thread, isAtOnce: isAtOnce)
    }
  }

  private func run(
    _ job: SnapshotJob, on thread: RenderThread, isAtOnce: Bool
  ) throws(RequestFailure) -> SnapshotJob {
    snapshots.post(job, isAtOnce: isAtOnce)
    let limit = MonotonicTime.after(milliseconds: Self.patience)
    while true {
      if let result = snapshots.result() { return result }
      if MonotonicTime.now >= limit, snapshots.withdraw() {
        throw RequestFailure("no cycle has ended within \(Self.patience) ms")
      }
      // The host owns the word: wake repeatedly until the thread has noticed.
      if isAtOnce { thread.waker.wake() }
      usleep(200)
    }
  }
}

/// The header of a snapshot, by which another process of the same executable knows it.
struct SnapshotHeader {
  /// The newest cycle that the kernel has rendered.
  let cycle: UInt32
  /// The executable code, see `tenuto_build_digest`.
  private let build: UInt64
  /// The format of the allocation.
  private let shape: UInt64
  /// The kernel's bytes.
  private let check: UInt64

  /// Size in bytes: the cycle, a magic number, and three digests.
  static let byteCount = 32
  private static let magic: UInt32 = 0x316E_5354  // "TSn1"

  init(cycle: UInt32, format: RenderFormat, _ payload: [UInt8]) {
    self.cycle = cycle
    build = tenuto_build_digest()
    var words = WireWriter()
    words.write(format.sampleRate)
    words.write(UInt32(format.maximumFrameCount))
    words.write(UInt32(format.inputChannelCount))
    words.write(UInt32(format.outputChannelCount))
    shape = Self.digest(words.bytes)
    check = Self.digest(payload)
  }

  func encoded() -> [UInt8] {
    var writer = WireWriter()
    writer.write(cycle)
    writer.write(Self.magic)
    writer.write(build)
    writer.write(shape)
    writer.write(check)
    return writer.bytes
  }

  /// Whether a snapshot begins with this header, in any cycle.
  func matches(_ bytes: [UInt8]) -> Bool {
    bytes.count >= Self.byteCount && encoded().dropFirst(4).elementsEqual(bytes[4..<Self.byteCount])
  }

  private static func digest(_ bytes: [UInt8]) -> UInt64 {
    unsafe bytes.withUnsafeBytes {
      unsafe tenuto_digest(tenuto_digest_seed, $0.baseAddress, $0.count)
    }
  }
}
