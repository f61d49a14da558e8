internal import Synchronization

/// Hands memory from a unit to its kernel, without a lock.
///
/// The unit publishes an address and keeps the memory published before; the kernel adopts the new
/// address at the next piece of a cycle, and reports when it has released all others.
///
/// A handle to words in memory instead of a class, which the render thread would retain.
@safe public struct AddressExchange: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let published: UnsafeMutablePointer<Atomic<UInt>>
  private let settled: UnsafeMutablePointer<Atomic<UInt>>

  /// Allocates the words; 0 is published.
  ///
  /// Thread: control.
  public init() {
    unsafe published = .allocate(capacity: 1)
    unsafe settled = .allocate(capacity: 1)
    unsafe published.initialize(to: Atomic(0))
    unsafe settled.initialize(to: Atomic(0))
  }

  /// Frees the words.
  ///
  /// Thread: control.
  public func deallocate() {
    unsafe published.deallocate()
    unsafe settled.deallocate()
  }

  /// The published address.
  ///
  /// Thread: any.
  public var current: UInt {
    @_noLocks get { unsafe published.pointee.load(ordering: .acquiring) }
  }

  /// Reports that the kernel reads only the memory at `address` from now on.
  ///
  /// Thread: render.
  @_noLocks public func settle(_ address: UInt) {
    unsafe settled.pointee.store(address, ordering: .releasing)
  }

  /// Publishes an address.
  ///
  /// Thread: control.
  public func publish(_ address: UInt) {
    unsafe published.pointee.store(address, ordering: .releasing)
  }

  /// Whether the memory published before may be freed.
  ///
  /// Thread: control.
  public var isSettled: Bool {
    unsafe settled.pointee.load(ordering: .acquiring)
      == published.pointee.load(ordering: .relaxed)
  }
}
