internal import Synchronization
import TenutoExtension

/// Hands sounds from the unit to the kernel, without a lock.
///
/// The unit publishes a sound and keeps those before it; the kernel takes the published one at the
/// next piece of a cycle, fades the voices of others, and says when no voice needs them any more.
///
/// It is a handle to words in memory and no class, as those would be retained on the render thread.
@safe struct SoundExchange: BitwiseCopyable, @unchecked Sendable {
  private let published: UnsafeMutablePointer<Atomic<UInt>>
  private let settled: UnsafeMutablePointer<Atomic<UInt>>

  /// Makes the words; nothing is published.
  ///
  /// Thread: control.
  init() {
    unsafe published = .allocate(capacity: 1)
    unsafe settled = .allocate(capacity: 1)
    unsafe published.initialize(to: Atomic(0))
    unsafe settled.initialize(to: Atomic(0))
  }

  /// Frees the words.
  ///
  /// Thread: control.
  func deallocate() {
    unsafe published.deallocate()
    unsafe settled.deallocate()
  }

  /// The address of the published `SoundReader`.
  ///
  /// Thread: any.
  var current: UInt { @_noLocks get { unsafe published.pointee.load(ordering: .acquiring) } }

  /// Says that no voice reads any other sound than `address`.
  ///
  /// Thread: render.
  @_noLocks func settle(_ address: UInt) {
    unsafe settled.pointee.store(address, ordering: .releasing)
  }

  /// Publishes a sound.
  ///
  /// Thread: control.
  func publish(_ address: UInt) {
    unsafe published.pointee.store(address, ordering: .releasing)
  }

  /// Whether the sounds before the published one may be freed.
  ///
  /// Thread: control.
  var isSettled: Bool {
    unsafe settled.pointee.load(ordering: .acquiring)
      == published.pointee.load(ordering: .relaxed)
  }
}
