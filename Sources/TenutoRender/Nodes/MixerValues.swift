internal import Synchronization
internal import TenutoCore

/// The parameters of a mixer, at their targets, for any thread to read.
///
/// Valid as long as its `MixerState`.
@safe struct MixerValues: BitwiseCopyable, @unchecked Sendable {  // points to atomics
  private let words: UnsafeMutablePointer<Atomic<UInt32>>

  private static var count: Int { @_noLocks get { 8 * (MixerShape.inputCapacity + 1) } }

  /// Thread: control.
  static func allocate() -> MixerValues {
    let words = UnsafeMutablePointer<Atomic<UInt32>>.allocate(capacity: count)
    for index in 0..<count { unsafe (words + index).initialize(to: Atomic(0)) }
    return unsafe MixerValues(words: words)
  }

  func deallocate() {
    unsafe words.deinitialize(count: Self.count)
    unsafe words.deallocate()
  }

  /// The value of a parameter, in its unit; 0 at an address that no mixer has.
  ///
  /// Thread: any.
  subscript(_ address: ParameterAddress) -> Float {
    @_noLocks get {
      guard address < UInt64(Self.count) else { return 0 }
      return Float(bitPattern: unsafe words[Int(address)].load(ordering: .relaxed))
    }
  }

  /// Thread: render.
  @_noLocks
  func set(_ address: ParameterAddress, _ value: Float) {
    guard address < UInt64(Self.count) else { return }
    unsafe words[Int(address)].store(value.bitPattern, ordering: .relaxed)
  }
}
