internal import Synchronization
internal import TenutoCore
internal import TenutoTransport

/// The values of an instance's parameters, shared by its control thread and its render thread.
///
/// A parameter is identified by its index in address order. Stored values are already clamped to
/// the range. The words are atomic, the rest never changes. Valid until `deallocate`.
@safe @usableFromInline struct ParameterTable: BitwiseCopyable, @unchecked Sendable {  // see above
  private let slots: UnsafeMutablePointer<Slot>
  private let words: UnsafeMutablePointer<Atomic<UInt32>>
  @usableFromInline let count: Int

  /// The constant properties of a parameter.
  private struct Slot: BitwiseCopyable {
    let address: ParameterAddress
    let lowerBound: Float
    let upperBound: Float
    let isWhole: Bool
    let isReadOnly: Bool
    let canRamp: Bool
  }

  /// Allocates the table, with every parameter at its default.
  ///
  /// Thread: control.
  static func allocate(_ parameters: [Parameter]) -> ParameterTable {
    let sorted = parameters.sorted { $0.address < $1.address }
    let slots = UnsafeMutablePointer<Slot>.allocate(capacity: max(1, sorted.count))
    let wordCount = 3 * sorted.count + 2
    let words = unsafe HotMemory.allocate(Atomic<UInt32>.self, count: wordCount)
    for index in 0..<wordCount { unsafe (words + index).initialize(to: Atomic(0)) }
    for (index, parameter) in sorted.enumerated() {
      let slot = Slot(
        address: parameter.address, lowerBound: parameter.range.lowerBound,
        upperBound: parameter.range.upperBound, isWhole: parameter.unit.isWhole,
        isReadOnly: parameter.flags.contains(.readOnly),
        canRamp: parameter.flags.contains(.canRamp))
      unsafe (slots + index).initialize(to: slot)
      unsafe words[index].store(parameter.defaultValue.bitPattern, ordering: .relaxed)
    }
    return unsafe ParameterTable(slots: slots, words: words, count: sorted.count)
  }

  func deallocate() {
    unsafe slots.deallocate()
    unsafe words.deinitialize(count: 3 * count + 2)
    unsafe HotMemory.deallocate(words, count: 3 * count + 2)
  }

  /// The index of `address`, or -1 for an unknown one.
  ///
  /// Thread: any.
  @_noLocks func index(of address: ParameterAddress) -> Int {
    // Most components number their parameters from 0.
    if address < UInt64(count), unsafe slots[Int(address)].address == address {
      return Int(address)
    }
    var lower = 0
    var upper = count
    while lower < upper {
      let middle = (lower + upper) / 2
      if unsafe slots[middle].address < address { lower = middle + 1 } else { upper = middle }
    }
    return lower < count && (unsafe slots[lower].address == address) ? lower : -1
  }

  @_noLocks func address(at index: Int) -> ParameterAddress { unsafe slots[index].address }
  @_noLocks func isReadOnly(at index: Int) -> Bool { unsafe slots[index].isReadOnly }
  @_noLocks func canRamp(at index: Int) -> Bool { unsafe slots[index].canRamp }

  /// `value` clamped to the range, and rounded if the parameter takes only whole numbers.
  ///
  /// Thread: any. `value` must not be NaN.
  @_noLocks func clamped(_ value: Float, at index: Int) -> Float {
    let slot = unsafe slots[index]
    let bounded =
      value > slot.lowerBound
      ? (value < slot.upperBound ? value : slot.upperBound) : slot.lowerBound
    // From 2 to the 23rd upwards every value is whole.
    guard slot.isWhole, bounded > -8_388_608, bounded < 8_388_608 else { return bounded }
    return Float(Int(Double(bounded) + (bounded < 0 ? -0.5 : 0.5)))
  }

  /// The value of a parameter, or the target of its ramp.
  ///
  /// Thread: any.
  @_noLocks func value(at index: Int) -> Float {
    Float(bitPattern: unsafe words[index].load(ordering: .relaxed))
  }

  /// Stores `value`; returns whether it has changed.
  ///
  /// Thread: any.
  @_noLocks func store(_ value: Float, at index: Int) -> Bool {
    let bits = value.bitPattern
    guard unsafe words[index].load(ordering: .relaxed) != bits else { return false }
    unsafe words[index].store(bits, ordering: .relaxed)
    return true
  }

  /// Two marks per parameter, each passed from one thread to the other.
  enum Mark: Int, BitwiseCopyable {
    /// The unit has not been notified of the value yet.
    case changed = 0
    /// The kernel has not received the value yet.
    case pending = 1
  }

  /// Thread: any.
  @_noLocks func mark(_ mark: Mark, at index: Int) {
    unsafe words[(1 + mark.rawValue) * count + index].store(1, ordering: .releasing)
    unsafe words[3 * count + mark.rawValue].store(1, ordering: .releasing)
  }

  /// Whether any parameter carries `mark`; the check clears the flag.
  ///
  /// Thread: the thread that takes this mark.
  @_noLocks func takeAny(_ mark: Mark) -> Bool {
    // The load comes first: an exchange in every cycle would cost too much.
    let word = unsafe words + (3 * count + mark.rawValue)
    guard unsafe word.pointee.load(ordering: .relaxed) != 0 else { return false }
    return unsafe word.pointee.exchange(0, ordering: .acquiringAndReleasing) != 0
  }

  /// Writes or reads the values, and which of them the kernel has not received yet.
  ///
  /// Thread: render, between two cycles.
  func exchange(with snapshot: inout KernelSnapshot) {
    let isAnyPending = unsafe words + (3 * count + Mark.pending.rawValue)
    for index in 0..<count {
      let pending = unsafe words + ((1 + Mark.pending.rawValue) * count + index)
      var value = value(at: index)
      var mark = unsafe pending.pointee.load(ordering: .relaxed)
      snapshot.exchange(&value, &mark)
      guard snapshot.isRestoring else { continue }
      if value == value, store(clamped(value, at: index), at: index) {
        self.mark(.changed, at: index)
      }
      unsafe pending.pointee.store(mark == 0 ? 0 : 1, ordering: .relaxed)
    }
    if snapshot.isRestoring { unsafe isAnyPending.pointee.store(1, ordering: .releasing) }
  }

  /// Clears `mark` on the next parameter from `index` on that carries it; returns -1 if there is
  /// none.
  ///
  /// Thread: the thread that takes this mark.
  @_noLocks func take(_ mark: Mark, from index: Int) -> Int {
    var index = index
    while index < count {
      let word = unsafe words + ((1 + mark.rawValue) * count + index)
      if unsafe word.pointee.load(ordering: .relaxed) != 0 {
        _ = unsafe word.pointee.exchange(0, ordering: .acquiringAndReleasing)
        return index
      }
      index += 1
    }
    return -1
  }
}
