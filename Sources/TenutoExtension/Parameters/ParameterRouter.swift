internal import TenutoCore
internal import TenutoTransport

/// Filters events for a kernel: known parameters, clamped values, and steps in place of
/// ramps that it does not support.
///
/// Thread: render.
@usableFromInline struct ParameterRouter: ~Copyable {
  @usableFromInline let table: ParameterTable
  private var ramps = StepRamps()
  /// Whether steps are due later: most cycles have none and skip the work.
  @usableFromInline var isRamping = false

  init(_ table: ParameterTable) { self.table = table }

  /// Frames until the next step for the kernel.
  @usableFromInline var framesToStep: Int { @_noLocks mutating get { ramps.framesToStep } }

  /// Advances by the frames rendered.
  @usableFromInline @_noLocks mutating func advance(by frameCount: Int) {
    ramps.advance(by: frameCount)
  }

  /// The event for the kernel in place of `payload`, or nil to drop it.
  @usableFromInline @_noLocks
  mutating func route(_ payload: TimedEvent.Payload) -> TimedEvent.Payload? {
    switch payload {
    case .midi: return payload
    case .parameter(let address, let value):
      let index = settableIndex(of: address)
      return index < 0 ? nil : set(index, address, value)
    case .ramp(let address, let value, let frameCount):
      let index = settableIndex(of: address)
      return index < 0 ? nil : ramp(index, address, value, frameCount)
    case .gesture: return nil  // only extensions send it
    }
  }

  /// A ramp step due before the next frame, or nil.
  @usableFromInline @_noLocks mutating func takeStep() -> TimedEvent.Payload? {
    guard let step = ramps.takeStep() else { return nil }
    isRamping = !ramps.isEmpty
    return .parameter(
      address: table.address(at: step.index), value: table.clamped(step.value, at: step.index))
  }

  /// Whether the control thread has set parameters.
  @usableFromInline @_noLocks mutating func hasPending() -> Bool { table.takeAny(.pending) }

  /// The next parameter from `index` on that the control thread has set.
  @usableFromInline @_noLocks mutating func pendingIndex(from index: Int) -> Int {
    table.take(.pending, from: index)
  }

  /// The event for a parameter that the control thread has set.
  @usableFromInline @_noLocks mutating func pending(at index: Int) -> TimedEvent.Payload {
    ramps.end(index: index)
    return .parameter(address: table.address(at: index), value: table.value(at: index))
  }

  /// Writes or reads the values, and the ramps in progress.
  @usableFromInline mutating func exchange(with snapshot: inout KernelSnapshot) {
    table.exchange(with: &snapshot)
    ramps.exchange(with: &snapshot)
    snapshot.exchange(&isRamping)
  }

  @_noLocks private mutating func settableIndex(of address: ParameterAddress) -> Int {
    let index = table.index(of: address)
    return index >= 0 && !table.isReadOnly(at: index) ? index : -1
  }

  @_noLocks private mutating func set(
    _ index: Int, _ address: ParameterAddress, _ value: Float
  ) -> TimedEvent.Payload? {
    guard value == value else { return nil }
    let value = table.clamped(value, at: index)
    ramps.end(index: index)
    keep(value, at: index)
    return .parameter(address: address, value: value)
  }

  @_noLocks private mutating func ramp(
    _ index: Int, _ address: ParameterAddress, _ value: Float, _ frameCount: UInt32
  ) -> TimedEvent.Payload? {
    guard value == value else { return nil }
    guard frameCount > 0 else { return set(index, address, value) }
    let end = table.clamped(value, at: index)
    let start = table.value(at: index)
    keep(end, at: index)
    if table.canRamp(at: index) {
      return .ramp(address: address, value: end, frameCount: frameCount)
    }
    isRamping = true
    let began = ramps.begin(index: index, from: start, to: end, frameCount: Int(frameCount))
    return began ? nil : .parameter(address: address, value: end)
  }

  /// The table holds the target of a ramp.
  @_noLocks private mutating func keep(_ value: Float, at index: Int) {
    if table.store(value, at: index) { table.mark(.changed, at: index) }
  }
}
